//! `GET /api/v1/document/versions`

use lagrum_answers::{self as answers, VersionList};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{ApiError, Caching, Current, Json, Query, Routes, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct VersionsQuery {
    /// A statute or an EU act. A fragment is ignored.
    uri: String,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(versions), Caching::Snapshot)
}

/// The archived lydelser (wordings) of a statute or an EU act.
#[utoipa::path(get, path = "/api/v1/document/versions", tag = "document", operation_id = "versions",
    params(VersionsQuery), responses((status = 200, description = "The lydelser", body = VersionList)))]
async fn versions(
    Current(snapshot): Current,
    query: Query<VersionsQuery>,
) -> Result<Json<VersionList>, ApiError> {
    let VersionsQuery { uri } = query.into_inner();
    answer(move || answers::versions(&snapshot, &uri)).await.map(Json)
}
