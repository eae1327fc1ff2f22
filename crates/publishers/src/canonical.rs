//! The SHA-256 of JSON in one form: without blanks, with the keys of objects in order, without some fields.
//!
//! No tree of values is built: thirty megabytes of `{"":0}` would be three gigabytes of it. What is held at a time are the fields of the
//! objects and lists around one place, as slices of the text.

use std::collections::BTreeMap;
use std::io::{self, Write};

use lagrum_raw::BodyDigest;
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

/// The digest of a JSON value without these fields, at any depth. Of a field that stands twice the last one counts.
pub(crate) fn digest_without(json: &str, left_out: &[&str]) -> serde_json::Result<BodyDigest> {
    let mut hash = HashWriter(Sha256::new());
    write(json, left_out, &mut hash)?;
    Ok(hash.0.finalize().into())
}

/// Hashes what is written to it.
struct HashWriter(Sha256);

impl Write for HashWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write(json: &str, left_out: &[&str], out: &mut dyn Write) -> serde_json::Result<()> {
    let json = json.trim_ascii();
    match json.as_bytes().first() {
        Some(b'{') => {
            let fields: BTreeMap<String, &RawValue> = serde_json::from_str(json)?;
            put(out, b"{")?;
            let kept = fields.into_iter().filter(|(name, _)| !left_out.contains(&name.as_str()));
            for (at, (name, value)) in kept.enumerate() {
                put(out, if at > 0 { b"," } else { b"" })?;
                serde_json::to_writer(&mut *out, &name)?;
                put(out, b":")?;
                write(value.get(), left_out, out)?;
            }
            put(out, b"}")
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(json)?;
            put(out, b"[")?;
            for (at, item) in items.into_iter().enumerate() {
                put(out, if at > 0 { b"," } else { b"" })?;
                write(item.get(), left_out, out)?;
            }
            put(out, b"]")
        }
        // A text, a number, true, false or null.
        _ => serde_json::to_writer(out, &serde_json::from_str::<Value>(json)?),
    }
}

fn put(out: &mut dyn Write, bytes: &[u8]) -> serde_json::Result<()> {
    out.write_all(bytes).map_err(serde::ser::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by a tree of values.
    fn by_tree(json: &str, left_out: &[&str]) -> String {
        fn strip(value: &mut Value, left_out: &[&str]) {
            match value {
                Value::Object(fields) => {
                    fields.retain(|name, _| !left_out.contains(&name.as_str()));
                    fields.values_mut().for_each(|value| strip(value, left_out));
                }
                Value::Array(items) => items.iter_mut().for_each(|item| strip(item, left_out)),
                _ => {}
            }
        }
        let mut value: Value = serde_json::from_str(json).unwrap();
        strip(&mut value, left_out);
        value.to_string()
    }

    #[test]
    fn it_is_that_of_the_tree() {
        for json in [
            r#" { "b" : 1 , "a" : [ 1.50 , -0.0 , 1e3, 12345678901234567890, "å\u0041\n\"" , null , true ] } "#,
            r#"{"x":{"b":{},"a":[[],[{}]],"id":7},"id":{"x":1},"b":[{"id":[1,2],"c":false}]}"#,
            r#"{"a":1,"a":2,"\u0061":3}"#,
            r#"{"\ud83d\ude00":"\ud83d\ude00","ö":"\/"}"#,
            "[]",
            "7",
        ] {
            let mut bytes = Vec::new();
            write(json, &["id", "b"], &mut bytes).unwrap();
            assert_eq!(String::from_utf8(bytes).unwrap(), by_tree(json, &["id", "b"]), "{json}");
            assert_eq!(digest_without(json, &[]).unwrap(), lagrum_raw::digest(by_tree(json, &[]).as_bytes()));
        }
        assert!(digest_without("{", &[]).is_err());
    }
}
