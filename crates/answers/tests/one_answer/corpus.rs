//! The demo, imported and built, and the real corpus that is built already.

use jiff::civil::{Date, date};
use lagrum_artifact::StoredId;
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus as Store, Silent};
use lagrum_snapshot::{Snapshot, Snapshots};
use serde_json::Value;
use tempfile::TempDir;

/// The day on which the demo is read.
const DEMO_DAY: Date = date(2033, 1, 1);

/// A corpus that can be asked, and the day that is today for it.
pub(crate) struct Corpus {
    pub(crate) snapshot: Snapshot,
    pub(crate) today: Date,
    _folder: Option<TempDir>,
}

impl Corpus {
    fn open(data: &std::path::Path, today: Date, folder: Option<TempDir>) -> Self {
        let snapshot = Snapshots::new(data).open_current().unwrap().unwrap();
        snapshot.load_resolver(today).unwrap();
        Self { snapshot, today, _folder: folder }
    }

    /// A stored artifact.
    pub(crate) fn artifact(&self, stored: StoredId) -> Value {
        serde_json::from_slice(&self.snapshot.artifact(stored).unwrap().unwrap()).unwrap()
    }

    /// The uri without the address that all uris of the corpus begin with.
    pub(crate) fn local(&self, uri: &str) -> String {
        self.snapshot.manifest().base.strip(uri).unwrap_or(uri).to_owned()
    }
}

/// The demo.
pub(crate) fn demo() -> Corpus {
    // Which changes a build takes as ahead of their day depends on today.
    lagrum_snapshot::fix_today(DEMO_DAY);
    let folder = tempfile::tempdir().unwrap();
    lagrum_demo::unpack(folder.path()).unwrap();
    let data = folder.path().join("data");
    let store = Store::create(&data).unwrap();
    let sources = lagrum_sources::all().iter();
    let options = ImportOptions {
        folders: sources.map(|source| (source.artifact_dir.to_owned(), source.name.to_owned())).collect(),
        ..ImportOptions::default()
    };
    import(&store, &[folder.path().join("corpus").display().to_string()], &options, &Silent).unwrap();
    lagrum_builder::build(&data, &Silent).unwrap();
    Corpus::open(&data, DEMO_DAY, Some(folder))
}

/// The real corpus; None where there is none.
pub(crate) fn real() -> Option<Corpus> {
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA names no data folder");
        return None;
    };
    // It is read on the day of its build, after which nothing is known.
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let day = snapshot.manifest().day.parse().unwrap();
    Some(Corpus::open(&data, day, None))
}
