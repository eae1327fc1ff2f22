//! `GET /api/v1/document/outbound`

use lagrum_answers::{self as answers, OutboundLink};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::response::json::JsonBytes;
use crate::{ApiError, Caching, Current, Query, Routes, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct OutboundQuery {
    /// The citing document.
    uri: String,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(outbound), Caching::Snapshot)
}

/// What a document cites: every link, in reading order.
#[utoipa::path(get, path = "/api/v1/document/outbound", tag = "document", operation_id = "outbound",
    params(OutboundQuery), responses((status = 200, description = "The links", body = Vec<OutboundLink>)))]
async fn outbound(Current(snapshot): Current, query: Query<OutboundQuery>) -> Result<JsonBytes, ApiError> {
    let OutboundQuery { uri } = query.into_inner();
    answer(move || answers::outbound(&snapshot, &uri)?.to_json()).await.map(JsonBytes)
}
