//! Requests sent through a router in the same process.

use axum::Router;
use axum::body::Body;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

/// Sends requests to one router.
#[derive(Clone)]
pub(crate) struct Client(Router);

/// A whole answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Client {
    pub(crate) fn new(router: Router) -> Self {
        Self(router)
    }

    /// GET without headers.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[]).await
    }

    /// GET with headers.
    pub(crate) async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send("GET", path, headers).await
    }

    /// Any method, with headers.
    pub(crate) async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = self.0.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }
}

impl Client {
    /// POST of a JSON body, with headers.
    #[allow(dead_code, reason = "only some of the tests that share this file post")]
    pub(crate) async fn post(&self, path: &str, body: impl Into<Body>, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::builder().method("POST").uri(path);
        if !headers.iter().any(|(name, _)| *name == "content-type") {
            request = request.header("content-type", "application/json");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = self.0.clone().oneshot(request.body(body.into()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }
}

impl Answer {
    /// A header as text; empty when it is missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The id of the ledger entry, for which such a body always has a field.
    pub(crate) fn error_id(&self) -> Option<String> {
        let json = self.json();
        let id = json.as_object().unwrap().get("error_id").expect("a field for the ledger entry");
        id.as_str().map(str::to_owned)
    }
}
