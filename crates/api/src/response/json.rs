//! JSON answers. The media type names its charset, which the framework's own type leaves out.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use serde::Serialize;

use crate::ApiError;

/// The media type of every JSON answer.
pub(crate) const JSON: HeaderValue = HeaderValue::from_static("application/json; charset=utf-8");

/// Marks a response that may soon be different for the same request, so it is neither cached nor given an `ETag`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Provisional;

/// A 200 answer whose body is the value as compact JSON, keys in the order of its fields.
///
/// A value that cannot be serialised is an internal failure and answers 500.
#[derive(Debug, Clone, Copy)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(body) => ([(header::CONTENT_TYPE, JSON)], body).into_response(),
            Err(error) => ApiError::internal(&error).into_response(),
        }
    }
}

/// A 200 answer whose body is already JSON.
#[derive(Debug, Clone)]
pub(crate) struct JsonBytes(pub(crate) Vec<u8>);

impl IntoResponse for JsonBytes {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, JSON)], self.0).into_response()
    }
}

/// A JSON response, marked as [`Provisional`] if the answer is provisional.
pub(crate) fn json<T: Serialize>(answer: T, is_provisional: bool) -> Response {
    let mut response = Json(answer).into_response();
    if is_provisional {
        response.extensions_mut().insert(Provisional);
    }
    response
}
