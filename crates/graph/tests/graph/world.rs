//! A graph as a plain map of citations, and random graphs.

use std::collections::BTreeMap;

use lagrum_graph::{Direction, DocumentNumber, Edge, Graph, GraphSort, Groups, Selection, Vertex};
use proptest::{collection::vec, option, prelude::*, sample::select};

/// How many random graphs each property is tried on.
pub(crate) const CASES: u32 = 3000;

#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) documents: Vec<Vertex>,
    /// The edges given to the graph: in any order, with repetitions, self-citations, and ends that do not exist.
    pub(crate) given: Vec<Edge>,
    /// The citations the graph must hold.
    pub(crate) cites: BTreeMap<(DocumentNumber, DocumentNumber), u32>,
}

impl World {
    pub(crate) fn new(documents: Vec<Vertex>, given: Vec<Edge>) -> Self {
        let mut cites = BTreeMap::new();
        for edge in &given {
            let known = |document: DocumentNumber| document.index() < documents.len();
            if known(edge.citing) && known(edge.cited) && edge.citing != edge.cited && edge.links > 0 {
                *cites.entry((edge.citing, edge.cited)).or_default() += edge.links;
            }
        }
        Self { documents, given, cites }
    }

    pub(crate) fn graph(&self) -> Graph {
        Graph::new(self.documents.clone(), self.given.clone())
    }

    pub(crate) fn document_numbers(&self) -> impl Iterator<Item = DocumentNumber> {
        (0..self.documents.len() as u32).map(DocumentNumber)
    }

    /// The document with a number, modulo the number of documents.
    pub(crate) fn round(&self, number: u32) -> DocumentNumber {
        DocumentNumber(number % self.documents.len() as u32)
    }

    /// The first number that no document has.
    pub(crate) fn unknown(&self) -> DocumentNumber {
        DocumentNumber(self.documents.len() as u32)
    }

    pub(crate) fn group(&self, document: DocumentNumber) -> u8 {
        self.documents[document.index()].group
    }

    pub(crate) fn links(&self, citing: DocumentNumber, cited: DocumentNumber) -> u32 {
        self.cites.get(&(citing, cited)).copied().unwrap_or(0)
    }

    /// Whether a chain may step from `document` to `next`.
    pub(crate) fn joined(
        &self,
        document: DocumentNumber,
        next: DocumentNumber,
        direction: Direction,
    ) -> bool {
        let forward = self.links(document, next) > 0;
        let backward = self.links(next, document) > 0;
        match direction {
            Direction::Out => forward,
            Direction::In => backward,
            Direction::Both => forward || backward,
        }
    }
}

/// Random graphs of up to `documents` documents and `edges` given edges.
pub(crate) fn worlds(documents: u32, edges: usize) -> impl Strategy<Value = World> {
    (1..=documents).prop_flat_map(move |count| {
        let document = (0..4_u8, 0..4_u32);
        let documents =
            vec(document.prop_map(|(group, inbound_count)| Vertex { group, inbound_count }), count as usize);
        // One number past the last, and sometimes no links.
        let number = || (0..=count).prop_map(DocumentNumber);
        let edge = (number(), number(), 0..4_u32);
        let edges = vec(edge.prop_map(|(citing, cited, links)| Edge { citing, cited, links }), 0..=edges);
        (documents, edges).prop_map(|(documents, given)| World::new(documents, given))
    })
}

pub(crate) fn directions() -> impl Strategy<Value = Direction> {
    select(vec![Direction::In, Direction::Out, Direction::Both])
}

/// All groups as often as some of the four in use.
pub(crate) fn groups() -> impl Strategy<Value = Groups> {
    prop_oneof![Just(Groups::ALL), vec(0..4_u8, 0..4).prop_map(|groups| groups.into_iter().collect())]
}

pub(crate) fn selections() -> impl Strategy<Value = Selection> {
    (groups(), select(vec![GraphSort::Links, GraphSort::Citations]), option::of(1..4_u32))
        .prop_map(|(groups, sort, grouplimit)| Selection { groups, sort, grouplimit })
}
