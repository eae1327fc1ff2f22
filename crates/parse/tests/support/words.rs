//! The words of a text, by a reading of its own.

/// The words: letters and digits that stand together, without soft hyphens.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> {
    let text = text.replace('\u{ad}', "");
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.into_iter()
}

/// The runs that are marks of notes and whose words are not those of their note.
#[allow(dead_code, reason = "statutes have no marks of notes")]
pub(crate) fn misplaced_marks(value: &serde_json::Value) -> Vec<String> {
    match value {
        serde_json::Value::Array(values) => values.iter().flat_map(misplaced_marks).collect(),
        serde_json::Value::Object(fields) if value["kind"] == "footnote" => {
            let words = value["text"].as_str().unwrap_or_default();
            let is_own = fields["uri"] == format!("#fn-{words}");
            if is_own { Vec::new() } else { vec![value.to_string()] }
        }
        serde_json::Value::Object(fields) => fields.values().flat_map(misplaced_marks).collect(),
        _ => Vec::new(),
    }
}
