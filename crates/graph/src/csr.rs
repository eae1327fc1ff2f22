//! Compressed sparse rows: for every document, the documents that citations join it to in one direction.
//!
//! All rows lie end to end in two arrays, and a third says where each row begins. A row ascends by document number,
//! so one citation is found by bisection and chains come out in a fixed order.

use crate::document::{DocumentNumber, Edge};

/// The documents joined to one document in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjacency<'a> {
    /// The other documents, ascending, each once.
    pub documents: &'a [DocumentNumber],
    /// The number of citations that join each of them, in step with `documents`, at least 1.
    pub links: &'a [u32],
}

impl Adjacency<'_> {
    /// The number of citations between the row's document and `other`; 0 if there are none.
    pub fn links_with(&self, other: DocumentNumber) -> u32 {
        match self.documents.binary_search(&other) {
            Ok(position) => self.links.get(position).copied().unwrap_or(0),
            Err(_) => 0,
        }
    }
}

/// The adjacency of every document in one direction.
#[derive(Debug)]
pub(crate) struct AdjacencyLists {
    /// One entry more than there are documents: row `n` is `starts[n]..starts[n + 1]`.
    starts: Box<[usize]>,
    documents: Box<[DocumentNumber]>,
    links: Box<[u32]>,
}

impl AdjacencyLists {
    /// Lays out `edges`. `ends` returns the document whose row an edge belongs to, and the other end; both must be below
    /// `documents`. Inside a row the edges keep their order.
    pub(crate) fn new(
        documents: usize,
        edges: &[Edge],
        ends: impl Fn(&Edge) -> (DocumentNumber, DocumentNumber),
    ) -> Self {
        let mut starts = vec![0; documents + 1];
        for edge in edges {
            starts[ends(edge).0.index() + 1] += 1;
        }
        for document in 0..documents {
            starts[document + 1] += starts[document];
        }
        let mut next = starts.clone();
        let mut others = vec![DocumentNumber(0); edges.len()];
        let mut links = vec![0; edges.len()];
        for edge in edges {
            let (document, other) = ends(edge);
            let position = next[document.index()];
            next[document.index()] += 1;
            others[position] = other;
            links[position] = edge.links;
        }
        Self { starts: starts.into(), documents: others.into(), links: links.into() }
    }

    pub(crate) fn row(&self, document: DocumentNumber) -> Adjacency<'_> {
        let document = document.index();
        let (Some(&start), Some(&end)) = (self.starts.get(document), self.starts.get(document + 1)) else {
            return Adjacency::default();
        };
        Adjacency { documents: &self.documents[start..end], links: &self.links[start..end] }
    }

    pub(crate) fn len(&self) -> usize {
        self.documents.len()
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.documents) + size_of_val(&*self.links)
    }
}
