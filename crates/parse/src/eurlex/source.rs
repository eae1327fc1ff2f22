//! What a raw file has, whichever form it has.

use super::entry::Entry;

/// What a raw file has.
#[derive(Debug, Default)]
pub(super) struct Source {
    /// The CELEX number of the act or the case.
    pub(super) celex: Option<String>,
    /// The day of a consolidation, `2031-02-03`.
    pub(super) wording: Option<String>,
    /// The language as the file states it: `EN`, `sv`.
    pub(super) language: Option<String>,
    pub(super) title: String,
    /// The day of adoption or of the judgment.
    pub(super) date: Option<String>,
    /// The parts of the text.
    pub(super) entries: Vec<Entry>,
    /// The number of annexes in them.
    pub(super) annexes: u32,
    /// All words of the text as the file has them, also those left out.
    pub(super) raw: String,
    /// Whether the file prints the marks of notes; else they are counted.
    pub(super) prints_marks: bool,
    /// The words that are no text of the document and were left out: the head of the page, the marks of changes.
    pub(super) left_out: String,
}
