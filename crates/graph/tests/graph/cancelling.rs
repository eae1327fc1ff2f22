//! A search ends when it is told to, wherever it is, and asks often enough to be told.

use std::cell::Cell;

use lagrum_graph::{Cancelled, Chain, Direction, Document, Edge, Graph, Groups, PathQuery};

/// Two rails and their rungs: countless chains of one length, none of them short.
fn ladder(rungs: u32) -> Graph {
    let documents = vec![Document { group: 0, inbound_count: 0 }; 2 * rungs as usize];
    let rails = (0..2 * rungs - 2).map(|document| (document, document + 2));
    let rungs = (0..rungs).map(|rung| (2 * rung, 2 * rung + 1));
    Graph::new(documents, rails.chain(rungs).map(|(citing, cited)| Edge { citing, cited, links: 1 }))
}

/// Stops at question number `most`; also tells how many were asked.
fn search(graph: &Graph, paths: usize, most: usize) -> (Result<Vec<Chain>, Cancelled>, usize) {
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > most
    };
    let to = graph.document_count() as u32 - 1;
    let query = PathQuery { from: 0, to, direction: Direction::Both, groups: Groups::ALL, paths };
    (graph.chains(&query, &stop), asked.get())
}

#[test]
fn stops_at_whichever_question_is_answered_yes() {
    let graph = ladder(100);
    let (chains, asked) = search(&graph, 5, usize::MAX);
    assert_eq!(chains.map(|chains| chains.len()), Ok(5));
    assert!(asked > 5, "{asked}");
    for most in 0..asked {
        assert_eq!(search(&graph, 5, most), (Err(Cancelled), most + 1));
    }
    assert!(search(&graph, 5, asked).0.is_ok());
}

#[test]
fn asks_in_proportion_to_the_work() {
    let (small, large) = (ladder(20_000), ladder(80_000));
    let (small, large) = (search(&small, 1, usize::MAX).1, search(&large, 1, usize::MAX).1);
    assert!(large >= 3 * small && small >= 5, "{small} and {large} questions");
}

#[test]
fn a_search_without_end_in_sight_is_ended() {
    assert_eq!(search(&ladder(100_000), 5, 200), (Err(Cancelled), 201));
}
