//! The graph of a real corpus, from the links another implementation reads in it.
//!
//! Takes the folder named by `LAGRUM_TEST_CORPUS`: `expected/catalog.ndjson.gz` and `expected/links.ndjson.gz`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
};

use flate2::read::MultiGzDecoder;
use lagrum_graph::{
    Depth, Direction, DocumentNumber, Edge, GraphSort, Groups, PathQuery, Selection, Side, Vertex,
};
use serde_json::Value;

use crate::{rings, world::World};

const BASE: &str = "https://lagen.nu/";

fn lines(path: &Path) -> impl Iterator<Item = Value> {
    let reader = BufReader::new(MultiGzDecoder::new(File::open(path).expect("the file is there")));
    reader.lines().map(|line| serde_json::from_str(&line.expect("gzip")).expect("JSON"))
}

/// One group for each source, in order of appearance.
fn read(folder: &Path) -> World {
    let mut groups: Vec<String> = Vec::new();
    let mut catalog = BTreeMap::new();
    for row in lines(&folder.join("expected/catalog.ndjson.gz")) {
        let source = row["source"].as_str().expect("source");
        let group = groups.iter().position(|known| known == source).unwrap_or_else(|| {
            groups.push(source.to_owned());
            groups.len() - 1
        });
        let inbound_count = row["inbound_count"].as_u64().expect("inbound_count") as u32;
        let uri = row["uri"].as_str().expect("uri").to_owned();
        catalog.insert(uri, Vertex { group: group as u8, inbound_count });
    }
    let numbers: BTreeMap<&str, DocumentNumber> =
        catalog.keys().map(String::as_str).zip((0..).map(DocumentNumber)).collect();
    let mut edges = Vec::new();
    for row in lines(&folder.join("expected/links.ndjson.gz")) {
        let citing = numbers[row["uri"].as_str().expect("uri")];
        for link in row["links"].as_array().expect("links") {
            let target = link[0].as_str().expect("target");
            // A leading dot stands for the document itself.
            let uri = format!("{BASE}{target}");
            let document = uri.split('#').next().unwrap_or_default();
            let cited = if target.starts_with('.') {
                citing
            } else {
                *numbers.get(document).unwrap_or(&DocumentNumber(u32::MAX))
            };
            edges.push(Edge { citing, cited, links: 1 });
        }
    }
    World::new(catalog.into_values().collect(), edges)
}

#[test]
fn a_real_corpus_is_answered_as_by_definition() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let world = read(&folder);
    let graph = world.graph();
    assert!(graph.edge_count() > 10_000);

    // Counted by the other implementation over the same links.
    for document in world.document_numbers() {
        assert_eq!(
            graph.in_degree(document),
            world.documents[document.index()].inbound_count,
            "{document:?}"
        );
    }

    let mut by_citations: Vec<DocumentNumber> = world.document_numbers().collect();
    by_citations.sort_by_key(|&document| std::cmp::Reverse(graph.in_degree(document)));
    for (&centre, sort) in
        by_citations.iter().step_by(700).zip([GraphSort::Links, GraphSort::Citations].into_iter().cycle())
    {
        let selection = Selection { groups: Groups::ALL, sort, grouplimit: Some(20) };
        rings::check_whole(&world, centre, Direction::Both, (selection, Depth::Three, 100)).expect("rings");
        for side in [Side::In, Side::Out] {
            let expected = world.naive_neighbours(centre, side, &selection, 50);
            assert_eq!(graph.neighbours(centre, side, &selection, 50), expected);
        }
    }

    let step = world.documents.len() / 7;
    for direction in [Direction::In, Direction::Out, Direction::Both] {
        for &to in by_citations.iter().step_by(300) {
            let query = PathQuery { from: DocumentNumber(0), to, direction, groups: Groups::ALL, paths: 5 };
            let distances = world.naive_distances(&query);
            for &from in by_citations.iter().step_by(step) {
                let chains = graph.chains(&PathQuery { from, ..query }).expect("it is not cancelled");
                let shortest = chains.first().map(|chain| chain.hops.len());
                assert_eq!(shortest, distances[from.index()], "{from:?} to {to:?}, {direction:?}");
                assert!(chains.is_sorted_by_key(|chain| (chain.documents.len(), chain.documents.clone())));
                for chain in &chains {
                    assert_eq!((chain.documents.first(), chain.documents.last()), (Some(&from), Some(&to)));
                    assert_eq!(*chain, world.naive_chain(chain.documents.clone(), direction));
                    assert!(chain.hops.iter().all(|hop| hop.links > 0));
                    let distinct: BTreeSet<_> = chain.documents.iter().collect();
                    assert_eq!(distinct.len(), chain.documents.len());
                }
            }
        }
    }
}
