//! Serving the API over connections, and the responses to requests that the connection server rejects.
//!
//! A rejected request passes through the same middleware as any other, which makes its error response
//! (`middleware/error_responses.rs`). Bytes that are no HTTP request do not reach the middleware, so their response is made
//! here, in the same form.

use axum::Router;
use bytes::Bytes;
use http::HeaderValue;
use http::{Response, StatusCode, header};
pub use lagrum_server::client::Network;
pub use lagrum_server::{
    Client, Ending, Limits, RejectedRequest, Site, TrustedProxies, WriteTimeout, listen, serve,
    shutdown_signal,
};

use crate::endpoints::ALIVE;
use crate::error::RefusalBody;
use crate::middleware::{cors, security_headers};
use crate::response::json::JSON;

/// A router for the connection server. `proxies` are trusted to state the address of the client.
pub fn site(router: Router, proxies: TrustedProxies) -> Site<Router> {
    Site { service: router, alive: ALIVE, refuse, proxies }
}

/// The response to bytes that are no HTTP request.
fn refuse(status: StatusCode) -> Response<Bytes> {
    let detail = match status {
        StatusCode::BAD_REQUEST => "this is not a valid HTTP request",
        StatusCode::URI_TOO_LONG => "the address of the request is too long: shorten the query",
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => {
            "the head of the request is too large: send fewer or shorter headers"
        }
        other => other.canonical_reason().unwrap_or("Error"),
    };
    let body = serde_json::to_vec(&RefusalBody { detail: detail.to_owned() }).unwrap_or_default();
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, JSON);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    cors::open(headers);
    security_headers::insert(headers);
    response
}
