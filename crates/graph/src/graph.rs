//! The graph itself: what is kept of a document and a citation, and how the rows are built from them.

use crate::{
    csr::{Row, Rows},
    direction::Side,
    groups::Groups,
};

/// A document, as its place among all documents in byte order of their uris, from 0.
pub type Ordinal = u32;

/// The most documents a graph holds, 2^30: a search marks a document with its distance and two bits more.
const MOST_DOCUMENTS: usize = 1 << 30;

/// What the graph keeps of one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Document {
    /// The group the document belongs to, by the caller's numbering.
    pub group: u8,
    /// The number of distinct documents that cite it, as the catalog counts them. Ranks the neighbours under
    /// [`Sort::Citations`](crate::Sort::Citations).
    pub inbound_count: u32,
}

/// All citations of one document by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The document that cites.
    pub citing: Ordinal,
    /// The document that is cited.
    pub cited: Ordinal,
    /// The number of citations.
    pub links: u32,
}

/// How many of the edges given to [`Graph::new`] were left out, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// A document citing itself.
    pub own: u64,
    /// An end that is no document of the graph.
    pub unknown: u64,
    /// No citation at all: `links` was 0.
    pub empty: u64,
}

/// The citation graph of a corpus. Immutable; share it between threads as it is.
#[derive(Debug)]
pub struct Graph {
    documents: Box<[Document]>,
    /// By citing document.
    outbound: Rows,
    /// By cited document.
    inbound: Rows,
    left: Left,
}

impl Graph {
    /// Builds the graph of `documents`, in ordinal order, from citations in any order (quickest in ascending order).
    ///
    /// Edges between the same two documents are summed. Edges that join nothing are left out: see [`Graph::left`].
    /// Documents past the first 2^30 are not held.
    pub fn new(mut documents: Vec<Document>, edges: impl IntoIterator<Item = Edge>) -> Self {
        documents.truncate(MOST_DOCUMENTS);
        let mut left = Left::default();
        let known = |ordinal: Ordinal| (ordinal as usize) < documents.len();
        let mut kept: Vec<Edge> = edges
            .into_iter()
            .filter(|edge| {
                let cause = if !known(edge.citing) || !known(edge.cited) {
                    &mut left.unknown
                } else if edge.citing == edge.cited {
                    &mut left.own
                } else if edge.links == 0 {
                    &mut left.empty
                } else {
                    return true;
                };
                *cause += 1;
                false
            })
            .collect();
        if !kept.is_sorted() {
            kept.sort_unstable();
        }
        kept.dedup_by(|later, earlier| {
            let same = (later.citing, later.cited) == (earlier.citing, earlier.cited);
            if same {
                earlier.links = earlier.links.saturating_add(later.links);
            }
            same
        });
        Self {
            outbound: Rows::new(documents.len(), &kept, |edge| (edge.citing, edge.cited)),
            inbound: Rows::new(documents.len(), &kept, |edge| (edge.cited, edge.citing)),
            documents: documents.into(),
            left,
        }
    }

    /// The number of documents; ordinals run from 0 up to it.
    pub fn document_count(&self) -> usize {
        self.documents.len()
    }

    /// The number of pairs of a citing and a cited document.
    pub fn edge_count(&self) -> usize {
        self.outbound.len()
    }

    /// What the graph keeps of a document; `None` for one it does not hold.
    pub fn document(&self, document: Ordinal) -> Option<Document> {
        self.documents.get(document as usize).copied()
    }

    /// The documents that cite `document`, or those it cites. Empty for a document the graph does not hold.
    pub fn row(&self, document: Ordinal, side: Side) -> Row<'_> {
        match side {
            Side::In => self.inbound.row(document),
            Side::Out => self.outbound.row(document),
        }
    }

    /// The number of citations `citing` makes of `cited`; 0 without any.
    pub fn links(&self, citing: Ordinal, cited: Ordinal) -> u32 {
        self.row(citing, Side::Out).links_with(cited)
    }

    /// The number of distinct documents that cite `document`.
    pub fn in_degree(&self, document: Ordinal) -> u32 {
        self.row(document, Side::In).documents.len() as u32
    }

    /// What was left out when the graph was built.
    pub fn left(&self) -> Left {
        self.left
    }

    /// The memory the graph holds, in bytes.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.documents) + self.outbound.heap_bytes() + self.inbound.heap_bytes()
    }

    /// Whether the graph holds the document and it belongs to one of `groups`.
    pub(crate) fn belongs(&self, document: Ordinal, groups: &Groups) -> bool {
        self.document(document).is_some_and(|document| groups.contains(document.group))
    }
}
