//! Chains are the smallest of all chains without repetitions: by length, then document by document.

use lagrum_cancel::CancelToken;

use lagrum_graph::{Direction, DocumentNumber, Edge, Graph, Groups, PathQuery, Vertex};
use proptest::prelude::*;

use crate::world::{CASES, World, directions, groups, worlds};

fn check(world: &World, query: &PathQuery) -> Result<(), TestCaseError> {
    let found = world.graph().chains(query).expect("nobody stops it");
    prop_assert_eq!(found, world.naive_chains(query));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn chains_in_dense_graphs_are_the_smallest(
        world in worlds(7, 40),
        (from, to) in (0..7_u32, 0..7_u32),
        direction in directions(),
        groups in groups(),
        paths in 0..=5_usize,
    ) {
        check(&world, &PathQuery { from: world.round(from), to: world.round(to), direction, groups, paths })?;
    }

    #[test]
    fn chains_in_sparse_graphs_are_the_smallest(
        world in worlds(14, 24),
        (from, to) in (0..14_u32, 0..14_u32),
        direction in directions(),
        groups in groups(),
        paths in 1..=5_usize,
    ) {
        check(&world, &PathQuery { from: world.round(from), to: world.round(to), direction, groups, paths })?;
    }

    /// Larger graphs, where both sides of the search go several levels: the one smallest chain is read off the
    /// distances to the end.
    #[test]
    fn the_chain_in_larger_graphs_is_the_smallest(
        world in worlds(90, 160),
        (from, to) in (0..90_u32, 0..90_u32),
        direction in directions(),
        groups in groups(),
    ) {
        let query = PathQuery { from: world.round(from), to: world.round(to), direction, groups, paths: 1 };
        let distances = world.naive_distances(&query);
        let mut expected = Vec::new();
        if let Some(distance) = distances[query.from.index()] {
            let mut documents = vec![query.from];
            for left in (0..distance).rev() {
                let document = documents[documents.len() - 1];
                let nearer = world.document_numbers().find(|&next| {
                    distances[next.index()] == Some(left)
                        && world.joined(document, next, direction)
                        && (next == query.to || groups.contains(world.group(next)))
                });
                documents.push(nearer.expect("a document has a neighbour nearer to the end"));
            }
            expected.push(world.naive_chain(documents, direction));
        }
        prop_assert_eq!(world.graph().chains(&query).expect("nobody stops it"), expected);
    }
}

fn graph(documents: usize, edges: &[(u32, u32)]) -> Graph {
    let edges = edges.iter().map(|&(citing, cited)| Edge {
        citing: DocumentNumber(citing),
        cited: DocumentNumber(cited),
        links: 1,
    });
    Graph::new(vec![Vertex { group: 0, inbound_count: 0 }; documents], edges.collect::<Vec<_>>())
}

fn sequences(graph: &Graph, from: u32, to: u32, groups: Groups) -> Vec<Vec<u32>> {
    let [from, to] = [from, to].map(DocumentNumber);
    let query = PathQuery { from, to, direction: Direction::Out, groups, paths: 5 };
    // Far more than any of these needs.
    let chains = CancelToken::after(1000).run(|| graph.chains(&query)).expect("it ends in time");
    chains.into_iter().map(|chain| chain.documents.iter().map(|document| document.0).collect()).collect()
}

#[test]
fn a_document_reaches_itself_in_no_steps() {
    let graph = graph(2, &[(0, 1), (1, 0)]);
    assert_eq!(sequences(&graph, 0, 0, Groups::ALL), [[0]]);
    assert_eq!(sequences(&graph, 0, 0, Groups::from_iter([])), [[0]]);
}

#[test]
fn a_document_the_graph_does_not_hold_is_not_reached() {
    let graph = graph(2, &[(0, 1)]);
    assert!(sequences(&graph, 0, 2, Groups::ALL).is_empty());
    assert!(sequences(&graph, u32::MAX, 1, Groups::ALL).is_empty());
}

#[test]
fn groups_restrict_only_the_documents_between_the_ends() {
    let graph = graph(3, &[(0, 1), (1, 2), (0, 2)]);
    assert_eq!(sequences(&graph, 0, 2, Groups::ALL), [vec![0, 2], vec![0, 1, 2]]);
    assert_eq!(sequences(&graph, 0, 2, Groups::from_iter([])), [[0, 2]]);
}

#[test]
fn a_long_chain_is_found_without_deep_recursion() {
    let steps: Vec<(u32, u32)> = (0..100_000).map(|document| (document, document + 1)).collect();
    let chains = sequences(&graph(100_001, &steps), 0, 100_000, Groups::ALL);
    assert_eq!(chains, [(0..=100_000).collect::<Vec<u32>>()]);
}
