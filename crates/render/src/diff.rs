//! What differs between two wordings of a document.
//!
//! Each wording is read as a row of [blocks](Block): a heading, a stycke, an item, a row of a table. Blocks are first
//! matched with blocks ([`align`]), and only then are the words of matched blocks compared ([`words`]). That is what
//! a reader does, and it is fast: a statute has thousands of blocks, most of them untouched.
//!
//! Laws move. Matching goes from what is certain to what is likely, so that a section that was only renumbered or
//! moved is not shown as one text struck out and another written in:
//!
//! 1. the same number and the same text, in the same order;
//! 2. between those, the same text under another number, in the same order: *renumbered*, only the number is marked;
//! 3. what is left, the same text anywhere else: *moved*. Both places are shown, since either text must be readable
//!    by itself, but they are marked as one thing that moved;
//! 4. what is left between two matches, the most alike texts, in the same order; and what is still left, by position.
//!
//! What nothing was matched with is removed or added.

mod align;
mod blocks;
mod common;
mod html;
mod provisions;
mod words;

use lagrum_artifact::Artifact;

pub use blocks::Block;
pub use html::escaped;
pub use provisions::{BlockChange, Provision, Status};
pub use words::{Mark, Span, spans};

/// One step of the way through both wordings. Numbers are positions in [`Comparison::older`] and [`Comparison::newer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A block that stands in both, with the same marker and the same text.
    Same {
        /// In the older wording.
        old: usize,
        /// In the newer one.
        new: usize,
    },
    /// A block whose marker or text has changed.
    Changed {
        /// In the older wording.
        old: usize,
        /// In the newer one.
        new: usize,
    },
    /// A block that stands here in the older wording only.
    Removed {
        /// In the older wording.
        old: usize,
        /// Where its text stands in the newer one, if it has moved.
        moved_to: Option<usize>,
    },
    /// A block that stands here in the newer wording only.
    Added {
        /// In the newer wording.
        new: usize,
        /// Where its text stood in the older one, if it has moved.
        moved_from: Option<usize>,
    },
}

/// Two wordings and what differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    old: Vec<Block>,
    new: Vec<Block>,
    changes: Vec<Change>,
}

impl Comparison {
    /// Compares the text that two artifacts present.
    pub fn of(old: &Artifact, new: &Artifact) -> Self {
        Self::of_blocks(blocks::blocks(old), blocks::blocks(new))
    }

    /// Compares two rows of blocks.
    pub fn of_blocks(old: Vec<Block>, new: Vec<Block>) -> Self {
        let changes = align::align(&old, &new);
        Self { old, new, changes }
    }

    /// The blocks of the older wording.
    pub fn older(&self) -> &[Block] {
        &self.old
    }

    /// The blocks of the newer wording.
    pub fn newer(&self) -> &[Block] {
        &self.new
    }

    /// The way through both, each block of either met once and in its own order.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The whole newer wording as HTML, with what was removed and added marked: one `div`, in which everything taken
    /// from a document is escaped. Removing every `del` leaves the newer text, removing every `ins` the older.
    pub fn html(&self) -> String {
        html::html(self)
    }
}
