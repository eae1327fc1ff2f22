//! The cost of a search for chains, measured by how often it checks for cancellation.

use lagrum_cancel::CancelToken;
use lagrum_graph::{Direction, DocumentNumber, Edge, Graph, Groups, PathQuery, Vertex};

/// A graph that is being built.
#[derive(Default)]
struct Drawing {
    documents: u32,
    edges: Vec<Edge>,
}

impl Drawing {
    fn documents(&mut self, count: u32) -> Vec<DocumentNumber> {
        let first = self.documents;
        self.documents += count;
        (first..self.documents).map(DocumentNumber).collect()
    }

    /// Makes every document of `citing` cite every document of `cited`.
    fn cite(&mut self, citing: &[DocumentNumber], cited: &[DocumentNumber]) {
        for &citing in citing {
            self.edges.extend(cited.iter().map(|&cited| Edge { citing, cited, links: 1 }));
        }
    }

    fn graph(self) -> Graph {
        Graph::new(vec![Vertex { group: 0, inbound_count: 0 }; self.documents as usize], self.edges)
    }
}

/// Searches for the smallest chain; fails after `most` checks for cancellation.
fn check(graph: &Graph, (from, to): (DocumentNumber, DocumentNumber), distance: usize, most: u64) {
    for (from, to, direction) in [(from, to, Direction::Out), (to, from, Direction::In)] {
        let token = CancelToken::after(most);
        let query = PathQuery { from, to, direction, groups: Groups::ALL, paths: 1 };
        let found =
            token.run(|| graph.chains(&query)).map(|chains| chains.first().map(|chain| chain.hops.len()));
        assert_eq!(found, Ok(Some(distance)), "{direction:?} after {} questions", token.asked());
    }
}

#[test]
fn the_wide_side_is_not_read_when_the_other_is_narrow() {
    let mut drawing = Drawing::default();
    let from = drawing.documents(1);
    let hubs = drawing.documents(50);
    drawing.cite(&from, &hubs);
    for hub in hubs {
        let leaves = drawing.documents(4000);
        drawing.cite(&[hub], &leaves);
    }
    let mut last = from.clone();
    for _ in 0..6 {
        let next = drawing.documents(1);
        drawing.cite(&last, &next);
        last = next;
    }
    // The 200,000 leaves alone would take a dozen checks.
    check(&drawing.graph(), (from[0], last[0]), 6, 1);
}

#[test]
fn dead_ends_are_tried_once() {
    let mut drawing = Drawing::default();
    let from = drawing.documents(1);
    let to = drawing.documents(1);
    // From the start forwards and from the end backwards: 10^12 dead ends, all smaller than the right chain.
    let (mut ahead, mut behind) = (from.clone(), to.clone());
    for _ in 0..12 {
        let (next, before) = (drawing.documents(10), drawing.documents(10));
        drawing.cite(&ahead, &next);
        drawing.cite(&before, &behind);
        (ahead, behind) = (next, before);
    }
    let mut last = from.clone();
    for _ in 0..19 {
        let next = drawing.documents(1);
        drawing.cite(&last, &next);
        last = next;
    }
    drawing.cite(&last, &to);
    check(&drawing.graph(), (from[0], to[0]), 20, 1);
}
