//! `GET /api/v1/document/inbound`

use lagrum_answers::{self as answers, InboundOrder, InboundPage, InboundQuestion, InboundScope, SourceName};
use serde::Deserialize;
use utoipa::IntoParams;

use super::sentences;
use crate::response::json::JsonBytes;
use crate::{ApiError, Caching, Current, Query, Routes, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct InboundQuery {
    /// A document, or a place in one.
    uri: String,
    /// `tree` for citations of the place and everything inside it, `exact` for those of the place itself.
    #[param(value_type = String, pattern = "^(tree|exact)$", default = "tree")]
    scope: InboundScope,
    /// Only citations from this source.
    #[param(value_type = Option<String>)]
    source: Option<SourceName>,
    /// Only citations by documents of these flow groups: names with commas between them.
    groups: Option<String>,
    /// Only citations by documents of this year.
    #[param(pattern = "^[0-9]{4}$")]
    year: Option<String>,
    /// `rail` for the order of the reader's margin, `citations` for the most cited citing document first.
    #[param(value_type = String, pattern = "^(rail|citations)$", default = "rail")]
    sort: InboundOrder,
    /// Rows on a page.
    #[param(default = 10000, minimum = 1, maximum = 10000)]
    limit: u64,
    /// Rows to skip.
    #[param(default = 0, minimum = 0)]
    offset: u64,
    /// Rows of `earlier` to skip.
    #[param(default = 0, minimum = 0)]
    earlier_offset: u64,
    /// Whether each row has `context`: the sentence that cites, as HTML. With it `limit` is 100 at most, and 100 by default.
    #[param(default = false)]
    context: bool,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(inbound), Caching::Snapshot)
}

/// Who cites a document or a place in it: one row per citing spot and place cited, the complete set.
#[utoipa::path(get, path = "/api/v1/document/inbound", tag = "document", operation_id = "inbound",
    params(InboundQuery), responses((status = 200, description = "A page of citations", body = InboundPage)))]
async fn inbound(Current(snapshot): Current, query: Query<InboundQuery>) -> Result<JsonBytes, ApiError> {
    let limit = sentences::limit(&query, query.context, query.limit)?;
    let InboundQuery { uri, scope, source, groups, year, sort, limit: _, offset, earlier_offset, context } =
        query.into_inner();
    let year = year.and_then(|year| year.parse().ok());
    let question = InboundQuestion {
        uri,
        scope,
        source,
        groups,
        year,
        order: sort,
        limit,
        offset,
        earlier_offset,
        context,
    };
    answer(move || answers::inbound(&snapshot, question)?.to_json()).await.map(JsonBytes)
}
