//! Security headers for browsers, on every response.
//!
//! Titles and texts come from outside and are escaped wherever they become HTML. If escaping ever fails, a page still runs no
//! script and loads nothing: an HTML response without a content security policy gets one that allows nothing. Browsers may not
//! guess another media type than the stated one, and send no referrer to other sites.

use http::{HeaderMap, HeaderName, HeaderValue, header};

/// The policy of a page without one of its own: text only, in no frame.
const ALLOW_NOTHING: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
);

const ON_EVERY_RESPONSE: [(HeaderName, HeaderValue); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

/// Adds the headers of every response. A page states a referrer policy of its own.
pub(crate) fn insert(headers: &mut HeaderMap) {
    for (name, value) in ON_EVERY_RESPONSE {
        headers.entry(name).or_insert(value);
    }
}

/// Adds the headers of a response, and those of a page where it is one.
pub(crate) fn add(headers: &mut HeaderMap) {
    insert(headers);
    let page =
        headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if page {
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(ALLOW_NOTHING);
    }
}
