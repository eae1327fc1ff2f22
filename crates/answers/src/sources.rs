//! The sources of a corpus.

use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::lookup::query_catalog;

/// A source and how much it holds.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceInfo {
    /// Its name, usable as every `source` parameter.
    pub source: String,
    /// Catalogued documents, expired ones and stubs included.
    pub documents: u64,
}

/// The sources of which the corpus holds documents, by name.
pub fn sources(snapshot: &Snapshot) -> Result<Vec<SourceInfo>, AnswerError> {
    let sources = query_catalog(snapshot, |catalog| catalog.sources())?;
    Ok(sources.into_iter().map(|(source, documents)| SourceInfo { source, documents }).collect())
}
