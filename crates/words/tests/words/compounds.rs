//! Compounds learnt from a small corpus of our own, and the forms of words.

use std::collections::HashMap;
use std::sync::Arc;

use lagrum_files::sections::PackedError;
use lagrum_words::{Analyser, Compounds, Language};
use proptest::prelude::*;

/// Words before others, with the letter that links them.
const BEGINNINGS: [&str; 10] = [
    "arbets",
    "bolags",
    "dataskydds",
    "skatte",
    "gatu",
    "miljö",
    "arbetsmiljö",
    "plats",
    "upphovsrätts",
    "trafik",
];

/// Words behind others.
const ENDS: [&str; 8] =
    ["lagen", "avgifter", "frågorna", "ärendet", "nämnd", "reglernas", "förordningen", "kravet"];

/// The words by themselves.
const ALONE: [&str; 20] = [
    "arbete",
    "bolag",
    "data",
    "skydd",
    "dataskydd",
    "skatt",
    "gata",
    "miljö",
    "arbetsmiljö",
    "plats",
    "platsen",
    "upphovsrätt",
    "upphov",
    "rätt",
    "trafik",
    "lagar",
    "avgift",
    "fråga",
    "ärenden",
    "förordningar",
];

fn learnt() -> Compounds {
    let together = BEGINNINGS.iter().flat_map(|first| ENDS.map(|second| format!("{first}{second}")));
    let alone = ALONE
        .iter()
        .chain(&["nämnden", "regler", "krav", "tjänsten", "regering"])
        .map(|word| (*word).to_owned());
    let words: Vec<(String, u32)> =
        together.map(|word| (word, 3)).chain(alone.map(|word| (word, 5_000))).collect();
    Compounds::learn(&words.into_iter().collect())
}

fn check(word: &str, expected: &[&str]) {
    assert_eq!(learnt().parts(word), expected, "of {word}");
}

#[test]
fn words_are_cut_where_others_begin_and_end() {
    check("trafiklagen", &["trafik", "lagen"]);
    check("arbetsfrågorna", &["arbet", "frågorna"]);
    check("skatteavgifter", &["skatt", "avgifter"]);
    check("gatunämnd", &["gat", "nämnd"]);
    // An s that belongs to the word is no link.
    check("platsavgifter", &["plats", "avgifter"]);
}

#[test]
fn every_inflection_is_cut_alike() {
    check("trafiklagarnas", &["trafik", "lagarnas"]);
    check("bolagsfrågan", &["bolag", "frågan"]);
    check("bolagskravens", &["bolag", "kravens"]);
}

#[test]
fn long_parts_are_cut_again() {
    check("arbetsmiljölagen", &["arbetsmiljö", "arbet", "miljö", "lagen"]);
    check("dataskyddsförordningen", &["dataskydd", "förordningen"]);
}

#[test]
fn what_was_never_met_together_is_cut_too() {
    let counts = HashMap::from(
        ["trafiklagen", "trafikfråga", "trafiknämnd", "gatulagen", "gatufråga", "gatunämnd", "skattelagen"]
            .map(|word| (word.to_owned(), 9)),
    )
    .into_iter()
    .chain(["trafik", "gata", "skatt", "lag", "fråga", "nämnd"].map(|word| (word.to_owned(), 50_000)));
    assert_eq!(Compounds::learn(&counts.collect()).parts("skattefrågor"), ["skatt", "frågor"]);
}

#[test]
fn other_words_are_whole() {
    for word in [
        "",
        "lag",
        "lagen",
        "trafik",
        "tjänsten",
        "regeringen",
        "regeringsavgift",
        "xyz",
        "1999:175",
        "§",
        "överlagen",
    ] {
        check(word, &[]);
    }
    check(&"trafiklagen".repeat(10), &[]);
    assert!(Compounds::learn(&HashMap::new()).parts("arbetsmiljölagen").is_empty());
}

#[test]
fn bytes_are_read_back_or_refused() {
    let bytes = learnt().to_bytes();
    let read = Compounds::from_bytes(&bytes).unwrap();
    assert_eq!(read.parts("arbetsmiljölagen"), learnt().parts("arbetsmiljölagen"));
    assert_eq!(Compounds::from_bytes(b"").unwrap_err(), PackedError::Kind);
    for end in 8..bytes.len() {
        assert_eq!(Compounds::from_bytes(&bytes[..end]).unwrap_err(), PackedError::Damaged);
    }
    for at in 8..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] = !changed[at];
        assert_eq!(Compounds::from_bytes(&changed).unwrap_err(), PackedError::Damaged);
    }
}

#[test]
fn learning_is_the_same_every_time() {
    assert_eq!(learnt().to_bytes(), learnt().to_bytes());
}

#[test]
fn forms_are_stems() {
    let analyser = Analyser::new(learnt());
    let check = |word, language, stem: &str, parts: &[&str]| {
        let forms = analyser.forms(word, language);
        assert_eq!(
            (&*forms.stem, forms.parts.iter().map(|part| &**part).collect::<Vec<_>>()),
            (stem, parts.to_vec())
        );
        assert!(
            Arc::ptr_eq(&forms, &analyser.forms(word, language)) || word.contains(':'),
            "{word} is remembered"
        );
    };
    check(
        "arbetsmiljölagens",
        Language::Swedish,
        "arbetsmiljölag",
        &["arbetsmiljö", "arbet", "miljö", "lag"],
    );
    check("miljömiljölagen", Language::Swedish, "miljömiljölag", &[]);
    check("frågorna", Language::Swedish, "fråg", &[]);
    check("trafiklagen", Language::English, "trafiklagen", &[]);
    check("conventions", Language::English, "convent", &[]);
    check("1999:175", Language::Swedish, "1999:175", &[]);
}

proptest! {
    #[test]
    fn parts_stand_in_the_word(word in prop_oneof!["\\PC{0,20}", "(arbets|skatte|gatu|miljö|x)(lagen|ärendet|nämnd|ö){1,4}"]) {
        let compounds = learnt();
        for part in compounds.parts(&word) {
            prop_assert!(word.contains(part) && part.len() < word.len() && !part.is_empty());
        }
    }
}
