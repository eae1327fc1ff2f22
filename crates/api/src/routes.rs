//! Routes: handlers with their caching policies and their parts of the API description.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, post};
use bytes::Bytes;
use serde::de::IgnoredAny;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::extract::body::{Received, has_more_values, receive_json};
use crate::extract::query::query_names;
use crate::middleware::caching::{self, Caching, Policy, Reads};
use crate::middleware::error_responses::Final;
use crate::{ApiError, openapi};

/// Maximum number of bytes of a body in another protocol. The largest argument of a tool has 50,000 characters.
const PROTOCOL_BYTES: usize = 256_000;

/// Maximum number of values in the body. The protocol makes trees of it, of some hundred bytes for each value.
const PROTOCOL_VALUES: usize = 4096;

/// A list of routes, each with its caching policy and its part of the API description.
#[derive(Default)]
pub struct Routes {
    pub(crate) described: OpenApiRouter,
    pub(crate) plain: Router,
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

    /// Adds a route that is not part of the described API, and reads no parameters.
    #[must_use]
    pub fn undescribed(self, path: &str, handler: MethodRouter, caching: Caching) -> Self {
        self.undescribed_with(path, handler, caching, &[])
    }

    /// Adds a route that is not part of the described API, and reads these parameters.
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

    /// Adds a path that answers POST of JSON by another protocol, which has its own description. Its bodies are received as
    /// those of the API, but have at most [`PROTOCOL_BYTES`], and its responses are never cached. An error response of the
    /// protocol keeps its body, which the protocol defines. The path must be in
    /// [`posted_methods`](crate::paths::posted_methods).
    #[must_use]
    pub fn protocol<A, F, B>(self, path: &str, answer: A) -> Self
    where
        A: Fn(http::Request<Bytes>) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = http::Response<B>> + Send,
        B: http_body::Body<Data = Bytes, Error = std::convert::Infallible> + Send + 'static,
    {
        let handler = async move |request: Request| {
            let (head, body) = receive_json(request, PROTOCOL_BYTES).await?;
            // A body that is not JSON is left to the protocol, which defines the answer.
            let is_json = || serde_json::from_slice::<IgnoredAny>(&body.bytes).is_ok();
            if has_more_values(&body.bytes, PROTOCOL_VALUES) && is_json() {
                return Err(ApiError::bad_request("the body has more than 4,096 values"));
            }
            let Received { bytes, permit: _permit } = body;
            let mut response = answer(http::Request::from_parts(head, bytes)).await.map(Body::new);
            if response.status().is_client_error() {
                response.extensions_mut().insert(Final);
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
}
