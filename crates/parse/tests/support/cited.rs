//! Which documents an artifact cites.

use std::collections::HashSet;

use serde_json::Value;

/// The documents that texts cite, by their uris up to the fragment.
pub(crate) fn cited(value: &Value, found: &mut HashSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(uri) = fields.get("uri").and_then(Value::as_str)
                && fields.contains_key("text")
                && !uri.starts_with('#')
            {
                found.insert(uri.split('#').next().unwrap().to_owned());
            }
            fields.values().for_each(|value| cited(value, found));
        }
        Value::Array(members) => members.iter().for_each(|value| cited(value, found)),
        _ => {}
    }
}

/// Whether a document is a statute that is younger than the document. The other program reads names as those of today's law.
pub(crate) fn is_younger_act(document: &str, year: &str) -> bool {
    let id = document.trim_start_matches("https://lagen.nu/");
    id.split_once(':').is_some_and(|(of_act, _)| of_act.len() == 4 && of_act > year)
}
