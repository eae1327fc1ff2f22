//! The vectors of snapshots: which passages have one, when they are embedded, and which vectors are kept.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use lagrum_builder::{BuildOptions, VectorOptions, build_with};
use lagrum_corpus::{Progress, Silent};
use lagrum_snapshot::{Manifest, Snapshots};
use lagrum_vectors::{EncodeError, EncoderId, EncoderKind, QuantizedVector, TextEncoder};
use serde_json::{Value, json};

use crate::corpus::{Corpus, uri};
use crate::place::BuiltCorpus;

const DIMENSIONS: usize = 32;

/// An encoder whose vectors are counts of letters.
#[derive(Debug)]
struct Letters {
    id: EncoderId,
    kind: EncoderKind,
    /// Every passage that was encoded.
    encoded: Mutex<Vec<String>>,
    /// After how many passages it fails.
    fails_after: AtomicUsize,
}

impl Letters {
    fn new(id: &str, kind: EncoderKind) -> Self {
        Self {
            id: EncoderId::parse(id).unwrap(),
            kind,
            encoded: Mutex::default(),
            fails_after: AtomicUsize::new(usize::MAX),
        }
    }

    fn taken(&self) -> Vec<String> {
        std::mem::take(&mut *self.encoded.lock().unwrap())
    }

    fn vector(text: &str) -> Option<Vec<f32>> {
        let mut counts = vec![0.0; DIMENSIONS];
        for letter in text.to_lowercase().chars().filter(|letter| letter.is_alphabetic()) {
            counts[letter as usize % DIMENSIONS] += 1.0;
        }
        counts.iter().any(|count| *count > 0.0).then_some(counts)
    }
}

impl TextEncoder for Letters {
    fn id(&self) -> &EncoderId {
        &self.id
    }

    fn kind(&self) -> EncoderKind {
        self.kind
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn query(&self, text: &str) -> Result<Option<Vec<f32>>, EncodeError> {
        Ok(Self::vector(text))
    }

    fn passages(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, EncodeError> {
        let mut encoded = self.encoded.lock().unwrap();
        if encoded.len() + texts.len() > self.fails_after.load(Ordering::SeqCst) {
            return Err(EncodeError::Failed("no more".to_owned()));
        }
        encoded.extend(texts.iter().map(|text| (*text).to_owned()));
        Ok(texts.iter().map(|text| Self::vector(text)).collect())
    }
}

/// A law with a number of paragrafer, of which the first cites another law.
fn law(number: u32, paragrafer: u32, word: &str, cites: u32) -> (&'static str, Value) {
    let paragraf = |at: u32| {
        let link = json!({"uri": uri(&format!("1931:{cites}#P1")), "text": "en lag"});
        let text = format!("{word} nummer {at} i lag {number}");
        json!({"type": "paragraf", "id": format!("P{at}"), "text": [text, if at == 1 { link } else { json!("") }]})
    };
    let json = json!({
        "uri": uri(&format!("1931:{number}")),
        "metadata": {"properties": {"dcterms:title": format!("Lag (1931:{number})")}},
        "structure": (1..=paragrafer).map(paragraf).collect::<Vec<_>>(),
    });
    ("sfs", json)
}

fn corpus(documents: Vec<(&'static str, Value)>) -> Corpus {
    Corpus { documents, ..Corpus::default() }
}

fn built(place: &BuiltCorpus, encoder: &Letters, max_vectors: usize) -> Manifest {
    built_with_notes(place, encoder, max_vectors, &Silent)
}

fn built_with_notes(
    place: &BuiltCorpus,
    encoder: &Letters,
    max_vectors: usize,
    progress: &dyn Progress,
) -> Manifest {
    let encoders: [&dyn TextEncoder; 1] = [encoder];
    let vectors = VectorOptions { encoders: &encoders, max_vectors };
    build_with(&place.data(), BuildOptions { vectors, ..BuildOptions::default() }, progress).unwrap()
}

/// The documents and anchors of the published table, with whether each is nearest to its own text.
fn rows(data: &Path, id: &str) -> BTreeSet<String> {
    let snapshot = Snapshots::new(data).open_current().unwrap().unwrap();
    let encoder: Arc<dyn TextEncoder> = Arc::new(Letters::new(id, EncoderKind::Model));
    let [vectors] = snapshot.load_vectors(&[encoder]).unwrap() else { panic!("no vectors") };
    let query = QuantizedVector::new(&Letters::vector("lag").unwrap()).unwrap();
    let scan = vectors.table.scan(&query).unwrap();
    let mut found = BTreeSet::new();
    for near in scan.documents() {
        let uri = snapshot
            .catalog()
            .with(|catalog| Ok(catalog.documents_numbered(&[near.document])?[0].uri.clone()))
            .unwrap();
        for (anchor, _) in scan.passages(near.document, usize::MAX) {
            found.insert(format!("{}#{anchor}", uri.rsplit('/').next().unwrap()));
        }
    }
    assert_eq!(found.len(), vectors.table.rows());
    found
}

fn names(numbers: &[(u32, u32)]) -> BTreeSet<String> {
    let of = |(law, last): &(u32, u32)| (1..=*last).map(|at| format!("1931:{law}#P{at}")).collect::<Vec<_>>();
    numbers.iter().flat_map(of).collect()
}

#[test]
fn a_model_embeds_what_changed_and_publishes_again() {
    let place = BuiltCorpus::new();
    place.import(&corpus(vec![law(1, 3, "får", 2), law(2, 2, "get", 2)]));
    let model = Letters::new("model", EncoderKind::Model);
    let manifest = built(&place, &model, 100);
    assert_eq!(
        (manifest.vectors[0].rows, manifest.vectors[0].passages, manifest.vectors[0].missing),
        (5, 5, 0)
    );
    assert_eq!(model.taken().len(), 5);
    assert_eq!(rows(&place.data(), "model"), names(&[(1, 3), (2, 2)]));

    // Built again unchanged, and then with one law changed and one paragraf withdrawn.
    let again = built(&place, &model, 100);
    assert_eq!((again.vectors[0].rows, model.taken().len()), (5, 0));
    place.import(&corpus(vec![law(1, 3, "får", 2), law(2, 1, "bin", 2)]));
    let changed = built(&place, &model, 100);
    assert_eq!((changed.vectors[0].rows, model.taken().len()), (4, 1));
    assert_eq!(rows(&place.data(), "model"), names(&[(1, 3), (2, 1)]));

    // Another model has vectors of its own, and the first keeps those it has.
    let other = Letters::new("other", EncoderKind::Model);
    built(&place, &other, 100);
    assert_eq!(other.taken().len(), 4);
    built(&place, &model, 100);
    assert_eq!(model.taken().len(), 0);
    assert_eq!(place.problems(), Vec::<String>::new());
}

#[test]
fn a_check_reports_a_damaged_table() {
    let place = BuiltCorpus::new();
    place.import(&corpus(vec![law(1, 3, "får", 2)]));
    built(&place, &Letters::new("model", EncoderKind::Model), 100);
    let path = place.published().join("vectors/model.table");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[10] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let problems = place.problems();
    assert!(problems.len() == 1 && problems[0].contains("is damaged"), "{problems:?}");
}

/// Records the notes and stages of a build.
#[derive(Default)]
struct Notes(Mutex<Vec<String>>);

impl Progress for Notes {
    fn begin(&self, stage: &str, _: Option<u64>) {
        self.0.lock().unwrap().push(stage.to_owned());
    }
    fn advance(&self, _: u64) {}
    fn end(&self) {}
    fn note(&self, text: &str) {
        self.0.lock().unwrap().push(text.to_owned());
    }
}

#[test]
fn a_model_does_not_delay_publishing_and_a_word_table_is_ready_at_once() {
    let place = BuiltCorpus::new();
    place.import(&corpus(vec![law(1, 3, "får", 2)]));
    for (kind, publishes) in [(EncoderKind::Model, 2), (EncoderKind::WordTable, 1)] {
        let notes = Notes::default();
        let encoder = Letters::new(if publishes == 2 { "model" } else { "words" }, kind);
        let manifest = built_with_notes(&place, &encoder, 100, &notes);
        assert_eq!(manifest.vectors[0].rows, 3);
        let said = notes.0.into_inner().unwrap();
        let published = said.iter().position(|note| note.starts_with("published"));
        // A word table may be done beside other steps, and is then not shown.
        let embedded = said.iter().position(|note| note.starts_with("embed passages"));
        let is_embedded_later = published.is_some() && published < embedded;
        assert_eq!(is_embedded_later, publishes == 2, "{said:?}");
        assert_eq!(said.iter().filter(|stage| *stage == "write the catalog").count(), publishes);
    }
}

#[test]
fn what_was_embedded_before_a_failure_is_kept() {
    let place = BuiltCorpus::new();
    let documents = (1..=4).map(|number| law(number, 300, "får", 2)).collect();
    place.import(&corpus(documents));
    let model = Letters::new("model", EncoderKind::Model);
    model.fails_after.store(700, Ordering::SeqCst);
    let encoders: [&dyn TextEncoder; 1] = [&model];
    let vectors = VectorOptions { encoders: &encoders, max_vectors: 10_000 };
    let options = BuildOptions { vectors, ..BuildOptions::default() };
    let failure = build_with(&place.data(), options, &Silent).unwrap_err();
    assert!(failure.to_string().contains("no more"), "{failure}");
    // The snapshot without vectors is published, and the next build goes on after the steps that ended.
    let published =
        Snapshots::new(&place.data()).open_current().unwrap().unwrap().manifest().vectors[0].clone();
    assert_eq!((published.rows, published.missing), (0, 1_200));
    model.taken();
    model.fails_after.store(usize::MAX, Ordering::SeqCst);
    assert_eq!(built(&place, &model, 10_000).vectors[0].rows, 1_200);
    assert_eq!(model.taken().len(), 1_200 - 512);
}

#[test]
fn of_too_many_passages_those_of_the_most_cited_documents_get_vectors() {
    let place = BuiltCorpus::new();
    place.import(&corpus(vec![
        law(1, 3, "får", 3),
        law(2, 2, "get", 3),
        law(3, 4, "bin", 2),
        law(4, 1, "ko", 2),
    ]));
    let model = Letters::new("model", EncoderKind::Model);
    for (max, expected) in
        [(0, vec![]), (5, vec![(1, 3), (2, 2)]), (6, vec![(2, 2), (3, 4)]), (7, vec![(2, 2), (3, 4), (4, 1)])]
    {
        let manifest = built(&place, &model, max);
        assert_eq!(rows(&place.data(), "model"), names(&expected), "at most {max}");
        assert_eq!(manifest.vectors[0].passages as usize, names(&expected).len());
    }
}

#[test]
fn a_lower_limit_removes_no_kept_vector() {
    let place = BuiltCorpus::new();
    place.import(&corpus(vec![law(1, 30, "får", 3), law(2, 1, "get", 3)]));
    let model = Letters::new("model", EncoderKind::Model);
    built(&place, &model, 100);
    assert_eq!(model.taken().len(), 31);
    assert_eq!(built(&place, &model, 1).vectors[0].rows, 1);
    assert_eq!(built(&place, &model, 100).vectors[0].rows, 31);
    assert_eq!(model.taken().len(), 0);
}

#[test]
fn repealed_acts_have_no_vectors() {
    let place = BuiltCorpus::new();
    let mut repealed = law(1, 3, "får", 2);
    repealed.1["metadata"]["properties"]["rpubl:upphavandedatum"] = "1999-01-01".into();
    place.import(&corpus(vec![repealed, law(2, 2, "get", 2)]));
    built(&place, &Letters::new("model", EncoderKind::Model), 100);
    assert_eq!(rows(&place.data(), "model"), names(&[(2, 2)]));
}
