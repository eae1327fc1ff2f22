//! JSON bodies of requests, read within limits and checked by hand.
//!
//! A body may be private, so no error repeats what was sent: items of a 422 have `loc`, `msg` and `type`, and no `input`.

use std::borrow::Cow;
use std::sync::LazyLock;
use std::time::Duration;

use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::header;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use jiff::civil::Date;
use serde_json::{Map, Value};

use crate::ApiError;
use crate::admission::AdmissionQueue;
use crate::error::{LocPart, OVERLOADED, ValidationError};

/// Bytes of a body.
pub(crate) const MAX_BYTES: usize = 2_000_000;

/// How long a client may take to send one.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Bodies that are received at once, which bounds the memory they take, and how many more may wait for how long.
const RECEIVED_AT_ONCE: usize = 64;
const WAITING: usize = 256;
const TIMEOUT: Duration = Duration::from_secs(1);

static QUEUE: LazyLock<AdmissionQueue> =
    LazyLock::new(|| AdmissionQueue::new(RECEIVED_AT_ONCE, WAITING, TIMEOUT, OVERLOADED));

/// Characters of a field's name that an error repeats.
const MAX_NAME: usize = 64;

/// Extractor: the JSON object that is the body of a request.
pub(crate) struct JsonObject(pub(crate) Map<String, Value>);

impl<S: Sync> FromRequest<S> for JsonObject {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let body = receive_json(request).await?.into_body();
        match serde_json::from_slice(&body) {
            Ok(Value::Object(object)) => Ok(Self(object)),
            Ok(_) => Err(invalid(vec![item("dict_type", &[], "Input should be a valid JSON object")])),
            Err(error) => {
                let column = i64::try_from(error.column()).unwrap_or(i64::MAX);
                let mut item = item("json_invalid", &[], "JSON decode error");
                item.loc.push(LocPart::Index(column));
                Err(invalid(vec![item]))
            }
        }
    }
}

/// Receives the whole body of a request that declares it as JSON: at most [`MAX_BYTES`], within [`SEND_TIMEOUT`].
pub(crate) async fn receive_json(request: Request) -> Result<http::Request<Bytes>, ApiError> {
    let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = content_type.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        return Err(ApiError::UnsupportedMediaType);
    }
    let declared = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if declared.and_then(|length| length.parse::<u64>().ok()).is_some_and(|length| length > MAX_BYTES as u64)
    {
        return Err(ApiError::BodyTooLarge);
    }
    let permit = QUEUE.admit().await?;
    let (head, body) = request.into_parts();
    let body = tokio::time::timeout(SEND_TIMEOUT, Limited::new(body, MAX_BYTES).collect()).await;
    drop(permit);
    match body {
        Ok(Ok(body)) => Ok(http::Request::from_parts(head, body.to_bytes())),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(ApiError::BodyTooLarge),
        Ok(Err(_)) => Err(ApiError::bad_request("the body ended early")),
        Err(_) => Err(ApiError::bad_request("the body took too long to arrive")),
    }
}

/// The failure of a body with these mistakes.
pub(crate) fn invalid(items: Vec<ValidationError>) -> ApiError {
    ApiError::Invalid(items)
}

/// A mistake at a place of the body.
pub(crate) fn item(code: &'static str, place: &[LocPart], message: impl Into<String>) -> ValidationError {
    let mut loc = vec![LocPart::Name("body".into())];
    loc.extend_from_slice(place);
    ValidationError { code, loc, msg: message.into(), input: None, ctx: None }
}

/// A place of a body by the name of a field. A long name is shortened, since it may be text.
pub(crate) fn field(name: &str) -> LocPart {
    LocPart::Name(Cow::Owned(name.chars().take(MAX_NAME).collect()))
}

/// The fields of an object of a body. What is wrong with them is collected.
pub(crate) struct Fields<'v> {
    object: &'v Map<String, Value>,
    place: Vec<LocPart>,
    pub(crate) mistakes: Vec<ValidationError>,
}

impl<'v> Fields<'v> {
    /// The fields of an object at `place`, of which only the `known` may be there.
    pub(crate) fn new(object: &'v Map<String, Value>, place: Vec<LocPart>, known: &[&str]) -> Self {
        let mut fields = Self { object, place, mistakes: Vec::new() };
        for name in object.keys().filter(|name| !known.contains(&name.as_str())) {
            fields.reject(name, "extra_forbidden", "Extra inputs are not permitted");
        }
        fields
    }

    pub(crate) fn reject(&mut self, name: &str, code: &'static str, message: impl Into<String>) {
        let mut place = self.place.clone();
        place.push(field(name));
        self.mistakes.push(item(code, &place, message));
    }

    /// A field that is there and not null.
    pub(crate) fn present(&self, name: &str) -> Option<&'v Value> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    pub(crate) fn string(&mut self, name: &str) -> Option<&'v str> {
        let value = self.present(name)?;
        let text = value.as_str();
        if text.is_none() {
            self.reject(name, "string_type", "Input should be a valid string");
        }
        text
    }

    pub(crate) fn boolean(&mut self, name: &str, default: bool) -> bool {
        match self.present(name) {
            None => default,
            Some(Value::Bool(value)) => *value,
            Some(_) => {
                self.reject(name, "bool_type", "Input should be a valid boolean");
                default
            }
        }
    }

    pub(crate) fn list(&mut self, name: &str) -> Option<&'v Vec<Value>> {
        let value = self.present(name)?;
        let list = value.as_array();
        if list.is_none() {
            self.reject(name, "list_type", "Input should be a valid list");
        }
        list
    }

    /// A day as `YYYY-MM-DD`.
    pub(crate) fn date(&mut self, name: &str) -> Option<Date> {
        let text = self.string(name)?;
        let date = (text.len() == 10).then(|| text.parse().ok()).flatten();
        if date.is_none() {
            self.reject(name, "date_parsing", "Input should be a valid date, as 2026-11-22");
        }
        date
    }
}
