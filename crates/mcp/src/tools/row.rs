//! A document among results, as hosts of tools read it: its id, title and address flat in the row.

use lagrum_answers::{AnswerError, Fragment, HitFoundBy, Predecessor, SearchResult};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{Asked, page_url, to_value};

/// The most passages of a row.
const MAX_FRAGMENTS: usize = 3;

/// A document that was found.
#[derive(Serialize, ToSchema)]
pub(super) struct ResultRow {
    /// What `fetch` takes: the uri of the provision that the query names, else of the document.
    id: String,
    /// What a reader calls it.
    title: String,
    /// The address of its page, whole. A place in it is reached by this, `#` and the place's `pinpoint`.
    #[schema(required = true)]
    url: Option<String>,
    /// The document's uri, without a fragment.
    uri: String,
    /// Its printed id; null when it has none of its own beside its title.
    #[schema(required = true)]
    identifier: Option<String>,
    /// Its heading for readers: the established name, else the title.
    #[schema(required = true)]
    display: Option<String>,
    /// Its acronym alone.
    #[schema(required = true)]
    abbr: Option<String>,
    /// Its source.
    #[schema(required = true)]
    source: Option<String>,
    /// Its kind.
    #[schema(required = true)]
    kind: Option<String>,
    /// The kind's name, in the singular.
    #[schema(required = true)]
    kind_label: Option<String>,
    /// How well it matches; null for a document that the query names.
    #[schema(required = true)]
    score: Option<f64>,
    /// How many other documents cite it.
    inbound_count: u64,
    /// Up to two snippets of its text, as HTML: `<em>` is the only tag.
    highlight: Vec<String>,
    /// The provision that the query names.
    #[schema(required = true)]
    pin: Option<Fragment>,
    /// Up to three passages that answer, best first.
    fragments: Vec<Fragment>,
    /// By what it was found, if it has too few words of the query to be found by them.
    #[serde(skip_serializing_if = "Option::is_none")]
    found_by: Option<HitFoundBy>,
    /// The documents that it took the place of and that the query names by their former names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    successor_of: Vec<Predecessor>,
    /// The same as the API has it; only of search, and only until the next release.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<SearchResult>)]
    document: Option<Value>,
}

impl ResultRow {
    pub(super) fn new(asked: &Asked, found: SearchResult) -> Self {
        let name = [&found.title, &found.display, &found.identifier].into_iter().flatten().next();
        Self {
            id: found.pin.as_ref().map_or(&found.uri, |pin| &pin.uri).clone(),
            title: name.unwrap_or(&found.uri).clone(),
            url: found.url.as_deref().map(|path| page_url(asked, path)),
            uri: found.uri,
            identifier: found.identifier,
            display: found.display,
            abbr: found.abbr,
            source: found.source,
            kind: found.kind,
            kind_label: found.kind_label,
            score: found.score,
            inbound_count: found.inbound_count,
            highlight: found.highlight,
            pin: found.pin,
            fragments: found.fragments.into_iter().take(MAX_FRAGMENTS).collect(),
            found_by: found.found_by,
            successor_of: found.successor_of,
            document: None,
        }
    }

    /// The row, with the document in the form of the API beside it.
    pub(super) fn with_document(asked: &Asked, found: SearchResult) -> Result<Self, AnswerError> {
        let document = Some(to_value(&found)?);
        Ok(Self { document, ..Self::new(asked, found) })
    }
}
