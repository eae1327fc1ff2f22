//! The terms of the demo corpus. They decide what a search finds, so a change of them is a change of the index format.
//! The figures are those of the demo as it is: a text added there changes them too.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::collections::HashMap;
use std::fmt::Write;

use lagrum_artifact::{AnchorGrammar, Artifact, FullText};
use lagrum_search::{
    DocumentToIndex, Embedded, Engine, FindRequest, HitFields, QueryPlanner, Terms, TextWriter,
};
use lagrum_words::{Analyser, Compounds, tokens};
use sha2::{Digest, Sha256};

/// A text in English, of which the demo corpus has none.
const ENGLISH: &str = r#"{"uri":"x:english","structure":[
    {"type":"stycke","text":["The keeper of the sheep shall be responsible for the houses on the islands."]},
    {"type":"stycke","text":["Running of which is not to be left to others, and that is for the keeper to see to."]}]}"#;

/// The documents of the demo corpus that have a text, in the order of their files, and one in English.
fn documents() -> Vec<(String, FullText)> {
    let demo = lagrum_demo::files().filter(|(path, _)| path.ends_with(".json")).map(|(_, bytes)| bytes);
    let texts = demo.chain([ENGLISH.as_bytes()]).filter_map(|bytes| {
        let artifact = Artifact::parse(bytes).ok()?;
        Some((artifact.uri().to_owned(), FullText::of(&artifact)))
    });
    texts.filter(|(_, text)| !text.pieces.is_empty()).collect()
}

/// Compounds of the demo, which is too small to learn from unless every word counts for many.
fn compounds(documents: &[(String, FullText)]) -> Compounds {
    let mut counts: HashMap<String, u32> = HashMap::new();
    for token in documents.iter().flat_map(|(_, text)| &text.pieces).flat_map(|piece| tokens(piece)) {
        *counts.entry(token.word.into_owned()).or_default() += 100;
    }
    Compounds::learn(&counts)
}

/// A name in Swedish, one in English, and one that has a form in each.
const NAMES: [&str; 3] = ["Lag om fåren på Dimmöarna", "Agreement on sheep", "Running i trafiklagen"];

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..8].iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

#[test]
fn terms_and_their_positions_are_the_same_as_before() {
    let documents = documents();
    let analyser = Analyser::new(compounds(&documents));
    let (mut words, mut forms) = (String::new(), String::new());
    let mut add = |terms: &Terms| {
        terms.each_word(|word, position| writeln!(words, "{word} {position}").unwrap());
        terms.each_form(&analyser, |form, position| writeln!(forms, "{form} {position}").unwrap());
    };
    for (_, text) in &documents {
        add(&Terms::from_text(text, AnchorGrammar::Statute));
    }
    for name in NAMES {
        add(&Terms::from_name(name));
    }
    let found = [words, forms].map(|terms| (terms.lines().count(), digest(terms.as_bytes())));
    let expected = [(16_637, "cac81e2fbf3548b6"), (16_855, "3f4bbb9c205fe82d")];
    assert_eq!(found, expected.map(|(terms, digest)| (terms, digest.to_owned())));
}

#[test]
fn an_index_has_the_same_terms_as_before() {
    let documents = documents();
    let folder = tempfile::tempdir().unwrap();
    let writer = TextWriter::begin(folder.path(), None, 64 << 20, || compounds(&documents)).unwrap();
    let mut rows = Vec::new();
    for ((uri, text), key) in documents.iter().zip(0..) {
        writer.add(key, text, AnchorGrammar::Statute).unwrap();
        rows.push(DocumentToIndex {
            hit: HitFields { uri: uri.clone(), source: "sfs".to_owned(), ..HitFields::default() },
            key: Some(key),
            names: NAMES.map(str::to_owned).to_vec(),
            case_numbers: vec!["T 3-08".to_owned()],
            ..DocumentToIndex::default()
        });
    }
    writer.finish((0..).take(documents.len())).unwrap().finish(&rows).unwrap();
    // The vocabulary lists every term of the texts and of the names, with the number of documents that have it.
    let vocabulary = std::fs::read(folder.path().join("vocabulary")).unwrap();
    assert_eq!((vocabulary.len(), digest(&vocabulary)), (37_391, "ed56f6de2c6dd1e8".to_owned()));
    let engine = Embedded::open(folder.path()).unwrap();
    let planner = QueryPlanner {
        vocabulary: engine.vocabulary(),
        compounds: engine.compounds(),
        tuning: engine.tuning(),
    };
    let found = engine.find(&planner.plan("T 3-08").unwrap(), &FindRequest::default()).unwrap();
    assert_eq!(found.total, documents.len() as u64, "a case number is a term of its own");
}
