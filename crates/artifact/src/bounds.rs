//! Limits on the size of an artifact.
//!
//! Artifacts come from outside and may contain anything. The limits prevent a single artifact from using up the
//! memory of the program. They apply to its bytes, to the tree that the bytes are parsed into, and to names that are
//! repeated elsewhere: an anchor at each block below it, a uri in each list that names it. The limits are far above
//! what real corpora hold: of some nine thousand real documents the longest has 2.2 MB and a tree of 15 MB, the
//! longest uri has 192 bytes, and the longest anchor 18.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Bytes that an artifact may have.
pub const MAX_ARTIFACT_BYTES: usize = 16 << 20;

/// Bytes of memory that a parsed artifact may take.
pub const MAX_TREE_BYTES: usize = 128 << 20;

/// Bytes that an anchor may have. A longer one is ignored.
pub const MAX_ANCHOR_BYTES: usize = 200;

/// Bytes that a uri may have. A longer one is not a link, and no document may have it.
pub const MAX_URI_BYTES: usize = 1024;

/// The maximum ratio of the bytes of a tree to the bytes of its JSON. The worst case is nested objects with one
/// nameless field.
const MAX_GROWTH: usize = 160;

/// An object is stored in blocks of up to eleven fields; a full block is split in two.
const BLOCK: usize = 640;
const FIELDS_IN_BLOCK: usize = 11;
const FIELDS_AFTER_SPLIT: usize = 5;

/// Bytes of a value in a list, and the capacity of the shortest list.
const VALUE: usize = 32;
const MIN_LIST: usize = 4;

/// Bytes that a string takes besides its own bytes.
const TEXT: usize = 16;

/// Bytes of memory that the tree of a JSON text takes, estimated from above without building it. With `fields`, only
/// these fields of the outermost object count. `text` is `json` as a checked string, if it is UTF-8.
pub(crate) fn tree_bytes(
    json: &[u8],
    text: Option<&str>,
    fields: Option<&[&str]>,
) -> Result<usize, serde_json::Error> {
    match text {
        Some(text) => count(serde_json::Deserializer::from_str(text), fields),
        None => count(serde_json::Deserializer::from_slice(json), fields),
    }
}

fn count<'j>(
    mut json: serde_json::Deserializer<impl serde_json::de::Read<'j>>,
    fields: Option<&[&str]>,
) -> Result<usize, serde_json::Error> {
    let mut bytes = 0;
    Count { bytes: &mut bytes, fields }.deserialize(&mut json)?;
    json.end()?;
    Ok(bytes)
}

/// Whether a JSON text is so short that its tree is within [`MAX_TREE_BYTES`] whatever it holds.
pub(crate) fn is_small(json: &[u8]) -> bool {
    json.len() <= MAX_TREE_BYTES / MAX_GROWTH
}

/// Counts the memory that a value takes.
struct Count<'c, 'f> {
    bytes: &'c mut usize,
    /// The fields that count; None for all.
    fields: Option<&'f [&'f str]>,
}

impl Count<'_, '_> {
    fn add(&mut self, bytes: usize) {
        *self.bytes = self.bytes.saturating_add(bytes);
    }
}

impl<'de> DeserializeSeed<'de> for Count<'_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Count<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(mut self, text: &str) -> Result<(), E> {
        if !text.is_empty() {
            self.add(text.len() + TEXT);
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        let mut length = 0_usize;
        while list.next_element_seed(Count { bytes: &mut *self.bytes, fields: None })?.is_some() {
            length += 1;
        }
        if length > 0 {
            self.add(length.next_power_of_two().max(MIN_LIST) * VALUE);
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut object: A) -> Result<(), A::Error> {
        let mut fields = 0_usize;
        while let Some(name) = object.next_key_seed(Name)? {
            if self.fields.is_some_and(|wanted| !wanted.contains(&name.as_ref())) {
                object.next_value::<IgnoredAny>()?;
                continue;
            }
            fields += 1;
            self.add(name.len() + TEXT);
            object.next_value_seed(Count { bytes: &mut *self.bytes, fields: None })?;
        }
        let blocks = match fields {
            0 => 0,
            1..=FIELDS_IN_BLOCK => 1,
            more => more.div_ceil(FIELDS_AFTER_SPLIT),
        };
        self.add(blocks * BLOCK);
        Ok(())
    }
}

/// The name of a field, borrowed from the input where it has no escapes.
pub(crate) struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = std::borrow::Cow<'de, str>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = std::borrow::Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(name.into())
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(name.to_owned().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_counted_without_being_built() {
        let table = [
            ("3", 0),
            ("\"\"", 0),
            ("\"ord\"", 3 + TEXT),
            ("[]", 0),
            ("[1]", 4 * VALUE),
            ("[1,2,3,4,5]", 8 * VALUE),
            ("{}", 0),
            (r#"{"a":1}"#, 1 + TEXT + BLOCK),
            (r#"{"a":{"b":[]}}"#, 2 * (1 + TEXT + BLOCK)),
        ];
        for (json, expected) in table {
            for text in [Some(json), None] {
                assert_eq!(tree_bytes(json.as_bytes(), text, None).unwrap(), expected, "{json}");
            }
        }
        assert_eq!(tree_bytes(br#"{"a":1,"b":[[[]]]}"#, None, Some(&["a"])).unwrap(), 1 + TEXT + BLOCK);
        assert!(tree_bytes(b"{", None, None).is_err());
        assert!(tree_bytes(b"1 2", None, None).is_err());
    }

    #[test]
    fn nothing_takes_more_times_its_bytes_than_is_reckoned_with() {
        let nested = format!("{}0{}", r#"{"":"#.repeat(120), "}".repeat(120));
        let dense = [
            format!("[{}]", vec![r#"{"":0}"#; 10_000].join(",")),
            format!("[{}]", vec!["[0]"; 10_000].join(",")),
            format!("[{}]", vec![r#""a""#; 10_000].join(",")),
            format!("[{}]", vec![nested.as_str(); 100].join(",")),
            format!("{{{}}}", (0..10_000).map(|at| format!("\"{at}\":0")).collect::<Vec<_>>().join(",")),
        ];
        for json in dense {
            let tree = tree_bytes(json.as_bytes(), None, None).unwrap();
            assert!(tree <= json.len() * MAX_GROWTH, "{} of {}", tree, json.len());
        }
    }
}
