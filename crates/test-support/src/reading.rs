//! Reads values from files and answers of the demo for tests.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

/// The anchors of the nodes of an artifact.
pub fn node_ids(artifact: &Value) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    gather(artifact, &mut ids);
    ids
}

fn gather(value: &Value, ids: &mut BTreeSet<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| gather(value, ids)),
        Value::Object(fields) => {
            ids.extend(fields.get("id").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|value| gather(value, ids));
        }
        _ => {}
    }
}

/// The number of pages of a PDF of the demo, whose objects are not packed. Fails when the PDF does not state it, or the
/// file cannot be read.
pub fn count_pages(pdf: &Path) -> Result<u32, String> {
    let bytes = std::fs::read(pdf).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let count =
        text.split("/Count ").nth(1).and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
    count.and_then(|count| count.parse().ok()).ok_or_else(|| "no pages".to_owned())
}
