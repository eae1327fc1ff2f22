//! The whole real corpus.
//!
//! Takes the folder named by `LAGRUM_TEST_CORPUS`, imports its `corpus` and builds a snapshot once for all of these tests,
//! which is most of their time; a data folder that is built already may be named by `LAGRUM_TEST_DATA` instead.

use std::path::Path;
use std::sync::OnceLock;

use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_search::Embedded;
use lagrum_snapshot::{Snapshot, Snapshots, today};
use serde_json::Value;

use crate::fixture::build;

/// The real corpus, imported and built once for all tests of this program.
pub(crate) struct Real {
    pub(crate) snapshot: Snapshot,
    pub(crate) engine: Embedded,
    /// The queries of the shared cases.
    pub(crate) queries: Vec<String>,
    _folder: tempfile::TempDir,
}

impl Real {
    pub(crate) fn get() -> Option<&'static Self> {
        static REAL: OnceLock<Option<Real>> = OnceLock::new();
        REAL.get_or_init(Self::open).as_ref()
    }

    fn open() -> Option<Self> {
        let shared = lagrum_test_support::real_corpus()?;
        let folder = tempfile::tempdir().unwrap();
        let data = lagrum_test_support::built_corpus().unwrap_or_else(|| {
            let corpus = Corpus::create(&folder.path().join("data")).unwrap();
            let origin = shared.join("corpus").display().to_string();
            import(&corpus, &[origin], &ImportOptions::default(), &Silent).unwrap();
            build(folder.path());
            folder.path().join("data")
        });
        let snapshots = Snapshots::new(&data);
        let snapshot = snapshots.open_current().unwrap().unwrap();
        snapshot.load_resolver(today()).unwrap();
        let engine = Embedded::open(&snapshots.search_of(snapshot.id())).unwrap();
        Some(Self { snapshot, engine, queries: queries(&shared), _folder: folder })
    }
}

fn queries(shared: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(shared.join("cases/search.jsonl")).unwrap();
    let query = |line: &str| serde_json::from_str::<Value>(line).unwrap()["q"].as_str().unwrap().to_owned();
    text.lines().map(query).collect()
}
