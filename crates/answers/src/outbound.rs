//! What a document cites.

use lagrum_catalog::OutboundCitation;
use lagrum_snapshot::Snapshot;
use serde::Serialize;
use utoipa::ToSchema;

use crate::AnswerError;
use crate::lookup::query_catalog;

/// A link of a document.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Citation)]
pub struct OutboundLink {
    /// The target as written: a document, a place in one, or a web address.
    pub uri: String,
    /// Where in the citing document; null for the document as a whole.
    #[schema(required = true)]
    pub anchor: Option<String>,
    /// The relation; `dcterms:references` is the plain reference.
    #[schema(required = true)]
    pub predicate: Option<String>,
    /// The words that carry it.
    #[schema(required = true)]
    pub text: Option<String>,
    /// The target's printed id, when it is held.
    #[schema(required = true)]
    pub label: Option<String>,
    /// The target's title, when it is held.
    #[schema(required = true)]
    pub title: Option<String>,
    /// The target's source, when it is held.
    #[schema(required = true)]
    pub source: Option<String>,
    /// Whether the corpus holds the target's document.
    pub hosted: bool,
}

impl From<OutboundCitation> for OutboundLink {
    fn from(citation: OutboundCitation) -> Self {
        let hosted = citation.target.is_some();
        let (label, title, source) = citation
            .target
            .map_or((None, None, None), |target| (target.label, target.title, Some(target.source)));
        Self {
            uri: citation.uri,
            anchor: citation.anchor,
            predicate: Some(citation.predicate),
            text: citation.text,
            label,
            title,
            source,
            hosted,
        }
    }
}

/// Every link of a document, in the order of its text; none for a document that is not held.
pub fn outbound(snapshot: &Snapshot, uri: &str) -> Result<Vec<OutboundLink>, AnswerError> {
    let citations = query_catalog(snapshot, |catalog| catalog.outbound(uri))?;
    Ok(citations.into_iter().map(OutboundLink::from).collect())
}
