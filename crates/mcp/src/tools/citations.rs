//! What a text cites, without what a model has read already.

use std::collections::HashSet;

use lagrum_answers::{AnswerError, OutboundLink};
use serde_json::Value;

use super::to_value;

/// The relation of a plain reference.
const PLAIN: &str = "dcterms:references";

/// Rows without nulls, without the relation of a plain reference, and with the title of a cited document in its first row only.
pub(super) fn citation_rows(links: &[OutboundLink]) -> Result<Vec<Value>, AnswerError> {
    let mut named = HashSet::new();
    let row = |link: &OutboundLink| {
        let mut row = to_value(link)?;
        if let Value::Object(fields) = &mut row {
            fields.retain(|_, value| !value.is_null());
            if fields.get("predicate").and_then(Value::as_str) == Some(PLAIN) {
                fields.remove("predicate");
            }
            let document = fields.get("uri").and_then(Value::as_str).and_then(|uri| uri.split('#').next());
            if !named.insert(document.unwrap_or_default().to_owned()) {
                fields.remove("title");
                fields.remove("source");
            }
        }
        Ok(row)
    };
    links.iter().map(row).collect()
}
