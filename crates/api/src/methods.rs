//! Paths and methods without a route.
//!
//! HEAD needs no code here: the router runs the GET handler and drops the body after every layer has seen it.

use axum::extract::Request;
use axum::response::{IntoResponse, Redirect, Response};
use http::Method;

use crate::paths::{posted_methods, shown_path};

use crate::ApiError;

/// Answers a path that no route has: 404 for GET and HEAD, and 405 for any other method.
pub(crate) async fn unknown_path(request: Request) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        ApiError::not_found(format!("no such path: {}", shown_path(request.uri().path()))).into_response()
    } else {
        unknown_method(request).await
    }
}

/// Answers a known path under a method it does not have.
pub(crate) async fn unknown_method(request: Request) -> Response {
    let allow = posted_methods(request.uri().path()).unwrap_or("GET, HEAD");
    ApiError::MethodNotAllowed { allow }.into_response()
}

/// Redirects `/docs/` to `/docs`, because many bookmarks have the slash. No other path accepts a slash at its end.
pub(crate) async fn docs_without_slash() -> Redirect {
    Redirect::permanent("/docs")
}
