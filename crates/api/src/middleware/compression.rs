//! Compression of responses.
//!
//! A streaming compressor takes megabytes for as long as its client reads. So a large response is compressed whole before it
//! is sent, a few at a time. A small one needs no such care: the HTTP library takes all of it at once. Streamed files are
//! never compressed.
//!
//! Only the media types named here are compressed. Page images, PDFs and dump files are compressed already, and a byte range
//! of them must not change.

use std::sync::LazyLock;

use axum::body::{Body, HttpBody};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::BytesMut;
use http::{HeaderMap, HeaderValue, header};
use http_body_util::BodyExt;
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, Predicate, SizeAbove};

use crate::ApiError;
use crate::middleware::in_flight::Reservation;

/// Smallest body, in bytes, that is compressed.
const MIN_SIZE: u64 = 500;

pub(crate) fn layer() -> CompressionLayer<And<SizeAbove, Textual>> {
    // The predicate of the library means "this size or more".
    CompressionLayer::new().compress_when(SizeAbove::new(MIN_SIZE).and(Textual))
}

/// Large responses compressed at once, for each core.
const MAX_AT_ONCE: usize = 2;

static PERMITS: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(MAX_AT_ONCE * std::thread::available_parallelism().map_or(1, usize::from))
});

/// Middleware: compresses a large response whole, and reduces its [`Reservation`] to the compressed size. A small response
/// has no reservation.
pub(crate) async fn compress_whole(request: axum::extract::Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let compressed = response.headers().contains_key(header::CONTENT_ENCODING)
        && response.body().size_hint().exact().is_none();
    match response.extensions_mut().remove::<Reservation>() {
        Some(reservation) if compressed => match collected(&mut response).await {
            Ok(bytes) => {
                reservation.shrink(bytes.len());
                response.headers_mut().insert(header::CONTENT_LENGTH, bytes.len().into());
                response.map(|_| reservation.attach(Body::from(bytes.freeze())))
            }
            Err(error) => error.into_response(),
        },
        _ => response,
    }
}

/// The whole body of a response. Yields between frames, as it would if they were sent.
async fn collected(response: &mut Response) -> Result<BytesMut, ApiError> {
    let _permit = PERMITS.acquire().await.map_err(|closed| ApiError::internal(&closed))?;
    let mut body = std::mem::take(response.body_mut());
    let mut bytes = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| ApiError::internal(&error))?;
        bytes.extend_from_slice(&frame.into_data().unwrap_or_default());
        tokio::task::yield_now().await;
    }
    Ok(bytes)
}

/// Accepts JSON, HTML, scripts, styles and plain text that is in memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Textual;

impl Predicate for Textual {
    fn should_compress<B: HttpBody>(&self, response: &http::Response<B>) -> bool {
        is_textual(response.headers()) && response.body().size_hint().exact().is_some()
    }
}

fn is_textual(headers: &HeaderMap) -> bool {
    let media_type =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    media_type.starts_with("text/") || media_type.starts_with("application/json")
}

/// Middleware: says in `Vary` that the encoding was negotiated. Every response has it, also short ones and 304s, since other
/// responses for the same address may be compressed.
pub(crate) async fn vary(request: axum::extract::Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    response
}
