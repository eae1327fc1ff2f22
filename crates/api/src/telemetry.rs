//! Telemetry: one log line and one count for each request, with its route.
//!
//! The query is not logged, because it is private, and neither is the prefix of a private lookup; for failures the error ledger
//! has the query. The id of a request is the client's own if it sent a usable one in `X-Request-Id`, so that log lines of
//! client, proxy and server can be matched. The response repeats the id.
//!
//! Counts are labelled with the declared route, never with the path that was sent, since clients could invent any number of
//! paths.

mod fields;
mod freshness;
mod log;
mod metrics;
mod queue;

use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::body::HttpBody;
use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use http::{HeaderName, HeaderValue, Method, Uri};

use crate::middleware::error_responses::ErrorId;
use crate::paths::shown_path;

pub use log::{LogError, LogFormat, LogWriter, start_logging};
pub use metrics::{Metrics, MetricsError};
pub use queue::LogGuard;

/// Maximum number of bytes of a path in a log line.
const PATH_MAX: usize = 1024;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request: the id that the client sent, if it has up to 64 letters, digits, dots, hyphens and underscores;
/// otherwise a random one.
fn request_id(request: &Request) -> HeaderValue {
    let usable = |value: &&HeaderValue| {
        let safe = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
        (1..=64).contains(&value.len()) && value.as_bytes().iter().all(safe)
    };
    let sent = request.headers().get(REQUEST_ID).filter(usable);
    sent.cloned().unwrap_or_else(random)
}

/// A random id: the hash of a counter with a random key. A call to the system for each id would take longer.
fn random() -> HeaderValue {
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let id = KEY.hash_one(NUMBER.fetch_add(1, Ordering::Relaxed));
    HeaderValue::try_from(format!("{id:016x}")).unwrap_or(HeaderValue::from_static("-"))
}

/// A request, from its arrival until its response begins.
pub(crate) struct Observation {
    began: Instant,
    id: HeaderValue,
    method: Method,
    uri: Uri,
    route: Option<MatchedPath>,
}

impl Observation {
    /// Begins the observation, when the request arrives.
    pub(crate) fn begin(request: &Request) -> Self {
        Self {
            began: Instant::now(),
            id: request_id(request),
            method: request.method().clone(),
            uri: request.uri().clone(),
            route: request.extensions().get::<MatchedPath>().cloned(),
        }
    }

    /// Counts and logs the response, and adds the id to it.
    pub(crate) fn end(self, response: &mut Response) {
        let Self { began, id, method, uri, route } = self;
        let status = response.status();
        let took = began.elapsed();
        metrics::count(&method, route.as_ref().map(MatchedPath::as_str), status, took);
        tracing::info!(
            request.id = id.to_str().unwrap_or_default(),
            request.method = method.as_str(),
            request.path = &*lagrum_escape::start(shown_path(uri.path()), PATH_MAX),
            response.status = status.as_u16(),
            response.bytes = response.body().size_hint().exact(),
            response.error_id = response.extensions().get::<ErrorId>().and_then(|id| id.0.as_deref()),
            duration_ms = took.as_secs_f64() * 1000.0,
            "request",
        );
        response.headers_mut().insert(REQUEST_ID, id);
    }
}
