//! Any bytes as a dump file, plain or compressed, imported into a corpus.
#![no_main]

use std::sync::LazyLock;

use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().unwrap());

fuzz_target!(|input: (u8, &[u8])| {
    let (form, bytes) = input;
    let name = ["sfs.ndjson", "sfs.ndjson.gz", "sfs.ndjson.zst", "eurlex-status.json", "sfs.versions.json"];
    let path = FOLDER.path().join(name[usize::from(form) % name.len()]);
    std::fs::write(&path, bytes).unwrap();
    let corpus = Corpus::create(&FOLDER.path().join("data")).unwrap();
    let _ = import(&corpus, &[path.display().to_string()], &ImportOptions::default(), &Silent);
    // Whatever the import returned, the corpus can be read.
    let reader = corpus.reader().unwrap();
    let documents = reader.state().unwrap().documents;
    for document in documents.iter_from(documents.len().saturating_sub(3)) {
        assert!(reader.artifact(document.stored).unwrap().is_some());
    }
});
