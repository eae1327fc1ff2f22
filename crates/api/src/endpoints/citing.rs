//! `GET /api/v1/document/citing`

use lagrum_answers::{self as answers, CitingDocuments, CitingQuestion, InboundOrder, SourceName};
use serde::Deserialize;
use utoipa::IntoParams;

use super::sentences;
use crate::{ApiError, Caching, Current, Json, Query, Routes, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct CitingQuery {
    /// A document, or a place in one with everything inside it.
    uri: String,
    /// Only documents of this source.
    #[param(value_type = Option<String>)]
    source: Option<SourceName>,
    /// Only documents of these flow groups: names with commas between them.
    groups: Option<String>,
    /// Only documents of this year.
    #[param(pattern = "^[0-9]{4}$")]
    year: Option<String>,
    /// `rail` for the order of the reader's margin, `citations` for the most cited citing document first.
    #[param(value_type = String, pattern = "^(rail|citations)$", default = "rail")]
    sort: InboundOrder,
    /// Documents on a page.
    #[param(default = 50, minimum = 1, maximum = 1000)]
    limit: u64,
    /// Documents to skip.
    #[param(default = 0, minimum = 0)]
    offset: u64,
    /// Documents of `earlier` to skip.
    #[param(default = 0, minimum = 0)]
    earlier_offset: u64,
    /// Whether each place has `context`: the sentence that cites, as HTML. With it `limit` is 100 at most, and 100 by default.
    #[param(default = false)]
    context: bool,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(citing), Caching::Snapshot)
}

/// The documents that cite a document or a place in it, each once, with where they cite it, and counts by flow group and
/// year.
#[utoipa::path(get, path = "/api/v1/document/citing", tag = "document", operation_id = "citing", params(CitingQuery),
    responses((status = 200, description = "A page of citing documents", body = CitingDocuments)))]
async fn citing(
    Current(snapshot): Current,
    query: Query<CitingQuery>,
) -> Result<Json<CitingDocuments>, ApiError> {
    let limit = sentences::limit(&query, query.context, query.limit)?;
    let CitingQuery { uri, source, groups, year, sort, limit: _, offset, earlier_offset, context } =
        query.into_inner();
    let year = year.and_then(|year| year.parse().ok());
    let question =
        CitingQuestion { uri, source, groups, year, order: sort, limit, offset, earlier_offset, context };
    answer(move || answers::citing(&snapshot, question)).await.map(Json)
}
