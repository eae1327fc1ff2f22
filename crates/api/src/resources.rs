//! Routes and the machinery around them.
//!
//! A resource lists its routes in a [`Resources`]; the program merges those of all resources and turns them into a
//! router, giving it the [`Plumbing`] that differs between a server, another server and a test. The layers around
//! the routes are one list, in [`Resources::into_router`], and their order is part of what they promise.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{MethodRouter, get};
use lagrum_print_pool::Press;
use lagrum_server::Limits;
use tower::ServiceBuilder;
use tower_http::add_extension::AddExtensionLayer;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::caching::{self, Caching};
use crate::finish::{self, Finish};
use crate::in_flight::{self, InFlight};
use crate::ledger::Ledger;
use crate::moment::{self, Moment, Now};
use crate::printing::MaybePress;
use crate::query::Described;
use crate::{browsers, compression, cors, docs, methods, panics, telemetry};

/// What a router needs from the program around it.
#[derive(Clone)]
pub struct Plumbing {
    now: Now,
    ledger: Ledger,
    time_limit: Duration,
    press: MaybePress,
    connections: usize,
}

impl Plumbing {
    /// Plumbing whose requests are answered from what `now` says when they arrive. `now` is called once per
    /// request, on the thread that serves it, and must not block. No ledger is kept, and a request may take 60
    /// seconds until its answer begins.
    pub fn new(now: impl Fn() -> Moment + Send + Sync + 'static) -> Self {
        Self {
            now: Arc::new(now),
            ledger: Ledger::none(),
            time_limit: Duration::from_mins(1),
            press: MaybePress::default(),
            connections: Limits::default().connections,
        }
    }

    /// Keeps a ledger of failures.
    #[must_use]
    pub fn ledger(self, ledger: Ledger) -> Self {
        Self { ledger, ..self }
    }

    /// Prints: without a press, the endpoints that answer with pictures and PDFs answer 503.
    #[must_use]
    pub fn press(self, press: Arc<Press>) -> Self {
        Self { press: MaybePress(Some(press)), ..self }
    }

    /// Says how many connections the server accepts, which bounds how many of them may be downloads.
    #[must_use]
    pub fn connections(self, connections: usize) -> Self {
        Self { connections, ..self }
    }

    /// Answers 503 when an answer has not begun after this time.
    #[must_use]
    pub fn time_limit(self, time_limit: Duration) -> Self {
        Self { time_limit, ..self }
    }
}

/// A list of routes, each with its caching policy and its part of the API description.
#[derive(Default)]
pub struct Resources {
    described: OpenApiRouter,
    plain: Router,
}

impl Resources {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a handler that carries `#[utoipa::path(get, path = "/api/v1/…", tag = …)]`, as `routes!(handler)`.
    /// It answers GET and HEAD, and is part of `/openapi.json`.
    #[must_use]
    pub fn get(self, (schemas, paths, handler): UtoipaMethodRouter, caching: Caching) -> Self {
        let handler = handler.route_layer(from_fn_with_state(caching, caching::apply));
        Self { described: self.described.routes((schemas, paths, handler)), ..self }
    }

    /// Adds a route that is no part of the described API.
    #[must_use]
    pub fn undescribed(self, path: &str, handler: MethodRouter, caching: Caching) -> Self {
        let handler = handler.route_layer(from_fn_with_state(caching, caching::apply));
        Self { plain: self.plain.route(path, handler), ..self }
    }

    /// Adds all routes of another list.
    #[must_use]
    pub fn merge(self, other: Resources) -> Self {
        Self { described: self.described.merge(other.described), plain: self.plain.merge(other.plain) }
    }

    /// The description of the API, as served under `/openapi.json`.
    pub fn openapi(&self) -> OpenApi {
        docs::describe(self.described.get_openapi().clone())
    }

    /// The router that serves these routes, the description and the docs page.
    pub fn into_router(self, plumbing: Plumbing) -> Router {
        panics::keep_traces();
        let openapi = self.openapi();
        let this = self.merge(docs::resources(&openapi));
        let Plumbing { now, ledger, time_limit, press, connections } = plumbing;
        // Outermost first. Logging sees the answer as it leaves. Origins are allowed outside the place where failures
        // get their bodies, so that failures are readable across origins as well. Compression stands outside it too,
        // because a list of validation errors is as compressible as any answer. Answers in flight are counted before they are
        // compressed, and inside the place where failures get their bodies, so that what is refused is a failure. Panics are caught inside it and so
        // become ordinary failures.
        let layers = ServiceBuilder::new()
            .layer(from_fn(telemetry::observe))
            .layer(from_fn(browsers::tell))
            .layer(from_fn(cors::allow))
            .layer(from_fn(compression::whole))
            .layer(compression::layer())
            .layer(from_fn(compression::vary))
            .layer(from_fn_with_state(Finish { ledger, time_limit }, finish::finish))
            .layer(from_fn_with_state(InFlight::new(connections), in_flight::count))
            .layer(CatchPanicLayer::custom(panics::answer))
            .layer(AddExtensionLayer::new(Described::by(&openapi)))
            .layer(AddExtensionLayer::new(press))
            .layer(from_fn_with_state(now, moment::take));
        Router::from(this.described)
            .merge(this.plain)
            .route("/docs/", get(methods::docs_without_slash))
            .fallback(methods::unknown_path)
            .method_not_allowed_fallback(methods::unknown_method)
            .layer(layers)
    }
}
