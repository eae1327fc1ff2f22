//! `GET /api/v1/sources`

use lagrum_answers::{self as answers, SourceInfo};

use crate::{ApiError, Caching, Current, Json, Routes, answer, routes};

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(sources), Caching::Snapshot)
}

/// The sources the corpus holds, by name.
#[utoipa::path(get, path = "/api/v1/sources", tag = "catalog", operation_id = "sources",
    responses((status = 200, description = "The sources", body = Vec<SourceInfo>)))]
async fn sources(Current(snapshot): Current) -> Result<Json<Vec<SourceInfo>>, ApiError> {
    answer(move || answers::sources(&snapshot)).await.map(Json)
}
