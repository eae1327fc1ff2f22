//! The register of amendments of an act.

use std::collections::BTreeMap;

use lagrum_artifact::Artifact;
use lagrum_render::amendments;
use serde::{Deserialize, Serialize};

use crate::in_force::in_force_day;

/// The facts of each amendment in the register of an act, by the amendment's uri.
pub(crate) type Register = BTreeMap<String, AmendmentFacts>;

/// The facts of an amendment in the register.
#[derive(Serialize, Deserialize)]
pub(crate) struct AmendmentFacts {
    /// The day it entered into force.
    pub(crate) ikraft: Option<String>,
    /// Its preparatory works, as printed.
    pub(crate) forarbeten: Vec<String>,
}

/// The register of amendments in an artifact. Of two entries of one act the first counts.
pub(crate) fn register(artifact: &Artifact) -> Register {
    let mut register = Register::new();
    for amendment in amendments(artifact) {
        if let Some(uri) = amendment.uri() {
            register.entry(uri.to_owned()).or_insert_with(|| AmendmentFacts {
                ikraft: in_force_day(amendment),
                forarbeten: amendment.forarbeten().map(str::to_owned).collect(),
            });
        }
    }
    register
}
