//! The question of a list: which laws, which days, and what is told of each change.

use std::collections::BTreeMap;

use jiff::civil::Date;
use lagrum_artifact::{Anchor, Base, Location};

use crate::AnswerError;

/// The most laws of a list.
pub const MAX_LISTED: usize = 500;

/// The most changes of an answer.
pub const MAX_LISTED_CHANGES: usize = 200;

/// Which changes of which laws are told, and how.
#[derive(Clone, Debug)]
pub struct ListQuestion {
    /// Acts and parts of acts: absolute uris or local ids, 1 to [`MAX_LISTED`].
    pub uris: Vec<String>,
    /// The first day.
    pub since: Date,
    /// The day after the last; None for all that is to come.
    pub until: Option<Date>,
    /// Whether formal changes are told.
    pub formal: bool,
    /// Whether the differences are told.
    pub diff: bool,
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

/// The acts of a list by their uris, and what names nothing.
pub(super) struct ReadList {
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
    let mut list = ReadList { acts: BTreeMap::new(), unread: Vec::new() };
    for uri in uris {
        let trimmed = uri.trim();
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
    Ok(list)
}
