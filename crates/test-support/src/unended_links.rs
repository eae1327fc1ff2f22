use std::collections::BTreeSet;

use serde_json::Value;

/// The targets of the links of an artifact that end with a number, or a letter behind one, directly before a digit or a letter of the
/// following text. Another implementation makes such links inside the number of an article (`Article 35` of `Article 351`, `Article 8a` of
/// `Article 8aa`).
pub fn unended_links(artifact: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect(artifact, &mut found);
    found
}

fn collect(value: &Value, found: &mut BTreeSet<String>) {
    let values = match value {
        Value::Array(values) => values,
        Value::Object(fields) => {
            for value in fields.values() {
                collect(value, found);
            }
            return;
        }
        _ => return,
    };
    for pair in values.windows(2) {
        let [link, Value::String(following)] = pair else { continue };
        let text = link["text"].as_str().unwrap_or_default();
        if let Some(uri) = link["uri"].as_str()
            && text.trim_end_matches(|c: char| c.is_ascii_lowercase()).ends_with(|c: char| c.is_ascii_digit())
            && following.starts_with(char::is_alphanumeric)
        {
            found.insert(uri.to_owned());
        }
    }
    for value in values {
        collect(value, found);
    }
}
