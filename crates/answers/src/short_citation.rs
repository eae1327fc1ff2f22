//! How a Swedish text cites a document or a place in one, whether it is held or not.

use lagrum_artifact::Location;
use lagrum_snapshot::Snapshot;

use crate::AnswerError;
use crate::card::citation_forms;
use crate::lookup::{find_stored, local_id};
use crate::unheld_name::name_of_unheld_place;

/// How a Swedish text cites a document or a place in one, held or not, in the shortest form.
pub fn short_citation(snapshot: &Snapshot, uri: &str) -> Result<String, AnswerError> {
    let local = local_id(&snapshot.manifest().base, uri);
    let Some(place) = Location::parse(uri) else { return Ok(local.to_owned()) };
    if let Some((document, _)) = find_stored(snapshot, place.document().as_str())?
        && let Some(form) = citation_forms(snapshot, &document, place.anchor()).into_iter().next()
    {
        return Ok(form.citation);
    }
    Ok(name_of_unheld_place(local))
}
