//! A graph written down as plainly as can be, and random ones.

use std::collections::BTreeMap;

use lagrum_graph::{Direction, Document, Edge, Graph, Groups, Ordinal, Selection, Sort};
use proptest::{collection::vec, option, prelude::*, sample::select};

/// How many random graphs each property is tried on.
pub(crate) const CASES: u32 = 3000;

#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) documents: Vec<Document>,
    /// As given to the graph: in any order, with repetitions, self-citations, and ends that do not exist.
    pub(crate) given: Vec<Edge>,
    /// What the graph is to hold.
    pub(crate) cites: BTreeMap<(Ordinal, Ordinal), u32>,
}

impl World {
    pub(crate) fn new(documents: Vec<Document>, given: Vec<Edge>) -> Self {
        let mut cites = BTreeMap::new();
        for edge in &given {
            let known = |document| (document as usize) < documents.len();
            if known(edge.citing) && known(edge.cited) && edge.citing != edge.cited && edge.links > 0 {
                *cites.entry((edge.citing, edge.cited)).or_default() += edge.links;
            }
        }
        Self { documents, given, cites }
    }

    pub(crate) fn graph(&self) -> Graph {
        Graph::new(self.documents.clone(), self.given.clone())
    }

    pub(crate) fn ordinals(&self) -> std::ops::Range<Ordinal> {
        0..self.documents.len() as Ordinal
    }

    pub(crate) fn group(&self, document: Ordinal) -> u8 {
        self.documents[document as usize].group
    }

    pub(crate) fn links(&self, citing: Ordinal, cited: Ordinal) -> u32 {
        self.cites.get(&(citing, cited)).copied().unwrap_or(0)
    }

    /// Whether a chain may step from `document` to `next`.
    pub(crate) fn joined(&self, document: Ordinal, next: Ordinal, direction: Direction) -> bool {
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
        let documents = vec(
            document.prop_map(|(group, inbound_count)| Document { group, inbound_count }),
            count as usize,
        );
        // One ordinal past the last, and now and then no links.
        let edge = (0..=count, 0..=count, 0..4_u32);
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
    (groups(), select(vec![Sort::Links, Sort::Citations]), option::of(1..4_u32))
        .prop_map(|(groups, sort, grouplimit)| Selection { groups, sort, grouplimit })
}
