//! A build after other builds, within any memory budget, gives the bytes that a first build gives.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use lagrum_search::{DocumentSupport, Embedded, Engine, QueryPlanner};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::Config;
use serde_json::json;

use crate::corpus::{Corpus, corpora, uri};
use crate::place::BuiltCorpus;

/// The catalog and the dump files of a published snapshot. The search index is left out: it keeps the compounds that were
/// learnt when it was first made.
fn files(place: &BuiltCorpus) -> BTreeMap<String, Vec<u8>> {
    let published = place.published();
    let dumps = fs::read_dir(published.join("dumps")).unwrap().map(|entry| entry.unwrap().path());
    let paths = dumps.chain([published.join("catalog.db")]);
    paths
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()))
        .collect()
}

/// Words in the citation contexts of these tests.
const SAID_WORDS: [&str; 5] = ["vallning", "tillsyn", "hjordar", "mellan", "text"];

/// The support of each of these words in the index: the documents, the score of each, and the anchors of the
/// provisions.
type Said = Vec<(u32, String, Vec<String>)>;

/// The citation contexts in the index, and the compounds that terms depend on.
fn contexts(place: &BuiltCorpus) -> (Vec<u8>, Vec<Said>) {
    let folder = place.published().join("search");
    let engine = Embedded::open(&folder).unwrap();
    let (vocabulary, compounds, tuning) = (engine.vocabulary(), engine.compounds(), engine.tuning());
    let planner = QueryPlanner { vocabulary, compounds, tuning };
    let said = SAID_WORDS.iter().map(|word| {
        let support = engine.contexts(&planner.plan(word).unwrap()).unwrap().0;
        let of_document = |of: &DocumentSupport| {
            let anchors = of.passages.iter().map(|passage| passage.anchor.clone()).collect();
            // The weight of a word, which cancels out, depends on the texts that were removed and not merged yet.
            (of.document.0, format!("{:.3}", of.score), anchors)
        };
        support.documents().iter().map(of_document).collect()
    });
    (fs::read(folder.join("compounds")).unwrap(), said.collect())
}

/// Budgets in bytes, from one that holds one record at a time to one that holds everything.
const BUDGETS: [usize; 4] = [1, 4 << 10, 1 << 20, 1 << 30];

/// Builds the corpus of a place in a new place without a snapshot.
fn built_from_nothing(place: &BuiltCorpus, bytes: usize) -> BuiltCorpus {
    let fresh = BuiltCorpus::new();
    copy_folder(&place.data().join("corpus"), &fresh.data().join("corpus"));
    fresh.build_within(bytes);
    fresh
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let copy = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_folder(&path, &copy);
        } else {
            fs::copy(path, copy).unwrap();
        }
    }
}

/// Returns whether contexts were compared, which depend on compounds: those are kept from the first build.
fn assert_as_from_nothing(place: &BuiltCorpus, bytes: usize) -> bool {
    let fresh = built_from_nothing(place, bytes);
    let (found, expected) = (files(place), files(&fresh));
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (file, expected) in &expected {
        assert!(found[file] == *expected, "{file} differs from that of a build from nothing");
    }
    let ((compounds, found), (fresh_compounds, expected)) = (contexts(place), contexts(&fresh));
    if compounds == fresh_compounds {
        assert_eq!(found, expected, "what is said of provisions differs");
    }
    let (found, expected) = (place.snapshot().manifest().clone(), fresh.snapshot().manifest().clone());
    assert_eq!((found.counts, found.dumps), (expected.counts, expected.dumps));
    compounds == fresh_compounds
}

fn segments(place: &BuiltCorpus) -> Vec<PathBuf> {
    let files = fs::read_dir(place.published().join("derived")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "segment")).collect();
    files.sort();
    files
}

#[test]
fn any_sequence_of_imports_and_builds_gives_what_one_build_gives() {
    let config = Config { cases: 24, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    let budgets = || prop::option::of((select(&BUDGETS[..]), select(&BUDGETS[..])));
    let steps = prop::collection::vec((corpora(), budgets()), 2..6);
    proptest!(config, |(steps in steps)| {
        let place = BuiltCorpus::new();
        for (corpus, budgets) in &steps {
            place.import(corpus);
            if let Some((within, other)) = budgets {
                place.build_within(*within);
                assert_as_from_nothing(&place, *other);
            }
        }
        place.build();
        assert_as_from_nothing(&place, 4 << 10);
    });
}

fn law(number: u32, text: &str) -> (&'static str, serde_json::Value) {
    let json = json!({
        "uri": uri(&format!("1931:{number}")),
        "metadata": {"properties": {"dcterms:title": format!("Lag (1931:{number}) om {text}")}},
        "structure": [{"type": "paragraf", "id": "P1", "text": [text, {"uri": uri("1931:1#P1"), "text": text}]}],
    });
    ("sfs", json)
}

fn laws(count: u32, changed: impl Fn(u32) -> bool, text: &str) -> Corpus {
    let text = |number| if changed(number) { text } else { "får" };
    Corpus { documents: (1..=count).map(|number| law(number, text(number))).collect(), ..Corpus::default() }
}

#[test]
fn what_is_kept_is_bounded() {
    let place = BuiltCorpus::built(&laws(40, |_| false, ""));
    for round in 0..30_u32 {
        place.import(&laws(40, |number| number % 30 == round, &format!("bin {round}")));
        place.build();
        assert!(segments(&place).len() <= 8, "seven that are linked and a new one");
    }
    assert_as_from_nothing(&place, 1 << 20);
    let once: u64 = segments(&built_from_nothing(&place, 1 << 20))
        .iter()
        .map(|path| fs::metadata(path).unwrap().len())
        .sum();
    let kept: u64 = segments(&place).iter().map(|path| fs::metadata(path).unwrap().len()).sum();
    // Small segments compress worse and have an index each.
    assert!(kept < 4 * once, "{kept} bytes where one build keeps {once}");
}

#[test]
fn what_is_kept_may_be_deleted_or_damaged() {
    let place = BuiltCorpus::built(&laws(40, |_| false, ""));
    fs::remove_dir_all(place.published().join("derived")).unwrap();
    place.import(&laws(40, |number| number == 3, "bin"));
    place.build();
    assert_as_from_nothing(&place, 1 << 20);
    for quarter in [0, 2, 4] {
        let path = segments(&place)[0].clone();
        let mut bytes = fs::read(&path).unwrap();
        let at = (bytes.len() - 1) * quarter / 4;
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        place.build();
        assert_as_from_nothing(&place, 1 << 20);
    }
    let dump = place.published().join("dumps/sfs.ndjson.gz");
    let mut bytes = fs::read(&dump).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&dump, bytes).unwrap();
    place.build();
    assert_as_from_nothing(&place, 1 << 20);
    assert_eq!(place.problems(), Vec::<String>::new());
}

/// A bill that cites a paragraf of each of some laws, with these words around the citation.
fn bill(number: u32, laws: &[u32], words: &str) -> (&'static str, serde_json::Value) {
    let cited = |law: &u32| json!({"uri": uri(&format!("1931:{law}#P1")), "text": "1 §"});
    let text = laws.iter().flat_map(|law| [json!(format!("{words} enligt ")), cited(law), json!(". ")]);
    let json = json!({
        "uri": uri(&format!("prop/2030/31:{number}")),
        "doctype": "prop",
        "structure": [{"type": "stycke", "text": text.collect::<Vec<_>>()}],
    });
    ("forarbete", json)
}

#[test]
fn what_is_said_of_provisions_is_what_one_build_says() {
    let corpus = |changed: Option<u32>, added: u32| {
        let mut corpus = laws(6 + added, |_| false, "");
        let said = |number| if Some(number) == changed { "tillsyn av hjordar" } else { "vallning" };
        // More bills than count cite the first law.
        corpus
            .documents
            .extend((1..=30 + added).map(|number| bill(number, &[1, 1 + number % 6], said(number))));
        corpus
    };
    let place = BuiltCorpus::built(&corpus(None, 0));
    let (compounds, first) = contexts(&place);
    assert!(!first[0].is_empty() && first[1].is_empty(), "{first:?}");
    for (changed, added) in [(Some(1), 0), (Some(30), 0), (None, 1), (Some(4), 3), (None, 0)] {
        place.import(&corpus(changed, added));
        place.build();
        assert!(assert_as_from_nothing(&place, 1 << 20), "the contexts were not compared");
        assert!(contexts(&place).0 == compounds);
        assert!(added > 0 || changed.is_none() || contexts(&place).1 != first, "other words are said");
    }
    assert!(contexts(&place).1 == first);
}

#[test]
fn a_restored_corpus_is_not_served_from_what_another_gave() {
    let place = BuiltCorpus::built(&laws(4, |_| false, ""));
    let other = BuiltCorpus::built(&laws(4, |_| true, "bin"));
    fs::remove_dir_all(place.data().join("corpus")).unwrap();
    copy_folder(&other.data().join("corpus"), &place.data().join("corpus"));
    place.build();
    assert_as_from_nothing(&place, 1 << 20);
}
