//! Numbers of documents, anchors and relations during a build. The snapshot has final numbers
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
    /// The number as an index into a list of documents of the corpus.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl ReadPosition {
    /// The number as an index into a list of documents that could be read.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl CitedNumber {
    /// The number as an index into a list of cited documents.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of an anchor in the order in which links first named it, from 1 on; 0 for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct GatheredAnchor(pub(crate) u32);

/// A place by the numbers that it has while links are gathered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct GatheredPlace {
    pub(crate) document: CitedNumber,
    pub(crate) anchor: GatheredAnchor,
}

/// The number of a relation in the order in which links first had it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct GatheredRelation(pub(crate) u32);

/// The final number of a relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RelationNumber(pub(crate) u32);

/// The number of the words that carry a link, among those of its document, from 1 on; 0 for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct SurfaceNumber(pub(crate) u32);

impl GatheredAnchor {
    pub(crate) const NONE: Self = Self(0);

    /// The number as an index into a list of anchors; None for no anchor.
    pub(crate) fn index(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

impl GatheredRelation {
    /// The number as an index into a list of relations as they were gathered.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl RelationNumber {
    /// The number as an index into a list of relations.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl SurfaceNumber {
    pub(crate) const NONE: Self = Self(0);

    /// The number as an index into a list of words; None for a link without words.
    pub(crate) fn index(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}
