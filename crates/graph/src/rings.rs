//! The rings around a document: what lies two and three steps out, and the citations among all that is shown.
//!
//! A ring grows from the one before it, on one side: citers of citers, or cited of cited. What is shown already is
//! never taken again, so the sides are grown one after the other, the citing side first. The caller brings the
//! first ring, because for a single provision the neighbours are the provision's and only the catalog knows them.

use std::cmp::Reverse;

use lagrum_cancel::{Cancelled, Meter};

use crate::{
    budget::{Budgets, Depth},
    direction::Side,
    graph::{Edge, Graph, Ordinal},
    rank::{Candidate, Selection, Sort, highest},
};

/// What is asked of [`Graph::rings`].
#[derive(Clone, Copy, Debug)]
pub struct RingQuery<'a> {
    /// The document in the middle.
    pub centre: Ordinal,
    /// The neighbours shown that cite the centre; `None` when this side is not asked for.
    pub inbound: Option<&'a [Ordinal]>,
    /// The neighbours shown that the centre cites; `None` when this side is not asked for.
    pub outbound: Option<&'a [Ordinal]>,
    /// Which documents the rings take, in which order. `grouplimit` holds for each ring by itself.
    pub selection: Selection,
    /// How many rings there are, the neighbours counted in.
    pub depth: Depth,
    /// The most documents on one side, shared between its rings by [`Budgets`].
    pub limit: u32,
}

/// A document of a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingNode {
    /// The document.
    pub document: Ordinal,
    /// The steps from the centre: 2 or 3.
    pub hop: u8,
    /// The side it was found on: `In` reaches the centre by citing, `Out` is reached from the centre.
    pub side: Side,
}

/// What [`Graph::rings`] answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// The rings, each in order of rank: inbound hop 2 and 3, then outbound hop 2 and 3.
    pub nodes: Vec<RingNode>,
    /// Every citation among the centre, its neighbours and the rings, by citing and then cited document.
    pub edges: Vec<Edge>,
}

impl Graph {
    /// Grows the rings around a document. At [`Depth::One`] there are none, but still the citations among the
    /// documents shown.
    ///
    /// The work for one ring is at most one look at every citation of the graph. It ends early when nobody waits for it.
    pub fn rings(&self, query: &RingQuery<'_>) -> Result<Expansion, Cancelled> {
        let budgets = Budgets::new(query.depth, query.limit);
        let sides = [(Side::In, query.inbound), (Side::Out, query.outbound)];

        let mut shown = Shown::new(self.document_count());
        shown.add(query.centre);
        for &neighbour in sides.iter().filter_map(|(_, neighbours)| *neighbours).flatten() {
            shown.add(neighbour);
        }

        let mut nodes = Vec::new();
        let mut work = Work { ties: vec![0; self.document_count()], meter: Meter::default() };
        for (side, neighbours) in sides {
            let mut frontier = neighbours.unwrap_or_default().to_vec();
            // A neighbour given twice is one document of the frontier.
            frontier.sort_unstable();
            frontier.dedup();
            for (hop, most) in (2..).zip(budgets.rings) {
                frontier = self.ring(&frontier, side, &shown, &query.selection, most, &mut work)?;
                for &document in &frontier {
                    shown.add(document);
                    nodes.push(RingNode { document, hop, side });
                }
            }
        }
        Ok(Expansion { nodes, edges: shown.edges(self, &mut work.meter)? })
    }

    /// The next ring after `frontier`, in order of rank.
    fn ring(
        &self,
        frontier: &[Ordinal],
        side: Side,
        shown: &Shown,
        selection: &Selection,
        most: usize,
        work: &mut Work,
    ) -> Result<Vec<Ordinal>, Cancelled> {
        if most == 0 {
            return Ok(Vec::new());
        }
        let mut touched = Vec::new();
        for &document in frontier {
            let row = self.row(document, side).documents;
            work.meter.spend(row.len())?;
            for &candidate in row {
                let ties = &mut work.ties[candidate as usize];
                if *ties == 0 {
                    touched.push(candidate);
                }
                *ties += 1;
            }
        }
        let mut candidates = Vec::new();
        for document in touched {
            let ties = std::mem::take(&mut work.ties[document as usize]);
            if shown.contains(document) || !self.belongs(document, &selection.groups) {
                continue;
            }
            let in_degree = self.in_degree(document);
            let (first, second) = match selection.sort {
                Sort::Links => (ties, in_degree),
                Sort::Citations => (in_degree, ties),
            };
            candidates.push(Candidate { first, second, document: Reverse(document) });
        }
        let ring = highest(self, candidates, selection.grouplimit, most);
        Ok(ring.into_iter().map(|candidate| candidate.document.0).collect())
    }
}

/// What all rings of a picture are grown with.
struct Work {
    /// For each document its ties to the frontier; 0 for every one before and after a ring.
    ties: Vec<u32>,
    meter: Meter,
}

/// The documents of the picture so far, as far as the graph holds them.
struct Shown {
    marks: Vec<bool>,
    documents: Vec<Ordinal>,
}

impl Shown {
    fn new(document_count: usize) -> Self {
        Self { marks: vec![false; document_count], documents: Vec::new() }
    }

    fn contains(&self, document: Ordinal) -> bool {
        self.marks.get(document as usize).is_some_and(|&mark| mark)
    }

    fn add(&mut self, document: Ordinal) {
        if let Some(mark) = self.marks.get_mut(document as usize)
            && !std::mem::replace(mark, true)
        {
            self.documents.push(document);
        }
    }

    fn edges(mut self, graph: &Graph, meter: &mut Meter) -> Result<Vec<Edge>, Cancelled> {
        self.documents.sort_unstable();
        graph.edges_among(&self.documents, |document| self.contains(document), meter)
    }
}
