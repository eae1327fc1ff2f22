//! The question of a list: which laws, which days, and what is told of each change.

use std::collections::BTreeMap;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Base, Location};

use crate::{AnswerError, SourceName};

/// The most laws of a list.
pub const MAX_LISTED: usize = 500;

/// The most changes of an answer.
pub const MAX_LISTED_CHANGES: usize = 200;

/// The most queries of a list.
pub const MAX_LISTED_QUERIES: usize = 10;

/// What an entry of a list begins with that is a query: `search:q=arbetsmilj%C3%B6&source=sfs`.
const SEARCH: &str = "search:";

/// Which changes of which laws are told, and how.
#[derive(Clone, Debug)]
pub struct ListQuestion {
    /// Acts and parts of acts, absolute uris or local ids, and at most [`MAX_LISTED_QUERIES`] queries; 1 to [`MAX_LISTED`] in all.
    pub uris: Vec<String>,
    /// The first day.
    pub since: Date,
    /// The day after the last; None for all that is to come.
    pub until: Option<Date>,
    /// Whether formal changes are told.
    pub formal: bool,
    /// Whether the differences are told.
    pub diff: bool,
    /// Whether new decisions that cite an act, and new regulations under it, are told.
    pub cited: bool,
    /// Whether the texts before and after are told, which are most of the work. Without them no change is called formal.
    pub texts: bool,
    /// The most changes of the answer: 1 to [`MAX_LISTED_CHANGES`].
    pub limit: usize,
    /// The `next_cursor` of the answer before.
    pub cursor: Option<String>,
}

impl Default for ListQuestion {
    fn default() -> Self {
        Self {
            uris: Vec::new(),
            since: Date::MIN,
            until: None,
            formal: true,
            diff: false,
            cited: false,
            texts: true,
            limit: 50,
            cursor: None,
        }
    }
}

/// An act of a list.
#[derive(Clone, Debug, Default)]
pub(super) struct ListedPlaces {
    /// The parts of it that the list names, each with the uri as it was asked for; empty for the whole act.
    pub(super) parts: Vec<(Anchor, String)>,
    /// The uri of the whole act as it was asked for.
    pub(super) whole: Option<String>,
}

/// A query of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ListSearch {
    pub(super) query: String,
    pub(super) source: Option<SourceName>,
    pub(super) kind: Option<String>,
}

impl ListSearch {
    /// Reads what stands after `search:`; None without words, and for a name that is not known.
    fn parse(text: &str) -> Option<Self> {
        let mut search = Self::default();
        for (name, value) in form_urlencoded::parse(text.as_bytes()) {
            match &*name {
                "q" => value.trim().clone_into(&mut search.query),
                "source" => search.source = Some(SourceName::from(value.into_owned())),
                "kind" => search.kind = Some(value.into_owned()),
                _ => return None,
            }
        }
        Some(search).filter(|search| !search.query.is_empty())
    }
}

/// The acts of a list by their uris, its queries, and what names nothing.
#[derive(Debug)]
pub(super) struct ReadList {
    pub(super) searches: Vec<ListSearch>,
    pub(super) acts: BTreeMap<String, ListedPlaces>,
    pub(super) unread: Vec<String>,
}

/// Reads the uris of a list.
pub(super) fn read(uris: &[String], base: &Base) -> Result<ReadList, AnswerError> {
    let invalid = |message: String| AnswerError::Invalid { parameter: "uri", input: None, message };
    if uris.is_empty() {
        return Err(invalid(
            "a list names at least one act, by its uri or its local id: uri=1962:700".to_owned(),
        ));
    }
    if uris.len() > MAX_LISTED {
        let message = format!("a list names at most {MAX_LISTED} acts, not {}: split it", uris.len());
        return Err(invalid(message));
    }
    let mut list = ReadList { searches: Vec::new(), acts: BTreeMap::new(), unread: Vec::new() };
    for uri in uris {
        let trimmed = uri.trim();
        if let Some(search) = trimmed.strip_prefix(SEARCH) {
            let search = ListSearch::parse(search).ok_or_else(|| {
                invalid("a query of a list is search:q=WORDS, with source=NAME and kind=NAME where they are wanted".to_owned())
            })?;
            if !list.searches.contains(&search) {
                list.searches.push(search);
            }
            continue;
        }
        let absolute = if trimmed.contains("://") {
            trimmed.to_owned()
        } else {
            format!("{base}/{}", trimmed.trim_start_matches('/'))
        };
        let Some(place) = Location::parse(&absolute).filter(|_| !trimmed.is_empty()) else {
            list.unread.push(uri.clone());
            continue;
        };
        let places = list.acts.entry(place.document().to_string()).or_default();
        match place.anchor() {
            None => places.whole = Some(uri.clone()),
            Some(anchor) => places.parts.push((anchor.clone(), uri.clone())),
        }
    }
    if list.searches.len() > MAX_LISTED_QUERIES {
        return Err(invalid(format!("a list has at most {MAX_LISTED_QUERIES} queries: split it")));
    }
    Ok(list)
}

/// Whether an entry of a list is a query.
pub(super) fn is_query(entry: &str) -> bool {
    entry.trim().starts_with(SEARCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(entries: &[&str]) -> Result<ReadList, AnswerError> {
        let entries: Vec<String> = entries.iter().map(ToString::to_string).collect();
        read(&entries, &Base::parse("https://lag.example").unwrap())
    }

    #[test]
    fn queries_stand_beside_acts() {
        let read =
            list(&["1931:47", "search:q=f%C3%A5r+bete&source=sfs", "search:q=f%C3%A5r%20bete&source=sfs"])
                .unwrap();
        assert_eq!(read.acts.len(), 1);
        assert_eq!(read.searches.len(), 1, "{read:?}");
        assert_eq!(read.searches[0].query, "får bete");
        assert_eq!(read.searches[0].source.as_ref().map(SourceName::current), Some("sfs"));
        for wrong in ["search:", "search:q=", "search:får", "search:q=a&x=1"] {
            assert!(
                matches!(list(&[wrong]), Err(AnswerError::Invalid { parameter: "uri", input: None, .. })),
                "{wrong}"
            );
        }
        let many: Vec<String> = (0..=MAX_LISTED_QUERIES).map(|n| format!("search:q=a{n}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(list(&many).is_err() && list(&many[1..]).is_ok());
    }
}
