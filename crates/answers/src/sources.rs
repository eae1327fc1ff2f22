//! The sources of a corpus.

use std::collections::BTreeSet;

use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::lookup::query_catalog;
use crate::{AnswerError, SourceName};

/// A source and how much it holds.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceInfo {
    /// Its name, usable as every `source` parameter.
    pub source: String,
    /// Another name that every `source` parameter takes for it; absent for a source with one name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub other_name: Option<&'static str>,
    /// Catalogued documents, expired ones and stubs included.
    pub documents: u64,
}

/// The sources of which the corpus holds documents, by name.
pub fn sources(snapshot: &Snapshot) -> Result<Vec<SourceInfo>, AnswerError> {
    let sources = query_catalog(snapshot, |catalog| catalog.sources())?;
    let info = |(source, documents): (String, u64)| {
        let other_name = lagrum_sources::known(&source).and_then(|known| known.other_name);
        SourceInfo { source, other_name, documents }
    };
    Ok(sources.into_iter().map(info).collect())
}

/// Fails if the corpus has no documents of a source or kind, with a list of those it has. A source that is described
/// and not held does not fail: an empty result is an answer.
pub fn check_filter(
    snapshot: &Snapshot,
    source: Option<&SourceName>,
    kind: Option<&str>,
) -> Result<(), AnswerError> {
    if source.is_none() && kind.is_none() {
        return Ok(());
    }
    let held = query_catalog(snapshot, |catalog| catalog.kinds_by_source())?;
    let unknown = |parameter, given: &str, what: &str, names: BTreeSet<&str>| AnswerError::Invalid {
        parameter,
        input: Some(given.to_owned()),
        message: format!("there is no {what} of this name: {}", Vec::from_iter(names).join(", ")),
    };
    if let Some(source) = source
        && !held.contains_key(source.current())
        && lagrum_sources::known(source.current()).is_none()
    {
        let names = held.keys().map(String::as_str).collect();
        return Err(unknown("source", source.given(), "source", names));
    }
    if let Some(kind) = kind {
        let of_source = |name: &str| source.is_none_or(|source| source.current() == name);
        let kinds = held.iter().filter(|(name, _)| of_source(name)).flat_map(|(_, kinds)| kinds);
        let names: BTreeSet<&str> = kinds.map(String::as_str).collect();
        if !names.is_empty() && !names.contains(kind) {
            let what = if source.is_some() { "kind of this source" } else { "kind" };
            return Err(unknown("kind", kind, what, names));
        }
    }
    Ok(())
}
