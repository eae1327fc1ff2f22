//! The real corpus, imported and built: everything `check` asks of a snapshot holds of it.
//!
//! The corpus lies in the folder named by LAGRUM_TEST_CORPUS; without it this test is skipped.

use lagrum_builder::{build, check};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};

#[test]
fn a_snapshot_of_the_real_corpus_passes_its_checks() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let data = tempfile::tempdir().unwrap();
    let store = Corpus::create(data.path()).unwrap();
    let origin = folder.join("corpus").display().to_string();
    let report = import(&store, &[origin], &ImportOptions::default(), &Silent).unwrap();
    assert!(!report.failed(), "{report:?}");
    let manifest = build(data.path(), &Silent).unwrap();
    assert_eq!(manifest.counts.unreadable, 0);
    let findings = check::check(data.path(), &Silent).unwrap();
    assert_eq!(findings.problems, Vec::<String>::new(), "{}", findings.summary());
    println!("{}", findings.summary());
}
