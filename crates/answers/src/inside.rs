//! A query inside one document.

use lagrum_artifact::{Artifact, FullText};
use lagrum_search::{Engine, MarkedPassage, SearchPageError, WordMarker, passages_inside};
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::lookup::find_place;

/// Where the words of a query stand in a document.
#[derive(Debug, Serialize, ToSchema)]
pub struct InsideResponse {
    /// The document's uri, without a fragment.
    pub uri: String,
    /// The query, as in the question.
    pub query: String,
    /// Words of the text that are words of the query.
    pub total: u64,
    /// The places that have such words, in the order of the text.
    pub places: Vec<InsidePlace>,
}

/// A place with words of a query.
#[derive(Debug, Serialize, ToSchema)]
pub struct InsidePlace {
    /// Its anchor: what follows `#` in its address.
    pub anchor: String,
    /// What to call it: how a reader cites it, its heading, or both.
    #[schema(required = true)]
    pub label: Option<String>,
    /// How many of its words are words of the query.
    pub words: u32,
}

/// Where the words of a query stand in a document. At most some three thousand words are found, those of the rarer words first.
pub fn inside(snapshot: &Snapshot, uri: &str, query: &str) -> Result<InsideResponse, AnswerError> {
    let (_, document) = find_place(snapshot, uri)?;
    let places = passages_inside(engine(snapshot)?, &document.uri, query).map_err(|e| failure(e, query))?;
    let place = |MarkedPassage { anchor, label, words }: MarkedPassage| InsidePlace { anchor, label, words };
    let places: Vec<InsidePlace> = places.into_iter().map(place).collect();
    Ok(InsideResponse {
        uri: document.uri,
        query: query.to_owned(),
        total: places.iter().map(|place| u64::from(place.words)).sum(),
        places,
    })
}

/// What marks the words of a query in the text of a document: those that [`inside`] counts.
pub fn word_marker<'s>(
    snapshot: &'s Snapshot,
    artifact: &Artifact,
    query: &str,
) -> Result<WordMarker<'s>, AnswerError> {
    let text = FullText::of(artifact);
    WordMarker::new(engine(snapshot)?, query, &text).map_err(|error| failure(error, query))
}

fn engine(snapshot: &Snapshot) -> Result<&dyn Engine, AnswerError> {
    snapshot.search().ok_or(AnswerError::Unavailable {
        message: "the search index is missing or being opened",
        cause: None,
    })
}

fn failure(error: SearchPageError, query: &str) -> AnswerError {
    crate::search::engine_failure(error, query, None)
}
