//! The declared parameters of one endpoint.
//!
//! A declaration is read in its published form, as JSON schema. A published rule that is not known here is an error: the
//! description must not promise a check that is not made.

use serde_json::{Map, Value};
use utoipa::openapi::Required;
use utoipa::openapi::path::Parameter as Published;

use super::value::Kind;
use crate::error::ValidationError;

/// All parameters of an endpoint, in the order they are declared.
#[derive(Debug)]
pub(super) struct Declared {
    parameters: Vec<Parameter>,
}

#[derive(Debug)]
struct Parameter {
    name: String,
    required: bool,
    default: Option<Value>,
    kind: Kind,
}

impl Declared {
    pub(super) fn read(published: &[Published]) -> Result<Self, String> {
        let parameters = published
            .iter()
            .map(|parameter| {
                Parameter::read(parameter).map_err(|reason| format!("{}: {reason}", parameter.name))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { parameters })
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.parameters.iter().map(|parameter| parameter.name.as_str())
    }

    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter.name == name)
    }

    /// The last value in a query string of each declared parameter. Bytes that are not UTF-8 become U+FFFD.
    pub(super) fn pick(&self, query: &str) -> Vec<Option<String>> {
        let mut sent = vec![None; self.parameters.len()];
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if let Some(at) = self.position(&name) {
                sent[at] = Some(value.into_owned());
            }
        }
        sent
    }

    /// The values of the parameters, with defaults filled in, or all mistakes.
    pub(super) fn check(&self, sent: &[Option<String>]) -> Result<Map<String, Value>, Vec<ValidationError>> {
        let mut values = Map::new();
        let mut wrong = Vec::new();
        for (parameter, sent) in self.parameters.iter().zip(sent) {
            match parameter.check(sent.as_deref()) {
                Ok(Some(value)) => {
                    values.insert(parameter.name.clone(), value);
                }
                Ok(None) => {}
                Err(item) => wrong.push(item),
            }
        }
        if wrong.is_empty() { Ok(values) } else { Err(wrong) }
    }
}

impl Parameter {
    fn read(published: &Published) -> Result<Self, String> {
        let schema = serde_json::to_value(&published.schema).map_err(|error| error.to_string())?;
        let schema = not_null(&schema);
        let default = schema.get("default").cloned();
        Ok(Self {
            name: published.name.clone(),
            required: published.required == Required::True && default.is_none(),
            default,
            kind: Kind::read(schema)?,
        })
    }

    fn check(&self, sent: Option<&str>) -> Result<Option<Value>, ValidationError> {
        match sent {
            Some("") if !self.required && self.kind.takes_any_text() => Ok(self.default.clone()),
            Some(text) => self.kind.check(&self.name, text).map(Some),
            None if self.required => {
                Err(ValidationError::query("missing", self.name.clone(), None, "Field required"))
            }
            None => Ok(self.default.clone()),
        }
    }
}

/// An optional parameter of an enumerated type is published as a choice between null and the enumeration; null
/// cannot be sent in a query.
fn not_null(schema: &Value) -> &Value {
    let choices = schema.get("oneOf").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    match choices {
        [null, other] | [other, null] if null.get("type").is_some_and(|name| name == "null") => other,
        _ => schema,
    }
}
