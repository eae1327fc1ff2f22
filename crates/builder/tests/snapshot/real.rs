//! The real corpus, imported and built: everything `check` asks of a snapshot holds of it, and every budget gives the same.
//!
//! The corpus lies in the folder named by LAGRUM_TEST_CORPUS; without it this test is skipped.

use lagrum_builder::{BuildOptions, MemoryBudget, build, build_with, check};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::Snapshots;

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

    let catalog = || {
        let id = Snapshots::new(data.path()).current().unwrap().unwrap();
        std::fs::read(data.path().join("snapshots").join(id.as_str()).join("catalog.db")).unwrap()
    };
    let expected = catalog();
    for (bytes, kept) in [(1 << 20, true), (1 << 20, false), (64 << 30, false)] {
        if !kept {
            std::fs::remove_dir_all(data.path().join("snapshots")).unwrap();
        }
        let options = BuildOptions { memory: MemoryBudget::new(bytes), ..BuildOptions::default() };
        let again = build_with(data.path(), options, &Silent).unwrap();
        assert_eq!((&again.counts, &again.dumps), (&manifest.counts, &manifest.dumps));
        assert!(catalog() == expected, "another catalog within {bytes} bytes");
    }
}
