//! A client of the protocol, over a router in this process.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use jiff::civil::{Date, date};
use lagrum_api::{RouterConfig, ServedSnapshot, endpoints};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots};
use serde_json::{Value, json};
use tempfile::TempDir;
use tower::ServiceExt;

pub(crate) const BASE: &str = lagrum_demo::BASE;
pub(crate) const TODAY: Date = date(2034, 1, 1);

struct Demo {
    snapshot: Arc<Snapshot>,
    _data: TempDir,
}

static DEMO: LazyLock<Demo> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    lagrum_demo::unpack(folder.path()).unwrap();
    let data = tempfile::tempdir().unwrap();
    let sources = lagrum_sources::all().iter();
    let folders = sources.map(|source| (source.artifact_dir.to_owned(), source.name.to_owned())).collect();
    let options = ImportOptions { folders, ..ImportOptions::default() };
    let tree = folder.path().join("corpus").display().to_string();
    assert!(!import(&Corpus::create(data.path()).unwrap(), &[tree], &options, &Silent).unwrap().failed());
    lagrum_builder::build(data.path(), &Silent).unwrap();
    let snapshot = Arc::new(Snapshots::new(data.path()).open_current().unwrap().unwrap());
    snapshot.load_resolver(TODAY).unwrap();
    snapshot.load_graph().unwrap();
    snapshot.load_search().unwrap();
    Demo { snapshot, _data: data }
});

/// The response to a request.
pub(crate) struct Response {
    pub(crate) status: StatusCode,
    pub(crate) media_type: String,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).chars().take(500).collect()
    }
}

#[derive(Clone)]
pub(crate) struct Client(Router);

impl Client {
    pub(crate) fn demo() -> Self {
        let now = || ServedSnapshot::from_snapshot(TODAY, Some(DEMO.snapshot.clone()));
        let origins = ["https://host.example".parse().unwrap()];
        let routes = endpoints::all().merge(lagrum_mcp::routes(&origins));
        Self(routes.into_router(RouterConfig::new(now)))
    }

    /// A client of a snapshot in a data folder.
    pub(crate) fn of(data: &Path) -> Self {
        let snapshot = Arc::new(Snapshots::new(data).open_current().unwrap().unwrap());
        snapshot.load_resolver(lagrum_snapshot::today()).unwrap();
        snapshot.load_search().unwrap();
        let now = move || ServedSnapshot::from_snapshot(lagrum_snapshot::today(), Some(snapshot.clone()));
        Self(endpoints::all().merge(lagrum_mcp::routes(&[])).into_router(RouterConfig::new(now)))
    }

    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Response {
        let mut request = Request::builder().method(method).uri(path);
        if !headers.iter().any(|(name, _)| *name == "host") {
            request = request.header("host", "lag.example");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = self.0.clone().oneshot(request.body(body.into()).unwrap()).await.unwrap();
        let status = response.status();
        let media_type = response.headers().get("content-type");
        let media_type = media_type.map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec();
        Response { status, media_type, body }
    }

    /// An answer of the API.
    pub(crate) async fn api(&self, path: &str) -> Value {
        self.send("GET", path, &[], "").await.json()
    }

    /// POST to /mcp with these headers beside those that the protocol asks for.
    pub(crate) async fn post(&self, headers: &[(&str, &str)], body: impl Into<Body>) -> Response {
        let mut all =
            vec![("content-type", "application/json"), ("accept", "application/json, text/event-stream")];
        all.extend_from_slice(headers);
        self.send("POST", "/mcp", &all, body).await
    }

    /// A request of the protocol: its whole response.
    pub(crate) async fn request(&self, method: &str, params: Value) -> Value {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let response = self.post(&[], body.to_string()).await;
        assert_eq!(response.status, 200, "{}", response.text());
        response.json()
    }

    pub(crate) async fn call(&self, tool: &str, arguments: Value) -> Value {
        let response = self.request("tools/call", json!({ "name": tool, "arguments": arguments })).await;
        let result = response["result"].clone();
        assert!(result.is_object(), "{response}");
        result
    }

    /// The answer of a tool.
    pub(crate) async fn answer(&self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments).await;
        assert_eq!(result["isError"], false, "{tool}: {result}");
        let answer = result["structuredContent"].clone();
        let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, answer, "hosts that know no structured content read the same");
        answer
    }

    /// The message of a call that must fail.
    pub(crate) async fn failure(&self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments.clone()).await;
        assert_eq!(result["isError"], true, "{tool} {arguments}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }
}
