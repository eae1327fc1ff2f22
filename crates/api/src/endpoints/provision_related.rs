//! `GET /api/v1/provision/related`

use lagrum_answers::{self as answers, RelatedPlaces, RelatedQuestion};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{ApiError, Caching, Current, Json, Query, Routes, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct RelatedQuery {
    /// A document, or a place in one with everything inside it. The place may be a number that was given up.
    uri: String,
    /// Rows on a page.
    #[param(default = 50, minimum = 1, maximum = 200)]
    limit: u64,
    /// `next_cursor` of the page before.
    #[param(max_length = 64)]
    cursor: Option<String>,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(related), Caching::Snapshot)
}

/// Old law, new law, Union law: what texts say that a place followed, carries out or was issued under, and what followed it,
/// carries it out or was issued under it. Each row has the words that say it.
#[utoipa::path(get, path = "/api/v1/provision/related", tag = "document", operation_id = "related", params(RelatedQuery),
    responses((status = 200, description = "A page of related places", body = RelatedPlaces)))]
async fn related(
    Current(snapshot): Current,
    query: Query<RelatedQuery>,
) -> Result<Json<RelatedPlaces>, ApiError> {
    let RelatedQuery { uri, limit, cursor } = query.into_inner();
    let question = RelatedQuestion { uri, limit, cursor };
    answer(move || answers::related(&snapshot, &question)).await.map(Json)
}
