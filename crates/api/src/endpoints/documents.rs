//! `GET /api/v1/documents`

use lagrum_answers::{self as answers, DocumentListShape, DocumentsQuestion, ListOrder, SourceName};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::response::json::JsonBytes;
use crate::{ApiError, Caching, Current, Query, Routes, Today, answer, routes};

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
    /// Documents to skip.
    #[param(default = 0, minimum = 0)]
    offset: u64,
    /// Also list documents whose repeal or withdrawal has taken effect.
    #[param(default = false)]
    include_expired: bool,
    /// Only documents whose artifact changed (`updated`) at this time or later: `2031-02-03T04:05:06Z` (UTC without an offset)
    /// or a date.
    #[param(
        pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?(Z|[+ -][0-9]{2}:[0-9]{2})?)?$"
    )]
    changed_since: Option<String>,
    /// `uri` for the order of uris, `citations` for the most cited first, `updated` for the last changed first.
    #[param(value_type = String, pattern = "^(uri|citations|updated)$", default = "uri")]
    sort: ListOrder,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(documents), Caching::SnapshotAndDay)
}

/// All documents.
#[utoipa::path(get, path = "/api/v1/documents", tag = "document", operation_id = "documents", params(DocumentsQuery),
    responses((status = 200, description = "A page of documents", body = DocumentListShape)))]
async fn documents(
    Current(snapshot): Current,
    Today(day): Today,
    query: Query<DocumentsQuery>,
) -> Result<JsonBytes, ApiError> {
    let since = query.changed_since.as_deref().map(answers::parse_time);
    if since == Some(None) {
        return Err(query.reject([("changed_since", "there is no such time")]));
    }
    let DocumentsQuery { source, kind, limit, offset, include_expired, sort, .. } = query.into_inner();
    let question = DocumentsQuestion {
        source,
        kind,
        include_expired,
        changed_since: since.flatten(),
        order: sort,
        limit,
        offset,
    };
    answer(move || answers::documents(&snapshot, day, question)?.to_json()).await.map(JsonBytes)
}
