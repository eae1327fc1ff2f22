//! Error responses: the body, the ledger entry and the headers of every failure.
//!
//! This is the only place that writes the body of a response above 399. The body is JSON, or, for a request for a page, the
//! page that the site makes of the failure. A failure without an [`ApiError`] (made by the framework) gets a body of the same
//! form, with the name of the status as its message. The time limit of a request is enforced here too, because exceeding it is
//! a failure like any other.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use lagrum_answers::Fault;
use lagrum_pages::{PageFailure, SharedPages};
use lagrum_server::RejectedRequest;
use serde::Serialize;

use crate::error::{ApiError, ErrorBody, Failure, HTTPValidationError, RefusalBody};
use crate::ledger::{FailureClass, Ledger, RequestSummary};
use crate::paths::{is_form_page, is_page_path};
use crate::response::html::{Drawn, html_response};
use crate::response::json::JSON;

/// Maximum number of bytes of a message in a log line; the ledger may have more of it.
const LOGGED_MAX: usize = 4 << 10;

/// What error responses need.
pub(crate) struct ErrorResponses {
    pub(crate) ledger: Ledger,
    /// How long a handler may take until its answer begins.
    pub(crate) time_limit: Duration,
    /// The site that reports failures of page paths.
    pub(crate) pages: Option<SharedPages>,
}

/// Marks an error response whose body is final. It gets no entry in the ledger.
#[derive(Clone, Copy)]
pub(crate) struct Final;

/// The ledger entry of a failed answer, for the log line of its request.
#[derive(Clone)]
pub(crate) struct ErrorId(pub(crate) Option<Arc<str>>);

/// The error of a request that the `server` crate has rejected.
fn refused(refusal: RejectedRequest) -> ApiError {
    match refusal {
        RejectedRequest::ServerFull => ApiError::busy("the server has no room for another connection", 1),
        RejectedRequest::ClientFull => ApiError::too_many("too many requests from this address at once", 1),
        RejectedRequest::BadHost => ApiError::bad_request("a request must name one host"),
    }
}

impl ErrorResponses {
    /// The response of `next` to a request, or an error response.
    pub(crate) async fn apply<F: Future<Output = Response>>(
        &self,
        request: Request,
        next: impl FnOnce(Request) -> F,
    ) -> Response {
        let summary = RequestSummary::of(&request);
        if let Some(refusal) = request.extensions().get::<RejectedRequest>() {
            return self.failed(&summary, refused(*refusal).into_response()).await;
        }
        let response = match tokio::time::timeout(self.time_limit, next(request)).await {
            Ok(response) => response,
            Err(_) => ApiError::unavailable("the request took too long").into_response(),
        };
        let status = response.status();
        if status.is_client_error() || status.is_server_error() {
            self.failed(&summary, response).await
        } else {
            response
        }
    }

    /// The address of a request for a page; None for any other request, and without a site.
    fn page_address<'r>(&self, request: &'r RequestSummary) -> Option<&'r str> {
        let path = request.uri.path();
        let is_asked = match request.method {
            Method::GET | Method::HEAD => true,
            Method::POST => is_form_page(path),
            _ => false,
        };
        let is_page = is_asked && self.pages.is_some() && is_page_path(path);
        is_page.then(|| request.uri.path_and_query().map_or("/", |address| address.as_str()))
    }

    /// The response to a failed request.
    async fn failed(&self, summary: &RequestSummary, response: Response) -> Response {
        let page = self.page_address(summary);
        if response.extensions().get::<Final>().is_some() {
            return not_stored(response);
        }
        let status = response.status();
        let failure = response.extensions().get::<Failure>().cloned();
        let error = failure.as_ref().map(|failure| &*failure.0);
        let detail = match error {
            Some(error) => error.to_string(),
            None => status.canonical_reason().unwrap_or("Error").to_owned(),
        };
        if let Some(ApiError::Invalid(items)) = error {
            if let (Some(pages), Some(address)) = (&self.pages, page) {
                let detail = items.iter().map(|item| item.msg.as_str()).collect::<Vec<_>>().join("; ");
                return draw(pages, &response, address, &detail, None);
            }
            return answer(response, &HTTPValidationError { detail: items.clone() });
        }
        if status != StatusCode::NOT_FOUND && !status.is_server_error() {
            if let (Some(pages), Some(address)) = (&self.pages, page) {
                return draw(pages, &response, address, &detail, None);
            }
            return answer(response, &RefusalBody { detail });
        }
        let inside = error.map_or_else(|| detail.clone(), ApiError::inside);
        let fault = match error {
            Some(ApiError::Internal(fault)) => Some(fault),
            _ => None,
        };
        log(status, &inside, fault);
        let class = FailureClass::of(status, error);
        let error_id = self.ledger.record(class, summary, status, &inside, fault).await;
        let id = ErrorId(error_id.as_deref().map(Arc::from));
        let mut response = match (&self.pages, page) {
            _ if response.extensions().get::<Drawn>().is_some() => not_stored(response),
            (Some(pages), Some(address)) => draw(pages, &response, address, &detail, error_id.as_deref()),
            _ => {
                let body = ErrorBody::new(detail, error_id);
                let known = match error {
                    Some(ApiError::NotFound(missing)) => missing.known.as_ref(),
                    _ => None,
                };
                let body = match known {
                    Some(known) => body.with_known(known),
                    None => body,
                };
                answer(response, &body)
            }
        };
        response.extensions_mut().insert(id);
        response
    }
}

fn not_stored(mut response: Response) -> Response {
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The error response as a page.
fn draw(
    pages: &SharedPages,
    failed: &Response,
    address: &str,
    detail: &str,
    error_id: Option<&str>,
) -> Response {
    let status = failed.status();
    let retry_after = failed.headers().get(header::RETRY_AFTER).cloned();
    let seconds = retry_after.as_ref().and_then(|seconds| seconds.to_str().ok()?.parse().ok());
    let failure = PageFailure { status: status.as_u16(), address, detail, error_id, retry_after: seconds };
    let mut response = html_response(status, pages.failure(&failure));
    if let Some(retry_after) = retry_after {
        response.headers_mut().insert(header::RETRY_AFTER, retry_after);
    }
    not_stored(response)
}

/// Logs a failure, since the ledger may be unable to write it.
fn log(status: StatusCode, inside: &str, fault: Option<&Fault>) {
    let inside = &*lagrum_escape::start(inside, LOGGED_MAX);
    if let Some(Fault { kind, message, .. }) = fault {
        tracing::error!(
            status = status.as_u16(),
            fault.kind = kind.as_str(),
            fault.message = &*lagrum_escape::start(message, LOGGED_MAX),
            "request failed"
        );
    } else if status.is_server_error() {
        tracing::warn!(status = status.as_u16(), detail = inside, "request could not be served");
    }
}

/// The response to a request whose error response could not be sent. It gets no ledger entry of its own: the ledger has an
/// entry for the response that was not sent.
pub(crate) fn in_short(error: ApiError) -> Response {
    let detail = error.to_string();
    let is_fault = error.status().is_server_error();
    let response = error.into_response();
    if is_fault {
        answer(response, &ErrorBody::new(detail, None))
    } else {
        answer(response, &RefusalBody { detail })
    }
}

/// The error response with this body. The headers of the failed response (`Allow`, `Retry-After`, `Content-Range`) are kept.
fn answer(failed: Response, body: &impl Serialize) -> Response {
    let (mut parts, _) = failed.into_parts();
    describe(&mut parts.headers);
    // These bodies are strings, numbers and lists of them, which always serialise.
    let body = serde_json::to_vec(body).unwrap_or_default();
    Response::from_parts(parts, Body::from(body))
}

fn describe(headers: &mut HeaderMap) {
    for stale in [header::CONTENT_LENGTH, header::ETAG, header::LAST_MODIFIED, header::CONTENT_ENCODING] {
        headers.remove(stale);
    }
    headers.insert(header::CONTENT_TYPE, JSON);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
}
