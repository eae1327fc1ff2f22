//! A corpus imported, built and served in this process.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use jiff::civil::{Date, date};
use lagrum_api::{RouterConfig, ServedSnapshot, endpoints};
use lagrum_builder::build;
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots};
use tempfile::TempDir;

use crate::client::Client;

/// A built corpus; its files are deleted when this is dropped.
pub(crate) struct Served {
    snapshot: Arc<Snapshot>,
    _data: TempDir,
}

static DEMO: LazyLock<Served> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    lagrum_demo::unpack(folder.path()).unwrap();
    Served::of(&folder.path().join("corpus"))
});

impl Served {
    /// The demo corpus.
    pub(crate) fn demo() -> Client {
        DEMO.client()
    }

    /// A corpus of dump files: their paths (`sfs.ndjson`, `versions/sfs.ndjson`) and their lines.
    pub(crate) fn dumps(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (path, lines) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, lines).unwrap();
        }
        Self::of(folder.path())
    }

    /// The corpus that an import finds in a folder.
    pub(crate) fn of(folder: &Path) -> Self {
        let data = tempfile::tempdir().unwrap();
        let sources = lagrum_sources::all().iter();
        let folders =
            sources.map(|source| (source.artifact_dir.to_owned(), source.name.to_owned())).collect();
        let options = ImportOptions { folders, ..ImportOptions::default() };
        let corpus = Corpus::create(data.path()).unwrap();
        let report = import(&corpus, &[folder.display().to_string()], &options, &Silent).unwrap();
        assert!(!report.failed());
        build(data.path(), &Silent).unwrap();
        let snapshot = Arc::new(Snapshots::new(data.path()).open_current().unwrap().unwrap());
        Self { snapshot, _data: data }
    }

    /// The demo corpus on a day.
    pub(crate) fn demo_on(day: Date) -> Client {
        DEMO.client_on(day)
    }

    /// Sends requests to a server of this corpus.
    pub(crate) fn client(&self) -> Client {
        self.client_on(date(2034, 1, 1))
    }

    /// Sends requests to a server of this corpus on a day.
    pub(crate) fn client_on(&self, day: Date) -> Client {
        let snapshot = self.snapshot.clone();
        let now = move || ServedSnapshot::from_snapshot(day, Some(snapshot.clone()));
        Client::new(endpoints::all().into_router(RouterConfig::new(now)))
    }
}
