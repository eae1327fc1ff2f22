//! `GET /api/v1/resolve`

use axum::response::Response;
use lagrum_answers::{self as answers, ResolveQuestion, ResolveResponse, SourceName};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::response::json::json;
use crate::{ApiError, Caching, Current, Query, Routes, Today, answer, routes};

#[derive(Debug, Deserialize, IntoParams)]
struct ResolveQuery {
    /// A citation as it is typed or pasted: `BrB 3 kap 1 §`, `GDPR art 6.1 c`, `NJA 2015 s. 702`, a uri.
    q: String,
    /// Only documents of this source.
    #[param(value_type = Option<String>)]
    source: Option<SourceName>,
    /// Only held documents of this kind.
    kind: Option<String>,
}

pub(super) fn routes() -> Routes {
    Routes::new().get(routes!(resolve), Caching::SnapshotAndDay)
}

/// The document and the provision that a citation names.
#[utoipa::path(get, path = "/api/v1/resolve", tag = "search", operation_id = "resolve", params(ResolveQuery),
    responses((status = 200, description = "What is named; nothing for a text that is no citation",
        body = ResolveResponse)))]
async fn resolve(
    Current(snapshot): Current,
    Today(today): Today,
    query: Query<ResolveQuery>,
) -> Result<Response, ApiError> {
    let ResolveQuery { q, source, kind } = query.into_inner();
    let question = ResolveQuestion { text: q, source, kind };
    let answer = answer(move || answers::resolve(&snapshot, today, question)).await?;
    let is_provisional = answer.is_provisional;
    Ok(json(answer, is_provisional))
}
