//! Every target that is called held in texts of the real corpus is a unit of its private lookups: a client that looks for it there finds it.
//!
//! Takes the data folder named by `LAGRUM_TEST_DATA`, built with `--private-lookups`.

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

use std::collections::{BTreeMap, HashMap};

use lagrum_answers::{
    self as answers, ExtractBlock, ExtractQuestion, LookupPrefix, TargetStatus, extract, lookup_bucket,
};
use lagrum_artifact::Artifact;
use lagrum_catalog::{DocumentFilter, DocumentOrder, RowRange};
use lagrum_snapshot::{Snapshot, Snapshots, today};

/// Texts of each source that are read, and characters of each.
const TEXTS: usize = 60;
const CHARS: usize = 60_000;

/// The length that says that a unit has no text, and bytes that a text may have.
const NO_TEXT: u32 = u32::MAX;
const TEXT_BYTES: u64 = 64 << 10;

/// The units of all buckets, with the length of the packed text.
fn units(snapshot: &Snapshot) -> HashMap<String, u32> {
    let mut units = HashMap::new();
    for prefix in 0..1 << 12 {
        let prefix = LookupPrefix::parse(&format!("{prefix:03x}"), 12).unwrap();
        let bucket = lookup_bucket(snapshot, prefix).unwrap().0;
        let number = |at: usize| u32::from_le_bytes(bucket[at..at + 4].try_into().unwrap());
        let mut at = 9;
        for _ in 0..number(5) {
            let uri = usize::from(u16::from_le_bytes(bucket[at + 4..at + 6].try_into().unwrap()));
            let text = number(at + 6);
            let name = std::str::from_utf8(&bucket[at + 10..at + 10 + uri]).unwrap();
            units.insert(name.to_owned(), text);
            at += 10 + uri + if text == NO_TEXT { 0 } else { text as usize };
        }
    }
    units
}

/// A citation in words or an address may point into each.
fn every_anchor_is_a_unit(snapshot: &Snapshot, units: &HashMap<String, u32>) {
    let mut documents = 0_u64;
    for document in snapshot.catalog().all_documents().map(Result::unwrap) {
        documents += 1;
        assert!(units.contains_key(&document.uri), "{}", document.uri);
        let Some(stored) = document.stored else { continue };
        let anchors = snapshot.catalog().with(|catalog| catalog.anchors_of(stored)).unwrap();
        for anchor in anchors.iter() {
            let uri = format!("{}#{anchor}", document.uri);
            assert!(units.contains_key(&uri), "{uri}");
        }
    }
    assert_eq!(documents, snapshot.manifest().counts.documents);
}

#[test]
fn what_is_called_held_is_in_the_lookups() {
    if lagrum_test_support::real_corpus().is_none() {
        return;
    }
    let Some(data) = lagrum_test_support::built_corpus() else {
        lagrum_test_support::skipped("LAGRUM_TEST_DATA is not set");
        return;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    if answers::lookup_filter(&snapshot).is_err() {
        lagrum_test_support::skipped("the data folder was built without --private-lookups");
        return;
    }
    snapshot.load_resolver(today()).unwrap();
    let units = units(&snapshot);
    assert!(units.values().all(|length| *length == NO_TEXT || u64::from(*length) <= 2 * TEXT_BYTES));
    every_anchor_is_a_unit(&snapshot, &units);

    let mut texts = 0;
    let (mut held, mut with_anchor) = (0_u64, 0_u64);
    let mut missing: BTreeMap<String, String> = BTreeMap::new();
    for source in
        ["sfs", "dv", "forarbete", "foreskrift", "eurlex", "hudoc", "avg", "kommentar", "edpb", "coe"]
    {
        let filter = DocumentFilter { source: Some(source), kind: None, hidden_on: None };
        let range = RowRange { limit: 10_000, offset: 0 };
        let rows =
            snapshot.catalog().with(|catalog| catalog.documents(filter, DocumentOrder::Uri, range)).unwrap();
        let rows: Vec<_> = rows.into_iter().filter(|row| row.stored.is_some()).collect();
        let step = (rows.len() / TEXTS).max(1);
        for row in rows.iter().step_by(step) {
            let bytes = snapshot.artifact(row.stored.unwrap()).unwrap().unwrap();
            let artifact = Artifact::parse(&bytes).unwrap();
            let text: String =
                lagrum_artifact::FullText::of(&artifact).pieces.join("\n").chars().take(CHARS).collect();
            let block = ExtractBlock { id: "0".to_owned(), text, context: None };
            let question = ExtractQuestion {
                blocks: vec![block],
                context: Some(row.uri.clone()),
                ..ExtractQuestion::default()
            };
            let found = extract(&snapshot, today(), &question).unwrap();
            texts += 1;
            for occurrence in &found.occurrences {
                for target in occurrence.targets.iter().filter(|target| target.status == TargetStatus::Held) {
                    held += 1;
                    with_anchor += u64::from(target.uri.contains('#'));
                    if !units.contains_key(&target.uri) {
                        missing.insert(target.uri.clone(), format!("{:?} in {}", occurrence.text, row.uri));
                    }
                }
            }
        }
    }
    assert!(
        texts > 300 && held > 9_400 && with_anchor > 5_000,
        "{texts} texts, {held} held, {with_anchor} with an anchor"
    );
    let shown: Vec<_> = missing.iter().take(30).collect();
    assert!(missing.is_empty(), "{} of {held} held targets are no units: {shown:#?}", missing.len());
}
