//! The text of a place in a document, as previews show it.

use jiff::civil::Date;
use lagrum_artifact::{Artifact, Location};
use lagrum_snapshot::Snapshot;

use crate::AnswerError;
use crate::artifacts::load_fields;
use crate::as_of::TextSource;
use crate::provision::ProvisionText;
use crate::reader_day::reader_day;

/// The text of a place.
pub(crate) struct PlaceText {
    /// How a reader names the part, where the anchor does not say it.
    pub(crate) reader_form: Option<String>,
    pub(crate) text: String,
}

/// The text of a place in a document; None for a whole document, and for a place it does not have.
pub(crate) fn place_text(
    snapshot: &Snapshot,
    today: Date,
    text: &TextSource,
    place: &Location,
) -> Result<Option<PlaceText>, AnswerError> {
    let (Some(anchor), Some(stored)) = (place.anchor(), text.stored) else { return Ok(None) };
    if let Some(excerpt) = ProvisionText::excerpt(snapshot, stored, place.document().as_str(), anchor)?
        && let Some(part) = excerpt.part(anchor)
    {
        return Ok(Some(PlaceText { reader_form: part.reader_form(), text: part.plain_text() }));
    }
    let artifact = load_fields(snapshot, stored, place.document().as_str(), &Artifact::PRESENTED)?;
    let reader_day = reader_day(snapshot, place.document().as_str(), today)?;
    let artifact = artifact.for_reader(text.day(), reader_day.as_deref());
    let presented = artifact.presented();
    Ok(presented
        .part(anchor)
        .map(|part| PlaceText { reader_form: part.reader_form(), text: part.plain_text() }))
}
