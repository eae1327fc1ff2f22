//! The text of what a register holds as nested values: transitional provisions.

use serde_json::Value;

/// The maximum depth of nested values that are read. Real values have a few levels.
const MAX_DEPTH: usize = 64;

/// Appends the texts below a value of a register.
pub(crate) fn push_texts(value: &Value, text: &mut String, depth: usize) {
    match value {
        _ if depth > MAX_DEPTH => {}
        Value::String(words) => {
            text.push(' ');
            text.push_str(words);
        }
        Value::Array(items) => items.iter().for_each(|item| push_texts(item, text, depth + 1)),
        Value::Object(fields) => {
            let texts =
                fields.iter().filter(|(name, _)| matches!(name.as_str(), "text" | "children" | "cells"));
            texts.for_each(|(_, field)| push_texts(field, text, depth + 1));
        }
        _ => {}
    }
}
