//! Cross-origin access: every origin may read everything.
//!
//! Every response has the headers, also failures and responses to requests without an origin, so that a shared cache never
//! stores a response without them. The API has no login, so credentials are never allowed.

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use lagrum_server::RejectedRequest;

use crate::paths::posted_methods;

/// The headers that a script of another origin may read, beside those that browsers always allow.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "Retry-After, ETag, Content-Disposition, Content-Range, Accept-Ranges, X-Bucket-Units",
);

/// Adds the headers that let every origin read a response.
pub(crate) fn open(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
}

/// The method a preflight asks for; None when the request is no preflight, or will be rejected.
fn wanted(request: &Request) -> Option<&HeaderValue> {
    if request.method() != Method::OPTIONS || !request.headers().contains_key(header::ORIGIN) {
        return None;
    }
    if request.extensions().get::<RejectedRequest>().is_some() {
        return None;
    }
    request.headers().get(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// The response to a preflight; None for any other request.
pub(crate) fn preflight(request: &Request) -> Option<Response> {
    let wanted = wanted(request)?;
    let posted = posted_methods(request.uri().path());
    let (allowed, refusal) = match posted {
        Some("POST") => ("POST", "only POST is allowed across origins"),
        Some(_) => ("GET, POST", "only GET and POST are allowed across origins"),
        None => ("GET", "only GET is allowed across origins"),
    };
    if !wanted.to_str().is_ok_and(|wanted| allowed.split(", ").any(|method| method == wanted)) {
        return Some((StatusCode::BAD_REQUEST, refusal).into_response());
    }
    let mut response = StatusCode::OK.into_response();
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(allowed));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    if let Some(names) = request.headers().get(header::ACCESS_CONTROL_REQUEST_HEADERS) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, names.clone());
    }
    Some(response)
}
