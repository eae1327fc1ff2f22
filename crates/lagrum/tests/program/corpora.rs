//! Small corpora whose documents carry a marker in their titles and in their texts.

use serde_json::{Value, json};

pub const BASE: &str = "https://lag.example";

/// A statute of 1931 that cites the one before it.
pub fn statute(number: usize, marker: &str) -> String {
    document(
        &format!("1931:{number}"),
        &format!("Lag (1931:{number}) {marker}"),
        &json!([
            format!("{marker} "),
            {
                "predicate": "dcterms:references",
                "uri": format!("{BASE}/1931:{}#P1", number.max(1) - 1),
                "text": "1 §",
            },
        ]),
    )
}

/// A preparatory work.
pub fn proposition(number: usize, marker: &str) -> String {
    document(&format!("prop/1931:{number}"), &format!("Proposition {number} {marker}"), &json!([marker]))
}

fn document(local_id: &str, title: &str, text: &Value) -> String {
    json!({
        "uri": format!("{BASE}/{local_id}"),
        "metadata": {"properties": {"dcterms:title": title}},
        "structure": [{
            "type": "paragraf",
            "id": "P1",
            "ordinal": "1",
            "children": [{"type": "stycke", "id": "P1S1", "text": text}],
        }],
    })
    .to_string()
}

pub fn statutes(numbers: impl IntoIterator<Item = usize>, marker: &str) -> Vec<String> {
    numbers.into_iter().map(|number| statute(number, marker)).collect()
}

pub fn propositions(numbers: impl IntoIterator<Item = usize>, marker: &str) -> Vec<String> {
    numbers.into_iter().map(|number| proposition(number, marker)).collect()
}

/// Text that hardly compresses: each word is computed from the one before it.
pub fn incompressible(bytes: usize) -> String {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut text = String::with_capacity(bytes + 8);
    while text.len() < bytes {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        text.extend((0..8).map(|place| char::from(b'#' + ((state >> (place * 7)) & 63) as u8)).map(|c| {
            // Characters without escapes in JSON.
            if c == '\\' { '~' } else { c }
        }));
    }
    text
}
