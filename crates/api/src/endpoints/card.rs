//! `GET /api/v1/card`

use lagrum_answers::{self as answers, CardResponse};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{ApiError, Caching, Current, Json, Query, Routes, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct CardQuery {
    /// A uri, or the page path of the same place.
    uri: String,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(card), Caching::Snapshot)
}

/// A preview of a document or of a place in one.
#[utoipa::path(get, path = "/api/v1/card", tag = "document", operation_id = "card", params(CardQuery),
    responses((status = 200, description = "The preview", body = CardResponse)))]
async fn card(Current(snapshot): Current, query: Query<CardQuery>) -> Result<Json<CardResponse>, ApiError> {
    let CardQuery { uri } = query.into_inner();
    answer(move || answers::card(&snapshot, &uri)).await.map(Json)
}
