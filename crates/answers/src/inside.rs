//! A query inside one document: the words that are marked in its text, and the places that have them.
//!
//! A page marks the words as it writes the text. The answer counts the marks of the same writer, so page and answer
//! agree.

use std::ops::Range;

use lagrum_artifact::{Anchor, Artifact, fragment_label};
use lagrum_render::html::{MarkedPart, Surroundings, html};
use lagrum_search::{Engine, WordMarker};
use lagrum_snapshot::Snapshot;
use lagrum_sources::source;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::artifacts::load_artifact;
use crate::lookup::find_location;

/// Where the words of a query stand in a document.
#[derive(Debug, Serialize, ToSchema)]
pub struct InsideResponse {
    /// The document's uri, without a fragment.
    pub uri: String,
    /// The query, as in the question.
    pub query: String,
    /// The language of the text, as a tag of BCP 47: words of the query are found in that language alone. Null for a stub.
    pub language: Option<&'static str>,
    /// Words of the text that are words of the query, also those outside any place that has an anchor.
    pub total: u64,
    /// The places that have such words, in the order of the text.
    pub places: Vec<InsidePart>,
}

/// A place with words of a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct InsidePart {
    /// Its anchor: what follows `#` in its address.
    pub anchor: String,
    /// What to call it: how a reader cites it, its heading, or both.
    #[schema(required = true)]
    pub label: Option<String>,
    /// How many of its words are words of the query.
    pub words: u32,
    /// The words around the first of them, as HTML: `<em>` is the only tag.
    pub extract: String,
}

/// Where the words of a query stand in a document: in provisions, headings, and pages outside provisions.
pub fn inside(snapshot: &Snapshot, uri: &str, query: &str) -> Result<InsideResponse, AnswerError> {
    let (_, document) = find_location(snapshot, uri)?;
    let mut response = InsideResponse {
        uri: document.uri.clone(),
        query: query.to_owned(),
        language: None,
        total: 0,
        places: Vec::new(),
    };
    let Some(stored) = document.stored else {
        // A query that cannot be read fails for a document without a text too.
        WordMarker::new(engine(snapshot)?, query, None).map_err(|e| failure(e, query))?;
        return Ok(response);
    };
    let artifact = load_artifact(snapshot, stored, &document.uri)?;
    let finder = QueryInText::new(snapshot, &artifact, &document.source, query)?;
    let text = lagrum_cancel::whole(html(&artifact, &OnlyMarks(&finder)))?;
    response.language = Some(source(&document.source).text_language(&artifact));
    response.total = text.marked.iter().map(|place| u64::from(place.marks)).sum();
    response.places = finder.places(&artifact, &text.marked);
    Ok(response)
}

/// What finds the words of a query in the text of a document, and names the places that have them.
pub struct QueryInText<'s> {
    marker: WordMarker<'s>,
    source: String,
}

impl std::fmt::Debug for QueryInText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QueryInText").field("marker", &self.marker).finish_non_exhaustive()
    }
}

impl<'s> QueryInText<'s> {
    /// What finds the words of a query in the text of an artifact of a source.
    pub fn new(
        snapshot: &'s Snapshot,
        artifact: &Artifact,
        source: &str,
        query: &str,
    ) -> Result<Self, AnswerError> {
        let marker = WordMarker::new(engine(snapshot)?, query, Some(artifact));
        Ok(Self { marker: marker.map_err(|error| failure(error, query))?, source: source.to_owned() })
    }

    /// The words of a piece of the text that are marked, in bytes: in order, without overlap.
    pub fn marks(&self, piece: &str) -> Vec<Range<usize>> {
        self.marker.find(piece)
    }

    /// The marked places for which the artifact has an anchor, with their names.
    pub fn places(&self, artifact: &Artifact, marked: &[MarkedPart]) -> Vec<InsidePart> {
        let parts = artifact.presented().parts_of(marked.iter().map(|place| place.anchor.as_str()));
        let grammar = source(&self.source).grammar;
        let place = |place: &MarkedPart| {
            let part = parts.get(place.anchor.as_str())?;
            let form = part.reader_form().or_else(|| grammar.label(&Anchor::new(&place.anchor)?));
            Some(InsidePart {
                anchor: place.anchor.clone(),
                label: fragment_label(form.as_deref(), part.heading().as_deref()),
                words: place.marks,
                extract: place.extract.clone(),
            })
        };
        marked.iter().filter_map(place).collect()
    }
}

/// The surroundings of a text that has nothing beside it but its marks.
struct OnlyMarks<'t>(&'t QueryInText<'t>);

impl Surroundings for OnlyMarks<'_> {
    fn marks(&self, text: &str) -> Vec<Range<usize>> {
        self.0.marks(text)
    }
}

fn engine(snapshot: &Snapshot) -> Result<&dyn Engine, AnswerError> {
    snapshot.search().ok_or(AnswerError::Unavailable {
        message: "the search index is missing or being opened",
        cause: None,
    })
}

fn failure(error: lagrum_search::SearchPageError, query: &str) -> AnswerError {
    crate::search::engine_failure(error, query, None)
}
