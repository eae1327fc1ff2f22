//! An event of a list, and what names it.

use std::rc::Rc;

use jiff::civil::Date;
use lagrum_artifact::Anchor;
use lagrum_catalog::{CatalogDocument, ComingEvent};

use super::kind::ListedKind;

/// An event that is told.
#[derive(Clone, Debug)]
pub(crate) struct FoundEvent {
    pub(crate) id: String,
    pub(crate) day: Option<Date>,
    pub(crate) kind: ListedKind,
    pub(crate) event: ComingEvent,
    pub(super) document: Rc<CatalogDocument>,
    /// The parts of the document that the list names; None for all of it.
    pub(super) parts: Option<Rc<Vec<Anchor>>>,
}

/// The id of an event. It has no day, which may be decided later.
pub(super) fn id(document: &str, kind: ListedKind, of: &str, number: usize) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("handelse", kind.name()).append_pair("om", of);
    if number > 1 {
        query.append_pair("del", &number.to_string());
    }
    format!("{document}?{}", query.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_no_day() {
        let of = "https://lag.example/1931:47";
        let kind = ListedKind::Amended;
        assert_eq!(id(of, kind, "2031:9", 1), format!("{of}?handelse=amended&om=2031%3A9"));
        assert_eq!(id(of, kind, "2031:9", 2), format!("{of}?handelse=amended&om=2031%3A9&del=2"));
    }
}
