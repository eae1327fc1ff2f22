//! Where a translation of a document is, as the source of commentaries states it.

use lagrum_snapshot::Snapshot;
use lagrum_sources::{TRANSLATION, Translation, commentary_id};

use crate::AnswerError;
use crate::artifacts::load_artifact;
use crate::lookup::{local_id, query_catalog};

/// The translation of the document with this uri; None where none is known.
pub fn translation(snapshot: &Snapshot, uri: &str) -> Result<Option<Translation>, AnswerError> {
    let base = &snapshot.manifest().base;
    let stating = format!("{base}/{}", commentary_id(local_id(base, uri)));
    let Some(document) = query_catalog(snapshot, |catalog| catalog.document(&stating))? else {
        return Ok(None);
    };
    let is_translation = document.kind.as_deref() == Some(TRANSLATION);
    let Some(stored) = document.stored.filter(|_| is_translation) else { return Ok(None) };
    Ok(Translation::named_in(&*load_artifact(snapshot, stored, &stating)?))
}
