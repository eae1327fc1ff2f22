//! Who cites a document or a place in it.

use std::sync::Arc;

use lagrum_artifact::Location;
use lagrum_catalog::RowRange;
use lagrum_catalog::inbound::{Inbound, InboundQuery, InboundRow, joined};
use lagrum_snapshot::Snapshot;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use crate::lookup::query_catalog;
use crate::{AnswerError, SourceName};

/// A page of the citations of a place.
#[derive(Debug, Serialize, ToSchema)]
pub struct InboundCitations {
    /// The place, as in the question.
    pub uri: String,
    /// The scope of the question.
    #[schema(value_type = String)]
    pub scope: InboundScope,
    /// The source of the question.
    #[schema(required = true)]
    pub source: Option<String>,
    /// The order of the question.
    #[schema(value_type = String)]
    pub sort: InboundOrder,
    /// Rows in scope and of the source, before paging.
    pub total: u64,
    /// Rows on a page, as in the question.
    pub limit: u64,
    /// Rows skipped, as in the question.
    pub offset: u64,
    /// Rows in scope per citing source, whatever the source of the question; the largest first.
    #[serde(serialize_with = "in_order")]
    #[schema(value_type = std::collections::HashMap<String, u64>)]
    pub by_source: Vec<(String, u64)>,
    /// The page.
    #[schema(value_type = Vec<CitationShape>)]
    pub citations: Vec<InboundCitation>,
}

/// A citing spot, and the place it cites. It is written straight from the row of the catalog: a page has up to ten
/// thousand of them, of few documents.
#[derive(Debug)]
pub struct InboundCitation {
    root: Arc<str>,
    row: InboundRow,
}

/// A citing spot, and what it cites.
#[derive(Debug, ToSchema)]
#[schema(as = InboundCitation)]
#[expect(dead_code, reason = "a schema only: the `Serialize` of `InboundCitation` writes it")]
struct CitationShape {
    /// The citing document.
    uri: String,
    /// What is cited: the document, or a place in it.
    target: String,
    /// The anchor of the citing spot.
    #[schema(required = true)]
    anchor: Option<String>,
    /// The printed page of the citing spot.
    #[schema(required = true)]
    page: Option<i32>,
    /// The relation; `dcterms:references` is the plain reference.
    #[schema(required = true)]
    predicate: Option<String>,
    /// The citing document's printed id.
    #[schema(required = true)]
    label: Option<String>,
    /// Its title.
    #[schema(required = true)]
    title: Option<String>,
    /// Its source.
    #[schema(required = true)]
    source: Option<String>,
    /// Its kind.
    #[schema(required = true)]
    kind: Option<String>,
    /// Its date.
    #[schema(required = true)]
    date: Option<String>,
    /// How many other documents cite the citing document.
    inbound_count: u64,
}

impl InboundCitation {
    /// The citing document and where in it the spot is.
    pub fn row(&self) -> &InboundRow {
        &self.row
    }

    /// The uri of what is cited.
    pub fn target(&self) -> String {
        joined(&self.root, self.row.target_anchor.as_deref())
    }
}

impl Serialize for InboundCitation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = &self.row;
        let citing = &row.citing;
        let mut object = serializer.serialize_struct("InboundCitation", 11)?;
        object.serialize_field("uri", &citing.uri)?;
        object.serialize_field("target", &self.target())?;
        object.serialize_field("anchor", &row.anchor)?;
        object.serialize_field("page", &row.page)?;
        object.serialize_field("predicate", &row.predicate)?;
        object.serialize_field("label", &citing.label)?;
        object.serialize_field("title", &citing.title)?;
        object.serialize_field("source", &citing.source)?;
        object.serialize_field("kind", &citing.kind)?;
        object.serialize_field("date", &citing.date)?;
        object.serialize_field("inbound_count", &citing.inbound_count)?;
        object.end()
    }
}

fn in_order<S: Serializer>(counts: &[(String, u64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(source, count)| (source, count)))
}

/// Which citations count as citations of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InboundScope {
    /// Those of the place and of everything inside it.
    Tree,
    /// Those of the place itself.
    Exact,
}

/// The order of citing spots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InboundOrder {
    /// The order of a reader's margin.
    Rail,
    /// The most cited citing document first.
    Citations,
}

/// Which citations to list.
#[derive(Clone, Debug)]
pub struct InboundQuestion {
    /// A document, or a place in one.
    pub uri: String,
    /// Which citations count.
    pub scope: InboundScope,
    /// Only citations from this source.
    pub source: Option<SourceName>,
    /// Their order.
    pub order: InboundOrder,
    /// Rows on a page.
    pub limit: u64,
    /// Rows to skip.
    pub offset: u64,
}

/// A page of the citations of a place, one row for each citing spot and place cited. A place that nobody cites, or that is
/// not held, has none.
pub fn inbound(snapshot: &Snapshot, question: InboundQuestion) -> Result<InboundCitations, AnswerError> {
    let InboundQuestion { uri, scope, source, order, limit, offset } = question;
    let place = Location::parse(&uri);
    let found = match &place {
        Some(place) => query_catalog(snapshot, |catalog| {
            catalog.inbound(&InboundQuery {
                location: place,
                exact: scope == InboundScope::Exact,
                source: source.as_ref().map(SourceName::current),
                by_citations: order == InboundOrder::Citations,
                page: RowRange { limit, offset },
            })
        })?,
        None => Inbound::default(),
    };
    let root: Arc<str> = place.as_ref().map_or("", |place| place.document().as_str()).into();
    let mut by_source: Vec<(String, u64)> = found.by_source.into_iter().collect();
    by_source.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let citations = found.rows.into_iter().map(|row| InboundCitation { root: root.clone(), row }).collect();
    Ok(InboundCitations {
        uri,
        scope,
        source: source.map(SourceName::into_given),
        sort: order,
        total: found.total,
        limit,
        offset,
        by_source,
        citations,
    })
}
