//! Responses that are pages: their headers.

use axum::response::{IntoResponse, Response};
use http::{HeaderName, HeaderValue, StatusCode, header};

/// Marks a response whose body is a page that already reports the failure.
#[derive(Clone, Copy)]
pub(crate) struct Drawn;

/// Content security policy of pages: files of this server only, no inline script or style.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
);

/// Browser features that no page uses.
const ABILITIES: HeaderValue = HeaderValue::from_static(
    "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=(), browsing-topics=()",
);

/// The headers of every page. The origin guard of pictures reads the referrer.
const PAGE_HEADERS: [(HeaderName, HeaderValue); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("permissions-policy"), ABILITIES),
];

/// A page as a response.
pub(crate) fn html_response(status: StatusCode, html: String) -> Response {
    let media_type = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    let mut response = (status, media_type, html).into_response();
    response.headers_mut().extend(PAGE_HEADERS);
    response
}
