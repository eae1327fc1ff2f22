//! What a search has found out about each document, one number per document.
//!
//! The array is zeroed memory, which the system hands out lazily: a search that meets a thousand documents of a
//! large graph touches a few hundred pages at most, so a fresh one per request costs little and needs no pool.

use crate::graph::Ordinal;

/// The state of a document in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label(u32);

impl Label {
    /// Not met.
    pub(crate) const UNSEEN: Self = Self(0);
    /// Not to be entered: on the fixed part of the chain, or tried without success.
    pub(crate) const CLOSED: Self = Self(1);
    /// On the last whole level from the start, and one step from the last whole level from the end.
    pub(crate) const GATE: Self = Self(2);

    /// Met from the start, after `level` steps.
    pub(crate) fn forward(level: usize) -> Self {
        Self(4 + 2 * level as u32)
    }

    /// Met from the end, after `level` steps.
    pub(crate) fn backward(level: usize) -> Self {
        Self(5 + 2 * level as u32)
    }
}

pub(crate) struct Labels(Vec<u32>);

impl Labels {
    pub(crate) fn new(document_count: usize) -> Self {
        Self(vec![Label::UNSEEN.0; document_count])
    }

    pub(crate) fn get(&self, document: Ordinal) -> Label {
        Label(self.0[document as usize])
    }

    pub(crate) fn set(&mut self, document: Ordinal, label: Label) {
        self.0[document as usize] = label.0;
    }

    pub(crate) fn forget(&mut self, documents: &[Ordinal]) {
        for &document in documents {
            self.set(document, Label::UNSEEN);
        }
    }
}
