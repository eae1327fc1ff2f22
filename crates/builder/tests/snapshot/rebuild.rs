//! Builds that follow one another.

use std::collections::BTreeMap;
use std::path::Path;

use lagrum_catalog::{CatalogDocument, DocumentFilter, DocumentOrder, RowRange};
use lagrum_corpus::Corpus as Store;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_json::json;

use crate::corpus::{Corpus, uri};
use crate::model::Model;
use crate::place::BuiltCorpus;
use crate::stated::Promise;

pub const PROMISES: &[(&str, Promise)] = &[
    ("check finds nothing wrong", nothing_is_wrong),
    ("an import of the same changes nothing", the_same_import_changes_nothing),
    ("a second build gives the same", a_second_build_gives_the_same),
];

fn nothing_is_wrong(_: &Corpus, place: &BuiltCorpus, _: &Model) -> TestCaseResult {
    prop_assert_eq!(place.problems(), Vec::<String>::new());
    Ok(())
}

fn the_same_import_changes_nothing(corpus: &Corpus, place: &BuiltCorpus, _: &Model) -> TestCaseResult {
    let state = || Store::open(&place.data()).unwrap().reader().unwrap().state().unwrap();
    let before = state();
    place.import(corpus);
    let after = state();
    prop_assert_eq!(after.generation, before.generation);
    prop_assert!(after.documents.iter().eq(before.documents.iter()));
    prop_assert_eq!(after.lydelser, before.lydelser);
    Ok(())
}

fn a_second_build_gives_the_same(_: &Corpus, place: &BuiltCorpus, _: &Model) -> TestCaseResult {
    let (tables, dumps, manifest) =
        (tables(place), dumps(&place.published()), place.snapshot().manifest().clone());
    let again = place.build();
    prop_assert_eq!(self::tables(place), tables);
    prop_assert_eq!(self::dumps(&place.published()), dumps);
    prop_assert_eq!((again.counts, again.dumps), (manifest.counts, manifest.dumps));
    Ok(())
}

/// The table of a catalog that depends on earlier builds; all other tables follow from the corpus.
pub(crate) const OF_HISTORY: &str = "published";

/// Everything in the catalog that follows from the corpus, table by table, each row as text, in the order of its first
/// columns.
fn tables(place: &BuiltCorpus) -> BTreeMap<String, Vec<String>> {
    let database = rusqlite::Connection::open(place.published().join("catalog.db")).unwrap();
    let mut names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").unwrap();
    let names: Vec<String> = names.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let read = |name: &String| {
        let mut query = database.prepare(&format!("SELECT * FROM {name}")).unwrap();
        let columns = query.column_count();
        let mut rows: Vec<String> = query
            .query_map([], |row| {
                let values: Vec<rusqlite::types::Value> =
                    (0..columns).map(|at| row.get(at)).collect::<Result<_, _>>()?;
                Ok(format!("{values:?}"))
            })
            .unwrap()
            .map(Result::unwrap)
            .collect();
        rows.sort();
        rows
    };
    names.iter().filter(|name| *name != OF_HISTORY).map(|name| (name.clone(), read(name))).collect()
}

fn dumps(snapshot: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(snapshot.join("dumps")).unwrap().map(|entry| entry.unwrap().path());
    files
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap()))
        .collect()
}

fn rows(place: &BuiltCorpus) -> BTreeMap<String, CatalogDocument> {
    let everything = RowRange { limit: u64::MAX, offset: 0 };
    let documents = place
        .snapshot()
        .catalog()
        .with(|catalog| catalog.documents(DocumentFilter::default(), DocumentOrder::Uri, everything));
    documents.unwrap().into_iter().map(|document| (document.uri.clone(), document)).collect()
}

/// A statute that refers to some uris.
fn law(local_id: &str, title: &str, cites: &[&str]) -> (&'static str, serde_json::Value) {
    let runs: Vec<_> = cites.iter().map(|cited| json!({"uri": uri(cited)})).collect();
    let json = json!({
        "uri": uri(local_id),
        "metadata": {"properties": {"dcterms:title": title}},
        "structure": [{"type": "paragraf", "id": "P1", "text": runs}],
    });
    ("sfs", json)
}

fn corpus(documents: &[(&'static str, serde_json::Value)]) -> Corpus {
    Corpus { documents: documents.to_vec(), ..Corpus::default() }
}

#[test]
fn a_changed_document_changes_what_it_must() {
    let other =
        [law("1998:204", "Getlag (1998:204)", &[]), law("1999:1", "Lag (1999:1) om bin", &["1998:204"])];
    let before = law("1931:47", "Fårlag (1931:47)", &["1998:204"]);
    let after = law("1931:47", "Ny fårlag (1931:47)", &["1999:1"]);
    let place = BuiltCorpus::built(&corpus(&[other[0].clone(), other[1].clone(), before]));
    let held = place.snapshot();
    let earlier = rows(&place);
    place.import(&corpus(&[other[0].clone(), other[1].clone(), after]));
    assert_eq!(rows(&place), earlier, "an import alone changes nothing served");
    place.build();
    let later = rows(&place);

    let changed: Vec<&str> =
        later.iter().filter(|(uri, row)| earlier[*uri] != **row).map(|(uri, _)| uri.as_str()).collect();
    assert_eq!(changed, [uri("1931:47"), uri("1998:204"), uri("1999:1")]);
    for local_id in ["1998:204", "1999:1"] {
        let mut row = later[&uri(local_id)].clone();
        assert_ne!(row.inbound_count, earlier[&uri(local_id)].inbound_count);
        row.inbound_count = earlier[&uri(local_id)].inbound_count;
        assert_eq!(row, earlier[&uri(local_id)], "only how often it is cited has changed");
    }
    let stored = |rows: &BTreeMap<String, CatalogDocument>| rows[&uri("1931:47")].stored.unwrap();
    let old = held.artifact(stored(&earlier)).unwrap();
    assert!(
        old.is_some_and(|bytes| String::from_utf8(bytes).unwrap().contains("Fårlag (1931:47)")),
        "in use"
    );
    drop(held);
    place.build();
    assert_eq!(place.snapshot().artifact(stored(&earlier)).unwrap(), None, "swept when nobody uses it");
    assert_eq!(place.problems(), Vec::<String>::new());
}

#[test]
fn a_removed_document_is_still_cited() {
    let citing = law("1999:1", "Lag (1999:1) om bin", &["1931:47#P1"]);
    let place = BuiltCorpus::built(&corpus(&[citing.clone(), law("1931:47", "Fårlag (1931:47)", &[])]));
    place.import(&corpus(&[citing]));
    place.build();
    assert_eq!(rows(&place).keys().cloned().collect::<Vec<_>>(), [uri("1999:1")]);
    let outbound = place.snapshot().catalog().with(|catalog| catalog.outbound(&uri("1999:1"))).unwrap();
    assert_eq!((outbound[0].uri.as_str(), &outbound[0].target), (uri("1931:47#P1").as_str(), &None));
    assert_eq!(place.problems(), Vec::<String>::new());
}

/// The stub of a concept stands where its page stood, and is not held.
#[test]
fn a_removed_page_of_a_concept_leaves_a_stub() {
    let citing = law("1999:1", "Lag (1999:1) om bin", &["begrepp/Vall"]);
    let page = |name: &str| {
        let text = json!([{"type": "stycke", "text": ["Gräs."]}]);
        ("begrepp", json!({"uri": uri(&format!("begrepp/{name}")), "title": name, "structure": text}))
    };
    let place = BuiltCorpus::built(&corpus(&[citing.clone(), page("Vall"), page("Hage")]));
    let stored = |place: &BuiltCorpus| rows(place)[&uri("begrepp/Vall")].stored;
    assert!(stored(&place).is_some());
    place.import(&corpus(&[citing, page("Hage")]));
    place.build();
    assert_eq!(stored(&place), None);
    assert_eq!(place.problems(), Vec::<String>::new());
}
