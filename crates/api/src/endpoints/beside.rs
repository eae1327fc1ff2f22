//! `GET /api/v1/document/beside`

use lagrum_answers::{self as answers, BesideNotes};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{ApiError, Caching, Current, Json, Query, Routes, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct BesideQuery {
    /// A document, or a place in one.
    uri: String,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(beside), Caching::Snapshot)
}

/// Who cites each provision of a document: citing documents by flow group, the two most cited decisions, the newest.
#[utoipa::path(get, path = "/api/v1/document/beside", tag = "document", operation_id = "beside", params(BesideQuery),
    responses((status = 200, description = "A note for each cited provision", body = BesideNotes)))]
async fn beside(
    Current(snapshot): Current,
    query: Query<BesideQuery>,
) -> Result<Json<BesideNotes>, ApiError> {
    let BesideQuery { uri } = query.into_inner();
    answer(move || answers::beside(&snapshot, &uri)).await.map(Json)
}
