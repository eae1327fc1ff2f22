//! Any path and query sent through the whole router over the demo corpus: an answer of the API, and never a fault.
#![no_main]

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{Request, Uri};
use http_body_util::BodyExt;
use lagrum_api::{RouterConfig, ServedSnapshot, endpoints};
use libfuzzer_sys::fuzz_target;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

#[path = "shared/demo.rs"]
mod demo;

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().enable_all().build().unwrap());

static ROUTER: LazyLock<axum::Router> = LazyLock::new(|| {
    let snapshot = demo::demo();
    let now = move || ServedSnapshot::from_snapshot(demo::DAY, Some(snapshot.clone()));
    endpoints::all().into_router(RouterConfig::new(now))
});

const PATHS: [&str; 16] = [
    "resolve",
    "sources",
    "facets",
    "browse",
    "documents",
    "dumps",
    "document",
    "document/versions",
    "document/diff",
    "document/inbound",
    "document/outbound",
    "graph",
    "path",
    "card",
    "search",
    "",
];

fuzz_target!(|input: (u8, &str)| {
    let (path, query) = input;
    let path = PATHS[usize::from(path) % PATHS.len()];
    let Ok(uri) = format!("/api/v1/{path}?{query}").parse::<Uri>() else { return };
    let request = Request::get(uri).body(Body::empty()).unwrap();
    let answer = RUNTIME.block_on(ROUTER.clone().oneshot(request)).unwrap();
    assert!(answer.status().as_u16() < 500, "{path}?{query}");
    let body = RUNTIME.block_on(answer.into_body().collect()).unwrap().to_bytes();
    assert!(serde_json::from_slice::<serde_json::Value>(&body).is_ok() || body.starts_with(b"<"));
});
