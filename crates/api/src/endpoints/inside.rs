//! `GET /api/v1/document/inside`

use std::sync::Arc;

use lagrum_answers::{self as answers, InsideResponse};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::searching;
use crate::{ApiError, Caching, Current, Json, Query, Routes, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct InsideQuery {
    /// A document.
    uri: String,
    /// Words and `"phrases"`, as in `/search`.
    q: String,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(inside), Caching::Snapshot)
}

/// The places of one document that have words of a query, in the order of the text.
#[utoipa::path(get, path = "/api/v1/document/inside", tag = "document", operation_id = "inside", params(InsideQuery),
    responses((status = 200, description = "The places", body = InsideResponse)))]
async fn inside(
    Current(snapshot): Current,
    query: Query<InsideQuery>,
) -> Result<Json<InsideResponse>, ApiError> {
    let InsideQuery { uri, q } = query.into_inner();
    let engine = Arc::clone(&snapshot);
    searching(&engine, move || Ok(answers::inside(&snapshot, &uri, &q)?)).await.map(Json)
}
