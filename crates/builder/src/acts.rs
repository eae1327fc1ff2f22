//! What is recorded of acts over time, and of their archived lydelser.

use lagrum_artifact::{ActFamily, Artifact, Base, DocumentUri};
use lagrum_catalog::{ActRecord, RegisterEntry};
use lagrum_corpus::{ReaderPool, StoredId};
use lagrum_render::amendments;

/// The record of an act; None for a document of neither family of acts.
pub(crate) fn record(uri: &str, artifact: &Artifact, base: &Base) -> Option<ActRecord> {
    let family = ActFamily::of(&DocumentUri::new(uri)?, base)?;
    let register = amendments(artifact).filter_map(|amendment| {
        Some(RegisterEntry {
            uri: amendment.uri()?.to_owned(),
            identifier: amendment.name().map(str::to_owned),
            andrar: amendment.omfattning().map(str::to_owned),
            ikraft: amendment.ikraft().map(str::to_owned),
            anchors: amendment.changed_anchors().map(str::to_owned).collect(),
        })
    });
    Some(ActRecord {
        own_id: family.own_id(artifact).map(|id| id.to_string()),
        consolidated: family == ActFamily::Statute || artifact.str(&["consolidation"]).is_some(),
        node_dates: artifact.node_dates(),
        register: register.collect(),
    })
}

/// The days from which parts of an archived lydelse apply. None when it cannot be read; `check` names it.
pub(crate) fn node_dates(stored: StoredId, pool: &ReaderPool) -> Option<Vec<String>> {
    let bytes = pool.artifact(stored).ok()??;
    Some(Artifact::parse(&bytes).ok()?.node_dates())
}
