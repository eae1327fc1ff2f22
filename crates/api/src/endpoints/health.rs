//! `GET /healthz` and `GET /readyz`
//!
//! The first says that the process answers; the second whether it can answer questions, and what is missing.

use axum::Extension;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::StatusCode;
use lagrum_answers as answers;

use crate::middleware::error_responses::Final;
use crate::{Caching, Json, Routes, ServedSnapshot};

/// The path of the liveness check, which is answered however busy the process is.
pub(crate) const ALIVE: &str = "/healthz";

pub(super) fn routes() -> Routes {
    Routes::new().undescribed(ALIVE, get(alive), Caching::Unstated).undescribed(
        "/readyz",
        get(ready),
        Caching::Unstated,
    )
}

async fn alive() -> Json<serde_json::Value> {
    Json(serde_json::json!({"ok": true}))
}

async fn ready(Extension(served): Extension<ServedSnapshot>) -> Response {
    let readiness = answers::readiness(served.snapshot().map(|snapshot| &**snapshot));
    if readiness.ready {
        return Json(readiness).into_response();
    }
    (StatusCode::SERVICE_UNAVAILABLE, Extension(Final), Json(readiness)).into_response()
}
