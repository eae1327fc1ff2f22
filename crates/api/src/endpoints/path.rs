//! `GET /api/v1/path`

use lagrum_answers::{self as answers, LinkDirection, PathQuestion, PathResponse};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{ApiError, Caching, Current, Json, Query, Routes, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct PathQuery {
    /// The document to begin with; a place in one stands for its document.
    from: String,
    /// The document to end with; a place in one stands for its document.
    to: String,
    /// `out` to follow citations, `in` to go against them, `both` for either at each step.
    #[param(value_type = String, pattern = "^(in|out|both)$", default = "both")]
    direction: LinkDirection,
    /// The flow groups a chain may pass through, separated by commas; the two ends may be of any.
    groups: Option<String>,
    /// Chains to find.
    #[param(default = 1, minimum = 1, maximum = 5)]
    paths: usize,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(path), Caching::Snapshot)
}

/// How two documents are connected: the shortest chains of documents that cite one another.
#[utoipa::path(get, path = "/api/v1/path", tag = "document", operation_id = "path", params(PathQuery),
    responses((status = 200, description = "The chains", body = PathResponse)))]
async fn path(query: Query<PathQuery>, Current(snapshot): Current) -> Result<Json<PathResponse>, ApiError> {
    let PathQuery { from, to, direction, groups, paths } = query.into_inner();
    let question = PathQuestion { from, to, direction, groups, paths };
    answer(move || answers::path(&snapshot, &question)).await.map(Json)
}
