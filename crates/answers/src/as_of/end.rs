//! Whether and when a document ends or ended.

use jiff::civil::Date;
use lagrum_catalog::CatalogDocument;
use lagrum_sources::{UNKNOWN_END, source};

use super::register::date;
use super::timeline::ActEnd;

/// Whether a document is an act.
pub(super) fn is_act(document: &CatalogDocument) -> bool {
    source(&document.source).is_act(document.kind.as_deref().unwrap_or_default())
}

/// When a document ends or ended.
pub(super) fn end(document: &CatalogDocument) -> ActEnd {
    match document.expired.as_deref().and_then(date) {
        Some(UNKNOWN_END) => ActEnd::Unknown,
        Some(day) => ActEnd::On(day),
        None => ActEnd::None,
    }
}

/// Whether and when a document ended or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It applies.
    No,
    /// It ended on this day.
    On(Date),
    /// It ended on a day that is not known.
    Unknown,
}

/// When a document ends or ended; [`Ended::No`] for one that has no end.
pub(crate) fn ended(document: &CatalogDocument) -> Ended {
    match end(document) {
        ActEnd::On(end) => Ended::On(end),
        ActEnd::Unknown => Ended::Unknown,
        ActEnd::None => Ended::No,
    }
}

/// Whether a document has ended by a day.
pub(crate) fn has_ended_by(document: &CatalogDocument, today: Date) -> Ended {
    match end(document) {
        ActEnd::On(end) if end <= today => Ended::On(end),
        ActEnd::Unknown => Ended::Unknown,
        ActEnd::On(_) | ActEnd::None => Ended::No,
    }
}

/// The day from which a document no longer applies; None for a document without an end, and where the day is not known.
pub(crate) fn repeal_day(document: &CatalogDocument) -> Option<String> {
    match end(document) {
        ActEnd::On(end) => Some(end.to_string()),
        ActEnd::None | ActEnd::Unknown => None,
    }
}
