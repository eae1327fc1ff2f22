//! JSON of long lists, written from pieces.
//!
//! A list has up to ten thousand rows that show the same few documents. So what a row shows of a document is made once,
//! and a row is put together from such pieces. Tests compare each row with what serde writes of the same values.

use serde::Serialize;

/// Appends a text as a JSON string, or `null`.
pub(crate) fn push_text(json: &mut Vec<u8>, text: Option<&str>) {
    match text {
        None => json.extend_from_slice(b"null"),
        Some(text) => {
            json.push(b'"');
            push_inside(json, text);
            json.push(b'"');
        }
    }
}

/// Appends what stands between the quotes of a JSON string.
pub(crate) fn push_inside(json: &mut Vec<u8>, text: &str) {
    // Every byte is looked at, which compilers turn into comparing many at once.
    let special = |byte: u8| u8::from(byte < 0x20) | u8::from(byte == b'"') | u8::from(byte == b'\\');
    if text.bytes().fold(0, |found, byte| found | special(byte)) == 0 {
        json.extend_from_slice(text.as_bytes());
    } else if let Ok(quoted) = serde_json::to_vec(text) {
        json.extend_from_slice(&quoted[1..quoted.len() - 1]);
    }
}

/// Appends a number.
pub(crate) fn push_number(json: &mut Vec<u8>, number: impl Into<i128>) {
    use std::io::Write as _;
    // Writing to memory does not fail.
    let _ = write!(json, "{}", number.into());
}

/// Pieces of a row as text.
pub(crate) fn piece(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes);
    String::from_utf8(bytes).unwrap_or_default()
}

/// A JSON object that ends with the name of one more field, whose value the caller appends.
pub(crate) fn begin_field(object: &impl Serialize, field: &str) -> serde_json::Result<Vec<u8>> {
    let mut json = serde_json::to_vec(object)?;
    json.pop();
    for part in [b",\"", field.as_bytes(), b"\":"] {
        json.extend_from_slice(part);
    }
    Ok(json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_written_as_serde_writes_them() {
        let characters = (0..0x300).chain([0x2028, 0xfffd, 0x1f410]).filter_map(char::from_u32);
        let texts = characters
            .map(|character| Some(format!("får {character} bin")))
            .chain([Some(String::new()), None]);
        for text in texts {
            assert_eq!(piece(|json| push_text(json, text.as_deref())), serde_json::to_string(&text).unwrap());
        }
    }
}
