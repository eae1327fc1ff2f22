//! Compression of what is worth compressing.
//!
//! A compressor takes megabytes for as long as its answer is being read. So a large answer is compressed whole before it
//! is sent, a few at a time, and what is sent is the result alone. A small one is: the HTTP library takes all of it at
//! once. What is streamed from a file is never compressed.
//!
//! A list of what is compressed, not of what is not: a new media type is left alone until it is named here. Page
//! images, PDFs and dump files are compressed already, and a byte range of them must stay what it is.

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
use crate::middleware::in_flight::Hold;

/// Smallest body, in bytes, that is compressed.
const SMALLEST: u64 = 500;

pub(crate) fn layer() -> CompressionLayer<And<SizeAbove, Textual>> {
    // The predicate of the library means "this size or more".
    CompressionLayer::new().compress_when(SizeAbove::new(SMALLEST).and(Textual))
}

/// Large answers compressed at once, for each core.
const AT_ONCE: usize = 2;

static COMPRESSING: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(AT_ONCE * std::thread::available_parallelism().map_or(1, usize::from)));

/// Compresses a large answer whole. It is held as what it becomes, see [`Hold`]; a small one has no hold.
pub(crate) async fn whole(request: axum::extract::Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let compressed = response.headers().contains_key(header::CONTENT_ENCODING)
        && response.body().size_hint().exact().is_none();
    match response.extensions_mut().remove::<Hold>() {
        Some(hold) if compressed => match collected(&mut response).await {
            Ok(bytes) => {
                hold.shrink(bytes.len());
                response.headers_mut().insert(header::CONTENT_LENGTH, bytes.len().into());
                response.map(|_| hold.around(Body::from(bytes.freeze())))
            }
            Err(error) => error.into_response(),
        },
        _ => response,
    }
}

/// The whole body of an answer. The thread is given to others now and then, as it would be if it were sent meanwhile.
async fn collected(response: &mut Response) -> Result<BytesMut, ApiError> {
    let _permit = COMPRESSING.acquire().await.map_err(|closed| ApiError::internal(&closed))?;
    let mut body = std::mem::take(response.body_mut());
    let mut bytes = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| ApiError::internal(&error))?;
        bytes.extend_from_slice(&frame.into_data().unwrap_or_default());
        tokio::task::yield_now().await;
    }
    Ok(bytes)
}

/// Passes JSON, HTML, scripts, styles and plain text that is in memory.
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

/// Tells shared caches that the encoding was negotiated, on every answer: also the short ones and the 304s, whose
/// siblings under the same address may come compressed.
pub(crate) async fn vary(request: axum::extract::Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    response
}
