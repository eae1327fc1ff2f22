//! Data of the catalog for the graph: the columns of a node, neighbours of parts, and links within a document.

use std::collections::BTreeMap;

use lagrum_artifact::{Anchor, Location};
use lagrum_catalog::inbound::joined;
use lagrum_catalog::{CatalogError, DocumentNumber, OwnLink};
use lagrum_graph::Side;

use crate::links::is_inside;
use crate::world::{HELD, UNHELD, anchor, base, uri, written};

const OUTER: [Option<&str>; 4] = [None, Some("K1P1"), Some("P3"), Some("K9")];

#[test]
fn a_node_has_the_columns_of_its_document() {
    let written = written();
    for document in &written.world.documents {
        let node = written.catalog.with(|reader| reader.graph_document(document.id)).unwrap();
        assert_eq!((&node.uri, &node.label, &node.title), (&document.uri, &document.label, &document.title));
        assert_eq!((&node.source, &node.kind), (&document.source, &document.kind));
        assert_eq!((&node.group, node.inbound_count), (&document.flow_group, document.inbound_count));
    }
    for number in [HELD, HELD + UNHELD, u32::MAX] {
        let error = written.catalog.with(|reader| reader.graph_document(DocumentNumber(number))).unwrap_err();
        assert!(matches!(error, CatalogError::Damaged { .. }), "{error}");
    }
}

#[test]
fn documents_without_citations_are_those_of_the_graph() {
    let written = written();
    let (whole, alone) =
        written.catalog.with(|reader| Ok((reader.citation_graph()?, reader.documents_alone()?))).unwrap();
    let mut links = 0;
    for number in (0..HELD).map(DocumentNumber) {
        links += whole.graph().row(number, Side::Out).documents.len();
        assert!(alone.graph().row(number, Side::Out).documents.is_empty());
        assert!(alone.graph().row(number, Side::In).documents.is_empty());
    }
    assert!(links > 100, "{links}");
}

#[test]
fn neighbours_of_a_part_are_those_of_what_is_inside_it() {
    let written = written();
    for target in [HELD - 1, HELD - 2, 0, 30, HELD + 1] {
        let records = written.world.records(DocumentNumber(target));
        for outer in OUTER {
            let mut expected: BTreeMap<DocumentNumber, u64> = BTreeMap::new();
            for record in records.iter().filter(|record| is_inside(record, outer, false)) {
                *expected.entry(record.citing).or_default() += u64::from(record.links);
            }
            let location = Location::parse(&joined(&uri(target), outer)).unwrap();
            let citing = written.catalog.with(|reader| reader.graph_citing(&location)).unwrap();
            let mut found: BTreeMap<DocumentNumber, u64> = BTreeMap::new();
            for neighbour in citing {
                *found.entry(neighbour.document).or_default() += u64::from(neighbour.links);
            }
            assert_eq!(found, expected, "{target} {outer:?}");
        }
    }
    let mut unresolved = 0;
    for (links, number) in written.world.links.iter().zip((0..).map(DocumentNumber)) {
        for outer in OUTER {
            let within = outer.and_then(Anchor::new);
            let inside = |spot: usize| match (&within, anchor(spot)) {
                (None, _) => true,
                (Some(outer), Some(spot)) => Anchor::new(spot).unwrap().is_within(outer),
                (Some(_), None) => false,
            };
            let links: Vec<u32> =
                links.iter().filter(|link| inside(link.anchor)).map(|link| link.target).collect();
            let cited = written.catalog.with(|reader| reader.graph_cited(number, within.as_ref(), &base()));
            let cited = cited.unwrap();
            let held: Vec<u32> = cited.held.iter().map(|neighbour| neighbour.document.0).collect();
            let expected: Vec<u32> = links.iter().copied().filter(|target| *target < HELD).collect();
            assert_eq!(held, expected, "{number} {outer:?}");
            assert_eq!(cited.unresolved as usize, links.len() - expected.len(), "{number} {outer:?}");
            unresolved += cited.unresolved;
        }
    }
    assert!(unresolved > 10, "{unresolved}");
}

#[test]
fn documents_of_another_base_are_not_unresolved() {
    let written = written();
    let other = lagrum_artifact::Base::parse("https://rule.example/").unwrap();
    for number in (0..HELD).map(DocumentNumber) {
        let cited = written.catalog.with(|reader| reader.graph_cited(number, None, &other)).unwrap();
        assert_eq!(cited.unresolved, 0, "{number}");
    }
}

#[test]
fn links_within_a_document_are_counted_by_both_anchors() {
    let written = written();
    let mut found = 0;
    for (links, number) in written.world.links.iter().zip((0..).map(DocumentNumber)) {
        let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
        for link in links.iter().filter(|link| link.target == number.0) {
            if let (Some(from), Some(to)) = (anchor(link.anchor), anchor(link.target_anchor)) {
                *counts.entry((from, to)).or_default() += 1;
            }
        }
        let expected: Vec<OwnLink> = counts
            .into_iter()
            .map(|((from, to), links)| OwnLink {
                from: Anchor::new(from).unwrap(),
                to: Anchor::new(to).unwrap(),
                links,
            })
            .collect();
        found += expected.len();
        assert_eq!(written.catalog.with(|reader| reader.own_links(number)).unwrap(), expected, "{number}");
    }
    assert!(found > 0);
}
