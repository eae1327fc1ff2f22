//! What is typeset: the material of [`Job::Paper`](crate::Job::Paper), as JSON.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// A document to typeset, with everything that is printed beside its own text.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manuscript {
    /// What the document is called above its text where its artifact does not name it.
    pub title: Option<String>,
    /// What it is called at the head of each page.
    pub head: String,
    /// The address it is read under, printed at the foot of each page.
    pub address: String,
    /// The document, byte for byte as stored; None for one that is only a name.
    pub artifact: Option<Box<RawValue>>,
    /// How it is set.
    pub layout: Layout,
    /// What is printed under provisions, each anchor once.
    pub context: Vec<Context>,
    /// The pictures of graphics that the text leaves out.
    pub figures: Vec<Figure>,
}

/// How a document is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// Whether a table of contents stands in front.
    pub contents: bool,
    /// Whether the register of amendments is printed.
    pub amendments: bool,
    /// Columns on a page: 1 or 2.
    pub columns: u8,
}

/// What is printed under a provision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// The provision's anchor; None for the document as a whole.
    pub anchor: Option<String>,
    /// What a reader calls it, for when the text has no such place.
    pub name: String,
    /// The groups, in the order they are printed.
    pub groups: Vec<ContextGroup>,
}

/// References of one sort.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextGroup {
    /// What they are.
    pub heading: String,
    /// Their names and addresses.
    pub references: Vec<Reference>,
    /// How many more there are.
    pub more: u64,
}

/// A reference to a document or a place in one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// What it is called.
    pub name: String,
    /// Its uri.
    pub uri: String,
}

/// A graphic that the text leaves out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The anchor of its place in the text.
    pub anchor: String,
    /// The picture.
    pub picture: Picture,
}

/// The picture of a graphic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// A PNG.
    pub png: HexBytes,
    /// Its width on paper, in points.
    pub width: f64,
    /// Where it was published.
    pub source: String,
}

/// Bytes, written in JSON as hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexBytes(pub Vec<u8>);

impl Serialize for HexBytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digit = |half: u8| char::from(DIGITS[usize::from(half)]);
        let digits: String = self.0.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
        serializer.serialize_str(&digits)
    }
}

impl<'de> Deserialize<'de> for HexBytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = String::deserialize(deserializer)?;
        let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
        let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = pairs.iter().map(byte).collect();
        bytes
            .filter(|_| rest.is_empty())
            .map(Self)
            .ok_or_else(|| D::Error::custom("not pairs of hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::HexBytes;

    #[test]
    fn bytes_are_pairs_of_digits() {
        let all = HexBytes((0..=255).collect());
        let written = serde_json::to_string(&all).unwrap_or_default();
        assert!(written.starts_with("\"000102") && written.ends_with("fdfeff\""));
        assert_eq!(serde_json::from_str::<HexBytes>(&written).ok(), Some(all));
        for wrong in ["\"0\"", "\"0g\"", "\"é\"", "7"] {
            assert!(serde_json::from_str::<HexBytes>(wrong).is_err(), "{wrong}");
        }
    }
}
