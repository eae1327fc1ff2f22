//! Responses with a print: from the print cache, or made now by the print pool.

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Method};
use lagrum_print_pool::{PrintError, PrintKey, PrintPool, PrintRejection};

use crate::ApiError;
use crate::response::files::OpenFile;

/// The response with a cached print, whole or a range of it; None when the cache has none. It is read from its file as the
/// client takes it.
pub(crate) async fn cached(
    pool: &PrintPool,
    key: PrintKey,
    content_type: &'static str,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Option<Response>, ApiError> {
    let Some(file) = pool.cached_file(key).await else { return Ok(None) };
    let identity = key.to_string();
    // The date of a cached file changes at every use, so it is not the date of its content.
    let content = OpenFile { content_type, identity: Some(&identity), dated: false };
    content.serve(file.into(), method, headers).await.map(Some)
}

/// The response with a print that has just been made: from its file in the cache, or from memory where it was not cached.
pub(crate) async fn fresh(
    pool: &PrintPool,
    key: PrintKey,
    content_type: &'static str,
    print: Bytes,
    method: &Method,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    match cached(pool, key, content_type, method, headers).await? {
        Some(response) => Ok(response),
        None => Ok(([(CONTENT_TYPE, content_type)], print).into_response()),
    }
}

/// The failure of an endpoint whose print failed. `retry_after` is the number of seconds after which a busy print pool may be
/// free.
///
/// A page that the document does not have, or a crop beyond the page, is an error of the request. A program without the
/// typesetter responds with a 503. Everything else is a fault of the server: a stored PDF that cannot be read, or that kills
/// its worker.
pub(crate) fn print_failed(error: &PrintError, retry_after: u32) -> ApiError {
    match error {
        PrintError::Busy => ApiError::busy("too much is being printed at once", retry_after),
        PrintError::TooManyRequests => {
            ApiError::too_many("this client has too many prints under way: wait for one of them", retry_after)
        }
        PrintError::TimedOut => ApiError::busy("the print took too long", 10 * retry_after),
        PrintError::Rejected(PrintRejection::NoSuchPage) => {
            ApiError::not_found("the document has no page of that number")
        }
        PrintError::Rejected(PrintRejection::BeyondPage) => {
            ApiError::bad_request("bbox reaches beyond the page")
        }
        PrintError::Rejected(rejection @ PrintRejection::NoTypesetter) => {
            ApiError::unavailable(rejection.to_string())
        }
        PrintError::Rejected(_) | PrintError::NotStarted(_) | PrintError::WorkerFailed(_) => {
            ApiError::internal(error)
        }
    }
}
