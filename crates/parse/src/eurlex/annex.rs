//! The anchors of annexes.

/// The anchor of the nth annex of a document, from 1.
pub(super) fn annex_id(count: u32) -> String {
    format!("bilaga-{count}")
}
