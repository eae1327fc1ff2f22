//! Margin notes and lists of citing documents, compared with the list of all citations.

use serde_json::Value;

use crate::served::{Served, uri};

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[tokio::test]
async fn the_notes_of_a_statute() {
    insta::assert_json_snapshot!(
        Served::demo().json(&format!("/api/v1/document/beside?uri={}", uri("1931:47%23K3P3"))).await
    );
}

#[tokio::test]
async fn the_places_of_a_query_in_a_document_are_those_that_have_its_words() {
    let served = Served::demo();
    let path = format!("/api/v1/document/inside?uri={}&q=tillsyn", uri("1931:47"));
    let found = served.json(&path).await;
    let places = found["places"].as_array().unwrap();
    assert!(!places.is_empty() && found["total"].as_u64() >= Some(places.len() as u64), "{found}");
    for place in places {
        let of = format!("/api/v1/provision?uri={}%23{}&format=text", uri("1931:47"), text(&place["anchor"]));
        let provision = served.json(&of).await;
        let words = format!("{} {}", text(&provision["text"]), provision["headings"]).to_lowercase();
        assert!(words.contains("tillsyn"), "{of}: {words}");
    }
    let none = served.json(&format!("/api/v1/document/inside?uri={}&q=kvantdator", uri("1931:47"))).await;
    assert_eq!(none["total"], 0);
}
