//! The conventions that apply to every request before its route, and to every response after it.
//!
//! They are one function, not a layer for each convention. Each layer of the framework clones all that is inside it for each
//! request, and boxes its future. Eleven layers took a fifth of the instructions of a cached response.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use lagrum_print_pool::PrintPool;
use lagrum_server::Client;

use crate::admission::as_client;
use crate::extract::extension::RequestExtension;
use crate::extract::query::Described;
use crate::extract::served::ServeNow;
use crate::middleware::error_responses::{self, ErrorResponses};
use crate::middleware::in_flight::InFlight;
use crate::middleware::response_cache::ResponseCache;
use crate::middleware::{compression, cors, panics, security_headers};
use crate::response::encoding::Encoding;
use crate::telemetry::Observation;

/// What the conventions of one router need.
pub(crate) struct Conventions<S> {
    pub(crate) now: ServeNow<S>,
    pub(crate) errors: ErrorResponses,
    pub(crate) in_flight: InFlight,
    pub(crate) described: Described,
    pub(crate) printer: Option<Arc<PrintPool>>,
    /// The address at which the service is reached.
    pub(crate) address: Option<Arc<str>>,
    pub(crate) cache: ResponseCache,
}

/// Middleware: applies all conventions, the outermost first. Telemetry sees the response as it leaves. CORS headers are added
/// outside the error responses, so that failures can be read across origins as well.
pub(crate) async fn apply<S: Send + Sync + 'static>(
    State(conventions): State<Arc<Conventions<S>>>,
    request: Request,
    next: Next,
) -> Response {
    let observation = Observation::begin(&request);
    let mut response = match cors::preflight(&request) {
        Some(response) => response,
        None => conventions.answer(request, next).await,
    };
    let headers = response.headers_mut();
    cors::open(headers);
    security_headers::add(headers);
    observation.end(&mut response);
    response
}

/// The group of a client, for limits.
fn client_of(request: &Request) -> Option<IpAddr> {
    request.extensions().get::<Client>().copied().and_then(Client::group)
}

impl<S: Send + Sync + 'static> Conventions<S> {
    /// The response of the route or an error response, compressed. Error responses of any size count as in flight: a long list
    /// of validation errors is as compressible as any body.
    async fn answer(&self, request: Request, next: Next) -> Response {
        let encoding = Encoding::negotiate(request.headers());
        let client = client_of(&request);
        let response = self.errors.apply(request, |request| self.route(request, encoding, next)).await;
        let response = match self.in_flight.reserve(client, response).await {
            Ok(response) => response,
            Err(error) => error_responses::in_short(error),
        };
        compression::apply(encoding, response).await
    }

    /// The response of the route. It is counted before it is compressed, and inside the error responses, so that a rejected
    /// response becomes an error response. Panics are caught inside them for the same reason.
    async fn route(&self, mut request: Request, encoding: Encoding, next: Next) -> Response {
        let client = client_of(&request);
        let response = panics::caught(async {
            self.hand_over(&mut request, encoding);
            next.run(request).await
        });
        self.in_flight.count(client, as_client(client, response).await).await
    }

    /// Gives the request the extensions that extractors read. The served snapshot is taken here, once for the request.
    fn hand_over(&self, request: &mut Request, encoding: Encoding) {
        let extensions = request.extensions_mut();
        if cfg!(debug_assertions) {
            extensions.insert(self.described.clone());
        }
        let served = (self.now)();
        extensions.insert(RequestExtension {
            day: served.day(),
            snapshot_id: served.snapshot_id().cloned(),
            published_at: served.published_at(),
            encoding,
            address: self.address.clone(),
            printer: self.printer.clone(),
            cache: self.cache.clone(),
        });
        extensions.insert(served);
    }
}
