//! The router of a list of routes.
//!
//! An endpoint lists its routes in a [`Routes`]. The program merges those of all endpoints and turns them into a router, with
//! the [`RouterConfig`] that differs between a server and a test. Around all routes are the [`conventions`].

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use lagrum_pages::{Pages, SharedPages};
use lagrum_print_pool::PrintPool;
use lagrum_server::Limits;
use lagrum_snapshot::Snapshot;

use crate::extract::query::Described;
use crate::extract::served::{ServeNow, ServedSnapshot};
use crate::ledger::Ledger;
use crate::middleware::conventions::{self, Conventions};
use crate::middleware::error_responses::ErrorResponses;
use crate::middleware::in_flight::InFlight;
use crate::middleware::panics;
use crate::middleware::response_cache::ResponseCache;
use crate::pages;
use crate::{Routes, docs_page, methods};

/// What a router needs from the program around it. `S` is the type through which handlers read the snapshot.
pub struct RouterConfig<S = Snapshot> {
    now: ServeNow<S>,
    ledger: Ledger,
    time_limit: Duration,
    printer: Option<Arc<PrintPool>>,
    connections: usize,
    pages: Option<SharedPages>,
    address: Option<Arc<str>>,
}

impl<S> RouterConfig<S> {
    /// The configuration of a router whose requests are answered from the value of `now` when they arrive. `now` is called once
    /// for each request, on the thread that serves it, and must not block. No ledger is kept, and a request may take 60 seconds
    /// until its response begins.
    pub fn new(now: impl Fn() -> ServedSnapshot<S> + Send + Sync + 'static) -> Self {
        Self {
            now: Arc::new(now),
            ledger: Ledger::none(),
            time_limit: Duration::from_mins(1),
            printer: None,
            connections: Limits::default().connections,
            pages: None,
            address: None,
        }
    }

    /// Keeps a ledger of failures.
    #[must_use]
    pub fn ledger(self, ledger: Ledger) -> Self {
        Self { ledger, ..self }
    }

    /// Sets the print pool. Without one, the endpoints that respond with pictures and PDFs respond with 503.
    #[must_use]
    pub fn print_pool(self, pool: Arc<PrintPool>) -> Self {
        Self { printer: Some(pool), ..self }
    }

    /// Serves the pages of a site at every path that no other route has.
    #[must_use]
    pub fn pages(self, pages: Arc<dyn Pages>) -> Self {
        Self { pages: Some(pages), ..self }
    }

    /// Sets the address at which the service is reached (`https://lag.example`), without a slash at the end: ELI identifiers and the
    /// addresses of forms begin with it. Without one there are none.
    #[must_use]
    pub fn public_url(self, address: Option<Arc<str>>) -> Self {
        Self { address, ..self }
    }

    /// Sets how many connections the server accepts; at most half of them may be downloads.
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

impl Routes {
    /// The router that serves these routes, the description and the docs page.
    pub fn into_router<S: Send + Sync + 'static>(self, config: RouterConfig<S>) -> Router {
        panics::install_hook();
        let openapi = self.openapi();
        let this = self.merge(docs_page::routes(&openapi));
        let RouterConfig { now, ledger, time_limit, printer, connections, pages, address } = config;
        let site = pages.clone().map_or_else(Router::new, pages::routes);
        let conventions = Conventions {
            now,
            errors: ErrorResponses { ledger, time_limit, pages },
            in_flight: InFlight::new(connections),
            described: Described::by(&openapi),
            printer,
            address,
            cache: ResponseCache::default(),
        };
        Router::from(this.described)
            .merge(this.plain)
            .merge(site)
            .route("/docs/", get(methods::docs_without_slash))
            .fallback(methods::unknown_path)
            .method_not_allowed_fallback(methods::unknown_method)
            .layer(from_fn_with_state(Arc::new(conventions), conventions::apply::<S>))
            // Without this call, the framework would make the route and its layers anew for each request.
            .with_state(())
    }
}
