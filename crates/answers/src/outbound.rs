//! What a document cites.

use std::borrow::Cow;

use lagrum_catalog::OutboundCitation;
use lagrum_snapshot::Snapshot;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::AnswerError;
use crate::lookup::query_catalog;

/// A link of a document. It is written straight from the row of the catalog: some documents have thousands, to few targets.
#[derive(Debug)]
pub struct OutboundLink(OutboundCitation);

/// A link of a document.
#[derive(Debug, ToSchema)]
#[schema(as = Citation)]
#[expect(dead_code, reason = "a schema only: the `Serialize` of `OutboundLink` writes it")]
struct LinkShape {
    /// The target as written: a document, a place in one, or a web address.
    uri: String,
    /// Where in the citing document; null for the document as a whole.
    #[schema(required = true)]
    anchor: Option<String>,
    /// The relation; `dcterms:references` is the plain reference.
    #[schema(required = true)]
    predicate: Option<String>,
    /// The words that carry it.
    #[schema(required = true)]
    text: Option<String>,
    /// The target's printed id, when it is held.
    #[schema(required = true)]
    label: Option<String>,
    /// The target's title, when it is held.
    #[schema(required = true)]
    title: Option<String>,
    /// The target's source, when it is held.
    #[schema(required = true)]
    source: Option<String>,
    /// Whether the corpus holds the target's document.
    hosted: bool,
}

impl OutboundLink {
    /// The row of the catalog.
    pub fn row(&self) -> &OutboundCitation {
        &self.0
    }
}

impl PartialSchema for OutboundLink {
    fn schema() -> RefOr<Schema> {
        LinkShape::schema()
    }
}

impl ToSchema for OutboundLink {
    fn name() -> Cow<'static, str> {
        LinkShape::name()
    }
}

impl Serialize for OutboundLink {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = &self.0;
        let target = row.target.as_deref();
        let mut object = serializer.serialize_struct("Citation", 8)?;
        object.serialize_field("uri", &row.uri)?;
        object.serialize_field("anchor", &row.anchor)?;
        object.serialize_field("predicate", &row.predicate)?;
        object.serialize_field("text", &row.text)?;
        object.serialize_field("label", &target.and_then(|target| target.label.as_deref()))?;
        object.serialize_field("title", &target.and_then(|target| target.title.as_deref()))?;
        object.serialize_field("source", &target.map(|target| &target.source))?;
        object.serialize_field("hosted", &target.is_some())?;
        object.end()
    }
}

/// Every link of a document, in the order of its text; none for a document that is not held.
pub fn outbound(snapshot: &Snapshot, uri: &str) -> Result<Vec<OutboundLink>, AnswerError> {
    let citations = query_catalog(snapshot, |catalog| catalog.outbound(uri))?;
    Ok(citations.into_iter().map(OutboundLink).collect())
}
