//! How the API is served over connections: it words what the server of connections refuses.
//!
//! A request that the server wants refused passes through the same middleware as any other and is refused there
//! (`middleware/error_responses.rs`). What cannot be read as a request never gets there, so its answer is made here, of the same form.

use axum::Router;
use bytes::Bytes;
use http::HeaderValue;
use http::{Response, StatusCode, header};
pub use lagrum_server::client::Network;
pub use lagrum_server::{
    Client, Ending, Limits, Pace, Refusal, Site, TrustedProxies, asked_to_end, listen, serve,
};

use crate::endpoints::ALIVE;
use crate::error::Refusal as Body;
use crate::middleware::{cors, security_headers};
use crate::response::json::JSON;

/// A router as the server of connections takes it. `proxies` are believed about who the client is.
pub fn site(router: Router, proxies: TrustedProxies) -> Site<Router> {
    Site { service: router, alive: ALIVE, refuse, proxies }
}

/// The answer to what cannot be read as a request.
fn refuse(status: StatusCode) -> Response<Bytes> {
    let detail = match status {
        StatusCode::BAD_REQUEST => "this is no HTTP request",
        StatusCode::URI_TOO_LONG => "the address of the request is too long",
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => "the head of the request is too large",
        other => other.canonical_reason().unwrap_or("Error"),
    };
    let body = serde_json::to_vec(&Body { detail: detail.to_owned() }).unwrap_or_default();
    let mut response = Response::new(Bytes::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, JSON);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    cors::open(headers);
    security_headers::insert(headers);
    response
}
