//! The graph itself: its documents, and its adjacency lists in both directions.

use crate::{
    csr::{Adjacency, AdjacencyLists},
    direction::Side,
    document::{DocumentNumber, Edge, Vertex},
    groups::Groups,
};

/// The most documents a graph holds, 2^30: a search stores the distance of a document and two bits more in a `u32`.
const MAX_DOCUMENTS: usize = 1 << 30;

/// How many of the edges given to [`Graph::new`] were left out, by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OmittedEdges {
    /// A document that cites itself.
    pub own: u64,
    /// An end that is not a document of the graph.
    pub unknown: u64,
    /// `links` was 0.
    pub empty: u64,
}

/// The citation graph of a corpus. Immutable, so threads can share it.
#[derive(Debug)]
pub struct Graph {
    documents: Box<[Vertex]>,
    /// By citing document.
    outbound: AdjacencyLists,
    /// By cited document.
    inbound: AdjacencyLists,
    omitted: OmittedEdges,
}

impl Graph {
    /// Builds the graph of `documents`, in the order of their numbers, from citations in any order (quickest in ascending order).
    ///
    /// Edges between the same two documents are summed. Edges that join nothing are left out: see [`Graph::omitted_edges`].
    /// Documents past the first 2^30 are left out.
    pub fn new(mut documents: Vec<Vertex>, edges: impl IntoIterator<Item = Edge>) -> Self {
        documents.truncate(MAX_DOCUMENTS);
        let mut omitted = OmittedEdges::default();
        let is_known = |document: DocumentNumber| document.index() < documents.len();
        let mut kept: Vec<Edge> = edges
            .into_iter()
            .filter(|edge| {
                let cause = if !is_known(edge.citing) || !is_known(edge.cited) {
                    &mut omitted.unknown
                } else if edge.citing == edge.cited {
                    &mut omitted.own
                } else if edge.links == 0 {
                    &mut omitted.empty
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
            outbound: AdjacencyLists::new(documents.len(), &kept, |edge| (edge.citing, edge.cited)),
            inbound: AdjacencyLists::new(documents.len(), &kept, |edge| (edge.cited, edge.citing)),
            documents: documents.into(),
            omitted,
        }
    }

    /// The number of documents. Document numbers are below it.
    pub fn document_count(&self) -> usize {
        self.documents.len()
    }

    /// The number of pairs of a citing and a cited document.
    pub fn edge_count(&self) -> usize {
        self.outbound.len()
    }

    /// What the graph keeps of a document; `None` for one that it does not hold.
    pub fn document(&self, document: DocumentNumber) -> Option<Vertex> {
        self.documents.get(document.index()).copied()
    }

    /// The documents that cite `document`, or those that it cites. Empty for a document the graph does not hold.
    pub fn row(&self, document: DocumentNumber, side: Side) -> Adjacency<'_> {
        match side {
            Side::In => self.inbound.row(document),
            Side::Out => self.outbound.row(document),
        }
    }

    /// The number of citations `citing` makes of `cited`; 0 without any.
    pub fn links(&self, citing: DocumentNumber, cited: DocumentNumber) -> u32 {
        self.row(citing, Side::Out).links_with(cited)
    }

    /// The number of distinct documents that cite `document`.
    pub fn in_degree(&self, document: DocumentNumber) -> u32 {
        self.row(document, Side::In).documents.len() as u32
    }

    /// The edges that were left out when the graph was built.
    pub fn omitted_edges(&self) -> OmittedEdges {
        self.omitted
    }

    /// The heap memory of the graph, in bytes.
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&*self.documents) + self.outbound.heap_bytes() + self.inbound.heap_bytes()
    }

    /// Whether the document is in the graph and belongs to one of `groups`.
    pub(crate) fn belongs(&self, document: DocumentNumber, groups: &Groups) -> bool {
        self.document(document).is_some_and(|document| groups.contains(document.group))
    }
}
