//! Blocks of a document in reading order, before they are joined and nested.

use crate::node::LinkedText;

/// A block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) kind: BlockKind,
    pub(super) text: LinkedText,
    /// The printed page on which it begins.
    pub(super) page: Option<u32>,
    /// Whether it is the first of its page.
    pub(super) begins_page: bool,
}

/// The kind of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// Running text.
    #[default]
    Text,
    /// A heading.
    Heading {
        /// The number that the list of contents gives it.
        num: Option<String>,
        /// The size of its type.
        size: i32,
        bold: bool,
        /// Whether the list of contents has it.
        is_listed: bool,
    },
    /// A heading whose level is known.
    Level(u8),
    /// A note at the foot of a page.
    Note {
        /// The mark.
        num: String,
    },
    /// A table.
    Table {
        rows: Vec<Row>,
        /// Whether its two columns are wordings of law text.
        is_lydelse: bool,
    },
    /// Text in a frame.
    Box,
    /// A name below a decision.
    Signature,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) cells: Vec<LinkedText>,
    /// Whether it names the columns.
    pub(super) is_head: bool,
}
