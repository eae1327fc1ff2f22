//! Status lists, which a publisher gives beside the documents.

use jiff::civil::Date;
use serde_json::Value;

use crate::{UNKNOWN_END, parse_date};

/// The day a document ended, by its entry in a status list: an object with `in_force` and `valid_to`.
///
/// None while it is in force, and when the entry does not say whether it is. A document not in force whose end is not
/// recorded ended at an unknown time ([`UNKNOWN_END`]). The caller asks only for documents whose artifact names no end,
/// and finds the entry under the local id without its first segment (`32031R0077` of `celex/32031R0077`).
pub fn status_expiry(entry: &Value) -> Option<Date> {
    if entry.get("in_force").and_then(Value::as_bool) != Some(false) {
        return None;
    }
    let end = entry.get("valid_to").and_then(Value::as_str).and_then(parse_date);
    Some(end.unwrap_or(UNKNOWN_END))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_entry_says() {
        let table = [
            (r#"{"in_force":true,"valid_to":null}"#, None),
            (r#"{"in_force":true,"valid_to":"2031-01-01"}"#, None),
            (r#"{"in_force":false,"valid_to":"2031-01-01"}"#, Some("2031-01-01")),
            (r#"{"in_force":false,"valid_to":null}"#, Some("0001-01-01")),
            (r#"{"in_force":false,"valid_to":"9999"}"#, Some("0001-01-01")),
            (r#"{"valid_to":"2031-01-01"}"#, None),
            ("[]", None),
        ];
        for (entry, expected) in table {
            let entry = serde_json::from_str(entry).unwrap();
            assert_eq!(status_expiry(&entry).map(|end| end.to_string()).as_deref(), expected, "{entry}");
        }
    }
}
