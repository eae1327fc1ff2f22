//! The period of each lydelse of an act, as far as it is known. All pages take it from here.

use jiff::civil::Date;
use lagrum_catalog::CatalogDocument;
use lagrum_chronicle::TextPeriod;
use lagrum_snapshot::Snapshot;

use super::act_history::{ActHistory, StoredText};
use super::register::RegisteredAct;
use crate::AnswerError;
use crate::lookup::find_stored;

/// When a lydelse applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LydelsePeriod {
    /// Its uri under `/document`: that of the act for the document itself.
    pub uri: String,
    /// Its lydelse id; None for the document itself.
    pub version: Option<String>,
    /// Whether it was the text of any day.
    pub applied: bool,
    /// The first day on which it applied; None where it is not known.
    pub from: Option<String>,
    /// The first day on which it no longer applied for certain; None where none is known.
    pub until: Option<String>,
    /// Amendments that entered into force before the next held lydelse; the first of them entered into force on
    /// `until`.
    pub missing: Vec<RegisteredAct>,
    /// Amendments that it shows ahead of their day.
    pub ahead: Vec<RegisteredAct>,
}

/// When each lydelse of the act with this uri applied, the oldest first; empty for a document that is no statute and no EU act.
pub fn lydelse_periods(snapshot: &Snapshot, uri: &str) -> Result<Vec<LydelsePeriod>, AnswerError> {
    let (document, _) = find_stored(snapshot, uri)?.ok_or_else(|| AnswerError::no_document(uri))?;
    periods(snapshot, &document)
}

fn periods(snapshot: &Snapshot, document: &CatalogDocument) -> Result<Vec<LydelsePeriod>, AnswerError> {
    let Some(history) = ActHistory::of(snapshot, document)? else { return Ok(Vec::new()) };
    let found = history.timeline.periods().into_iter().zip(&history.stored);
    let period = |(period, text): (TextPeriod, &StoredText)| LydelsePeriod {
        uri: text.uri.clone(),
        version: text.version.as_ref().map(ToString::to_string),
        applied: period.applied,
        from: period.from.map(|day| day.to_string()),
        until: period.until.map(|day| day.to_string()),
        missing: history.acts(&period.missing),
        ahead: history.acts(&period.ahead),
    };
    Ok(lagrum_cancel::whole(found.map(period).collect())?)
}

/// The oldest text of an act that is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldestText {
    /// Its uri under `/document`: that of the act for the document itself.
    pub uri: String,
    /// Its lydelse id; None for the document itself.
    pub version: Option<String>,
    /// The first day that can be answered.
    pub from: String,
    /// The amendments that have changed the act since the day of the question, up to that text.
    pub since: Vec<RegisteredAct>,
}

/// The oldest text of an act, for a day before it. None for a day that has a text, and for a document that is no statute and no EU
/// act.
pub fn oldest_text(snapshot: &Snapshot, uri: &str, day: Date) -> Result<Option<OldestText>, AnswerError> {
    let (document, _) = find_stored(snapshot, uri)?.ok_or_else(|| AnswerError::no_document(uri))?;
    let Some(history) = ActHistory::of(snapshot, &document)? else { return Ok(None) };
    let Err(Some(oldest)) = history.timeline.text_of_day(day) else { return Ok(None) };
    let Ok(found) = history.timeline.text_of_day(oldest) else { return Ok(None) };
    let text = &history.stored[found.text];
    let mut since = history.timeline.changed_between(day, oldest);
    // The first entry of a statute is the act itself.
    since.retain(|at| history.amendments[*at].uri != document.uri);
    Ok(Some(OldestText {
        uri: text.uri.clone(),
        version: text.version.as_ref().map(ToString::to_string),
        from: oldest.to_string(),
        since: history.acts(&since),
    }))
}
