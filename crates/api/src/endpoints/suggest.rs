//! `GET /api/v1/suggest`

use axum::response::Response;
use lagrum_answers::{self as answers, SuggestQuestion, SuggestResponse};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::response::json::json;
use crate::{ApiError, Caching, Current, Query, Routes, Today, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct SuggestQuery {
    /// The beginning of a citation or of a name: `avtalsl 3`, `NJA 2015 s`, `2 kap 3 § bro`.
    q: String,
    /// How many suggestions.
    #[param(default = 8, minimum = 1, maximum = 20)]
    limit: usize,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(suggest), Caching::SnapshotAndDay)
}

/// What a half-typed text may become: documents, provisions and concepts.
#[utoipa::path(get, path = "/api/v1/suggest", tag = "search", operation_id = "suggest", params(SuggestQuery),
    responses((status = 200, description = "The suggestions, the best first", body = SuggestResponse)))]
async fn suggest(
    Current(snapshot): Current,
    Today(today): Today,
    query: Query<SuggestQuery>,
) -> Result<Response, ApiError> {
    let SuggestQuery { q, limit } = query.into_inner();
    let question = SuggestQuestion { text: q, limit };
    let answer = answer(move || answers::suggest(&snapshot, today, question)).await?;
    let is_provisional = answer.is_provisional;
    Ok(json(answer, is_provisional))
}
