//! A search ends when it is cancelled, at any point, and checks for cancellation often enough.

use lagrum_cancel::CancelToken;
use lagrum_graph::{
    Cancelled, Chain, Depth, Direction, DocumentNumber, Edge, Graph, GraphSort, Groups, PathQuery, RingQuery,
    Selection, Vertex,
};

fn edge(citing: u32, cited: u32) -> Edge {
    Edge { citing: DocumentNumber(citing), cited: DocumentNumber(cited), links: 1 }
}

/// A ladder of documents: very many chains of one length, none of them short.
fn ladder(rungs: u32) -> Graph {
    let documents = vec![Vertex { group: 0, inbound_count: 0 }; 2 * rungs as usize];
    let rails = (0..2 * rungs - 2).map(|document| (document, document + 2));
    let rungs = (0..rungs).map(|rung| (2 * rung, 2 * rung + 1));
    Graph::new(documents, rails.chain(rungs).map(|(citing, cited)| edge(citing, cited)))
}

/// Cancels at check number `most`. Also returns the number of checks.
fn search(graph: &Graph, paths: usize, most: u64) -> (Result<Vec<Chain>, Cancelled>, u64) {
    let token = CancelToken::after(most);
    let [from, to] = [0, graph.document_count() as u32 - 1].map(DocumentNumber);
    let query = PathQuery { from, to, direction: Direction::Both, groups: Groups::ALL, paths };
    (token.run(|| graph.chains(&query)), token.asked())
}

#[test]
fn a_search_ends_at_whichever_check_finds_it_cancelled() {
    let graph = ladder(100);
    let (chains, asked) = search(&graph, 5, u64::MAX);
    assert_eq!(chains.map(|chains| chains.len()), Ok(5));
    assert!(asked > 5, "{asked}");
    for most in 0..asked {
        assert_eq!(search(&graph, 5, most), (Err(Cancelled), most + 1));
    }
    assert!(search(&graph, 5, asked).0.is_ok());
}

#[test]
fn checks_are_proportional_to_the_work() {
    let (small, large) = (ladder(20_000), ladder(80_000));
    let (small, large) = (search(&small, 1, u64::MAX).1, search(&large, 1, u64::MAX).1);
    assert!(large >= 3 * small && small >= 5, "{small} and {large} questions");
}

/// Every document cites the next thousand.
fn dense(documents: u32) -> Graph {
    let edges = (0..documents)
        .flat_map(|citing| (1..=1000).map(move |step| edge(citing, (citing + step) % documents)));
    Graph::new(vec![Vertex { group: 0, inbound_count: 0 }; documents as usize], edges)
}

#[test]
fn rings_end_at_whichever_check_finds_them_cancelled() {
    let graph = dense(2000);
    let neighbours: Vec<DocumentNumber> = (1..=150).map(DocumentNumber).collect();
    let rings = |most: u64| {
        let token = CancelToken::after(most);
        let query = RingQuery {
            centre: DocumentNumber(0),
            inbound: Some(&neighbours),
            outbound: Some(&neighbours),
            selection: Selection { groups: Groups::ALL, sort: GraphSort::Links, grouplimit: None },
            depth: Depth::Three,
            limit: 300,
        };
        (token.run(|| graph.rings(&query)).map(|found| found.nodes.len()), token.asked())
    };
    let (found, asked) = rings(u64::MAX);
    // Two rings on each side, from 150 and 90 documents with a thousand citations each.
    assert_eq!(found, Ok(300));
    assert!(asked >= 480_000 / 20_000, "{asked}");
    for most in 0..asked {
        assert_eq!(rings(most), (Err(Cancelled), most + 1));
    }
}

#[test]
fn a_search_through_very_many_chains_ends_when_cancelled() {
    assert_eq!(search(&ladder(100_000), 5, 200), (Err(Cancelled), 201));
}
