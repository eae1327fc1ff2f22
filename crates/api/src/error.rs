//! Every way a request can fail, and the status of each.
//!
//! The set is closed: an endpoint returns one of these, and writes neither status nor body itself. A failure whose cause is
//! private to the server has two messages: `detail` is sent to the client, `cause` is written to the error ledger only.
//!
//! An `ApiError` becomes a response with status and headers but without a body. The body of a 404 or a 5xx names a ledger
//! entry, which describes the request, and only `middleware/error_responses.rs` knows the request.

use std::borrow::Cow;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use lagrum_answers::{
    AnswerError, COMPOSED_FORMS, Fault, KnownOfDay, NotFound, PlaceWithoutText, ProvisionCounts,
};
use lagrum_cancel::Cancelled;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// The message for a request that an overloaded server rejects.
pub(crate) const OVERLOADED: &str = "the server is overloaded: try again in a moment";

/// Why a request fails.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// 422: parameters that do not fit their declaration, or break a rule across parameters. At least one item.
    #[error("{} invalid parameters", .0.len())]
    Invalid(Vec<ValidationError>),
    /// 400: well-formed parameters whose content is malformed.
    #[error("{0}")]
    BadRequest(Cow<'static, str>),
    /// 403: the answer exists, but not for this caller.
    #[error("{0}")]
    Forbidden(Cow<'static, str>),
    /// 404: nothing has the name that was asked for, or no text of the day is held.
    #[error("{}", .0.detail)]
    NotFound(Box<NotFound>),
    /// 405: the path exists, the method does not.
    #[error("Method Not Allowed")]
    MethodNotAllowed {
        /// The methods it has.
        allow: &'static str,
    },
    /// 410: what is asked for existed earlier.
    #[error("{0}")]
    Gone(Cow<'static, str>),
    /// 413: a body of more bytes than the limit.
    #[error("the body has more than {most} bytes")]
    BodyTooLarge {
        /// The limit in bytes.
        most: usize,
    },
    /// 415: a body of another type than the one that is read.
    #[error("the body must be {expected}")]
    UnsupportedMediaType {
        /// The media type that is read.
        expected: &'static str,
    },
    /// 406: the client accepts only forms that the text has not.
    #[error("{0}")]
    NotAcceptable(Cow<'static, str>),
    /// 412: the client's condition on the representation does not hold.
    #[error("the file is no longer the one the request was made for")]
    PreconditionFailed,
    /// 416: a byte range outside a file of `size` bytes.
    #[error("the range lies outside the file")]
    RangeNotSatisfiable {
        /// Size of the whole file in bytes.
        size: u64,
    },
    /// 429: this client has too much under way at once.
    #[error("{detail}")]
    TooManyRequests {
        /// Which limit is exceeded, for the client.
        detail: Cow<'static, str>,
        /// Seconds after which to try again.
        retry_after: u32,
    },
    /// 503: something needed is missing, loading or overloaded.
    #[error("{detail}")]
    Unavailable {
        /// The message for the client.
        detail: Cow<'static, str>,
        /// Seconds after which to try again.
        retry_after: Option<u32>,
        /// The cause, which is written to the ledger and not sent.
        cause: Option<String>,
    },
    /// 500: a fault of the server. The client gets no details.
    #[error("Internal Server Error")]
    Internal(Fault),
}

impl ApiError {
    /// 404 with this message; it should name the value that was not found.
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::NotFound(Box::new(detail.into().into()))
    }

    /// 400 with this message.
    pub fn bad_request(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::BadRequest(detail.into())
    }

    /// 403 with this message.
    pub fn forbidden(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::Forbidden(detail.into())
    }

    /// 503 with this message, without a `Retry-After`.
    pub fn unavailable(detail: impl Into<Cow<'static, str>>) -> Self {
        Self::Unavailable { detail: detail.into(), retry_after: None, cause: None }
    }

    /// 503 with this message and a `Retry-After` of `retry_after` seconds.
    pub fn busy(detail: impl Into<Cow<'static, str>>, retry_after: u32) -> Self {
        Self::Unavailable { detail: detail.into(), retry_after: Some(retry_after), cause: None }
    }

    /// 429 with this message and a `Retry-After` of `retry_after` seconds.
    pub fn too_many(detail: impl Into<Cow<'static, str>>, retry_after: u32) -> Self {
        Self::TooManyRequests { detail: detail.into(), retry_after }
    }

    /// 503 with this message for the client, and the underlying error for the ledger.
    pub fn unavailable_because(detail: impl Into<Cow<'static, str>>, cause: &dyn std::error::Error) -> Self {
        Self::Unavailable { detail: detail.into(), retry_after: None, cause: Some(cause.to_string()) }
    }

    /// 500 from an error that no client can avoid.
    pub fn internal<E: std::error::Error>(error: &E) -> Self {
        Self::Internal(Fault::from_error(error))
    }

    /// 500 from an invariant of the program that does not hold.
    pub fn broken(message: impl Into<String>) -> Self {
        Self::Internal(Fault::broken_invariant(message))
    }

    /// The status of the answer: always 4xx or 5xx.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::Forbidden(_) => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Self::Gone(_) => StatusCode::GONE,
            Self::BodyTooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType { .. } => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::NotAcceptable(_) => StatusCode::NOT_ACCEPTABLE,
            Self::PreconditionFailed => StatusCode::PRECONDITION_FAILED,
            Self::RangeNotSatisfiable { .. } => StatusCode::RANGE_NOT_SATISFIABLE,
            Self::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable { .. } => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The `detail` of the ledger entry: the client's message, and the cause if there is one.
    pub(crate) fn inside(&self) -> String {
        match self {
            Self::Unavailable { detail, cause: Some(cause), .. } => format!("{detail}: {cause}"),
            other => other.to_string(),
        }
    }
}

/// The request has ended, so nobody reads this response.
impl From<Cancelled> for ApiError {
    fn from(_: Cancelled) -> Self {
        Self::unavailable("the request ended before its answer")
    }
}

/// The only place where errors of the crate `answers` get a status.
impl From<AnswerError> for ApiError {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::NotFound(missing) => Self::NotFound(missing),
            AnswerError::Gone(detail) => Self::Gone(detail.into()),
            AnswerError::Invalid { parameter, input, message } => {
                Self::Invalid(vec![ValidationError::query(
                    "value_error",
                    parameter,
                    input.as_deref(),
                    message,
                )])
            }
            AnswerError::Malformed(detail) => Self::bad_request(detail),
            AnswerError::Loading { part, retry_after } => Self::busy(part.to_string(), retry_after),
            AnswerError::Overloaded => Self::busy(OVERLOADED, 1),
            AnswerError::Unavailable { message, cause } => {
                Self::Unavailable { detail: message.into(), retry_after: None, cause }
            }
            AnswerError::Cancelled => Cancelled.into(),
            AnswerError::Internal(fault) => Self::Internal(fault),
        }
    }
}

/// Carries the failure from the code that found it to the middleware that writes the body.
#[derive(Clone)]
pub(crate) struct Failure(pub(crate) Arc<ApiError>);

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        let headers = response.headers_mut();
        match &self {
            Self::MethodNotAllowed { allow } => {
                headers.insert(header::ALLOW, HeaderValue::from_static(allow));
            }
            Self::TooManyRequests { retry_after: seconds, .. }
            | Self::Unavailable { retry_after: Some(seconds), .. } => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from(*seconds));
            }
            Self::RangeNotSatisfiable { size } => {
                if let Ok(value) = HeaderValue::try_from(format!("bytes */{size}")) {
                    headers.insert(header::CONTENT_RANGE, value);
                }
            }
            _ => {}
        }
        response.extensions_mut().insert(Failure(Arc::new(self)));
        response
    }
}

/// The body of a 422.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct HTTPValidationError {
    /// Every parameter that failed, in the order the endpoint declares them.
    pub detail: Vec<ValidationError>,
}

/// One failing parameter.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct ValidationError {
    /// Machine code of the rule that was broken.
    #[serde(rename = "type")]
    pub code: &'static str,
    /// Where the value was sent: `["query", name]`, or `["body", …]`.
    pub loc: Vec<LocPart>,
    /// What is wrong, for people.
    pub msg: String,
    /// The value of a parameter as it was sent; null for a missing one. Absent for a body, which may be private.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub input: Option<Option<String>>,
    /// The bound or pattern that was broken; absent for rules without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object)]
    pub ctx: Option<Map<String, Value>>,
}

/// A part of the location of a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum LocPart {
    /// A name.
    Name(Cow<'static, str>),
    /// A position in a list.
    Index(i64),
}

impl ValidationError {
    /// An item for the query parameter `name`, without context.
    pub fn query(
        code: &'static str,
        name: impl Into<Cow<'static, str>>,
        input: Option<&str>,
        msg: impl Into<String>,
    ) -> Self {
        let loc = vec![LocPart::Name("query".into()), LocPart::Name(name.into())];
        Self { code, loc, msg: msg.into(), input: Some(input.map(str::to_owned)), ctx: None }
    }

    /// The same item with one entry of context.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.ctx.get_or_insert_default().insert(key.to_owned(), value.into());
        self
    }
}

/// The body of a failure that is neither 404 nor 422 nor 5xx.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Refusal)]
pub struct RefusalBody {
    /// What went wrong, for people.
    pub detail: String,
}

/// The body of a 404 and of every 5xx. Other failures carry `detail` alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ErrorBody {
    /// What went wrong, for people.
    pub detail: String,
    /// Names the entry of the error ledger; null when it could not be written.
    #[schema(required)]
    pub error_id: Option<String>,
    /// Of a whole act on a day of which no text of it is held: whether other forms have a text that is put together of the
    /// provisions that are known for the day. Otherwise absent, as are the two fields after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub composed: Option<bool>,
    /// Those forms: `md` of `/document`, `pdf`, and `page`, the page of the act with `datum`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub forms: Option<Vec<String>>,
    /// How many of the provisions that existed on the day are known, and how well.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub provisions: Option<ProvisionCounts>,
    /// Of a provision of which no text is held for a day: what it is on that day, and the days of which one is. Otherwise
    /// absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub place: Option<PlaceWithoutText>,
}

impl ErrorBody {
    /// A body with the entry of the error ledger.
    pub fn new(detail: String, error_id: Option<String>) -> Self {
        Self { detail, error_id, composed: None, forms: None, provisions: None, place: None }
    }

    /// Adds what is known of a day of which no text is held.
    #[must_use]
    pub fn with_known(self, known: &KnownOfDay) -> Self {
        match known {
            KnownOfDay::Act { composed, provisions } => {
                let forms = COMPOSED_FORMS.iter().filter(|_| *composed);
                Self {
                    composed: Some(*composed),
                    forms: Some(forms.map(|form| (*form).to_owned()).collect()),
                    provisions: Some(*provisions),
                    ..self
                }
            }
            KnownOfDay::Place(place) => Self { place: Some((**place).clone()), ..self },
        }
    }
}
