//! JSON objects whose last field is JSON already.

use serde::Serialize;

/// A JSON object that ends with the name of one more field, whose value the caller appends.
pub(crate) fn begin_field(object: &impl Serialize, field: &str) -> serde_json::Result<Vec<u8>> {
    let mut json = serde_json::to_vec(object)?;
    json.pop();
    for part in [b",\"", field.as_bytes(), b"\":"] {
        json.extend_from_slice(part);
    }
    Ok(json)
}
