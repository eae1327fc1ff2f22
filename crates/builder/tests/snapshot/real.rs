//! The real corpus, imported and built: everything `check` asks of a snapshot holds of it.
//!
//! The corpus lies in the folder named by LAGRUM_TEST_CORPUS; without it this test says that it skips.

use std::path::PathBuf;

use lagrum_builder::{build, check};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};

#[test]
fn the_real_corpus_is_well() {
    let Some(folder) = std::env::var_os("LAGRUM_TEST_CORPUS") else {
        println!("skipped: LAGRUM_TEST_CORPUS does not name a corpus");
        return;
    };
    let data = tempfile::tempdir().unwrap();
    let store = Corpus::create(data.path()).unwrap();
    let origin = PathBuf::from(folder).join("corpus").display().to_string();
    let report = import(&store, &[origin], &ImportOptions::default(), &Silent).unwrap();
    assert!(!report.failed(), "{report:?}");
    let manifest = build(data.path(), &Silent).unwrap();
    assert_eq!(manifest.counts.unreadable, 0);
    let findings = check::check(data.path(), &Silent).unwrap();
    assert_eq!(findings.problems, Vec::<String>::new(), "{}", findings.summary());
    println!("{}", findings.summary());
}
