//! Types of arguments that carry their own limits: what a schema promises is what is accepted.

use std::borrow::Cow;
use std::ops::Deref;

use jiff::civil::Date;
use lagrum_answers::SourceName;
use rmcp::schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde_json::{Map, Value};

/// Characters of a message about an argument: it may quote what was sent.
const MAX_MESSAGE: usize = 500;

/// Parses the arguments of a tool. The message of a failure begins with the argument at fault.
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

/// Characters of a text in an answer.
pub(crate) type MaxChars = Count<1, 200_000, 20_000>;

impl<const MIN: u64, const MAX: u64, const DEFAULT: u64> Count<MIN, MAX, DEFAULT> {
    pub(crate) fn get(self) -> u64 {
        self.0
    }

    pub(crate) fn as_usize(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl<const MIN: u64, const MAX: u64, const DEFAULT: u64> Default for Count<MIN, MAX, DEFAULT> {
    fn default() -> Self {
        Self(DEFAULT)
    }
}

impl<'de, const MIN: u64, const MAX: u64, const DEFAULT: u64> Deserialize<'de> for Count<MIN, MAX, DEFAULT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Null stands for an argument that is left out: some clients send every one.
        let Some(number) = Option::<u64>::deserialize(deserializer)? else { return Ok(Self::default()) };
        if (MIN..=MAX).contains(&number) {
            Ok(Self(number))
        } else {
            Err(D::Error::custom(format!("must be a whole number from {MIN} to {MAX}")))
        }
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
pub(crate) type Uri = Text<2048>;

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

/// The name of a source in an argument, as a question takes it.
pub(crate) fn source_name(name: Option<Name>) -> Option<SourceName> {
    name.map(|name| SourceName::from(name.into_inner()))
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
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
            (json!({ "text": "a", "limit": -1 }), "limit: invalid value"),
            (json!({ "text": "a", "limit": 1.5 }), "limit: invalid type"),
            (json!({ "text": "a", "other": 1 }), "unknown field `other`"),
            (json!({}), "missing field `text`"),
        ] {
            let error = parsed(value.clone()).unwrap_err();
            assert!(error.contains(message), "{value}: {error}");
        }
    }

    #[test]
    fn a_long_message_is_cut() {
        let name = "x".repeat(10_000);
        assert_eq!(parsed(json!({ "text": "a", name: 1 })).unwrap_err().chars().count(), MAX_MESSAGE);
    }
}
