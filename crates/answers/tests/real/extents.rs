//! The extent of each document in the catalog is the extent that its page states, and coverage counts the same.
//!
//! Takes the data folder named by `LAGRUM_TEST_DATA`.

use std::collections::BTreeMap;

use lagrum_answers::{coverage, document_text};
use lagrum_snapshot::{Snapshots, today};
use lagrum_sources::TextExtent;

#[test]
fn every_document_is_counted_as_what_its_page_shows() {
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA names no data folder");
        return;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    // By source: texts, summaries, records, stubs.
    let mut counted: BTreeMap<String, [u64; 4]> = BTreeMap::new();
    for document in snapshot.catalog().all_documents().map(Result::unwrap) {
        let column = match document.extent {
            Some(TextExtent::Text) => 0,
            Some(TextExtent::Headnote | TextExtent::Summary) => 1,
            Some(TextExtent::Nothing) => 2,
            None => 3,
        };
        if document.stored.is_some() {
            let shown = document_text(&snapshot, today(), &document.uri).unwrap().extent();
            assert_eq!(document.extent, Some(shown), "{}", document.uri);
        }
        counted.entry(document.source).or_default()[column] += 1;
    }
    let told = coverage(&snapshot, None).unwrap().sources.into_iter();
    let told: BTreeMap<String, [u64; 4]> =
        told.map(|of| (of.source, [of.texts, of.summaries, of.records, of.stubs])).collect();
    println!("{told:?}");
    assert_eq!(counted, told);
    let all: u64 = counted.values().flatten().sum();
    assert_eq!(snapshot.manifest().counts.documents, all);
}
