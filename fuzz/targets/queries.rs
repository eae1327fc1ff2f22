//! Any path and query sent through the whole router over the demo corpus: an answer of ours, and never a fault.
#![no_main]

use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::http::{Request, Uri};
use http_body_util::BodyExt;
use jiff::civil::date;
use lagrum_api::{Moment, Plumbing, endpoints};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots};
use libfuzzer_sys::fuzz_target;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Builder::new_current_thread().enable_all().build().unwrap());

static ROUTER: LazyLock<axum::Router> = LazyLock::new(|| {
    let snapshot = demo();
    let day = date(2026, 11, 21);
    snapshot.load_graph().unwrap();
    snapshot.load_resolver(day).unwrap();
    let now = move || Moment::new(day).holding(snapshot.id().to_string(), snapshot.clone());
    endpoints::all().into_router(Plumbing::new(now))
});

fn demo() -> Arc<Snapshot> {
    // Kept for as long as the process lives.
    let folder = tempfile::tempdir().unwrap().keep();
    lagrum_demo::unpack(&folder).unwrap();
    let folders = lagrum_sources::all().iter();
    let folders = folders.map(|source| (source.artifact_dir.to_owned(), source.name.to_owned())).collect();
    let options = ImportOptions { folders, ..ImportOptions::default() };
    let data = folder.join("data");
    let tree = folder.join("corpus").display().to_string();
    import(&Corpus::create(&data).unwrap(), &[tree], &options, &Silent).unwrap();
    lagrum_build::build(&data, &Silent).unwrap();
    Arc::new(Snapshots::new(&data).open_current().unwrap().unwrap())
}

const PATHS: [&str; 15] = [
    "resolve", "sources", "facets", "browse", "documents", "dumps", "document", "document/versions", "document/diff",
    "document/inbound", "document/outbound", "graph", "path", "card", "",
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
