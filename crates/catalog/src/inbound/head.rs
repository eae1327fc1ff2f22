//! The head of an inbound list: the data beside its records.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{AnchorNumber, DocumentNumber};

/// Adjacent rows of one source in rail order: the number of the source, and how many rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SourceRun(pub(crate) u16, pub(crate) u64);

/// The number and the text of a cited anchor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CitedAnchor(pub(crate) AnchorNumber, pub(crate) String);

/// Which list of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListKind {
    /// The citations that mean it.
    Inbound,
    /// Those that have its name or a number in it and mean another place.
    Earlier,
}

impl ListKind {
    /// The table that has the heads of these lists; that of the chunks has the same name with `_chunk`.
    pub(crate) fn table(self) -> &'static str {
        match self {
            Self::Inbound => "inbound",
            Self::Earlier => "earlier",
        }
    }
}

/// An inbound list without its records.
pub(crate) struct InboundHead {
    pub(crate) list: ListKind,
    pub(crate) target: DocumentNumber,
    pub(crate) total: u64,
    pub(crate) runs: Vec<SourceRun>,
    pub(crate) anchors: Vec<CitedAnchor>,
}

impl InboundHead {
    /// The positions of all its records.
    pub(crate) fn all(&self) -> Range<u64> {
        0..self.total
    }
}
