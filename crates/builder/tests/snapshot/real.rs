//! The real corpus, imported and built: `check` finds no problems, and every memory budget gives the same snapshot.
//!
//! The corpus lies in the folder named by LAGRUM_TEST_CORPUS; without it this test is skipped.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use lagrum_builder::{BuildOptions, MemoryBudget, build, build_with, check};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::Snapshots;
use rusqlite::types::ValueRef;

use crate::rebuild::OF_HISTORY;

#[test]
fn a_snapshot_of_the_real_corpus_passes_its_checks() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let data = tempfile::tempdir().unwrap();
    if !lagrum_test_support::copy_built_corpus(data.path()) {
        let store = Corpus::create(data.path()).unwrap();
        let origin = folder.join("corpus").display().to_string();
        let report = import(&store, &[origin], &ImportOptions::default(), &Silent).unwrap();
        assert!(!report.failed(), "{report:?}");
    }
    let manifest = build(data.path(), &Silent).unwrap();
    assert_eq!(manifest.counts.unreadable, 0);
    let findings = check::check(data.path(), &Silent).unwrap();
    assert_eq!(findings.problems, Vec::<String>::new(), "{}", findings.summary());
    println!("{}", findings.summary());

    let catalog = || {
        let id = Snapshots::new(data.path()).current().unwrap().unwrap();
        contents(&data.path().join("snapshots").join(id.as_str()).join("catalog.db"))
    };
    let expected = catalog();
    for (bytes, kept) in [(1 << 20, false), (64 << 30, true)] {
        if !kept {
            std::fs::remove_dir_all(data.path().join("snapshots")).unwrap();
        }
        let options = BuildOptions { memory: MemoryBudget::new(bytes), ..BuildOptions::default() };
        let again = build_with(data.path(), options, &Silent).unwrap();
        assert_eq!((&again.counts, &again.dumps), (&manifest.counts, &manifest.dumps));
        assert_eq!(catalog(), expected, "another catalog within {bytes} bytes");
    }
}

/// A hash of the rows of each table of a catalog that follows from the corpus.
fn contents(catalog: &Path) -> BTreeMap<String, u64> {
    let database = rusqlite::Connection::open(catalog).unwrap();
    let mut names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").unwrap();
    let names: Vec<String> = names.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let hash = |name: &String| {
        let mut query = database.prepare(&format!("SELECT * FROM {name}")).unwrap();
        let columns = query.column_count();
        let mut hasher = DefaultHasher::new();
        let mut rows = query.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for column in 0..columns {
                match row.get_ref(column).unwrap() {
                    ValueRef::Null => 0.hash(&mut hasher),
                    ValueRef::Integer(number) => number.hash(&mut hasher),
                    ValueRef::Real(number) => number.to_bits().hash(&mut hasher),
                    ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.hash(&mut hasher),
                }
            }
        }
        hasher.finish()
    };
    names.iter().filter(|name| *name != OF_HISTORY).map(|name| (name.clone(), hash(name))).collect()
}
