//! Compression of responses.
//!
//! A body is compressed whole before it is sent; large bodies on a thread for blocking work, and a few at a time. A streaming
//! compressor would hold megabytes for as long as its client reads. Streamed files are never compressed.
//!
//! Only the media types named here are compressed. Page images, PDFs and dump files are compressed already, and a byte range
//! of them must not change.
//!
//! Cached responses arrive here already compressed (`response_cache.rs`). [`apply`] compresses the others: failures, and pages
//! of the program.

use std::sync::LazyLock;

use axum::body::{Body, HttpBody};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, header};
use http_body_util::BodyExt;
use tokio::sync::Semaphore;

use crate::ApiError;
use crate::middleware::in_flight::Reservation;
use crate::response::encoding::Encoding;

/// Smallest body, in bytes, that is compressed.
const MIN_SIZE: u64 = 500;

/// Largest body, in bytes, that is compressed on the thread of the connection. It takes less than a millisecond.
const MAX_INLINE: u64 = 64 << 10;

/// How many large bodies are compressed at once, for each core.
const MAX_AT_ONCE: usize = 2;

static PERMITS: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(MAX_AT_ONCE * std::thread::available_parallelism().map_or(1, usize::from))
});

/// Compresses a response, and states in `Vary` that the coding was negotiated. Every response has that header, also short ones
/// and 304s, since other responses for the same address may be compressed.
pub(crate) async fn apply(encoding: Encoding, mut response: Response) -> Response {
    if encoding != Encoding::Identity && is_compressible(&response) {
        let reservation = response.extensions_mut().remove::<Reservation>();
        response = match encode(response, encoding).await {
            Ok(response) => attach(response, reservation),
            Err(error) => error.into_response(),
        };
    }
    // A route that answers in several forms has said so.
    let is_negotiated = response.headers().contains_key(header::VARY);
    let vary = if is_negotiated { "Accept, Accept-Encoding" } else { "Accept-Encoding" };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static(vary));
    response
}

/// Reduces the reservation of a response to its size.
fn attach(response: Response, reservation: Option<Reservation>) -> Response {
    let Some(reservation) = reservation else { return response };
    if let Some(size) = response.body().size_hint().exact() {
        reservation.shrink(usize::try_from(size).unwrap_or(usize::MAX));
    }
    response.map(|body| reservation.attach(body))
}

/// Whether a response is text in memory that has no coding yet.
pub(crate) fn is_compressible(response: &Response) -> bool {
    is_textual(response.headers())
        && response.body().size_hint().exact().is_some()
        && !response.headers().contains_key(header::CONTENT_ENCODING)
}

/// Whether a response is JSON, XML, HTML, a script, a style sheet or plain text.
fn is_textual(headers: &HeaderMap) -> bool {
    let media_type =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let name = media_type.split(';').next().unwrap_or_default().trim_end();
    let is_data = || name.starts_with("application/") && (name.ends_with("json") || name.ends_with("xml"));
    media_type.starts_with("text/") || is_data()
}

/// The response in a coding. A response that is too short to gain from a coding, or that has one, is returned unchanged.
pub(crate) async fn encode(response: Response, encoding: Encoding) -> Result<Response, ApiError> {
    let size = response.body().size_hint().exact().unwrap_or_default();
    let Some(name) = encoding.header() else { return Ok(response) };
    if size < MIN_SIZE || !is_compressible(&response) {
        return Ok(response);
    }
    let (mut parts, body) = response.into_parts();
    let bytes = body.collect().await.map_err(|error| ApiError::internal(&error))?.to_bytes();
    let encoded = if size <= MAX_INLINE {
        encoding.encode(bytes)
    } else {
        let permit = PERMITS.acquire().await.map_err(|closed| ApiError::internal(&closed))?;
        let work = move || {
            let _permit = permit;
            encoding.encode(bytes)
        };
        tokio::task::spawn_blocking(work).await.map_err(|gone| ApiError::internal(&gone))?
    };
    let encoded = encoded.map_err(|error| ApiError::internal(&error))?;
    parts.headers.insert(header::CONTENT_ENCODING, name);
    parts.headers.remove(header::CONTENT_LENGTH);
    Ok(Response::from_parts(parts, Body::from(encoded)))
}
