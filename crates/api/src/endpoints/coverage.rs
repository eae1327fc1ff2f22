//! `GET /api/v1/coverage`

use axum::response::Response;
use http::{HeaderValue, header};
use lagrum_answers::{self as answers, CoverageResponse, SourceName};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{ApiError, Caching, Current, Json, Query, Routes, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct CoverageQuery {
    /// Only what is held and cited of this source. Series are listed of all sources.
    #[param(value_type = Option<String>)]
    source: Option<SourceName>,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(coverage), Caching::Snapshot)
}

/// What the corpus has and lacks, and which years of numbered series it holds whole.
#[utoipa::path(get, path = "/api/v1/coverage", tag = "catalog", operation_id = "coverage", params(CoverageQuery),
    responses((status = 200, description = "What is held, and what is cited and not held", body = CoverageResponse)))]
async fn coverage(
    Current(snapshot): Current,
    query: Query<CoverageQuery>,
) -> Result<Json<CoverageResponse>, ApiError> {
    let CoverageQuery { source } = query.into_inner();
    answer(move || answers::coverage(&snapshot, source.as_ref())).await.map(Json)
}

/// Adds to a response a `Link` to the coverage of the corpus, which lists what is held: the response may say that something is
/// not.
pub(super) fn linked_to_coverage(mut response: Response) -> Response {
    const LINK: HeaderValue = HeaderValue::from_static("</api/v1/coverage>; rel=\"describedby\"");
    response.headers_mut().insert(header::LINK, LINK);
    response
}
