//! The rings around a document: the documents two and three steps out, and the citations among all documents shown.
//!
//! A ring is found from the one before it, on one side: the documents that cite those of the ring before, or that they
//! cite. A document that is already shown is not taken again, so one side is completed before the other, the citing
//! side first. The caller passes the first ring, because only the catalog has the neighbours of a single provision.

use std::cmp::Reverse;

use lagrum_cancel::{Cancelled, Meter};

use crate::{
    budget::{Budgets, Depth},
    direction::Side,
    document::{DocumentNumber, Edge},
    graph::Graph,
    rank::{GraphSort, RankedDocument, Selection, highest},
};

/// The parameters of [`Graph::rings`].
#[derive(Clone, Copy, Debug)]
pub struct RingQuery<'a> {
    /// The document in the middle.
    pub centre: DocumentNumber,
    /// The neighbours shown that cite the centre; `None` leaves this side out.
    pub inbound: Option<&'a [DocumentNumber]>,
    /// The neighbours shown that the centre cites; `None` leaves this side out.
    pub outbound: Option<&'a [DocumentNumber]>,
    /// Which documents the rings show, and in which order. `grouplimit` applies to each ring separately.
    pub selection: Selection,
    /// How many rings there are, the neighbours included.
    pub depth: Depth,
    /// The maximum number of documents on one side, shared between its rings by [`Budgets`].
    pub limit: u32,
}

/// A document of a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingNode {
    /// The document.
    pub document: DocumentNumber,
    /// The steps from the centre: 2 or 3.
    pub hop: u8,
    /// The side it was found on: `In` reaches the centre by citing, `Out` is reached from the centre.
    pub side: Side,
}

/// The result of [`Graph::rings`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expansion {
    /// The rings, each in order of rank: inbound hop 2 and 3, then outbound hop 2 and 3.
    pub nodes: Vec<RingNode>,
    /// Every citation among the centre, its neighbours and the rings, by citing and then cited document.
    pub edges: Vec<Edge>,
}

impl Graph {
    /// Finds the rings around a document. At [`Depth::One`] there are none, and the result is the citations among the
    /// documents shown.
    ///
    /// One ring reads each citation of the graph at most once.
    pub fn rings(&self, query: &RingQuery<'_>) -> Result<Expansion, Cancelled> {
        let budgets = Budgets::new(query.depth, query.limit);
        let sides = [(Side::In, query.inbound), (Side::Out, query.outbound)];

        let mut shown = ShownDocuments::new(self.document_count());
        shown.add(query.centre);
        for &neighbour in sides.iter().filter_map(|(_, neighbours)| *neighbours).flatten() {
            shown.add(neighbour);
        }

        let mut nodes = Vec::new();
        let mut tables = RingTables { ties: vec![0; self.document_count()], meter: Meter::default() };
        for (side, neighbours) in sides {
            let mut frontier = neighbours.unwrap_or_default().to_vec();
            // A neighbour given twice is one document of the frontier.
            frontier.sort_unstable();
            frontier.dedup();
            for (hop, limit) in (2..).zip(budgets.rings) {
                frontier = self.ring(&frontier, side, &shown, &query.selection, limit, &mut tables)?;
                for &document in &frontier {
                    shown.add(document);
                    nodes.push(RingNode { document, hop, side });
                }
            }
        }
        Ok(Expansion { nodes, edges: shown.edges(self, &mut tables.meter)? })
    }

    /// The next ring after `frontier`, in the order of rank.
    fn ring(
        &self,
        frontier: &[DocumentNumber],
        side: Side,
        shown: &ShownDocuments,
        selection: &Selection,
        limit: usize,
        tables: &mut RingTables,
    ) -> Result<Vec<DocumentNumber>, Cancelled> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let mut reached = Vec::new();
        for &document in frontier {
            let row = self.row(document, side).documents;
            tables.meter.spend(row.len())?;
            for &candidate in row {
                let ties = &mut tables.ties[candidate.index()];
                if *ties == 0 {
                    reached.push(candidate);
                }
                *ties += 1;
            }
        }
        let mut candidates = Vec::new();
        for document in reached {
            let ties = std::mem::take(&mut tables.ties[document.index()]);
            if shown.contains(document) || !self.belongs(document, &selection.groups) {
                continue;
            }
            let in_degree = self.in_degree(document);
            let (first, second) = match selection.sort {
                GraphSort::Links => (ties, in_degree),
                GraphSort::Citations => (in_degree, ties),
            };
            candidates.push(RankedDocument { first, second, document: Reverse(document) });
        }
        let ring = highest(self, candidates, selection.grouplimit, limit);
        Ok(ring.into_iter().map(|candidate| candidate.document.0).collect())
    }
}

/// Working memory, shared by all rings of a query.
struct RingTables {
    /// For each document the number of its citations to or from the frontier; all 0 before and after a ring.
    ties: Vec<u32>,
    meter: Meter,
}

/// The documents shown so far, except those that the graph does not hold.
struct ShownDocuments {
    marks: Vec<bool>,
    documents: Vec<DocumentNumber>,
}

impl ShownDocuments {
    fn new(document_count: usize) -> Self {
        Self { marks: vec![false; document_count], documents: Vec::new() }
    }

    fn contains(&self, document: DocumentNumber) -> bool {
        self.marks.get(document.index()).is_some_and(|&mark| mark)
    }

    fn add(&mut self, document: DocumentNumber) {
        if let Some(mark) = self.marks.get_mut(document.index())
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
