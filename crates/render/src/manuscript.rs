//! The schema of a document to be typeset.
//!
//! A manuscript holds everything that is printed for one PDF. Its JSON is the input of the print job. Without the day
//! on which the PDF is made, it is also the key of the cached PDF, so the names of its fields must not change.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A document to typeset, with everything that is printed with its text.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manuscript {
    /// The name of the document above its text, for an artifact that does not state one.
    pub title: Option<String>,
    /// Its name at the head of each page.
    pub head: String,
    /// The address where it can be read, printed at the foot of each page.
    pub address: String,
    /// The lines about the text under its title: whether it applies, which lydelse it is, what it lacks; for a
    /// decision its court and day. They are part of the key of a cached PDF, so a cached PDF never has outdated
    /// lines.
    #[serde(default)]
    pub status: Vec<String>,
    /// The status in short, for the foot of each page.
    #[serde(default)]
    pub foot: String,
    /// The day on which the PDF is made. It is not part of the key: a PDF from the cache states the day on which it
    /// was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<String>,
    /// The artifact, byte for byte as stored; None for a stub.
    pub artifact: Option<Box<RawValue>>,
    /// Its layout.
    pub layout: Layout,
    /// What is printed under provisions. Each anchor occurs once.
    pub context: Vec<Context>,
    /// Pictures of the graphics that the text leaves out.
    pub figures: Vec<Figure>,
}

/// The layout of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// Whether a table of contents is printed first.
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
    /// Its name for readers, printed where the text has no such anchor.
    pub name: String,
    /// The groups, in the order they are printed.
    pub groups: Vec<ContextGroup>,
}

/// References of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextGroup {
    /// Their heading.
    pub heading: String,
    /// Their names and addresses.
    pub references: Vec<Reference>,
    /// The number of further references, which are not printed.
    pub more: u64,
}

/// A reference to a location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// Its name.
    pub name: String,
    /// Its uri.
    pub uri: String,
}

/// A graphic that the text leaves out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The anchor of its position in the text.
    pub anchor: String,
    /// The picture.
    pub picture: Picture,
}

/// The picture of a graphic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// A PNG; hexadecimal in JSON.
    #[serde(with = "hex::serde")]
    pub png: Vec<u8>,
    /// Its width on paper, in points.
    pub width: f64,
    /// Where it was published.
    pub source: String,
}

#[cfg(test)]
mod tests {
    use super::Picture;

    #[test]
    fn a_png_is_hexadecimal_in_json() {
        let picture = Picture { png: (0..=255).collect(), width: 1.0, source: String::new() };
        let json = serde_json::to_string(&picture).unwrap();
        assert!(json.starts_with(r#"{"png":"000102"#) && json.contains(r#"fdfeff","width""#), "{json}");
        assert_eq!(serde_json::from_str::<Picture>(&json).unwrap(), picture);
        for wrong in ["0", "0g", "é"] {
            let json = format!(r#"{{"png":"{wrong}","width":1,"source":""}}"#);
            assert!(serde_json::from_str::<Picture>(&json).is_err(), "{wrong}");
        }
    }
}
