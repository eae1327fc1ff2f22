//! Compression of what is worth compressing.
//!
//! A list of what is compressed, not of what is not: a new media type is left alone until it is named here. Page
//! images, PDFs and dump files are compressed already, and a byte range of them must stay what it is.

use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderMap, HeaderValue, header};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, Predicate, SizeAbove};

/// Smallest body, in bytes, that is compressed.
const SMALLEST: u64 = 500;

pub(crate) fn layer() -> CompressionLayer<And<SizeAbove, Textual>> {
    // The predicate of the library means "this size or more".
    CompressionLayer::new().compress_when(SizeAbove::new(SMALLEST).and(Textual))
}

/// Passes JSON, HTML, scripts, styles and plain text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Textual;

impl Predicate for Textual {
    fn should_compress<B>(&self, response: &http::Response<B>) -> bool {
        is_textual(response.headers())
    }
}

fn is_textual(headers: &HeaderMap) -> bool {
    let media_type =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    media_type.starts_with("text/") || media_type.starts_with("application/json")
}

/// Tells shared caches that the encoding was negotiated, on every answer: also the short ones and the 304s, whose
/// siblings under the same address may come compressed.
pub(crate) async fn vary(request: axum::extract::Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    response
}
