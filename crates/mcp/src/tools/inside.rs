//! `search_in_document`

use lagrum_answers::{AnswerError, InsidePart, inside};
use lagrum_pages::PageWork;
use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Asked, ToolQuestion, to_value};
use crate::arguments::{Count, Text, Uri};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
pub(super) struct SearchInDocument {
    /// The uri of the document, from a result of another tool.
    uri: Uri,
    /// Words in the language of the document, as search takes them.
    query: Text<1000>,
    /// How many places at most.
    #[serde(default)]
    limit: Count<1, 500, 20>,
}

/// Where words stand in a document.
#[derive(Serialize, ToSchema)]
pub(super) struct FoundPlaces {
    /// The uri of the document.
    uri: String,
    /// The query, as it was sent.
    query: String,
    /// The language of the text: words are found in that language alone.
    #[schema(required = true)]
    language: Option<&'static str>,
    /// Words of the text that are words of the query, also those outside any place.
    total: u64,
    /// Places that have such words, also those that are not listed.
    total_places: usize,
    /// The places, in the order of the text.
    places: Vec<FoundPart>,
}

/// A place with words of a query.
#[derive(Serialize, ToSchema)]
struct FoundPart {
    /// Its uri, which get_provision takes.
    uri: String,
    /// Its anchor, which is the `pinpoint` of get_document.
    pinpoint: String,
    /// What to call it: how a reader cites it, its heading, or both.
    #[schema(required = true)]
    label: Option<String>,
    /// How many of its words are words of the query.
    words: u32,
    /// The words around the first of them, as HTML: `<em>` is the only tag.
    extract: String,
}

impl ToolQuestion for SearchInDocument {
    type Answer = FoundPlaces;
    const NAME: &'static str = "search_in_document";
    const TITLE: &'static str = "Find words in one document";
    const WORK: PageWork = PageWork::Search;
    const DESCRIPTION: &'static str = "The provisions, headings and pages of one document that have the words of a query, each with \
        an extract. Read a place with get_provision. Inflections and compounds are found. `language` is that of the text: \
        use words of that language. For words in all documents use search. \
        Example: {\"uri\": \"{base}/1915:218\", \"query\": \"oskäligt avtalsvillkor\"}";

    fn answer(self, asked: &Asked) -> Result<Value, AnswerError> {
        let found = inside(&asked.snapshot, &self.uri, &self.query)?;
        let total_places = found.places.len();
        let place = |place: InsidePart| FoundPart {
            uri: format!("{}#{}", found.uri, place.anchor),
            pinpoint: place.anchor,
            label: place.label,
            words: place.words,
            extract: place.extract,
        };
        let places = found.places.into_iter().take(self.limit.as_usize()).map(place).collect();
        to_value(&FoundPlaces {
            uri: found.uri.clone(),
            query: found.query,
            language: found.language,
            total: found.total,
            total_places,
            places,
        })
    }
}
