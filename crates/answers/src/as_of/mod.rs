//! The text of a document on a day.
//!
//! Statutes and EU acts have archived lydelser; which of them applied on a day and when each of them applied is
//! decided in `lagrum-chronicle` (`timeline`), and gathered and told here: `register.rs` has the amendments, `period.rs` the periods. Other acts (agency
//! regulations, treaties) are held in one text whose day is not known. All other documents are as they were published.

mod act_history;
mod answer;
mod begins;
mod end;
mod period;
mod register;
mod texts;

use jiff::civil::Date;
use lagrum_catalog::CatalogDocument;
use lagrum_chronicle::ActEnd;
use lagrum_snapshot::Snapshot;

pub(crate) use self::act_history::{known_until, made};
pub(crate) use self::answer::TextSource;
use self::answer::too_early;
pub use self::answer::{AsOf, AsOfBasis, named_acts};
pub(crate) use self::begins::{stated_entry, stated_starts};
use self::end::is_act;
pub(crate) use self::end::{end_of, repeal_day};
pub use self::period::{LydelsePeriod, OldestText, lydelse_periods, oldest_text};
use self::register::date;
pub(crate) use self::register::{ActName, RegisterByUri, registered_days};
pub use self::register::{DayNote, RegisteredAct};
pub(crate) use self::texts::{ActTexts, DatedAmendment, DatedText, act_texts};
use crate::AnswerError;
use crate::chronicle::ActInTime;
use crate::lookup::{find_stored, query_catalog};

/// Finds a document and the text of a day or, without a day, the text that the uri names, which may be an archived
/// lydelse.
pub(crate) fn find_text(
    snapshot: &Snapshot,
    uri: &str,
    day: Option<Date>,
) -> Result<(CatalogDocument, TextSource), AnswerError> {
    let (document, stored) = find_stored(snapshot, uri)?.ok_or_else(|| AnswerError::no_document(uri))?;
    let Some(day) = day else { return Ok((document, TextSource::undated(stored))) };
    if document.uri != uri {
        return Err(names_lydelse(&document, day));
    }
    let text = text_on_day(snapshot, &document, day)?;
    Ok((document, text))
}

/// The error of a day that is asked of one lydelse of a document.
pub(crate) fn names_lydelse(document: &CatalogDocument, day: Date) -> AnswerError {
    AnswerError::Invalid {
        parameter: "as_of",
        input: Some(day.to_string()),
        message: format!("the uri names one lydelse already; ask for {} instead", document.uri),
    }
}

/// Finds the text of a document on a day.
pub(crate) fn text_on_day(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    day: Date,
) -> Result<TextSource, AnswerError> {
    let act = query_catalog(snapshot, |catalog| ActInTime::load(catalog, snapshot.manifest(), document))?;
    match act {
        Some(act) => text_of_act(snapshot, document, &act, day),
        None => of_published(snapshot, document, day),
    }
}

/// Finds the text of an act on a day.
pub(crate) fn text_of_act(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    act: &ActInTime,
    day: Date,
) -> Result<TextSource, AnswerError> {
    if act.facts().is_to_come(day) {
        return Err(too_early(&document.uri, day, act.facts().begins.known()));
    }
    match &act.texts.history {
        Some(history) => history.text_on_day(document, day),
        None => of_published(snapshot, document, day),
    }
}

/// The text of a document that has no archived lydelser.
pub(crate) fn of_published(
    snapshot: &Snapshot,
    document: &CatalogDocument,
    day: Date,
) -> Result<TextSource, AnswerError> {
    let published = document.date.as_deref().and_then(date);
    if let Some(published) = published.filter(|published| *published > day) {
        return Err(too_early(&document.uri, day, Some(published)));
    }
    // An act may have changed, and only one text of it is held.
    let is_fixed = !is_act(document);
    let end = end_of(document);
    let has_ended = end.has_come(day, made(snapshot.manifest()));
    let end_day = repeal_day(document);
    let as_of = AsOf {
        date: day.to_string(),
        version: None,
        uri: document.uri.clone(),
        from: published.map(|published| published.to_string()),
        until: end_day.clone(),
        basis: match is_fixed && published.is_some() {
            _ if has_ended => AsOfBasis::Repealed,
            true if end != ActEnd::Unknown => AsOfBasis::Dated,
            _ => AsOfBasis::Undated,
        },
        missing: Vec::new(),
        ahead: Vec::new(),
        repealed: end_day,
        known_until: None,
        because: None,
        composed: false,
        provisions: None,
    };
    Ok(TextSource { as_of: Some(as_of), ..TextSource::undated(document.stored) })
}
