//! Writes the archived lydelser, with what the register of their act says of them.

use std::collections::HashMap;

use lagrum_artifact::{ActFamily, Base, DocumentUri};
use lagrum_catalog::{CatalogWriter, NewLydelse};
use lagrum_corpus::LydelseEntry;
use rayon::prelude::*;

use crate::acts::node_dates;
use crate::derivations::{KeptDerivations, RecordKey};
use crate::error::BuildError;
use crate::input::BuildInput;
use crate::register::Register;

/// Lydelser that are read at once.
const BATCH: usize = 500;

/// Writes every archived lydelse. `registers` has the registers of their acts, by the act's uri.
pub(crate) fn write(
    input: &BuildInput<'_>,
    registers: &HashMap<String, Register>,
    kept: &mut KeptDerivations,
    catalog: &mut CatalogWriter,
) -> Result<(), BuildError> {
    for batch in input.state.lydelser.chunks(BATCH) {
        let node_dates = batch_dates(input, batch, kept)?;
        for (lydelse, node_dates) in batch.iter().zip(&node_dates) {
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
    }
    Ok(())
}

/// The days from which parts of each lydelse apply, from the build before or from the artifacts. A lydelse that cannot
/// be read has none, and is read again by the next build.
fn batch_dates(
    input: &BuildInput<'_>,
    batch: &[LydelseEntry],
    kept: &mut KeptDerivations,
) -> Result<Vec<Vec<String>>, BuildError> {
    let loaded = kept.before.load(batch.iter().map(|entry| entry.stored));
    let found: Vec<(Vec<String>, Option<Vec<u8>>)> = batch
        .par_iter()
        .map(|entry| {
            let key = RecordKey::from(entry);
            loaded.node_dates(key).unwrap_or_else(|| {
                let dates = node_dates(entry.stored, input.pool);
                let record = dates.as_ref().and_then(|dates| key.record(dates).ok());
                (dates.unwrap_or_default(), record)
            })
        })
        .collect();
    let (dates, records): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    let records = batch.iter().zip(records);
    kept.new.keep(records.filter_map(|(entry, record)| Some((entry.stored.0, record?))).collect())?;
    Ok(dates)
}

/// The uri of the amendment that a lydelse of a statute is named after.
fn amendment_uri(document: &str, lydelse_id: &str, base: &Base) -> Option<String> {
    let family = ActFamily::of(&DocumentUri::new(document)?, base)?;
    let id = (family == ActFamily::Statute).then(|| family.parse_id(lydelse_id)).flatten()?;
    Some(format!("{base}/{id}"))
}
