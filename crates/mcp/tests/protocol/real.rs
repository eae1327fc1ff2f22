//! Tools on a real corpus: their budgets, and citations that mean another place than the one that they are written as.

use std::collections::{BTreeMap, HashSet};

use lagrum_snapshot::Snapshots;
use lagrum_test_support::{built_corpus, skipped};
use serde_json::{Value, json};

use crate::client::Client;

/// Documents of a source whose names are searched for.
const OF_A_SOURCE: usize = 12;

/// The least letters of a text that a reader would notice twice.
const NOTICED: usize = 40;

/// A search for the name of a document, of every kind that is held, is small, and a result says nothing twice.
#[tokio::test]
async fn searches_keep_to_their_budget() {
    let Some(data) = built_corpus() else {
        skipped("LAGRUM_TEST_DATA is not set");
        return;
    };
    let client = Client::of(&data);
    let sources = client.api("/api/v1/sources").await;
    let (mut searches, mut longest) = (0, 0);
    for source in sources.as_array().unwrap() {
        let name = source["source"].as_str().unwrap();
        let step = (source["documents"].as_u64().unwrap() as usize / OF_A_SOURCE).max(1);
        for offset in (0..).step_by(step).take(OF_A_SOURCE) {
            let path =
                format!("/api/v1/documents?source={name}&include_expired=true&limit=1&offset={offset}");
            let list = client.api(&path).await;
            let Some(title) = list["documents"][0]["title"].as_str() else { continue };
            let words: String = title.chars().take(150).collect();
            let found = client.answer("search", json!({ "query": words })).await;
            let length = found.to_string().chars().count();
            assert!(length <= 8_000, "{length} characters for {words:?}");
            longest = longest.max(length);
            searches += 1;
            for result in found["results"].as_array().unwrap() {
                let mut seen = HashSet::new();
                // What it took the place of may have the same name.
                let mut result = result.clone();
                result.as_object_mut().unwrap().remove("successor_of");
                each_text(&result, &mut |text| {
                    let is_address = text.starts_with("http");
                    assert!(
                        is_address || text.chars().count() < NOTICED || seen.insert(text.to_owned()),
                        "{text:?} stands twice in {result}"
                    );
                });
            }
        }
    }
    assert!(searches > 100, "{searches}");
    println!("{searches} searches, the longest answer has {longest} characters");
}

fn each_text(value: &Value, visit: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => visit(text),
        Value::Array(items) => items.iter().for_each(|item| each_text(item, visit)),
        Value::Object(fields) => fields.values().for_each(|field| each_text(field, visit)),
        _ => {}
    }
}

/// The tool that lists who cites a place has no citation of it that means another, and tells it as earlier.
#[tokio::test]
async fn incoming_citations_mean_the_place() {
    let Some(data) = built_corpus() else {
        skipped("LAGRUM_TEST_DATA is not set");
        return;
    };
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    // The documents that have a place and mean another by it.
    let mut written: BTreeMap<String, HashSet<String>> = BTreeMap::new();
    for document in snapshot.catalog().all_documents() {
        let citing = document.unwrap().uri;
        let meanings = snapshot.catalog().with(|catalog| catalog.meanings_of(&citing)).unwrap();
        for meaning in meanings.values() {
            written.entry(meaning.written.clone()).or_default().insert(citing.clone());
        }
    }
    let client = Client::of(&data);
    let (mut told, mut wrong) = (0, Vec::new());
    for (place, citing) in &written {
        let found =
            client.answer("get_incoming_citations", json!({"uri": place, "scope": "exact", "limit": 1000}));
        let found = found.await;
        let is_one = |row: &&Value| row["uri"].as_str().is_some_and(|uri| citing.contains(uri));
        let rows =
            |list: &str| found[list].as_array().unwrap().iter().filter(is_one).cloned().collect::<Vec<_>>();
        if rows("citations").iter().any(|row| row["target"] == **place && row["cited_as"].is_null()) {
            wrong.push(place);
        }
        told += rows("earlier").iter().filter(|row| row["meant"].is_object()).count();
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(told > 0 && written.len() > 1, "{told} citations are told as earlier");
    println!("{} places asked for; {told} citations are told as earlier", written.len());
}
