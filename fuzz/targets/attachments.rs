//! Any bytes as the list of a folder's PDFs or of a statute's graphics, imported into a corpus.
#![no_main]

use std::sync::LazyLock;

use lagrum_artifact::Base;
use lagrum_corpus::attachments::{AttachmentOptions, import_attachments};
use lagrum_corpus::{Corpus, Silent};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    for part in ["pdf", "graphics", "verdicts/HDO/7b1d0c52-3e4f-4a61-9c8d-2f5e6a7b8c90"] {
        std::fs::create_dir_all(folder.path().join(part)).unwrap();
    }
    std::fs::write(folder.path().join("pdf/a.pdf"), "%PDF-").unwrap();
    std::fs::write(folder.path().join("verdicts/HDO/7b1d0c52-3e4f-4a61-9c8d-2f5e6a7b8c90/dom.pdf"), "%PDF-")
        .unwrap();
    folder
});

fuzz_target!(|input: (bool, &[u8])| {
    let (pdfs, bytes) = input;
    let list = if pdfs { "pdf/index.json" } else { "graphics/1931-47.json" };
    std::fs::write(FOLDER.path().join(list), bytes).unwrap();
    let corpus = Corpus::create(&FOLDER.path().join("data")).unwrap();
    let base = Base::parse("https://lag.example").unwrap();
    let options = AttachmentOptions { base: Some(base), pages: &|_| Ok(3) };
    let _ = import_attachments(&corpus, FOLDER.path(), &options, &Silent);
    assert!(corpus.reader().unwrap().state().is_ok());
});
