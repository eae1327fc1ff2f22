//! Routes, and the router of a list of them.
//!
//! An endpoint lists its routes in a [`Routes`]. The program merges those of all endpoints and turns them into a router, with
//! the [`RouterConfig`] that differs between a server and a test. Around all routes are the [`conventions`].

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get, post};
use bytes::Bytes;
use lagrum_print_pool::PrintPool;
use lagrum_server::Limits;
use lagrum_snapshot::Snapshot;
use serde::de::IgnoredAny;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::ApiError;
use crate::extract::body::{Received, has_more_values, receive_json};
use crate::extract::query::{Described, query_names};
use crate::extract::served::{ServeNow, ServedSnapshot};
use crate::ledger::Ledger;
use crate::middleware::caching::{self, Caching, Policy, Reads};
use crate::middleware::conventions::{self, Conventions};
use crate::middleware::error_responses::{self, ErrorResponses};
use crate::middleware::in_flight::InFlight;
use crate::middleware::panics;
use crate::middleware::response_cache::ResponseCache;
use crate::pages::{self, Pages, SharedPages};
use crate::{methods, openapi};

/// Bytes of a body in another protocol. The largest argument of a tool has 50,000 characters.
const PROTOCOL_BYTES: usize = 256_000;

/// Values in such a body. The protocol makes trees of it, of some hundred bytes for each.
const PROTOCOL_VALUES: usize = 4096;

/// What a router needs from the program around it. `S` is the type through which handlers read the snapshot.
pub struct RouterConfig<S = Snapshot> {
    now: ServeNow<S>,
    ledger: Ledger,
    time_limit: Duration,
    printer: Option<Arc<PrintPool>>,
    connections: usize,
    pages: Option<SharedPages>,
}

impl<S> RouterConfig<S> {
    /// The configuration of a router whose requests are answered from what `now` returns when they arrive. `now` is called
    /// once for each request, on the thread that serves it, and must not block. No ledger is kept, and a request may take
    /// 60 seconds until its response begins.
    pub fn new(now: impl Fn() -> ServedSnapshot<S> + Send + Sync + 'static) -> Self {
        Self {
            now: Arc::new(now),
            ledger: Ledger::none(),
            time_limit: Duration::from_mins(1),
            printer: None,
            connections: Limits::default().connections,
            pages: None,
        }
    }

    /// Keeps a ledger of failures.
    #[must_use]
    pub fn ledger(self, ledger: Ledger) -> Self {
        Self { ledger, ..self }
    }

    /// Prints. Without a print pool, the endpoints that respond with pictures and PDFs respond with 503.
    #[must_use]
    pub fn print_pool(self, pool: Arc<PrintPool>) -> Self {
        Self { printer: Some(pool), ..self }
    }

    /// Serves the pages of a site at every path that no endpoint has.
    #[must_use]
    pub fn pages(self, pages: Arc<dyn Pages>) -> Self {
        Self { pages: Some(pages), ..self }
    }

    /// Sets how many connections the server accepts, which limits how many of them may be downloads.
    #[must_use]
    pub fn connections(self, connections: usize) -> Self {
        Self { connections, ..self }
    }

    /// Responds with 503 when a response has not begun after this time.
    #[must_use]
    pub fn time_limit(self, time_limit: Duration) -> Self {
        Self { time_limit, ..self }
    }
}

/// A list of routes, each with its caching policy and its part of the API description.
#[derive(Default)]
pub struct Routes {
    described: OpenApiRouter,
    plain: Router,
}

impl Routes {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a handler that carries `#[utoipa::path(get, path = "/api/v1/…", tag = …)]`, as `routes!(handler)`.
    /// It answers GET and HEAD, and is part of `/openapi.json`.
    #[must_use]
    pub fn get(self, (schemas, paths, handler): UtoipaMethodRouter, caching: Caching) -> Self {
        let reads = Reads::Parameters(paths.paths.values().flat_map(query_names).collect());
        let policy = Policy { caching, reads };
        let handler = handler.route_layer(from_fn_with_state(policy, caching::apply));
        Self { described: self.described.routes((schemas, paths, handler)), ..self }
    }

    /// Adds a handler that carries `#[utoipa::path(post, path = "/api/v1/…", tag = …)]`, as `routes!(handler)`. It answers
    /// POST. Its responses are never cached.
    #[must_use]
    pub fn post(self, (schemas, paths, handler): UtoipaMethodRouter) -> Self {
        let handler = handler.route_layer(from_fn_with_state(Policy::of(Caching::NoStore), caching::apply));
        Self { described: self.described.routes((schemas, paths, handler)), ..self }
    }

    /// Adds a route that is no part of the described API, and reads no parameters.
    #[must_use]
    pub fn undescribed(self, path: &str, handler: MethodRouter, caching: Caching) -> Self {
        self.undescribed_with(path, handler, caching, &[])
    }

    /// Adds a route that is no part of the described API, and reads these parameters.
    #[must_use]
    pub fn undescribed_with(
        self,
        path: &str,
        handler: MethodRouter,
        caching: Caching,
        parameters: &[&str],
    ) -> Self {
        let reads = parameters.iter().map(|name| (*name).to_owned()).collect();
        let policy = Policy { caching, reads: Reads::Parameters(reads) };
        let handler = handler.route_layer(from_fn_with_state(policy, caching::apply));
        Self { plain: self.plain.route(path, handler), ..self }
    }

    /// Adds a path that answers POST of JSON by another protocol, which describes itself. Its bodies are received as those of
    /// the API, but have at most [`PROTOCOL_BYTES`], and its responses are never cached. A response that refuses the request keeps its body,
    /// which the protocol defines. The path must be in [`posted_methods`](crate::endpoints::posted_methods).
    #[must_use]
    pub fn protocol<A, F, B>(self, path: &str, answer: A) -> Self
    where
        A: Fn(http::Request<Bytes>) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = http::Response<B>> + Send,
        B: http_body::Body<Data = Bytes, Error = std::convert::Infallible> + Send + 'static,
    {
        let handler = async move |request: Request| {
            let (head, body) = receive_json(request, PROTOCOL_BYTES).await?;
            // What is no JSON has no values: the protocol says how that is answered.
            let is_json = || serde_json::from_slice::<IgnoredAny>(&body.bytes).is_ok();
            if has_more_values(&body.bytes, PROTOCOL_VALUES) && is_json() {
                return Err(ApiError::bad_request("the body has more than 4,096 values"));
            }
            let Received { bytes, permit: _permit } = body;
            let mut response = answer(http::Request::from_parts(head, bytes)).await.map(Body::new);
            if response.status().is_client_error() {
                response.extensions_mut().insert(error_responses::Final);
            }
            Ok::<_, ApiError>(response)
        };
        self.undescribed(path, post(handler), Caching::NoStore)
    }

    /// Adds all routes of another list.
    #[must_use]
    pub fn merge(self, other: Routes) -> Self {
        Self { described: self.described.merge(other.described), plain: self.plain.merge(other.plain) }
    }

    /// The description of the API, as served under `/openapi.json`.
    pub fn openapi(&self) -> OpenApi {
        openapi::describe(self.described.get_openapi().clone())
    }

    /// The router that serves these routes, the description and the docs page.
    pub fn into_router<S: Send + Sync + 'static>(self, config: RouterConfig<S>) -> Router {
        panics::install_hook();
        let openapi = self.openapi();
        let this = self.merge(openapi::routes(&openapi));
        let RouterConfig { now, ledger, time_limit, printer, connections, pages } = config;
        let site = pages.clone().map_or_else(Router::new, pages::routes);
        let conventions = Conventions {
            now,
            errors: ErrorResponses { ledger, time_limit, pages },
            in_flight: InFlight::new(connections),
            described: Described::by(&openapi),
            printer,
            cache: ResponseCache::default(),
        };
        Router::from(this.described)
            .merge(this.plain)
            .merge(site)
            .route("/docs/", get(methods::docs_without_slash))
            .fallback(methods::unknown_path)
            .method_not_allowed_fallback(methods::unknown_method)
            .layer(from_fn_with_state(Arc::new(conventions), conventions::apply::<S>))
            // Without this, the framework would make the route and its layers anew for each request.
            .with_state(())
    }
}
