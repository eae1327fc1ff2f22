//! The table of citations has each citation at what its document means, and none at a place that it cannot mean.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;

use lagrum_catalog::MeantPlace;
use lagrum_export::sqlite::write_sqlite;
use lagrum_export::tables::{TableForm, write_citations};
use lagrum_progress::Silent;
use lagrum_snapshot::{Snapshot, Snapshots};
use lagrum_test_support::{built_corpus, skipped};

use crate::corpus::Data;
use crate::tables::rows;

/// The rows with a meaning, by its kind, each compared with the catalog.
fn compared(snapshot: &Snapshot) -> BTreeMap<&'static str, usize> {
    let mut bytes = Vec::new();
    write_citations(snapshot, TableForm::default(), &mut bytes, &Silent).unwrap();
    let mut rows_of: HashMap<String, Vec<HashMap<String, String>>> = HashMap::new();
    for row in rows(&bytes) {
        rows_of.entry(row["from_uri"].clone()).or_default().push(row);
    }
    let (mut found, mut wrong) = (BTreeMap::new(), Vec::new());
    for document in snapshot.catalog().all_documents() {
        let citing = document.unwrap().uri;
        let meanings = snapshot.catalog().with(|catalog| catalog.meanings_of(&citing)).unwrap();
        for (written, meaning) in &meanings {
            let own = rows_of.get(&citing).into_iter().flatten();
            let (with, without): (Vec<_>, Vec<_>) = own
                .filter(|row| row["cited_uri"] == *written || row["to_uri"] == *written)
                .partition(|row| row["cited_uri"] == *written);
            // What another place that the document cites means may be this one.
            if with.is_empty() || without.iter().any(|row| row["cited_as"].is_empty()) {
                wrong.push(format!("{citing} stands at {written}"));
            }
            let counts_at = meaning.counts_at().map(MeantPlace::uri).unwrap_or_default();
            let root = counts_at.split('#').next().unwrap_or_default();
            for row in with {
                *found.entry(meaning.cited_as.name()).or_default() += 1;
                let is_right = row["to_uri"] == counts_at
                    && row["root"] == root
                    && row["cited_as"] == meaning.cited_as.name()
                    && (row["unit"].is_empty() || row["unit"].starts_with(root));
                if !is_right {
                    wrong.push(format!("{citing} as {written}, which counts at {counts_at:?}: {row:?}"));
                }
            }
        }
    }
    let told = rows_of.values().flatten().filter(|row| !row["cited_as"].is_empty()).count();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(told, found.values().sum::<usize>(), "each row with a meaning has one in the catalog");
    found
}

#[test]
fn each_citation_of_the_demo_is_exported_as_what_it_means() {
    assert!(!compared(&Data::demo().open()).is_empty(), "the demo has a citation of another day");
}

#[test]
fn each_real_citation_is_exported_as_what_it_means() {
    let Some(data) = built_corpus() else { return skipped("LAGRUM_TEST_DATA is not set") };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let found = compared(&snapshot);
    println!("exported citations that mean another place: {found:?}");
    assert_eq!(found.len(), 2, "the corpus has both kinds: {found:?}");

    // The database has the same rows.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("law.sqlite");
    File::create(&file).unwrap();
    write_sqlite(&snapshot, &file, &Silent, |_, _| Ok(())).unwrap();
    let database = rusqlite::Connection::open(&file).unwrap();
    for (kind, rows) in found {
        let sql = "SELECT count(*) FROM citations WHERE cited_as = ?1 AND to_uri IS NOT cited_uri";
        let stored: usize = database.query_row(sql, [kind], |row| row.get(0)).unwrap();
        assert_eq!(stored, rows, "{kind}");
    }
}
