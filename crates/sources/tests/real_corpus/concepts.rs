//! The folding of inflected concepts, by the stubs it leaves.

use std::collections::BTreeSet;

use crate::corpus::corpus;

#[test]
fn the_same_concepts_have_only_a_name() {
    let Some(corpus) = corpus() else { return };
    let stubs = corpus.expected_lines("catalog.ndjson.gz").filter(|row| row["stub"] == true);
    let theirs: BTreeSet<_> = stubs.map(|row| row["label"].as_str().unwrap().to_owned()).collect();
    let concepts = corpus.concepts();
    println!("{} folded, {} stubs", concepts.folded.len(), concepts.stubs.len());
    assert_eq!(concepts.stubs, theirs);
    assert_eq!(concepts.folded.len(), 112);
}
