//! What a vocabulary answers, against looking at every word.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_words::{PrefixedForms, SpellingNeighbour, Vocabulary, VocabularyError, folded};
use proptest::prelude::*;

fn list(entries: &[(&str, u64)]) -> Vec<(String, u64)> {
    let sorted: BTreeMap<_, _> = entries.iter().map(|(word, count)| ((*word).to_owned(), *count)).collect();
    sorted.into_iter().collect()
}

fn vocabulary(words: &[(&str, u64)], forms: &[(&str, u64)]) -> Vocabulary {
    Vocabulary::build(100, list(words), list(forms)).unwrap()
}

#[test]
fn counts_are_those_given() {
    let held = vocabulary(&[("lagen", 7), ("lager", 2)], &[("lag", 9), ("~lag", 4)]);
    assert_eq!(held.documents(), 100);
    assert_eq!([held.word("lagen"), held.word("lager"), held.word("lag"), held.word("")], [7, 2, 0, 0]);
    assert_eq!([held.form("lag"), held.form("~lag"), held.form("lagen")], [9, 4, 0]);
}

#[test]
fn unsorted_words_are_refused() {
    for words in [["b", "a"], ["a", "a"]] {
        let words = words.map(|word| (word.to_owned(), 1));
        let refused = Vocabulary::build(1, words, []).unwrap_err();
        assert!(matches!(refused, VocabularyError::Unsorted(word) if word == "a"));
    }
}

#[test]
fn prefixes_find_the_most_frequent_stems_and_no_parts() {
    let held = vocabulary(
        &[],
        &[("upp", 3), ("upphov", 5), ("upphör", 5), ("uppsåt", 9), ("ut", 9), ("~upphov", 8)],
    );
    let found = |prefix, most| held.forms_with_prefix(prefix, most, 100).forms;
    assert_eq!(found("upp", 10), [("uppsåt", 9), ("upphov", 5), ("upphör", 5), ("upp", 3)].map(owned));
    assert_eq!(found("upp", 2), [("uppsåt", 9), ("upphov", 5)].map(owned));
    assert_eq!(found("upph", 2), [("upphov", 5), ("upphör", 5)].map(owned));
    for none in ["", "x", "~", "~upp", "upphovx"] {
        assert_eq!(found(none, 10), [], "{none}");
    }
    assert_eq!(found("upp", 0), []);
    // Whoever asks is told whether there are more, by either bound.
    let told = |most, visit| {
        let found = held.forms_with_prefix("upp", most, visit);
        (found.forms.len(), found.visited, found.left_out)
    };
    assert_eq!([told(4, 4), told(3, 4), told(4, 3)], [(4, 4, false), (3, 4, true), (3, 3, true)]);
}

#[test]
fn a_function_word_is_no_form_of_a_content_word() {
    let held = vocabulary(&[], &[("=vid", 90), ("=för", 90), ("vid", 1), ("vidar", 2), ("~för", 1)]);
    assert_eq!(held.forms_with_prefix("vi", 9, 9).forms, [("vidar", 2), ("vid", 1)].map(owned));
    assert_eq!(held.forms_with_prefix("=", 9, 9), PrefixedForms::default());
    assert_eq!(held.forms_folding_to("for"), []);
}

#[test]
fn stems_are_found_without_their_diacritics() {
    let forms =
        [("ratt", 1), ("rått", 2), ("rätt", 9), ("rott", 1), ("~rätt", 9), ("skadestånd", 3), ("fã", 1)];
    let held = vocabulary(&[], &forms);
    assert_eq!(held.forms_folding_to("ratt"), [("rätt", 9), ("rått", 2), ("ratt", 1)].map(owned));
    assert_eq!(held.forms_folding_to("skadestand"), [("skadestånd", 3)].map(owned));
    for none in ["", "rat", "ratta", "~ratt", "fa"] {
        assert_eq!(held.forms_folding_to(none), [], "{none}");
    }
}

#[test]
fn neighbours_are_the_nearest_most_frequent_first() {
    let words =
        [("lagen", 50), ("lager", 2), ("laget", 9), ("lage", 1), ("legan", 9), ("2010", 9), ("20104", 9)];
    let held = vocabulary(&words, &[]);
    let found =
        |word: &str| -> Vec<String> { held.nearest(word).into_iter().map(|found| found.word).collect() };
    assert_eq!(found("lagne"), ["lagen", "lage"]);
    assert_eq!(found("laggen"), ["lagen"]);
    assert_eq!(found("lagen"), ["laget", "lager", "lage"], "the word itself is no neighbour of its own");
    for none in ["lag", "2011", "lag1", "", &"lagen".repeat(12)] {
        assert_eq!(found(none), [""; 0], "{none}");
    }
    assert_eq!(
        vocabulary(&[("föreningar", 1), ("förening", 9)], &[]).nearest("föreningr"),
        [
            SpellingNeighbour { word: "förening".into(), distance: 1, documents: 9 },
            SpellingNeighbour { word: "föreningar".into(), distance: 1, documents: 1 }
        ],
    );
    let held = vocabulary(&[("kränkning", 3), ("rätt", 9), ("rått", 1), ("ratta", 50)], &[]);
    assert_eq!(held.nearest("kranking").first().map(|found| found.distance), Some(1), "diacritics are free");
    assert_eq!(held.nearest("kränking").first().map(|found| found.distance), Some(1));
    assert_eq!(held.nearest("kränkming").len() + held.nearest("krånkning").len(), 2);
    let found: Vec<_> = held.nearest("ratt").into_iter().map(|found| (found.word, found.distance)).collect();
    assert_eq!(
        found,
        [("rätt", 0), ("rått", 0), ("ratta", 1)].map(|(word, distance)| (word.to_owned(), distance))
    );
    let held = vocabulary(&[("diskrimineringslagen", 3)], &[]);
    let distance = |word| held.nearest(word).first().map(|found| found.distance);
    assert_eq!(distance("diskrimneringslagen"), Some(1));
    assert_eq!(distance("diskrimnieringslaegn"), Some(2));
    assert_eq!(distance("dskrimneringslaegn"), None);
    assert_eq!(distance("biskrimineringslagen"), Some(1));
    assert_eq!(distance("biskrimneringslagen"), None, "of two mistakes neither is in the first letter");
    let held = vocabulary(&[("överklagande", 3)], &[]);
    assert_eq!(held.nearest("overklaganed").first().map(|found| found.distance), Some(1));
    assert_eq!(held.nearest("overkalgadne").first().map(|found| found.distance), Some(2));
}

#[test]
fn damaged_bytes_are_refused() {
    let bytes = vocabulary(&[("lagen", 7)], &[("lag", 9)]).to_bytes();
    assert!(Vocabulary::from_bytes(bytes.clone()).is_ok());
    for end in 0..bytes.len() {
        assert!(Vocabulary::from_bytes(bytes[..end].to_vec()).is_err(), "cut at {end}");
    }
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        assert!(Vocabulary::from_bytes(changed).is_err(), "changed at {at}");
    }
    assert!(Vocabulary::from_bytes([&bytes[..], &[0]].concat()).is_err());
}

fn owned((word, documents): (&str, u64)) -> (String, u64) {
    (word.to_owned(), documents)
}

/// The number of letters changed, dropped, added or swapped with the next one, no letter touched twice.
fn mistakes(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let changed = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let nearest = changed.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                if swapped { nearest.min(table[i - 2][j - 2] + 1) } else { nearest }
            };
        }
    }
    table[a.len()][b.len()]
}

proptest! {
    #[test]
    fn neighbours_are_those_of_a_naive_distance(words in prop::collection::btree_set("[aböä]{1,9}", 0..30), word in "[aböä]{0,9}") {
        let held = Vocabulary::build(1, words.iter().map(|word| (word.clone(), 1)), []).unwrap();
        let allowed = match word.chars().count() { 0..4 => 0, 4..8 => 1, _ => 2 };
        let mut expected: Vec<SpellingNeighbour> = words
            .iter()
            .filter(|other| **other != word && allowed > 0)
            .map(|other| (other, if folded(&word) == word { mistakes(&folded(other), &word) } else { mistakes(other, &word) }))
            .filter(|(other, distance)| {
                let first = |word: &str| word.chars().next();
                let other = if folded(&word) == word { folded(other) } else { other.as_str().into() };
                *distance <= if first(&other) == first(&word) { allowed } else { allowed.min(1) }
            })
            .map(|(other, distance)| SpellingNeighbour { word: other.clone(), distance: u8::try_from(distance).unwrap(), documents: 1 })
            .collect();
        if expected.iter().any(|neighbour| neighbour.distance < 2) {
            expected.retain(|neighbour| neighbour.distance < 2);
        }
        expected.sort_by_key(|neighbour| neighbour.distance);
        expected.truncate(32);
        prop_assert_eq!(held.nearest(&word), expected);
    }

    #[test]
    fn folding_finds_what_folds(words in prop::collection::btree_set("[aoåäöb]{1,3}", 0..40), word in "[aoåäöb]{1,3}") {
        let held = Vocabulary::build(1, [], words.iter().map(|word| (word.clone(), 1))).unwrap();
        let found: BTreeSet<String> = held.forms_folding_to(&word).into_iter().map(|(stem, _)| stem).collect();
        let expected: BTreeSet<String> = words.into_iter().filter(|other| folded(other) == folded(&word)).collect();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn bytes_are_read_back(words in prop::collection::btree_map("\\PC{1,8}", 0_u64.., 0..20), documents: u64) {
        let held = Vocabulary::build(documents, words.clone(), []).unwrap();
        let read = Vocabulary::from_bytes(held.to_bytes()).unwrap();
        prop_assert_eq!(read.documents(), documents);
        for (word, count) in words {
            prop_assert_eq!(read.word(&word), count);
        }
    }

    #[test]
    fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        prop_assert!(Vocabulary::from_bytes(bytes).is_err());
    }
}
