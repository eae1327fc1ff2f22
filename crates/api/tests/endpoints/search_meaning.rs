//! Questions in other words than the law's, answered by vectors of an encoder that knows a few topics.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use lagrum_builder::{BuildOptions, VectorOptions};
use lagrum_corpus::Silent;
use lagrum_snapshot::Snapshot;
use lagrum_vectors::{EncodeError, EncoderId, EncoderKind, TextEncoder};
use serde_json::Value;
use tempfile::TempDir;

use crate::served::{Served, TODAY, encoded, fill, open};

/// The beginnings of words of the same meaning.
const TOPICS: [&[&str]; 6] = [
    &["klipp", "friser"],
    &["räkn", "inventer"],
    &["märk", "brännjärn"],
    &["skada", "trampa"],
    &["upphitt", "lösgå", "förlup"],
    &["får", "ulltuss"],
];

/// Counts the words of each topic. It knows nothing else.
#[derive(Debug)]
struct Topics {
    id: EncoderId,
    kind: EncoderKind,
}

impl Topics {
    fn new(kind: EncoderKind) -> Self {
        Self { id: EncoderId::new(kind, &[7; 16]), kind }
    }

    fn vector(text: &str) -> Option<Vec<f32>> {
        let text = text.to_lowercase();
        let words = || text.split(|c: char| !c.is_alphanumeric());
        let count = |topic: &&[&str]| {
            words().filter(|word| topic.iter().any(|start| word.starts_with(start))).count() as f32
        };
        let counts: Vec<f32> = TOPICS.iter().map(count).collect();
        counts.iter().any(|count| *count > 0.0).then_some(counts)
    }
}

impl TextEncoder for Topics {
    fn id(&self) -> &EncoderId {
        &self.id
    }

    fn kind(&self) -> EncoderKind {
        self.kind
    }

    fn dimensions(&self) -> usize {
        TOPICS.len()
    }

    fn query(&self, text: &str) -> Result<Option<Vec<f32>>, EncodeError> {
        if text.contains("haveri") {
            return Err(EncodeError::Failed("the test wants it".to_owned()));
        }
        Ok(Self::vector(text))
    }

    fn passages(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, EncodeError> {
        Ok(texts.iter().map(|text| Self::vector(text)).collect())
    }
}

/// The demo corpus with vectors, built once.
static WITH_VECTORS: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let encoder = Topics::new(EncoderKind::Model);
    let encoders: [&dyn TextEncoder; 1] = [&encoder];
    let vectors = VectorOptions { encoders: &encoders, ..VectorOptions::default() };
    let options = BuildOptions { vectors, ..BuildOptions::default() };
    lagrum_builder::build_with(&folder.path().join("data"), options, &Silent).unwrap();
    folder
});

fn loaded(folder: &Path, encoders: &[Arc<dyn TextEncoder>]) -> Arc<Snapshot> {
    let snapshot = open(folder);
    snapshot.load_resolver(TODAY).unwrap();
    snapshot.load_vectors(encoders).unwrap();
    snapshot.load_search().unwrap();
    snapshot
}

fn served() -> Served {
    Served::new(Some(loaded(WITH_VECTORS.path(), &[Arc::new(Topics::new(EncoderKind::Model))])))
}

fn served_without_model() -> Served {
    Served::new(Some(loaded(WITH_VECTORS.path(), &[])))
}

async fn search(served: &Served, query: &str, more: &str) -> Value {
    served.json(&format!("/api/v1/search?q={}{more}", encoded(query))).await
}

/// The local ids of the hits that words did not find, with their first passages.
fn found_by_meaning(answer: &Value) -> Vec<(String, String)> {
    let hits = answer["results"].as_array().unwrap().iter().filter(|hit| hit["found_by"] == "meaning");
    let local = |hit: &Value| hit["uri"].as_str().unwrap().replace("{base}/", "");
    let passage = |hit: &Value| hit["fragments"][0]["pinpoint"].as_str().unwrap_or_default().to_owned();
    hits.map(|hit| (local(hit), passage(hit))).collect()
}

/// A question of which the law has not one word that says something.
const QUESTION: &str = "hur ofta måste jag frisera ulltussarna";

#[tokio::test]
async fn a_question_finds_the_provision_that_means_the_same() {
    let answer = search(&served(), QUESTION, "").await;
    let found = found_by_meaning(&answer);
    assert!(found.contains(&("1931:47".to_owned(), "K2P4".to_owned())), "{answer:#}");
    let first = &answer["results"][0];
    assert_eq!(first["uri"], "{base}/1931:47");
    assert!(!first["fragments"][0]["highlight"].as_array().unwrap().is_empty(), "its beginning is shown");
    // They are counted, in the facets too, and filters apply to them.
    let without = search(&served_without_model(), QUESTION, "").await;
    assert!(answer["total"].as_u64() > without["total"].as_u64());
    assert_eq!(found_by_meaning(&without), []);
    let statutes = search(&served(), QUESTION, "&source=sfs").await;
    let counted = answer["facets"]["source"].as_array().unwrap();
    let counted = counted.iter().find(|bucket| bucket["value"] == "sfs").unwrap();
    assert_eq!(statutes["total"], counted["count"]);
    // The score says what nearness adds.
    let explained = search(&served(), QUESTION, "&explain=true").await;
    let added = explained["results"][0]["explanation"]["added"].as_array().unwrap();
    assert!(added.iter().any(|added| added["name"] == "support" && added["value"].as_f64() > Some(0.0)));
}

#[tokio::test]
async fn all_pages_of_an_answer_have_each_document_once() {
    let served = served();
    let total = search(&served, QUESTION, "").await["total"].as_u64().unwrap();
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = search(&served, QUESTION, &format!("&limit=2{cursor}")).await;
        let hits = page["results"].as_array().unwrap().iter();
        seen.extend(hits.map(|hit| hit["uri"].as_str().unwrap().to_owned()));
        let Some(next) = page["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={}", encoded(next));
    }
    let count = seen.len() as u64;
    seen.sort();
    seen.dedup();
    assert!(seen.len() as u64 == count && count <= total && count > 1, "{count} of {total}");
}

#[tokio::test]
async fn what_says_exactly_what_it_wants_takes_nothing_from_meaning() {
    let (with, without) = (served(), served_without_model());
    for query in [
        "\"frisera ulltussarna\" hur ofta måste jag",
        "hur ofta måste jag frisera | klippa",
        "fårlagen 2 kap. 3 §",
        "hur ofta enligt fårlagen måste jag frisera",
        "frisera ulltussar",
        "zorp qvax blimp",
        "hur zorpar jag min qvax",
        "haveri hur ofta måste jag frisera",
    ] {
        let (with, without) = (search(&with, query, "").await, search(&without, query, "").await);
        assert_eq!(with, without, "{query}");
    }
}

#[tokio::test]
async fn a_failing_encoder_costs_nearness_only_and_the_answer_is_not_cached() {
    let served = served();
    let path = format!("/api/v1/search?q={}", encoded("haveri hur ofta måste jag klippa får"));
    let answer = served.get(&path).await;
    assert_eq!(answer.status, 200);
    assert!(answer.json()["total"].as_u64().unwrap() > 0);
    assert_eq!(answer.headers["cache-control"], "no-store", "{:?}", answer.headers);
    let before_loading = open(WITH_VECTORS.path());
    before_loading.load_search().unwrap();
    before_loading.load_resolver(TODAY).unwrap();
    let answer =
        Served::new(Some(before_loading)).get(&format!("/api/v1/search?q={}", encoded(QUESTION))).await;
    assert_eq!(answer.headers["cache-control"], "no-store");
}
