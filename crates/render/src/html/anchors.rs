//! Anchors on a page: as ids, as printed pages, as provisions.

use crate::event::{Marker, TextBlock};

/// The id of an entry of the register, from the local id of its act.
pub fn amendment_id(local_id: &str) -> String {
    format!("andring-{}", local_id.rsplit('/').next().unwrap_or_default())
}

/// Ids that the page around the text gives to its own elements. No anchor of a document becomes one of them.
pub const PAGE_IDS: [&str; 8] =
    ["betyder", "citat", "citera", "kort", "lydelser", "main", "pdf", "tangenter"];

/// Whether an anchor can be an id. Uris of amendments cannot.
pub(super) fn is_id(anchor: &str) -> bool {
    !anchor.is_empty()
        && !PAGE_IDS.contains(&anchor)
        && !anchor.contains("://")
        && !anchor.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// The id of a note, from the number that is printed before it.
pub(super) fn note_id(block: &TextBlock<'_>) -> Option<String> {
    let Some(Marker::Parenthesis(number) | Marker::Number(number)) = block.marker else { return None };
    let id = format!("fn-{number}");
    is_id(&id).then_some(id)
}

/// The page that an anchor of a printed page names.
pub(super) fn page_number(anchor: &str) -> Option<u32> {
    anchor.strip_prefix("sid")?.parse().ok()
}

/// Whether a node of this kind is a provision: what a citation names by its number.
pub(super) fn is_provision(kind: &str) -> bool {
    matches!(kind, "paragraf" | "article" | "artikel" | "konventionsartikel" | "paragraph")
}

/// Whether an anchor is that of a numbered paragraph of a decision.
pub(super) fn is_court_paragraph(anchor: &str) -> bool {
    anchor
        .strip_prefix("point-")
        .or_else(|| anchor.strip_prefix('P'))
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}
