//! Chains of citations between two documents.

use lagrum_cancel::Cancelled;

use crate::{
    direction::Direction,
    graph::{Graph, Ordinal},
    groups::Groups,
    search::Search,
    yen::smallest_chains,
};

/// What is asked of [`Graph::chains`].
#[derive(Clone, Copy, Debug)]
pub struct PathQuery {
    /// The document every chain begins with.
    pub from: Ordinal,
    /// The document every chain ends with.
    pub to: Ordinal,
    /// Which citations a chain may follow.
    pub direction: Direction,
    /// The groups a chain may pass through. The two ends may belong to any.
    pub groups: Groups,
    /// The most chains. The work grows with it.
    pub paths: usize,
}

/// A chain of documents, each joined to the next by citations. No document comes twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The documents, both ends included. Never empty.
    pub documents: Vec<Ordinal>,
    /// What joins each document to the next: one less than there are documents.
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
    /// The shortest chains between two documents, shortest first, and chains of equal length by their ordinals from
    /// the start. Empty when there is no chain. From a document to itself there is one chain, of no steps.
    ///
    /// The search asks whether it is wanted when it begins and then about every 16,000 citations looked at, or row of
    /// citations where one is longer. In a corpus it is over after a few of these questions. What needs many is a graph
    /// drawn out into long chains with many detours, where the work grows with the square of the distance.
    pub fn chains(&self, query: &PathQuery) -> Result<Vec<Chain>, Cancelled> {
        let PathQuery { from, to, direction, groups, paths } = *query;
        if from == to {
            let itself = Chain { documents: vec![from], hops: Vec::new() };
            return Ok(std::iter::once(itself).take(paths).collect());
        }
        if self.document(from).is_none() || self.document(to).is_none() {
            return Ok(Vec::new());
        }
        let mut search = Search::new(self, to, direction, groups);
        let chains = smallest_chains(&mut search, from, paths)?;
        Ok(chains.into_iter().map(|documents| self.chain(documents, direction)).collect())
    }

    fn chain(&self, documents: Vec<Ordinal>, direction: Direction) -> Chain {
        let hops = documents.windows(2).map(|pair| self.hop(pair[0], pair[1], direction)).collect();
        Chain { documents, hops }
    }

    /// A citation by the document itself is shown before one by the next, unless the chain runs against citations.
    fn hop(&self, document: Ordinal, next: Ordinal, direction: Direction) -> Hop {
        let links = self.links(document, next);
        if direction != Direction::In && links > 0 {
            Hop { links, forward: true }
        } else {
            Hop { links: self.links(next, document), forward: false }
        }
    }
}
