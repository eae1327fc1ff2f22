//! The blocks of the template, with their data.

use serde::Serialize;

use super::pieces::PaperPiece;
use super::table::PaperTable;

/// A block of the template.
#[derive(Debug, Default, Serialize)]
pub(super) struct PaperBlock {
    /// Its kind.
    pub(super) kind: &'static str,
    /// Its depth: for a heading in the outline, for a list in the lists around it.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) depth: u8,
    /// The target of links within the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) label: Option<String>,
    /// The designation at its beginning, which is in the outline.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) designation: String,
    /// The marker at its beginning.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) marker: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) text: Vec<PaperPiece>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) items: Vec<PaperItem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) table: Option<PaperTable>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) groups: Vec<PaperGroup>,
    /// The number of the picture, and its width in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) picture: Option<(usize, f64)>,
}

#[derive(Debug, Serialize)]
pub(super) struct PaperItem {
    pub(super) marker: String,
    pub(super) text: Vec<PaperPiece>,
}

#[derive(Debug, Serialize)]
pub(super) struct PaperGroup {
    pub(super) heading: String,
    pub(super) text: Vec<PaperPiece>,
}

fn is_zero<T: PartialEq + Default>(number: &T) -> bool {
    *number == T::default()
}
