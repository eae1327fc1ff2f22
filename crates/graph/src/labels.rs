//! The state of each document in a search, one number per document.
//!
//! The array is zeroed memory, which the system maps lazily. A search that sees a thousand documents of a large graph
//! uses a few hundred pages at most, so a new array per request costs little and no pool is needed.

use crate::document::DocumentNumber;

/// The state of a document in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label(u32);

impl Label {
    /// Not seen.
    pub(crate) const UNSEEN: Self = Self(0);
    /// Excluded: on the fixed part of the chain, or tried without success.
    pub(crate) const CLOSED: Self = Self(1);
    /// On the last complete level from the start, and one step from the last complete level from the end.
    pub(crate) const GATE: Self = Self(2);

    /// Seen from the start, after `level` steps.
    pub(crate) fn forward(level: usize) -> Self {
        Self(4 + 2 * level as u32)
    }

    /// Seen from the end, after `level` steps.
    pub(crate) fn backward(level: usize) -> Self {
        Self(5 + 2 * level as u32)
    }
}

pub(crate) struct Labels(Vec<u32>);

impl Labels {
    pub(crate) fn new(document_count: usize) -> Self {
        Self(vec![Label::UNSEEN.0; document_count])
    }

    pub(crate) fn get(&self, document: DocumentNumber) -> Label {
        Label(self.0[document.index()])
    }

    pub(crate) fn set(&mut self, document: DocumentNumber, label: Label) {
        self.0[document.index()] = label.0;
    }

    pub(crate) fn forget(&mut self, documents: &[DocumentNumber]) {
        for &document in documents {
            self.set(document, Label::UNSEEN);
        }
    }
}
