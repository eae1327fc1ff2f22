//! Writes the archived lydelser, with what the register of their act says of them.

use std::collections::HashMap;

use lagrum_artifact::{ActFamily, Artifact, Base, DocumentUri};
use lagrum_catalog::{CatalogWriter, NewLydelse};
use lagrum_render::amendments;
use rayon::prelude::*;

use crate::acts::node_dates;
use crate::error::BuildError;
use crate::input::BuildInput;

/// What the register of an act says of each amendment, by the amendment's uri.
pub(crate) type Register = HashMap<String, AmendmentFacts>;

/// What the register of amendments says of one.
pub(crate) struct AmendmentFacts {
    /// The day it entered into force.
    ikraft: Option<String>,
    /// Its preparatory works, as printed.
    forarbeten: Vec<String>,
}

/// The register of amendments in an artifact. An act that is entered twice is known by its first entry.
pub(crate) fn register(artifact: &Artifact) -> Register {
    let mut register = Register::new();
    for amendment in amendments(artifact) {
        if let Some(uri) = amendment.uri() {
            register.entry(uri.to_owned()).or_insert_with(|| AmendmentFacts {
                ikraft: amendment.ikraft().map(str::to_owned),
                forarbeten: amendment.forarbeten().map(str::to_owned).collect(),
            });
        }
    }
    register
}

/// Writes every archived lydelse. `registers` has the registers of their acts, by the act's uri.
pub(crate) fn write(
    input: &BuildInput<'_>,
    registers: &HashMap<String, Register>,
    catalog: &mut CatalogWriter,
) -> Result<(), BuildError> {
    let lydelser = &input.state.lydelser;
    let node_dates: Vec<Vec<String>> =
        lydelser.par_iter().map(|lydelse| node_dates(lydelse.stored, input.pool)).collect();
    for (lydelse, node_dates) in lydelser.iter().zip(&node_dates) {
        let amendment = registers
            .get(&lydelse.document)
            .zip(amendment_uri(&lydelse.document, &lydelse.version, input.base))
            .and_then(|(register, uri)| register.get(&uri));
        catalog.lydelse(&NewLydelse {
            uri: &lydelse.uri,
            document: &lydelse.document,
            lydelse_id: &lydelse.version,
            source: &lydelse.source,
            stored: lydelse.stored.0,
            updated: lydelse.changed,
            ikraft: amendment.and_then(|amendment| amendment.ikraft.as_deref()),
            forarbeten: amendment.map(|amendment| &*amendment.forarbeten).unwrap_or_default(),
            node_dates,
        })?;
    }
    Ok(())
}

/// The uri of the amendment that a lydelse of a statute is named after.
fn amendment_uri(document: &str, lydelse_id: &str, base: &Base) -> Option<String> {
    let family = ActFamily::of(&DocumentUri::new(document)?, base)?;
    let id = (family == ActFamily::Statute).then(|| family.parse_id(lydelse_id)).flatten()?;
    Some(format!("{base}/{id}"))
}
