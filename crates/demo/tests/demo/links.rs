//! A link to a part of a document that is held has a target, except for the links listed here.

#[allow(dead_code, reason = "each test file uses a part of it")]
use std::collections::{BTreeMap, BTreeSet};

use crate::support::{anchors, documents, each_object, local};

/// Links whose document is held but has no such place, as the tests of resolving need them.
const DANGLING: &[&str] = &[
    // An address with two hashes, as a careless editor leaves it.
    "1931:47#K2P1#S1",
    // Paragraphs of an EU judgment are cited by number and have no anchors.
    "celex/62029CJ0012#24",
    // A proposition known by its record alone has no pages.
    "prop/2026/27:90#sid31",
];

#[test]
fn ids_are_unique_in_a_document() {
    for doc in documents() {
        let mut seen = BTreeSet::new();
        doc.artifact.presented().walk(&mut |step| {
            if let lagrum_artifact::Step::Enter(node) = step
                && let Some(id) = node.id()
            {
                // An instrument printed in an appendix shares the appendix's id.
                assert!(
                    seen.insert(id) || node.kind() == "konventionsinstrument",
                    "{}: {id} twice",
                    doc.path
                );
            }
        });
    }
}

#[test]
fn links_arrive() {
    let documents = documents();
    let places: BTreeMap<_, _> = documents.iter().map(|doc| (doc.artifact.uri(), anchors(doc))).collect();
    let mut dangling = BTreeSet::new();
    let mut arrived = 0;
    for doc in &documents {
        each_object(doc.artifact.value(), &mut |object| {
            let Some((root, anchor)) = object.get("uri").and_then(|uri| uri.as_str()?.split_once('#')) else {
                return;
            };
            match places.get(root) {
                Some(anchors) if anchors.contains(anchor) => arrived += 1,
                Some(_) => _ = dangling.insert(format!("{}#{anchor}", local(root).unwrap())),
                None => {}
            }
        });
    }
    assert_eq!(dangling.iter().map(String::as_str).collect::<Vec<_>>(), DANGLING);
    assert!(arrived > 200, "{arrived}");
}

#[test]
fn a_footnote_mark_has_its_note() {
    for doc in documents() {
        each_object(doc.artifact.value(), &mut |object| {
            let Some(mark) = object.get("uri").and_then(|uri| uri.as_str()?.strip_prefix("#fn-")) else {
                return;
            };
            let notes = doc.artifact.list(&["footnotes"]);
            assert!(notes.iter().any(|note| note["mark"] == mark), "{}: note {mark}", doc.path);
        });
    }
}
