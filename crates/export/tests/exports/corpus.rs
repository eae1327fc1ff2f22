//! Corpora that are imported, built and opened.

use std::path::Path;

use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots};
use tempfile::TempDir;

/// A data folder that is deleted when this is dropped.
pub(crate) struct Data(TempDir);

impl Data {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// The demo corpus.
    pub(crate) fn demo() -> Self {
        let folder = tempfile::tempdir().unwrap();
        lagrum_demo::unpack(folder.path()).unwrap();
        let data = Self::new();
        data.import(&folder.path().join("corpus"));
        data
    }

    /// Imports these dump files (their path and their lines) and builds.
    pub(crate) fn dumps(&self, files: &[(&str, String)]) {
        let folder = tempfile::tempdir().unwrap();
        for (path, lines) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, lines).unwrap();
        }
        self.import(folder.path());
    }

    fn import(&self, folder: &Path) {
        let sources = lagrum_sources::all().iter();
        let folders =
            sources.map(|source| (source.artifact_dir.to_owned(), source.name.to_owned())).collect();
        let options = ImportOptions { folders, ..ImportOptions::default() };
        let corpus = Corpus::create(self.0.path()).unwrap();
        let report = import(&corpus, &[folder.display().to_string()], &options, &Silent).unwrap();
        assert!(!report.failed());
        lagrum_builder::build(self.0.path(), &Silent).unwrap();
    }

    pub(crate) fn open(&self) -> Snapshot {
        Snapshots::new(self.0.path()).open_current().unwrap().unwrap()
    }
}
