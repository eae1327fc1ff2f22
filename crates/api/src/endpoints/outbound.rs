//! `GET /api/v1/document/outbound`

use lagrum_answers::{self as answers, OutboundLink};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::response::json::JsonBytes;
use crate::{ApiError, Caching, Current, Query, Routes, Today, answer, comparing, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct OutboundQuery {
    /// The citing document.
    uri: String,
    /// Whether to add which text each provision had on the day of the document, and whether it has changed since.
    #[param(default = false)]
    then: bool,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(outbound), Caching::SnapshotAndDay)
}

/// What a document cites: every link, in reading order.
#[utoipa::path(get, path = "/api/v1/document/outbound", tag = "document", operation_id = "outbound",
    params(OutboundQuery), responses((status = 200, description = "The links", body = Vec<OutboundLink>)))]
async fn outbound(
    Current(snapshot): Current,
    Today(today): Today,
    query: Query<OutboundQuery>,
) -> Result<JsonBytes, ApiError> {
    let OutboundQuery { uri, then } = query.into_inner();
    let links = if then {
        comparing(move || Ok(answers::outbound(&snapshot, &uri)?.to_json_with_then(&snapshot, today)?)).await
    } else {
        answer(move || answers::outbound(&snapshot, &uri)?.to_json()).await
    };
    links.map(JsonBytes)
}
