//! What a browser is told of every answer, so that an answer opened in one is never taken for more than it is.
//!
//! Titles and texts come from elsewhere and are escaped wherever they become HTML. Should that ever fail, a page still
//! runs no script and loads nothing: an HTML answer that states no policy of its own gets one that allows nothing.
//! No answer is read as another type than it states, and none of them tells other sites which page a reader came from.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderMap, HeaderName, HeaderValue, header};

/// A page that states nothing else: text alone, in nobody's frame.
const NOTHING: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
);

const ON_EVERY_ANSWER: [(HeaderName, HeaderValue); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

/// What every answer says, whatever it is.
pub(crate) fn insert(headers: &mut HeaderMap) {
    headers.extend(ON_EVERY_ANSWER);
}

pub(crate) async fn add(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    insert(headers);
    let page =
        headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if page {
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(NOTHING);
    }
    response
}
