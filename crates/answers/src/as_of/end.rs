//! Whether and when a document ends or ended.

use lagrum_catalog::CatalogDocument;
use lagrum_chronicle::ActEnd;
use lagrum_sources::{UNKNOWN_END, source};

use super::register::date;

/// Whether a document is an act.
pub(super) fn is_act(document: &CatalogDocument) -> bool {
    source(&document.source).is_act(document.kind.as_deref().unwrap_or_default())
}

/// When a document ends or ended.
pub(crate) fn end_of(document: &CatalogDocument) -> ActEnd {
    match document.expired.as_deref().and_then(date) {
        Some(UNKNOWN_END) => ActEnd::Unknown,
        Some(day) => ActEnd::On(day),
        None => ActEnd::None,
    }
}

/// The day from which a document no longer applies; None for a document without an end, and where the day is not known.
pub(crate) fn repeal_day(document: &CatalogDocument) -> Option<String> {
    end_of(document).day().map(|day| day.to_string())
}
