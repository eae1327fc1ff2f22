//! Chains of citations between two documents.

use lagrum_cancel::Cancelled;

use crate::{
    direction::Direction, document::DocumentNumber, graph::Graph, groups::Groups, search::ChainSearch,
    yen::smallest_chains,
};

/// The parameters of [`Graph::chains`].
#[derive(Clone, Copy, Debug)]
pub struct PathQuery {
    /// The document every chain begins with.
    pub from: DocumentNumber,
    /// The document every chain ends with.
    pub to: DocumentNumber,
    /// Which citations a chain may follow.
    pub direction: Direction,
    /// The groups a chain may pass through. Its two ends may belong to any group.
    pub groups: Groups,
    /// The maximum number of chains. The work grows with it.
    pub paths: usize,
}

/// A chain of documents, each joined to the next by citations. No document occurs twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The documents, both ends included. Never empty.
    pub documents: Vec<DocumentNumber>,
    /// What joins each document to the next: one fewer than there are documents.
    pub hops: Vec<Hop>,
}

impl Chain {
    /// The steps from the first document to the last.
    pub fn distance(&self) -> usize {
        self.hops.len()
    }
}

/// What joins a document of a chain to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The number of citations, at least 1.
    pub links: u32,
    /// Whether the document cites the next; otherwise the next cites it.
    pub forward: bool,
}

impl Graph {
    /// The shortest chains between two documents, shortest first, and chains of equal length by their document numbers
    /// from the start. Empty when there is no chain. From a document to itself there is one chain, without steps.
    ///
    /// The search checks for cancellation when it begins and then about every 16,000 citations read, or once per row
    /// where a row is longer. In a corpus it ends after a few of these checks. Many are needed in a graph of long chains
    /// with many detours, where the work grows with the square of the distance.
    pub fn chains(&self, query: &PathQuery) -> Result<Vec<Chain>, Cancelled> {
        let PathQuery { from, to, direction, groups, paths } = *query;
        if from == to {
            let itself = Chain { documents: vec![from], hops: Vec::new() };
            return Ok(std::iter::once(itself).take(paths).collect());
        }
        if self.document(from).is_none() || self.document(to).is_none() {
            return Ok(Vec::new());
        }
        let mut search = ChainSearch::new(self, to, direction, groups);
        let chains = smallest_chains(&mut search, from, paths)?;
        Ok(chains.into_iter().map(|documents| self.chain(documents, direction)).collect())
    }

    fn chain(&self, documents: Vec<DocumentNumber>, direction: Direction) -> Chain {
        let hops = documents.windows(2).map(|pair| self.hop(pair[0], pair[1], direction)).collect();
        Chain { documents, hops }
    }

    /// Where the two documents cite each other, the citation by the first is shown, unless the chain runs against citations.
    fn hop(&self, document: DocumentNumber, next: DocumentNumber, direction: Direction) -> Hop {
        let links = self.links(document, next);
        if direction != Direction::In && links > 0 {
            Hop { links, forward: true }
        } else {
            Hop { links: self.links(next, document), forward: false }
        }
    }
}
