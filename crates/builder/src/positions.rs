//! Numbers that documents have while a build goes on. What is written has their final numbers
//! ([`DocumentNumber`](lagrum_catalog::DocumentNumber)).

use serde::{Deserialize, Serialize};

/// The place of a document among all of the corpus, in the order of uris.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct EntryIndex(pub(crate) u32);

/// The place of a document among those of the corpus that could be read, in the order of uris.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct ReadPosition(pub(crate) u32);

/// The number of a cited document, held or not, in the order in which they were first cited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct CitedNumber(pub(crate) u32);

impl EntryIndex {
    /// As the index of a list of documents of the corpus.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl ReadPosition {
    /// As the index of a list of documents that could be read.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl CitedNumber {
    /// As the index of a list of cited documents.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}
