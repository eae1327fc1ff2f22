//! Bodies of requests: received within limits. Those that are JSON are parsed here, on threads for blocking work.
//!
//! * **Receiving.** A body of up to [`SMALL`] bytes needs no permit: the number of connections limits how many there are, so a
//!   body that is announced and never sent blocks no others. A larger body takes its bytes from one budget for all bodies as
//!   soon as more than [`SMALL`] bytes have arrived, and keeps them until its question has been answered.
//! * **Reading.** A body is parsed on a thread for blocking work, together with its answer. Only the positions of known fields
//!   in the text are kept ([`Fields`]); everything else is skipped, and no tree of the whole is built. So memory is
//!   proportional to what is kept, not to the nesting.
//! * **Mistakes.** A body may be private, so no error repeats what was sent: items of a 422 have `loc`, `msg` and `type`, and
//!   no `input`. At most [`MAX_MISTAKES`] are listed.

use std::borrow::Cow;
use std::fmt::{Formatter, Result as FormatResult};
use std::sync::LazyLock;
use std::time::Duration;

use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::header;
use http_body_util::BodyExt;
use jiff::civil::Date;
use lagrum_answers::AnswerError;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::ApiError;
use crate::admission::{AdmissionQueue, Permit};
use crate::blocking::{blocking, comparing};
use crate::error::{LocPart, OVERLOADED, ValidationError};

/// Maximum number of bytes of a body.
pub(crate) const MAX_BYTES: usize = 2_000_000;

/// How long a client may take to send a body.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum number of bytes of a body that needs no permit.
const SMALL: usize = 64 << 10;

/// Bytes of all larger bodies that are being received, parsed or answered; how many more may wait; and for how long.
const BUDGET: usize = 64 << 20;
const WAITING: usize = 256;
const TIMEOUT: Duration = Duration::from_secs(1);

static QUEUE: LazyLock<AdmissionQueue> =
    LazyLock::new(|| AdmissionQueue::new(BUDGET, WAITING, TIMEOUT, OVERLOADED));

/// Maximum number of characters of a field's name that an error repeats.
const MAX_NAME: usize = 64;

/// Maximum number of mistakes that an error lists.
pub(crate) const MAX_MISTAKES: usize = 20;

/// Extractor: the JSON body of a request, not parsed yet.
pub(crate) struct JsonBody(Received);

/// The bytes of a body, and the permit for them.
pub(crate) struct Received {
    pub(crate) bytes: Bytes,
    pub(crate) permit: Option<Permit>,
}

impl<S: Sync> FromRequest<S> for JsonBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        Ok(Self(receive_json(request, MAX_BYTES).await?.1))
    }
}

impl JsonBody {
    /// Receives a body of at most `most` bytes.
    pub(crate) async fn receive(request: Request, most: usize) -> Result<Self, ApiError> {
        Ok(Self(receive_json(request, most).await?.1))
    }

    /// Parses the body as a question and answers it, on a thread for blocking work. A question that takes long is answered in the
    /// queue of those.
    pub(crate) async fn answer<Q: Send + 'static, T: Send + 'static>(
        self,
        read: impl FnOnce(Fields<'_>) -> Result<Q, ApiError> + Send + 'static,
        takes_long: impl FnOnce(&Q) -> bool + Send + 'static,
        answer: impl FnOnce(Q) -> Result<T, AnswerError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let parsed = blocking(move || {
            let Received { bytes, permit } = self.0;
            let question = read(Fields::of_body(&bytes)?)?;
            drop(bytes);
            if takes_long(&question) {
                return Ok(ParsedBody::Long { question, permit, answer });
            }
            let answered = answer(question)?;
            drop(permit);
            Ok(ParsedBody::Answered(answered))
        });
        match parsed.await? {
            ParsedBody::Answered(answered) => Ok(answered),
            ParsedBody::Long { question, permit, answer } => {
                comparing(move || {
                    let _permit = permit;
                    Ok(answer(question)?)
                })
                .await
            }
        }
    }
}

/// A body after it was parsed.
enum ParsedBody<Q, T, A> {
    Answered(T),
    /// A question that waits for its turn among those that take long, with the permit for its bytes and what answers it.
    Long {
        question: Q,
        permit: Option<Permit>,
        answer: A,
    },
}

/// Receives the whole body of a request that declares it as JSON: at most `most` bytes, within [`SEND_TIMEOUT`].
pub(crate) async fn receive_json(
    request: Request,
    most: usize,
) -> Result<(http::request::Parts, Received), ApiError> {
    let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = content_type.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        return Err(ApiError::UnsupportedMediaType { expected: "application/json" });
    }
    receive_whole(request, most).await
}

/// Receives the whole body of a request of any type: at most `most` bytes, within [`SEND_TIMEOUT`].
pub(crate) async fn receive_whole(
    request: Request,
    most: usize,
) -> Result<(http::request::Parts, Received), ApiError> {
    let declared = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let declared = declared.and_then(|length| length.parse::<usize>().ok());
    if declared.is_some_and(|length| length > most) {
        return Err(ApiError::BodyTooLarge { most });
    }
    let (head, body) = request.into_parts();
    let received = tokio::time::timeout(SEND_TIMEOUT, receive(body, declared.unwrap_or(most), most)).await;
    let received =
        received.map_err(|_| ApiError::bad_request("the body took too long to arrive")).flatten()?;
    Ok((head, received))
}

/// Receives a body of at most `most` bytes. When it is not small, a permit for `expected` bytes is taken.
async fn receive(mut body: axum::body::Body, expected: usize, most: usize) -> Result<Received, ApiError> {
    let (mut bytes, mut permit) = (Vec::new(), None);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ApiError::bad_request("the body ended early"))?;
        let Ok(data) = frame.into_data() else { continue };
        let length = bytes.len() + data.len();
        if length > most {
            return Err(ApiError::BodyTooLarge { most });
        }
        if length > SMALL && permit.is_none() {
            permit = Some(QUEUE.admit_amount(expected).await?);
            bytes.reserve_exact(expected.saturating_sub(bytes.len()));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(Received { bytes: bytes.into(), permit })
}

/// Whether a JSON text has more than `most` values. Counts separators outside strings, so it may be true of a text that is no
/// JSON.
pub(crate) fn has_more_values(json: &[u8], most: usize) -> bool {
    let (mut count, mut in_string, mut is_escaped) = (0, false, false);
    for byte in json {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = in_string,
            b'"' => in_string = !in_string,
            b',' | b'[' | b'{' if !in_string => count += 1,
            _ => {}
        }
    }
    count > most
}

/// The failure of a body with these mistakes.
pub(crate) fn invalid(items: Vec<ValidationError>) -> ApiError {
    ApiError::Invalid(items)
}

/// A mistake at a place in the body.
pub(crate) fn item(code: &'static str, place: &[LocPart], message: impl Into<String>) -> ValidationError {
    let mut loc = vec![LocPart::Name("body".into())];
    loc.extend_from_slice(place);
    ValidationError { code, loc, msg: message.into(), input: None, ctx: None }
}

/// A field of a body, as a part of a location. A long name is cut, since it may be private text.
pub(crate) fn field(name: &str) -> LocPart {
    LocPart::Name(Cow::Owned(name.chars().take(MAX_NAME).collect()))
}

/// The mistakes in a body, up to [`MAX_MISTAKES`].
#[derive(Default)]
pub(crate) struct Mistakes(Vec<ValidationError>);

impl Mistakes {
    pub(crate) fn push(&mut self, mistake: ValidationError) {
        if !self.is_full() {
            self.0.push(mistake);
        }
    }

    pub(crate) fn append(&mut self, others: Self) {
        others.0.into_iter().for_each(|mistake| self.push(mistake));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the limit is reached, so that further mistakes are not listed.
    pub(crate) fn is_full(&self) -> bool {
        self.0.len() >= MAX_MISTAKES
    }

    /// The value, if there is no mistake; else the failure with the mistakes.
    pub(crate) fn none_for<T>(self, value: T) -> Result<T, ApiError> {
        if self.is_empty() { Ok(value) } else { Err(invalid(self.0)) }
    }
}

/// The known fields of an object in a body, as JSON texts. Mistakes in them are collected.
pub(crate) struct Fields<'b> {
    /// The whole object.
    json: &'b RawValue,
    known: Vec<(&'static str, &'b RawValue)>,
    place: Vec<LocPart>,
    pub(crate) mistakes: Mistakes,
}

impl<'b> Fields<'b> {
    /// The fields of a body, which must be one object.
    fn of_body(bytes: &'b [u8]) -> Result<Self, ApiError> {
        let json: &RawValue = serde_json::from_slice(bytes).map_err(|error| {
            let column = i64::try_from(error.column()).unwrap_or(i64::MAX);
            let mut item = item("json_invalid", &[], "JSON decode error");
            item.loc.push(LocPart::Index(column));
            invalid(vec![item])
        })?;
        Ok(Self { json, known: Vec::new(), place: Vec::new(), mistakes: Mistakes::default() })
    }

    /// The fields of an object at a place in a body.
    pub(crate) fn at(json: &'b RawValue, place: Vec<LocPart>) -> Self {
        Self { json, known: Vec::new(), place, mistakes: Mistakes::default() }
    }

    /// Finds the fields with these names. Other fields are mistakes, and a value that is no object is one.
    pub(crate) fn find(&mut self, names: &'static [&'static str]) {
        let mut found = Found { names, known: Vec::new(), others: Vec::new() };
        let read = (&mut found).deserialize(&mut serde_json::Deserializer::from_str(self.json.get()));
        self.known = found.known;
        for name in found.others {
            self.reject(&name, "extra_forbidden", "Extra inputs are not permitted");
        }
        if let Err(error) = read {
            let (code, message) = match error.classify() {
                Category::Data => ("dict_type", "Input should be a valid JSON object"),
                _ => ("json_invalid", "JSON decode error"),
            };
            self.mistakes.push(item(code, &self.place, message));
        }
    }

    pub(crate) fn reject(&mut self, name: &str, code: &'static str, message: impl Into<String>) {
        let mut place = self.place.clone();
        place.push(field(name));
        self.mistakes.push(item(code, &place, message));
    }

    /// The value of a field, if it was sent and is not null.
    pub(crate) fn present(&self, name: &str) -> Option<&'b RawValue> {
        let found = self.known.iter().rev().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value).filter(|value| value.get() != "null")
    }

    pub(crate) fn string(&mut self, name: &str) -> Option<Cow<'b, str>> {
        let text = string(self.present(name)?);
        if text.is_none() {
            self.reject(name, "string_type", "Input should be a valid string");
        }
        text
    }

    /// The values of a list. Of a list with more than `most` values, the first `most + 1`.
    pub(crate) fn list(&mut self, name: &str, most: usize) -> Option<Vec<&'b RawValue>> {
        let value = self.present(name)?;
        let list =
            FirstValues(most + 1).deserialize(&mut serde_json::Deserializer::from_str(value.get())).ok();
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

/// A JSON text as a string, if it is one.
pub(crate) fn string(value: &RawValue) -> Option<Cow<'_, str>> {
    let text = value.get();
    // Most strings have no escapes: their value is the text between the quotes.
    let inside = text.strip_prefix('"')?.strip_suffix('"')?;
    if inside.contains('\\') { serde_json::from_str(text).ok().map(Cow::Owned) } else { Some(inside.into()) }
}

/// The known fields of an object, and the names of the first unknown ones.
struct Found<'b> {
    names: &'static [&'static str],
    known: Vec<(&'static str, &'b RawValue)>,
    others: Vec<String>,
}

impl<'b> DeserializeSeed<'b> for &mut Found<'b> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'b>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'b> Visitor<'b> for &mut Found<'b> {
    type Value = ();

    fn expecting(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'b>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key_seed(NameOf(self.names))? {
            match name {
                Name::Known(name) => {
                    let value = map.next_value()?;
                    match self.known.iter_mut().find(|(known, _)| *known == name) {
                        Some(known) => known.1 = value,
                        None => self.known.push((name, value)),
                    }
                }
                Name::Other(name) => {
                    map.next_value::<IgnoredAny>()?;
                    if self.others.len() < MAX_MISTAKES && !self.others.contains(&name) {
                        self.others.push(name);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The name of a field: a known one, or the beginning of an unknown one.
enum Name {
    Known(&'static str),
    Other(String),
}

struct NameOf(&'static [&'static str]);

impl<'b> DeserializeSeed<'b> for NameOf {
    type Value = Name;

    fn deserialize<D: serde::Deserializer<'b>>(self, deserializer: D) -> Result<Name, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for NameOf {
    type Value = Name;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        formatter.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Name, E> {
        let known = self.0.iter().find(|known| **known == name);
        Ok(known
            .map_or_else(|| Name::Other(name.chars().take(MAX_NAME).collect()), |known| Name::Known(known)))
    }
}

/// Deserializes the first values of a list, up to this number.
struct FirstValues(usize);

impl<'b> DeserializeSeed<'b> for FirstValues {
    type Value = Vec<&'b RawValue>;

    fn deserialize<D: serde::Deserializer<'b>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'b> Visitor<'b> for FirstValues {
    type Value = Vec<&'b RawValue>;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> FormatResult {
        formatter.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'b>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut values = Vec::new();
        while values.len() < self.0 {
            let Some(value) = list.next_element()? else { return Ok(values) };
            values.push(value);
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(json: &str, names: &'static [&'static str]) -> Result<(Vec<String>, usize), ApiError> {
        let mut fields = Fields::of_body(json.as_bytes())?;
        fields.find(names);
        let known = fields.known.iter().map(|(name, value)| format!("{name}={}", value.get())).collect();
        Ok((known, fields.mistakes.0.len()))
    }

    #[test]
    fn known_fields_are_found_and_others_are_counted_up_to_a_number() {
        for (json, known, mistakes) in [
            ("{}", &[][..], 0),
            (r#"{"a": 1, "b": [{}, "x"] }"#, &["a=1", "b=[{}, \"x\"]"], 0),
            (r#"{"a": 1, "a": 2}"#, &["a=2"], 0),
            (r#"{"\u0061": "å"}"#, &["a=\"å\""], 0),
            (r#"{"c": {"a": 1}, "c": 3, "d": 4}"#, &[], 2),
            ("[1]", &[], 1),
            ("7", &[], 1),
        ] {
            let found = fields(json, &["a", "b"]).unwrap();
            assert_eq!(found, (known.iter().map(ToString::to_string).collect(), mistakes), "{json}");
        }
        let many: Vec<String> = (0..10_000).map(|number| format!("\"x{number}\":0")).collect();
        assert_eq!(fields(&format!("{{{}}}", many.join(",")), &["a"]).unwrap().1, MAX_MISTAKES);
        for json in ["", "{", "{} x", "{\"a\": }", "{\"a\": \"\u{1}\"}"] {
            assert!(fields(json, &["a"]).is_err(), "{json}");
        }
    }

    #[test]
    fn a_field_has_its_type() {
        let json = r#"{"a": "x\ny", "b": ["1", 2, 3], "c": null, "d": "\ud800"}"#;
        let mut fields = Fields::of_body(json.as_bytes()).unwrap();
        fields.find(&["a", "b", "c", "d"]);
        assert_eq!(fields.string("a").as_deref(), Some("x\ny"));
        assert_eq!(fields.list("b", 1).unwrap().len(), 2, "one more than may be there");
        assert_eq!(fields.list("b", 9).unwrap().len(), 3);
        assert!(fields.mistakes.is_empty());
        assert!(
            fields.string("b").is_none() && fields.list("a", 1).is_none() && fields.string("d").is_none()
        );
        assert_eq!(fields.mistakes.0.len(), 3);
    }

    #[test]
    fn values_are_counted_without_a_tree() {
        for (json, count) in
            [("{}", 1), (r#"{"a": "[,{\"," }"#, 1), (r#"[{"":0},{"":0}]"#, 4), ("[1,2,3]", 3)]
        {
            assert!(
                !has_more_values(json.as_bytes(), count) && has_more_values(json.as_bytes(), count - 1),
                "{json}"
            );
        }
    }
}
