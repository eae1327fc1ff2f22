//! `GET /api/v1/document/inbound`

use std::sync::Arc;

use lagrum_artifact::Place;
use lagrum_catalog::Page;
use lagrum_catalog::inbound::{Inbound, InboundQuery as Wanted, InboundRow, joined};
use lagrum_snapshot::Snapshot;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use utoipa::{IntoParams, ToSchema};

use super::ask;
use crate::source_name::SourceName;
use crate::{ApiError, Caching, Held, Json, Query, Resources, routes};

/// Who cites a document or a place in it.
#[derive(Debug, Serialize, ToSchema)]
struct InboundCitations {
    /// As asked.
    uri: String,
    /// As asked.
    scope: String,
    /// As asked.
    #[schema(required = true)]
    source: Option<String>,
    /// As asked.
    sort: String,
    /// Rows in scope and of the source, before paging.
    total: u64,
    /// As asked.
    limit: u64,
    /// As asked.
    offset: u64,
    /// Rows in scope per citing source, whatever source was asked for; the largest first.
    #[serde(serialize_with = "in_order")]
    #[schema(value_type = std::collections::HashMap<String, u64>)]
    by_source: Vec<(String, u64)>,
    /// The page.
    #[schema(value_type = Vec<InboundCitation>)]
    citations: Vec<Row>,
}

/// One spot that cites.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "the answer's shape; rows are written from the catalog's own by `Row`")]
struct InboundCitation {
    /// The citing document.
    uri: String,
    /// What is cited: the document, or a place in it.
    target: String,
    /// Where in the citing document.
    #[schema(required = true)]
    anchor: Option<String>,
    /// The printed page of the spot.
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
    /// How many documents cite the citing document.
    inbound_count: u64,
}

/// An [`InboundCitation`] as it is written: a page has up to ten thousand, of few documents.
#[derive(Debug)]
struct Row {
    root: Arc<str>,
    row: InboundRow,
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { root, row } = self;
        let citing = &row.citing;
        let mut object = serializer.serialize_struct("InboundCitation", 11)?;
        object.serialize_field("uri", &citing.uri)?;
        object.serialize_field("target", &joined(root, row.target_anchor.as_deref()))?;
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

#[derive(Debug, Deserialize, IntoParams)]
struct InboundQuery {
    /// A document, or a place in one.
    uri: String,
    /// `tree` for citations of the place and everything inside it, `exact` for those of the place itself.
    #[param(value_type = String, pattern = "^(tree|exact)$", default = "tree")]
    scope: String,
    /// Only citations from this source.
    #[param(value_type = Option<String>)]
    source: Option<SourceName>,
    /// `rail` for the order of the reader's margin, `citations` for the most cited citing document first.
    #[param(value_type = String, pattern = "^(rail|citations)$", default = "rail")]
    sort: String,
    /// Rows on a page.
    #[param(default = 10000, minimum = 1, maximum = 10000)]
    limit: u64,
    /// Rows to pass over.
    #[param(default = 0, minimum = 0)]
    offset: u64,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(inbound), Caching::Snapshot)
}

/// Who cites a document or a place in it: one row per citing spot and place cited, the complete set.
#[utoipa::path(get, path = "/api/v1/document/inbound", tag = "document", operation_id = "inbound",
    params(InboundQuery), responses((status = 200, description = "A page of citations", body = InboundCitations)))]
async fn inbound(
    Held(snapshot): Held<Snapshot>,
    query: Query<InboundQuery>,
) -> Result<Json<InboundCitations>, ApiError> {
    let InboundQuery { uri, scope, source, sort, limit, offset } = query.into_inner();
    ask(snapshot, move |catalog| {
        let place = Place::parse(&uri);
        let found = match &place {
            Some(place) => catalog.inbound(&Wanted {
                place,
                exact: scope == "exact",
                source: source.as_ref().map(SourceName::current),
                by_citations: sort == "citations",
                page: Page { limit, offset },
            })?,
            None => Inbound::default(),
        };
        let root: Arc<str> = place.as_ref().map_or("", |place| place.document().as_str()).into();
        let mut by_source: Vec<(String, u64)> = found.by_source.into_iter().collect();
        by_source.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let citations = found.rows.into_iter().map(|row| Row { root: root.clone(), row }).collect();
        Ok(Json(InboundCitations {
            uri,
            scope,
            source: source.map(SourceName::into_asked),
            sort,
            total: found.total,
            limit,
            offset,
            by_source,
            citations,
        }))
    })
    .await
}
