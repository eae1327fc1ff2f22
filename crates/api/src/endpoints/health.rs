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
    /// What it is without, where that can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

impl Part {
    fn new(name: &'static str, ready: bool) -> Self {
        Self { name, ready, missing: None }
    }
}

/// Whether searches are answered, and if not, why.
fn search(snapshot: Option<&Snapshot>) -> Part {
    let ready = match snapshot.and_then(Snapshot::search) {
        Some(engine) => engine.ready(),
        None => Err("the search index is missing or being opened".to_owned()),
    };
    Part { name: "search", ready: ready.is_ok(), missing: ready.err() }
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
    let search = search(snapshot.as_deref());
    let dumps = snapshot.as_ref().is_some_and(|snapshot| !snapshot.manifest().dumps.is_empty());
    let readiness = Readiness {
        ready: catalog,
        snapshot: snapshot.map(|snapshot| snapshot.id().to_string()),
        parts: vec![
            Part::new("catalog", catalog),
            Part::new("graph", graph),
            Part::new("names", names),
            search,
            Part::new("dumps", dumps),
        ],
    };
    if readiness.ready {
        return Ok(Json(readiness).into_response());
    }
    Ok((StatusCode::SERVICE_UNAVAILABLE, Extension(Final), Json(readiness)).into_response())
}
