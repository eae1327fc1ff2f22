//! Words of texts, to compare texts that are laid out in other ways.

use serde_json::Value;

/// The words of a text with at least two letters and nothing else: without signs of list items, numbers and marks.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split(|letter: char| !letter.is_alphabetic())
        .filter(|word| word.chars().count() > 1)
        .map(str::to_lowercase)
        .collect()
}

/// The text of a node of an artifact with all that is in it.
pub(crate) fn text_of(node: &Value) -> String {
    let mut text = String::new();
    collect(node, &mut text);
    text
}

fn collect(value: &Value, text: &mut String) {
    match value {
        Value::String(words) => text.push_str(words),
        Value::Array(parts) => {
            for part in parts {
                collect(part, text);
                if part.get("type").is_some() {
                    text.push(' ');
                }
            }
        }
        Value::Object(fields) => {
            // A link has its words as one string, a node a list of pieces.
            collect(fields.get("text").unwrap_or(&Value::Null), text);
            // Each cell of a row is a list of pieces.
            let cells = fields.get("cells").and_then(Value::as_array).into_iter().flatten();
            for inside in cells.chain(["rows", "children"].into_iter().filter_map(|field| fields.get(field)))
            {
                text.push(' ');
                collect(inside, text);
                text.push(' ');
            }
        }
        _ => {}
    }
}

/// The numbers of the acts that sign a text: `Lag (2019:805).`
pub(crate) fn notes(text: &str) -> Vec<String> {
    let mut notes = Vec::new();
    for (at, _) in text.match_indices(" (") {
        let before = text[..at].rsplit([' ', '\n']).next().unwrap_or_default();
        let inside = &text[at + 2..];
        let Some((number, rest)) = inside.split_once(')') else { continue };
        let signs = matches!(before, "Lag" | "Förordning" | "Kungörelse" | "Tillkännagivande" | "Kungl");
        if signs && rest.starts_with('.') && is_number(number) && !notes.contains(&number.to_owned()) {
            notes.push(number.to_owned());
        }
    }
    notes
}

/// Whether a word is the number of an act: `2019:805`.
pub(crate) fn is_number(word: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    word.split_once(':').is_some_and(|(year, number)| year.len() == 4 && digits(year) && digits(number))
}
