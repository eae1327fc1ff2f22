//! The demo corpus, imported, built and served in this process.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Body;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use jiff::civil::{Date, date};
use lagrum_api::{RouterConfig, ServedSnapshot, endpoints};
use lagrum_corpus::attachments::{AttachmentOptions, import_attachments};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_site::ReaderSite;
use lagrum_snapshot::{Snapshot, Snapshots};
use tempfile::TempDir;
use tower::ServiceExt;

/// A day on which what the demo calls repealed is, and what it calls future is not.
pub(crate) const TODAY: Date = date(2026, 11, 21);

struct Demo {
    snapshot: Arc<Snapshot>,
    _folder: TempDir,
}

/// Imports and builds the demo in a folder. Returns the data folder.
pub(crate) fn filled(folder: &Path) -> PathBuf {
    lagrum_demo::unpack(folder).unwrap();
    let sources = lagrum_sources::all().iter();
    let folders = sources.map(|source| (source.artifact_dir.to_owned(), source.name.to_owned())).collect();
    let options = ImportOptions { folders, ..ImportOptions::default() };
    let data = folder.join("data");
    let tree = folder.join("corpus").display().to_string();
    import(&Corpus::create(&data).unwrap(), &[tree], &options, &Silent).unwrap();
    let options = AttachmentOptions { base: None, pages: &|_| Ok(20) };
    import_attachments(&Corpus::open(&data).unwrap(), folder, &options, &Silent).unwrap();
    lagrum_builder::build(&data, &Silent).unwrap();
    data
}

static DEMO: LazyLock<Demo> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let data = filled(folder.path());
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    snapshot.load_graph().unwrap();
    snapshot.load_resolver(TODAY).unwrap();
    snapshot.load_search().unwrap();
    snapshot.load_name_index(TODAY).unwrap();
    Demo { snapshot: Arc::new(snapshot), _folder: folder }
});

/// The snapshot of the demo.
pub(crate) fn snapshot() -> Arc<Snapshot> {
    DEMO.snapshot.clone()
}

/// A router that serves the demo, or nothing.
pub(crate) fn router(snapshot: Option<Arc<Snapshot>>) -> Router {
    let now = move || ServedSnapshot::from_snapshot(TODAY, snapshot.clone());
    endpoints::all().into_router(RouterConfig::new(now).pages(Arc::new(ReaderSite::default())))
}

/// One router for all requests, since its files are compressed when it is made.
static DEMO_ROUTER: LazyLock<Router> = LazyLock::new(|| router(Some(snapshot())));

/// A whole response.
pub(crate) struct Response {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
    /// Bytes of the body as it was sent.
    pub(crate) length: usize,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// The response to a GET of the demo.
pub(crate) async fn get(address: &str) -> Response {
    get_from(&DEMO_ROUTER, address, &[]).await
}

pub(crate) async fn get_from(router: &Router, address: &str, headers: &[(&str, &str)]) -> Response {
    let mut request = Request::builder().uri(address);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let length = body.len();
    let body = String::from_utf8_lossy(&body).into_owned();
    Response { status: parts.status, headers: parts.headers, body, length }
}
