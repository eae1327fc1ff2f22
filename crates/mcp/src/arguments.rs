//! Types of arguments that include their limits: every value that the schema allows is accepted.
//!
//! Models and hosts write arguments loosely: a number as text, an empty text for an argument that is left out, the name of an
//! unknown argument. [`tidy`] accepts what has one meaning by the schema, and notes each argument that it did not take as
//! given.

use std::borrow::Cow;
use std::ops::Deref;

use jiff::civil::Date;
use lagrum_answers::{AnswerError, ChangeKind, SourceName, check_filter};
use lagrum_snapshot::Snapshot;
use rmcp::schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde_json::{Map, Value};
use utoipa::PartialSchema;

/// Maximum number of characters of a message about an argument, which may quote what was sent.
const MAX_MESSAGE: usize = 500;

/// Maximum number of characters of a value that a message repeats.
pub(crate) const MAX_GIVEN: usize = 60;

/// Maximum number of unknown names that a note quotes, and of characters of each.
const MAX_NAMES: usize = 5;
const MAX_NAME: usize = 40;

/// The arguments in the form of the schema, and a note for each argument that was not taken as given.
pub(crate) fn tidy(
    schema: &Map<String, Value>,
    arguments: Map<String, Value>,
) -> (Map<String, Value>, Vec<String>) {
    let nothing = Map::new();
    let fields = schema.get("properties").and_then(Value::as_object).unwrap_or(&nothing);
    let required = schema.get("required").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let (mut tidied, mut unknown, mut notes) = (Map::new(), Vec::new(), Vec::new());
    for (name, value) in arguments {
        let Some(field) = fields.get(&name) else {
            unknown.push(name);
            continue;
        };
        let is_left_out = match value.as_str() {
            Some("null") => !required.iter().any(|required| *required == name),
            text => text == Some("") || value.is_null(),
        };
        if is_left_out {
            continue;
        }
        let value = match field_type(field) {
            Some("integer") => whole_number(field, &name, value, &mut notes),
            Some("boolean") => match value.as_str() {
                Some("true") => Value::Bool(true),
                Some("false") => Value::Bool(false),
                _ => value,
            },
            _ => value,
        };
        tidied.insert(name, value);
    }
    if !unknown.is_empty() {
        let shown =
            unknown.iter().take(MAX_NAMES).map(|name| name.chars().take(MAX_NAME).collect::<String>());
        let names = shown.collect::<Vec<_>>().join(", ");
        let known = fields.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let known = if known.is_empty() { "none".to_owned() } else { known };
        notes.push(format!(
            "Ignored, as this tool has no argument of the name: {names}. Its arguments: {known}."
        ));
    }
    (tidied, notes)
}

/// The type of an argument, beside null.
fn field_type(field: &Value) -> Option<&str> {
    match field.get("type")? {
        Value::String(name) => Some(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).find(|name| *name != "null"),
        _ => None,
    }
}

/// A whole number, also one that is written as text or with the fraction 0, reduced to the maximum. Any other value is
/// unchanged.
fn whole_number(field: &Value, name: &str, value: Value, notes: &mut Vec<String>) -> Value {
    let number = match &value {
        Value::String(text) => text.trim().parse::<f64>().ok(),
        value => value.as_f64(),
    };
    let Some(number) = number.filter(|number| number.is_finite() && number.fract() == 0.0) else {
        return value;
    };
    match field.get("maximum").and_then(Value::as_u64) {
        Some(maximum) if number > maximum as f64 => {
            notes.push(format!("{name}: above the maximum, so {maximum} was used."));
            maximum.into()
        }
        // A negative number stays negative, so that the type rejects it; a number within the maximum is exact.
        _ => (number.max(-1.0) as i64).into(),
    }
}

/// Parses the arguments of a tool. The message of a failure begins with the invalid argument.
pub(crate) fn parse<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, String> {
    serde_path_to_error::deserialize(Value::Object(arguments)).map_err(|error| {
        let at = error.path().to_string();
        let problem = error.into_inner().to_string();
        let message = if at == "." { problem } else { format!("{at}: {problem}") };
        message.chars().take(MAX_MESSAGE).collect()
    })
}

/// A whole number from `MIN` to `MAX`; `DEFAULT` when left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count<const MIN: u64, const MAX: u64, const DEFAULT: u64>(u64);

/// How many rows or characters to skip.
pub(crate) type Skip = Count<0, 10_000_000, 0>;

/// Maximum number of characters of a text in an answer.
pub(crate) type MaxChars = Count<1, 200_000, 20_000>;

/// Maximum number of characters of a fetched text: hosts of `fetch` read no further.
pub(crate) type MaxFetched = Count<1, 200_000, 200_000>;

impl<const MIN: u64, const MAX: u64, const DEFAULT: u64> Count<MIN, MAX, DEFAULT> {
    pub(crate) fn get(self) -> u64 {
        self.0
    }

    pub(crate) fn as_usize(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }

    /// The maximum that is accepted.
    pub(crate) fn maximum() -> usize {
        usize::try_from(MAX).unwrap_or(usize::MAX)
    }
}

impl<const MIN: u64, const MAX: u64, const DEFAULT: u64> Default for Count<MIN, MAX, DEFAULT> {
    fn default() -> Self {
        Self(DEFAULT)
    }
}

impl<'de, const MIN: u64, const MAX: u64, const DEFAULT: u64> Deserialize<'de> for Count<MIN, MAX, DEFAULT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Null counts as left out: some clients send every argument.
        let Some(given) = Option::<Value>::deserialize(deserializer)? else { return Ok(Self::default()) };
        let number = given.as_u64().filter(|number| (MIN..=MAX).contains(number));
        number.map(Self).ok_or_else(|| {
            let given: String = given.to_string().chars().take(MAX_GIVEN).collect();
            D::Error::custom(format!("must be a whole number from {MIN} to {MAX}, not {given}"))
        })
    }
}

impl<const MIN: u64, const MAX: u64, const DEFAULT: u64> JsonSchema for Count<MIN, MAX, DEFAULT> {
    fn schema_name() -> Cow<'static, str> {
        format!("Count{MIN}To{MAX}").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "null"], "minimum": MIN, "maximum": MAX, "default": DEFAULT })
    }
}

/// A text of 1 to `MAX` characters.
#[derive(Clone, Debug)]
pub(crate) struct Text<const MAX: usize>(String);

/// The uri of a document or of a place in one.
#[derive(Clone, Debug)]
pub(crate) struct Uri(Text<2048>);

impl Uri {
    pub(crate) fn into_inner(self) -> String {
        self.0.into_inner()
    }
}

impl Deref for Uri {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Uri {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Text::deserialize(deserializer)?;
        if !text.contains("://") {
            let given: String = text.chars().take(MAX_GIVEN).collect();
            return Err(D::Error::custom(format!(
                "must be a uri from an answer, not {given:?}: resolve_citation finds the uri that a citation names, search that of words"
            )));
        }
        Ok(Self(text))
    }
}

impl JsonSchema for Uri {
    fn schema_name() -> Cow<'static, str> {
        "Uri".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Text::<2048>::json_schema(generator)
    }
}

/// The name of a source, a kind or a lydelse.
pub(crate) type Name = Text<100>;

impl<const MAX: usize> Text<MAX> {
    pub(crate) fn into_inner(self) -> String {
        self.0
    }
}

impl<const MAX: usize> Deref for Text<MAX> {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de, const MAX: usize> Deserialize<'de> for Text<MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.is_empty() {
            return Err(D::Error::custom("must not be empty"));
        }
        if text.chars().nth(MAX).is_some() {
            return Err(D::Error::custom(format!("must have at most {MAX} characters")));
        }
        Ok(Self(text))
    }
}

impl<const MAX: usize> JsonSchema for Text<MAX> {
    fn schema_name() -> Cow<'static, str> {
        format!("Text{MAX}").into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1, "maxLength": MAX })
    }
}

/// The source and the kind of a question. Fails with a list of the existing names if one is unknown.
pub(crate) fn source_and_kind(
    snapshot: &Snapshot,
    source: Option<Name>,
    kind: Option<Name>,
) -> Result<(Option<SourceName>, Option<String>), AnswerError> {
    let source = source.map(|name| SourceName::from(name.into_inner()));
    let kind = kind.map(Name::into_inner);
    check_filter(snapshot, source.as_ref(), kind.as_deref())?;
    Ok((source, kind))
}

/// A day, as `YYYY-MM-DD`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Day(pub(crate) Date);

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let day = (text.len() == 10).then(|| text.parse().ok()).flatten();
        day.map(Self).ok_or_else(|| D::Error::custom("must be a day as YYYY-MM-DD, such as 2020-01-31"))
    }
}

impl JsonSchema for Day {
    fn schema_name() -> Cow<'static, str> {
        "Day".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" })
    }
}

/// A kind of change, by its name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChangeName(pub(crate) ChangeKind);

impl<'de> Deserialize<'de> for ChangeName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        ChangeKind::from_name(&name).map(Self).ok_or_else(|| {
            let names = ChangeKind::ALL.map(ChangeKind::name).join(", ");
            D::Error::custom(format!("must be one of {names}"))
        })
    }
}

impl JsonSchema for ChangeName {
    fn schema_name() -> Cow<'static, str> {
        "ChangeName".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": ChangeKind::ALL.map(ChangeKind::name) })
    }
}

/// The schema of an argument that is one of the names of `T`, as the API describes them.
pub(crate) fn one_of<T: PartialSchema>(_: &mut SchemaGenerator) -> Schema {
    // A schema of the API is an object, which is also a valid JSON Schema.
    let described = serde_json::to_value(T::schema()).ok();
    described.and_then(|schema| Schema::try_from(schema).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[allow(dead_code, reason = "fields that are only parsed")]
    struct Sample {
        #[serde(default)]
        limit: Count<1, 50, 10>,
        text: Text<3>,
        #[serde(default)]
        day: Option<Day>,
    }

    #[expect(clippy::needless_pass_by_value, reason = "tests give it values that they make")]
    fn parsed(value: Value) -> Result<Sample, String> {
        parse(value.as_object().unwrap().clone())
    }

    #[test]
    fn limits_hold_to_the_last_number() {
        assert_eq!(parsed(json!({ "text": "å" })).unwrap().limit.get(), 10);
        assert_eq!(parsed(json!({ "text": "åäö", "limit": 50 })).unwrap().limit.get(), 50);
        assert_eq!(parsed(json!({ "text": "a", "limit": null })).unwrap().limit.get(), 10);
        for (value, message) in [
            (json!({ "text": "a", "limit": 0 }), "limit: must be a whole number from 1 to 50"),
            (json!({ "text": "a", "limit": 51 }), "limit: must be a whole number from 1 to 50"),
            (json!({ "text": "åäöa" }), "text: must have at most 3 characters"),
            (json!({ "text": "" }), "text: must not be empty"),
            (json!({ "text": "a", "day": "2020-02-30" }), "day: must be a day"),
            (json!({ "text": "a", "day": "20200230" }), "day: must be a day"),
            (json!({ "text": "a", "limit": -1 }), "limit: must be a whole number from 1 to 50, not -1"),
            (json!({ "text": "a", "limit": 1.5 }), "limit: must be a whole number from 1 to 50, not 1.5"),
            (
                json!({ "text": "a", "limit": "tio" }),
                "limit: must be a whole number from 1 to 50, not \"tio\"",
            ),
            (json!({}), "missing field `text`"),
        ] {
            let error = parsed(value.clone()).unwrap_err();
            assert!(error.contains(message), "{value}: {error}");
        }
    }

    #[test]
    fn a_long_message_is_cut() {
        let day = "x".repeat(10_000);
        assert!(parsed(json!({ "text": "a", "limit": day })).unwrap_err().chars().count() <= MAX_MESSAGE);
    }

    #[test]
    fn what_has_one_meaning_is_read() {
        let schema = json!({
            "properties": {
                "text": { "type": "string" },
                "limit": { "type": ["integer", "null"], "minimum": 1, "maximum": 50 },
                "exact": { "type": "boolean" },
                "kind": { "type": ["string", "null"] }
            },
            "required": ["text"]
        });
        let schema = schema.as_object().unwrap();
        for (given, expected) in [
            (json!({ "limit": "5" }), json!({ "limit": 5 })),
            (json!({ "limit": " 5 " }), json!({ "limit": 5 })),
            (json!({ "limit": 5.0 }), json!({ "limit": 5 })),
            (json!({ "limit": "5.0" }), json!({ "limit": 5 })),
            (json!({ "limit": 50 }), json!({ "limit": 50 })),
            (json!({ "limit": 5.5 }), json!({ "limit": 5.5 })),
            (json!({ "limit": "many" }), json!({ "limit": "many" })),
            (json!({ "limit": -3.0 }), json!({ "limit": -1 })),
            (json!({ "limit": 0 }), json!({ "limit": 0 })),
            (json!({ "limit": "" }), json!({})),
            (json!({ "limit": "null" }), json!({})),
            (json!({ "kind": "null", "exact": null }), json!({})),
            (json!({ "kind": "", "text": "" }), json!({})),
            (json!({ "kind": "5", "exact": "true" }), json!({ "kind": "5", "exact": true })),
            // The word `null` as a value.
            (json!({ "text": "null" }), json!({ "text": "null" })),
        ] {
            let (tidied, notes) = tidy(schema, given.as_object().unwrap().clone());
            assert_eq!(Value::Object(tidied), expected, "{given}");
            assert!(notes.is_empty(), "{notes:?}");
        }
    }

    #[test]
    fn what_is_not_taken_as_it_stands_is_noted() {
        let schema = json!({ "properties": { "limit": { "type": "integer", "maximum": 50 } } });
        let schema = schema.as_object().unwrap();
        for (given, expected, note) in [
            (json!({ "limit": 51 }), json!({ "limit": 50 }), "limit: above the maximum, so 50 was used"),
            (json!({ "limit": "1e30" }), json!({ "limit": 50 }), "limit: above"),
            (json!({ "size": 3, "limit": 2 }), json!({ "limit": 2 }), "size. Its arguments: limit"),
        ] {
            let (tidied, notes) = tidy(schema, given.as_object().unwrap().clone());
            assert_eq!(Value::Object(tidied), expected, "{given}");
            assert!(notes[0].contains(note), "{notes:?}");
        }
        let many: Map<String, Value> = (0..1000).map(|n| (format!("{n:0>1000}"), json!(n))).collect();
        let note = tidy(schema, many).1.concat();
        assert!(note.chars().count() < 500, "{note}");
    }
}
