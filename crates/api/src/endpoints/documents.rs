//! `GET /api/v1/documents`

use lagrum_catalog::{Document, DocumentFilter, Page};
use lagrum_snapshot::Snapshot;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{ask, named};
use crate::source_name::SourceName;
use crate::{ApiError, Caching, Held, Json, Query, Resources, Today, routes};

/// A page of the list of all documents.
#[derive(Debug, Serialize, ToSchema)]
struct DocumentList {
    /// Documents matching the filter, before paging.
    total: u64,
    /// As asked.
    limit: u64,
    /// As asked.
    offset: u64,
    /// The page, by uri.
    documents: Vec<DocumentSummary>,
}

/// A document in a list.
#[derive(Debug, Serialize, ToSchema)]
struct DocumentSummary {
    /// Its canonical uri.
    uri: String,
    /// The source it belongs to.
    source: String,
    /// Its kind.
    #[schema(required = true)]
    kind: Option<String>,
    /// Its printed id.
    #[schema(required = true)]
    label: Option<String>,
    /// Its full title.
    #[schema(required = true)]
    title: Option<String>,
    /// The publisher's own page.
    #[schema(required = true)]
    source_url: Option<String>,
    /// When its artifact last changed, UTC; null for a stub.
    #[schema(required = true)]
    updated: Option<String>,
}

impl From<Document> for DocumentSummary {
    fn from(document: Document) -> Self {
        let time = |second| jiff::Timestamp::from_second(second).ok().map(|time| time.to_string());
        Self {
            uri: document.uri,
            source: document.source,
            kind: document.kind,
            label: document.label,
            title: document.title,
            source_url: document.source_url,
            updated: document.updated.and_then(time),
        }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
struct DocumentsQuery {
    /// Only of this source.
    #[param(value_type = Option<String>)]
    source: Option<SourceName>,
    /// Only of this kind.
    kind: Option<String>,
    /// Documents on a page.
    #[param(default = 100, minimum = 1, maximum = 1000)]
    limit: u64,
    /// Documents to pass over.
    #[param(default = 0, minimum = 0)]
    offset: u64,
    /// Also list documents whose repeal or withdrawal has taken effect.
    #[param(default = false)]
    include_expired: bool,
}

pub(super) fn routes() -> Resources {
    Resources::new().get(routes!(documents), Caching::SnapshotAndDay)
}

/// All documents, by uri.
#[utoipa::path(get, path = "/api/v1/documents", tag = "document", operation_id = "documents", params(DocumentsQuery),
    responses((status = 200, description = "A page of documents", body = DocumentList)))]
async fn documents(
    Held(snapshot): Held<Snapshot>,
    Today(day): Today,
    query: Query<DocumentsQuery>,
) -> Result<Json<DocumentList>, ApiError> {
    let DocumentsQuery { source, kind, limit, offset, include_expired } = query.into_inner();
    ask(snapshot, move |catalog| {
        let (kind, day) = (named(kind), day.to_string());
        let filter = DocumentFilter {
            source: source.as_ref().map(SourceName::current),
            kind: kind.as_deref(),
            hidden_on: (!include_expired).then_some(&*day),
        };
        let documents = catalog.documents(filter, Page { limit, offset })?;
        Ok(Json(DocumentList {
            total: catalog.total(filter)?,
            limit,
            offset,
            documents: documents.into_iter().map(DocumentSummary::from).collect(),
        }))
    })
    .await
}
