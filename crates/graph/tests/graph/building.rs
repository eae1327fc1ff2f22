//! The graph holds each given citation once, and counts the edges it leaves out.

use std::collections::BTreeMap;

use lagrum_graph::{Adjacency, DocumentNumber, Edge, Graph, OmittedEdges, Side, Vertex};
use proptest::prelude::*;

use crate::world::{CASES, worlds};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn rows_of_both_sides_hold_the_same_citations(world in worlds(12, 60)) {
        let graph = world.graph();
        let mut outbound = BTreeMap::new();
        let mut inbound = BTreeMap::new();
        for document in world.document_numbers() {
            let row = graph.row(document, Side::Out);
            prop_assert!(row.documents.is_sorted_by(|one, other| one < other));
            outbound.extend(row.documents.iter().zip(row.links).map(|(&cited, &links)| ((document, cited), links)));
            let row = graph.row(document, Side::In);
            prop_assert!(row.documents.is_sorted_by(|one, other| one < other));
            prop_assert_eq!(row.documents.len(), graph.in_degree(document) as usize);
            inbound.extend(row.documents.iter().zip(row.links).map(|(&citing, &links)| ((citing, document), links)));
        }
        prop_assert_eq!(&outbound, &world.cites);
        prop_assert_eq!(&inbound, &world.cites);
        prop_assert_eq!(graph.edge_count(), world.cites.len());
        for citing in world.document_numbers().chain([world.unknown()]) {
            for cited in world.document_numbers().chain([world.unknown()]) {
                prop_assert_eq!(graph.links(citing, cited), world.links(citing, cited));
            }
        }
    }

    #[test]
    fn order_of_the_edges_does_not_matter(world in worlds(12, 60)) {
        let graph = world.graph();
        let mut sorted = world.given.clone();
        sorted.sort();
        let other = Graph::new(world.documents.clone(), sorted);
        for document in world.document_numbers() {
            for side in [Side::In, Side::Out] {
                prop_assert_eq!(graph.row(document, side), other.row(document, side));
            }
        }
        prop_assert_eq!(graph.omitted_edges(), other.omitted_edges());
    }
}

#[test]
fn omitted_edges_are_counted_by_cause() {
    let documents = vec![Vertex { group: 0, inbound_count: 0 }; 2];
    let cases = [(0, 1, 2), (0, 0, 1), (0, 2, 1), (9, 1, 1), (2, 2, 1), (1, 0, 0), (0, 1, 3)];
    let graph = Graph::new(
        documents,
        cases.map(|(citing, cited, links)| Edge {
            citing: DocumentNumber(citing),
            cited: DocumentNumber(cited),
            links,
        }),
    );
    assert_eq!(graph.omitted_edges(), OmittedEdges { own: 1, unknown: 3, empty: 1 });
    assert_eq!(
        graph.row(DocumentNumber(0), Side::Out),
        Adjacency { documents: &[DocumentNumber(1)], links: &[5] }
    );
    assert_eq!(graph.edge_count(), 1);
}

#[test]
fn links_are_summed_without_overflow() {
    let documents = vec![Vertex { group: 0, inbound_count: 0 }; 2];
    let [citing, cited] = [0, 1].map(DocumentNumber);
    let edge = Edge { citing, cited, links: u32::MAX };
    assert_eq!(Graph::new(documents, [edge, edge]).links(citing, cited), u32::MAX);
}

#[test]
fn an_empty_graph_has_empty_answers() {
    let graph = Graph::new(Vec::new(), []);
    assert_eq!((graph.document_count(), graph.edge_count()), (0, 0));
    assert_eq!(graph.row(DocumentNumber(0), Side::In), Adjacency::default());
    assert_eq!(graph.document(DocumentNumber(u32::MAX)), None);
}

#[test]
fn a_graph_is_shared_between_threads() {
    fn check<T: Send + Sync>(_: &T) {}
    check(&Graph::new(Vec::new(), []));
}
