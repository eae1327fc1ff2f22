//! A data folder for one test, with functions that import, build and read the results.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lagrum_builder::{BuildOptions, MemoryBudget, build_with, check};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus as Store, Silent};
use lagrum_snapshot::{Manifest, Snapshot, Snapshots};
use serde_json::Value;

use crate::corpus::Corpus;

pub struct BuiltCorpus {
    folder: tempfile::TempDir,
}

impl BuiltCorpus {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A place where the corpus has been imported and built.
    pub fn built(corpus: &Corpus) -> Self {
        let place = Self::new();
        place.import(corpus);
        place.build();
        place
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Imports all of the corpus, as an operator who has its dumps would. Documents that the corpus no longer has are
    /// removed.
    pub fn import(&self, corpus: &Corpus) {
        let origin = self.folder.path().join("origin");
        let _ = std::fs::remove_dir_all(&origin);
        std::fs::create_dir_all(&origin).unwrap();
        write_lines(&origin, "", &corpus.documents);
        write_lines(&origin, "versions-", &corpus.lydelser);
        if !corpus.statuses.is_empty() {
            let statuses = Value::Object(corpus.statuses.clone()).to_string();
            std::fs::write(origin.join("eurlex-status.json"), statuses).unwrap();
        }
        let store = Store::create(&self.data()).unwrap();
        let options = ImportOptions { prune: Some(true), ..ImportOptions::default() };
        let report = import(&store, &[origin.display().to_string()], &options, &Silent).unwrap();
        assert!(!report.failed() && report.total().unreadable == 0, "{report:?}");
    }

    pub fn build(&self) -> Manifest {
        self.build_with(BuildOptions::default())
    }

    /// Builds with a budget of `bytes` bytes.
    pub fn build_within(&self, bytes: usize) -> Manifest {
        self.build_with(BuildOptions { memory: MemoryBudget::new(bytes), ..BuildOptions::default() })
    }

    /// Builds as an operator would who has removed documents on purpose: the corpora of these tests are small, and what the next one
    /// lacks is often all of a source.
    fn build_with(&self, options: BuildOptions<'_>) -> Manifest {
        build_with(&self.data(), BuildOptions { allow_removals: true, ..options }, &Silent).unwrap()
    }

    pub fn snapshot(&self) -> Snapshot {
        Snapshots::new(&self.data()).open_current().unwrap().unwrap()
    }

    /// The folder of the published snapshot.
    pub fn published(&self) -> PathBuf {
        let snapshots = Snapshots::new(&self.data());
        self.data().join("snapshots").join(snapshots.current().unwrap().unwrap().as_str())
    }

    /// The problems that `check` reports.
    pub fn problems(&self) -> Vec<String> {
        check::check(&self.data(), &Silent).unwrap().problems
    }
}

fn write_lines(folder: &Path, prefix: &str, documents: &[(&'static str, Value)]) {
    let mut by_source: BTreeMap<&str, String> = BTreeMap::new();
    for (source, artifact) in documents {
        by_source.entry(source).or_default().push_str(&format!("{artifact}\n"));
    }
    for (source, lines) in by_source {
        std::fs::write(folder.join(format!("{prefix}{source}.ndjson")), lines).unwrap();
    }
}
