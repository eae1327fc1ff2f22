//! A part of a text is never taken for the whole.

use serde_json::json;

use crate::client::{BASE, Client};

#[tokio::test]
async fn the_parts_of_a_text_join_to_the_whole() {
    let client = Client::demo();
    let uri = format!("{BASE}/1931:47");
    let whole = client.api(&format!("/api/v1/document?uri={uri}&format=md")).await;
    let whole = whole["markdown"].as_str().unwrap();
    for max_chars in [500, 4_000] {
        let (mut joined, mut offset) = (String::new(), json!(0));
        while !offset.is_null() {
            let arguments = json!({ "uri": uri, "max_chars": max_chars, "offset": offset });
            let content = client.answer("get_document", arguments).await;
            let text = content["text"].as_str().unwrap();
            assert!(text.chars().count() <= max_chars);
            assert_eq!(content["truncated"], true, "a part is marked, also the last one");
            assert!(content["notice"].as_str().unwrap().starts_with("Only a part of the text"), "{content}");
            offset = content["next_offset"].clone();
            assert_eq!(offset.is_null(), !content["notice"].as_str().unwrap().contains("get_document again"));
            joined.push_str(text);
        }
        assert_eq!(joined, whole);
    }
}

#[tokio::test]
async fn twenty_thousand_characters_are_the_default_limit() {
    let client = Client::demo();
    let listed = client.answer("list_documents", json!({ "limit": 500, "include_expired": true })).await;
    for document in listed["documents"].as_array().unwrap() {
        let answer = client.answer("get_document", json!({ "uri": document["uri"] })).await;
        let (content, text) = (&answer, answer["text"].as_str().unwrap());
        let chars = text.chars().count();
        assert!(chars <= 20_000, "{}", document["uri"]);
        assert_eq!(content["truncated"], content["total_chars"].as_u64().unwrap() > 20_000);
    }
}
