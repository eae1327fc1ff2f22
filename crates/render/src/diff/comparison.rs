//! Two lydelser of a document, and the steps from one to the other.

use lagrum_artifact::Artifact;

use super::align::align;
use super::blocks::{DiffBlock, blocks};
use super::change::Change;

/// Two wordings and what differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LydelseComparison {
    old: Vec<DiffBlock>,
    new: Vec<DiffBlock>,
    changes: Vec<Change>,
}

impl LydelseComparison {
    /// Compares the text that two artifacts present.
    pub fn of(old: &Artifact, new: &Artifact) -> Self {
        Self::of_blocks(blocks(old), blocks(new))
    }

    /// Compares two rows of blocks.
    pub fn of_blocks(old: Vec<DiffBlock>, new: Vec<DiffBlock>) -> Self {
        let changes = align(&old, &new);
        Self { old, new, changes }
    }

    /// The blocks of the older wording.
    pub fn older(&self) -> &[DiffBlock] {
        &self.old
    }

    /// The blocks of the newer wording.
    pub fn newer(&self) -> &[DiffBlock] {
        &self.new
    }

    /// The way through both, each block of either met once and in its own order.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }
}
