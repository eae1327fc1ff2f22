//! The same parameters give the same bytes, on any number of threads; an existing corpus is not made again.

mod common;

use common::{files, generate, options};
use lagrum_corpus_generator::run;

#[test]
fn twice_the_same() {
    let (first, _) = generate(200, 0.1, 7);
    let second = tempfile::tempdir().unwrap();
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    one_thread.install(|| run(&options(second.path(), 200, 0.1, 7))).unwrap();
    let (first, second) = (files(first.path()), files(second.path()));
    assert_eq!(
        first.len(),
        16 + 4,
        "sixteen dumps, the archive and its list, the status list and the manifest"
    );
    for (one, other) in first.iter().zip(&second) {
        assert!(one == other, "{} and {} differ", one.0, other.0);
    }
}

#[test]
fn another_seed_is_another_corpus() {
    let (first, _) = generate(200, 0.05, 7);
    let (second, _) = generate(200, 0.05, 8);
    let (first, second) = (files(first.path()), files(second.path()));
    let same = first.iter().zip(&second).filter(|(one, other)| one == other).count();
    assert_eq!(same, 0);
}

#[test]
fn what_is_there_is_kept_and_what_differs_is_replaced() {
    let (folder, summary) = generate(100, 0.05, 1);
    let dump = folder.path().join("sfs.ndjson.gz");
    let mark = b"left alone";
    std::fs::write(&dump, mark).unwrap();
    assert_eq!(run(&options(folder.path(), 100, 0.05, 1)).unwrap(), summary);
    assert_eq!(std::fs::read(&dump).unwrap(), mark);
    run(&options(folder.path(), 100, 0.05, 2)).unwrap();
    assert_ne!(std::fs::read(&dump).unwrap(), mark);
}
