//! Values that are derived from a parsed artifact. They are kept in fields of its nodes whose names begin with a
//! control character, as no field of an artifact does. Reading a node gives the derived value, and
//! [`crate::Node::to_value`] the node as it was stored.
//!
//! Derived values are the days that a text states in words (`day_notes`), the anchors of variants (`variants`) and those of the ruling of an EU
//! judgment (`ruling`).

use serde_json::{Map, Value};

/// What the names of derived fields begin with.
const SIGN: char = '\u{1}';
/// The text or the cells as stored, on a node from whose text or cells notes were removed.
pub(crate) const STORED_TEXT: &str = "\u{1}text";
pub(crate) const STORED_CELLS: &str = "\u{1}cells";
/// The days that a note states for the node.
pub(crate) const FROM: &str = "\u{1}ikrafttrader";
pub(crate) const UNTIL: &str = "\u{1}upphor";
/// The number that the node gets, as a note states it.
pub(crate) const RENUMBERED: &str = "\u{1}ny beteckning";
/// The days that a note states for something of unknown extent that the node begins.
pub(crate) const STATED_FROM: &str = "\u{1}anges träda i kraft";
pub(crate) const STATED_UNTIL: &str = "\u{1}anges upphöra";
/// Set on a kapitel of which only the heading ends on the stated day, since a paragraf in it begins on that day or
/// later.
pub(crate) const HEADING_ENDS: &str = "\u{1}rubriken upphör";
/// Set on a kapitel of which only the heading begins on the stated day, since the heading that it replaces stands
/// before it by itself.
pub(crate) const HEADING_BEGINS: &str = "\u{1}rubriken träder i kraft";
/// The anchor of the node's number. The node has it on days when the node applies.
pub(crate) const VARIANT_OF: &str = "\u{1}lydelse av";
/// The anchor that the node has in place of its stored one; empty for none.
pub(crate) const ID: &str = "\u{1}id";
/// Set on a node that no longer applies (`ENDED`) or does not yet apply (`COMING`) on the day of a reader.
pub(crate) const ENDED: &str = "\u{1}har upphört";
pub(crate) const COMING: &str = "\u{1}kommande";
/// Set on a node whose stated first day is not after the day of the reader.
pub(crate) const BEGUN: &str = "\u{1}gäller";

/// Whether a field is derived.
pub(crate) fn is_derived(name: &str) -> bool {
    name.starts_with(SIGN)
}

/// A value as it was stored: without derived fields.
pub(crate) fn as_stored(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(as_stored).collect(),
        Value::Object(fields) => Value::Object(stored_fields(fields)),
        other => other.clone(),
    }
}

pub(crate) fn stored_fields(fields: &Map<String, Value>) -> Map<String, Value> {
    let stored = |name: &str, value: &Value| match name {
        "text" => fields.get(STORED_TEXT).unwrap_or(value).clone(),
        "cells" => fields.get(STORED_CELLS).unwrap_or(value).clone(),
        _ => as_stored(value),
    };
    let kept = fields.iter().filter(|(name, _)| !is_derived(name));
    kept.map(|(name, value)| (name.clone(), stored(name, value))).collect()
}
