//! The values a single parameter takes.

use regex_lite::Regex;
use serde_json::Value;

use crate::error::ValidationError;

/// The words for true and false, in any case.
const YES: [&str; 6] = ["true", "1", "on", "yes", "y", "t"];
const NO: [&str; 6] = ["false", "0", "off", "no", "n", "f"];

/// The rules of a JSON schema that are enforced here, and the entries that state no rule.
const ENFORCED: [&str; 7] = ["type", "minimum", "maximum", "minLength", "maxLength", "pattern", "enum"];
const SILENT: [&str; 6] = ["default", "description", "title", "format", "example", "examples"];

/// The values a parameter takes.
#[derive(Debug)]
pub(super) enum Kind {
    Integer {
        minimum: Option<i64>,
        maximum: Option<i64>,
    },
    Boolean,
    /// A text with a length in characters, matching a pattern.
    Text {
        min_length: Option<u64>,
        max_length: Option<u64>,
        pattern: Option<Regex>,
    },
    /// One of these texts.
    Enumeration(Vec<String>),
}

impl Kind {
    /// Reads the JSON schema of one parameter. Fails on a rule that cannot be enforced.
    pub(super) fn read(schema: &Value) -> Result<Self, String> {
        let rules = schema.as_object().ok_or("has no schema")?;
        let known = |rule: &&String| ENFORCED.contains(&rule.as_str()) || SILENT.contains(&rule.as_str());
        if let Some(rule) = rules.keys().find(|rule| !known(rule)) {
            return Err(format!("the rule `{rule}` is not enforced"));
        }
        let bound = |name: &str| match rules.get(name) {
            None => Ok(None),
            Some(bound) => bound.as_i64().map(Some).ok_or(format!("`{name}` is no integer")),
        };
        let length = |name: &str| rules.get(name).and_then(Value::as_u64);
        match type_name(rules.get("type")) {
            Some("integer") => Ok(Self::Integer { minimum: bound("minimum")?, maximum: bound("maximum")? }),
            Some("boolean") => Ok(Self::Boolean),
            Some("string") => match rules.get("enum").and_then(Value::as_array) {
                Some(words) => {
                    Ok(Self::Enumeration(words.iter().filter_map(Value::as_str).map(str::to_owned).collect()))
                }
                None => Ok(Self::Text {
                    min_length: length("minLength"),
                    max_length: length("maxLength"),
                    pattern: pattern(rules.get("pattern"))?,
                }),
            },
            _ => Err("is neither integer, boolean nor string".to_owned()),
        }
    }

    /// Whether every text is a valid value; the empty text then counts as no value.
    pub(super) fn takes_any_text(&self) -> bool {
        matches!(self, Self::Text { min_length: None, pattern: None, .. })
    }

    /// The value of a text, or the mistake in it.
    pub(super) fn check(&self, name: &str, text: &str) -> Result<Value, ValidationError> {
        let wrong = |code, msg: String| ValidationError::query(code, name.to_owned(), Some(text), msg);
        match self {
            Self::Integer { minimum, maximum } => {
                let number = integer(text);
                match (number, minimum, maximum) {
                    (Integer::Is(n), Some(least), _) if n < *least => Err(too_small(wrong, *least)),
                    (Integer::TooSmall, Some(least), _) => Err(too_small(wrong, *least)),
                    (Integer::Is(n), _, Some(most)) if n > *most => Err(too_large(wrong, *most)),
                    (Integer::TooLarge, _, Some(most)) => Err(too_large(wrong, *most)),
                    (Integer::Is(n), _, _) => Ok(n.into()),
                    _ => Err(wrong("int_parsing", "Input should be a valid integer".into())),
                }
            }
            Self::Boolean => {
                let is_one_of = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
                if is_one_of(&YES) {
                    Ok(true.into())
                } else if is_one_of(&NO) {
                    Ok(false.into())
                } else {
                    Err(wrong("bool_parsing", "Input should be a valid boolean".into()))
                }
            }
            Self::Text { min_length, max_length, pattern } => {
                let length = text.chars().count() as u64;
                if let Some(least) = min_length.filter(|least| length < *least) {
                    let msg = format!("String should have at least {least} characters");
                    return Err(wrong("string_too_short", msg).with("min_length", least));
                }
                if let Some(most) = max_length.filter(|most| length > *most) {
                    let msg = format!("String should have at most {most} characters");
                    return Err(wrong("string_too_long", msg).with("max_length", most));
                }
                match pattern {
                    Some(pattern) if !pattern.is_match(text) => {
                        let msg = format!("String should match pattern '{pattern}'");
                        Err(wrong("string_pattern_mismatch", msg).with("pattern", pattern.as_str()))
                    }
                    _ => Ok(text.into()),
                }
            }
            Self::Enumeration(words) if words.iter().any(|word| word == text) => Ok(text.into()),
            Self::Enumeration(words) => {
                let expected = alternatives(words);
                Err(wrong("literal_error", format!("Input should be {expected}")).with("expected", expected))
            }
        }
    }
}

fn too_small(wrong: impl FnOnce(&'static str, String) -> ValidationError, least: i64) -> ValidationError {
    wrong("greater_than_equal", format!("Input should be greater than or equal to {least}")).with("ge", least)
}

fn too_large(wrong: impl FnOnce(&'static str, String) -> ValidationError, most: i64) -> ValidationError {
    wrong("less_than_equal", format!("Input should be less than or equal to {most}")).with("le", most)
}

/// The type of a schema that has one type, beside null.
fn type_name(published: Option<&Value>) -> Option<&str> {
    match published? {
        Value::String(name) => Some(name),
        Value::Array(names) => {
            let mut names = names.iter().filter_map(Value::as_str).filter(|name| *name != "null");
            names.next().filter(|_| names.next().is_none())
        }
        _ => None,
    }
}

fn pattern(published: Option<&Value>) -> Result<Option<Regex>, String> {
    let Some(text) = published.and_then(Value::as_str) else { return Ok(None) };
    Regex::new(text).map(Some).map_err(|error| error.to_string())
}

enum Integer {
    Is(i64),
    /// An integer below or above the range of the type.
    TooSmall,
    TooLarge,
    Not,
}

/// An optional sign and ASCII digits, blanks around them allowed.
fn integer(text: &str) -> Integer {
    let text = text.trim();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Integer::Not;
    }
    match text.parse() {
        Ok(number) => Integer::Is(number),
        Err(_) if text.starts_with('-') => Integer::TooSmall,
        Err(_) => Integer::TooLarge,
    }
}

/// `'a', 'b' or 'c'`
fn alternatives(words: &[String]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("'{word}'")).collect();
    match quoted.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => quoted.concat(),
    }
}
