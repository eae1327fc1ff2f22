//! Counts, durations and the freshness of sources for Prometheus, on a listener of their own.
//!
//! Nothing is counted until [`Metrics::start`] has been called. `/metrics` is in a router of its own, because it is for
//! operators, not for the public port of the API.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ::metrics::{
    SetRecorderError, counter, describe_counter, describe_histogram, histogram, set_global_recorder,
};
use axum::Router;
use axum::routing::get;
use http::{Method, StatusCode, header};
use lagrum_snapshot::Snapshot;
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

use super::freshness;

const REQUESTS: &str = "lagrum_http_requests_total";
const DURATION: &str = "lagrum_http_request_duration_seconds";

/// Upper bounds of the duration buckets, in seconds.
const BUCKETS: [f64; 10] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];

/// How often the recorder sorts its numbers into buckets. Unsorted numbers take memory.
const UPKEEP: Duration = Duration::from_secs(5);

/// Why counting could not begin.
#[derive(Debug, thiserror::Error)]
pub enum MetricsError {
    /// The buckets are malformed.
    #[error("the metrics could not be built: {0}")]
    Build(#[from] BuildError),
    /// Another recorder is installed.
    #[error("metrics are already being recorded: {0}")]
    Installed(#[from] SetRecorderError<PrometheusRecorder>),
}

/// Whether anything is counted.
static STARTED: AtomicBool = AtomicBool::new(false);

/// The numbers of this process.
#[derive(Clone)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// Begins counting, for the whole process.
    pub fn start() -> Result<Self, MetricsError> {
        let recorder = PrometheusBuilder::new().set_buckets(&BUCKETS)?.build_recorder();
        let handle = recorder.handle();
        set_global_recorder(recorder)?;
        STARTED.store(true, Ordering::Relaxed);
        describe_counter!(REQUESTS, "Requests answered");
        describe_histogram!(DURATION, "Seconds from the arrival of a request until its response begins");
        Ok(Self(handle))
    }

    /// A router with `/metrics`, for a listener of its own. `served` is the snapshot whose freshness is shown.
    pub fn router(
        &self,
        served: impl Fn() -> Option<Arc<Snapshot>> + Clone + Send + Sync + 'static,
    ) -> Router {
        let handle = self.0.clone();
        let show = async move || {
            let fresh = match served() {
                // Reading the freshness reads the catalog, which blocks.
                Some(snapshot) => tokio::task::spawn_blocking(move || freshness_of(&snapshot)).await,
                None => Ok(String::new()),
            };
            let text = handle.render() + &fresh.unwrap_or_default();
            ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
        };
        Router::new().route("/metrics", get(show))
    }

    /// Sorts the numbers into buckets at regular times, for ever. Run it beside the server.
    pub async fn keep(self) {
        let mut beat = tokio::time::interval(UPKEEP);
        loop {
            beat.tick().await;
            self.0.run_upkeep();
        }
    }
}

/// The freshness of a snapshot; empty if it cannot be read, which is logged.
fn freshness_of(snapshot: &Snapshot) -> String {
    freshness::figures(snapshot).unwrap_or_else(|error| {
        tracing::error!("the freshness of sources cannot be read: {error}");
        String::new()
    })
}

pub(super) fn count(method: &Method, route: Option<&str>, status: StatusCode, took: Duration) {
    if !STARTED.load(Ordering::Relaxed) {
        return;
    }
    let method = match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    };
    let route = route.unwrap_or("unmatched").to_owned();
    counter!(REQUESTS, "method" => method, "route" => route.clone(), "status" => status.as_u16().to_string())
        .increment(1);
    histogram!(DURATION, "route" => route).record(took.as_secs_f64());
}
