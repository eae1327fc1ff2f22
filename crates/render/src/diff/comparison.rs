//! Two lydelser of a document, and the steps from one to the other.

use lagrum_artifact::Artifact;

use super::align::align;
use super::blocks::{DiffBlock, blocks};
use super::change::Change;

/// Two lydelser and their difference.
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

    /// Compares two sequences of blocks.
    pub fn of_blocks(old: Vec<DiffBlock>, new: Vec<DiffBlock>) -> Self {
        let changes = align(&old, &new);
        Self { old, new, changes }
    }

    /// The blocks of the older lydelse.
    pub fn older(&self) -> &[DiffBlock] {
        &self.old
    }

    /// The blocks of the newer lydelse.
    pub fn newer(&self) -> &[DiffBlock] {
        &self.new
    }

    /// The steps through both. Each block of either occurs once, in its own order.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }
}
