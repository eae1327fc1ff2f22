//! `GET /healthz` and `GET /readyz`
//!
//! The first says that the process answers; the second whether it can answer questions, and what is missing.

use axum::Extension;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::StatusCode;
use lagrum_snapshot::Snapshot;
use serde::Serialize;

use crate::finish::Final;
use crate::{ApiError, Caching, Json, Moment, Resources};

/// What a server is ready for.
#[derive(Debug, Serialize)]
pub struct Readiness {
    /// Whether every part is.
    pub ready: bool,
    /// The served snapshot.
    pub snapshot: Option<String>,
    /// The parts.
    pub parts: Vec<Part>,
}

/// A part of the service.
#[derive(Debug, Serialize)]
pub struct Part {
    /// What it is called.
    pub name: &'static str,
    /// Whether it answers.
    pub ready: bool,
}

/// Where the process says that it answers, however much it has to do.
pub(crate) const ALIVE: &str = "/healthz";

pub(super) fn routes() -> Resources {
    Resources::new().undescribed(ALIVE, get(alive), Caching::Unstated).undescribed(
        "/readyz",
        get(ready),
        Caching::Unstated,
    )
}

async fn alive() -> Json<serde_json::Value> {
    Json(serde_json::json!({"ok": true}))
}

async fn ready(Extension(moment): Extension<Moment>) -> Result<Response, ApiError> {
    let snapshot = moment.handle::<Snapshot>()?;
    let catalog = snapshot.as_ref().is_some_and(|snapshot| snapshot.catalog().with(|_| Ok(())).is_ok());
    let graph = snapshot.as_ref().is_some_and(|snapshot| snapshot.graph().is_some());
    let names = snapshot.as_ref().is_some_and(|snapshot| snapshot.resolver().is_some());
    let search = snapshot.as_ref().is_some_and(|snapshot| snapshot.search().is_some());
    let dumps = snapshot.as_ref().is_some_and(|snapshot| !snapshot.manifest().dumps.is_empty());
    let readiness = Readiness {
        ready: catalog,
        snapshot: snapshot.map(|snapshot| snapshot.id().to_string()),
        parts: vec![
            Part { name: "catalog", ready: catalog },
            Part { name: "graph", ready: graph },
            Part { name: "names", ready: names },
            Part { name: "search", ready: search },
            Part { name: "dumps", ready: dumps },
        ],
    };
    if readiness.ready {
        return Ok(Json(readiness).into_response());
    }
    Ok((StatusCode::SERVICE_UNAVAILABLE, Extension(Final), Json(readiness)).into_response())
}
