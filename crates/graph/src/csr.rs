//! Compressed sparse rows: for every document, the documents it is joined to in one direction.
//!
//! All rows lie end to end in two arrays, and a third says where each row begins. A row is ascending by ordinal, so
//! that one citation is found by bisection and chains come out in a fixed order.

use crate::graph::{Edge, Ordinal};

/// The documents joined to one document in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row<'a> {
    /// The other documents, ascending, each once.
    pub documents: &'a [Ordinal],
    /// The number of citations that join each of them, in step with `documents`, at least 1.
    pub links: &'a [u32],
}

impl Row<'_> {
    /// The number of citations between the row's document and `other`; 0 without any.
    pub fn links_with(&self, other: Ordinal) -> u32 {
        match self.documents.binary_search(&other) {
            Ok(position) => self.links.get(position).copied().unwrap_or(0),
            Err(_) => 0,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Rows {
    /// One more entry than there are documents: row `n` is `starts[n]..starts[n + 1]`.
    starts: Box<[usize]>,
    documents: Box<[Ordinal]>,
    links: Box<[u32]>,
}

impl Rows {
    /// Lays out `edges`, of which `ends` names the document whose row an edge belongs to and the other one. Both must
    /// be below `documents`. Inside each row the order of the edges is kept.
    pub(crate) fn new(documents: usize, edges: &[Edge], ends: impl Fn(&Edge) -> (Ordinal, Ordinal)) -> Self {
        let mut starts = vec![0; documents + 1];
        for edge in edges {
            starts[ends(edge).0 as usize + 1] += 1;
        }
        for document in 0..documents {
            starts[document + 1] += starts[document];
        }
        let mut next = starts.clone();
        let mut others = vec![0; edges.len()];
        let mut links = vec![0; edges.len()];
        for edge in edges {
            let (document, other) = ends(edge);
            let position = next[document as usize];
            next[document as usize] += 1;
            others[position] = other;
            links[position] = edge.links;
        }
        Self { starts: starts.into(), documents: others.into(), links: links.into() }
    }

    pub(crate) fn row(&self, document: Ordinal) -> Row<'_> {
        let document = document as usize;
        let (Some(&start), Some(&end)) = (self.starts.get(document), self.starts.get(document + 1)) else {
            return Row::default();
        };
        Row { documents: &self.documents[start..end], links: &self.links[start..end] }
    }

    pub(crate) fn len(&self) -> usize {
        self.documents.len()
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.documents) + size_of_val(&*self.links)
    }
}
