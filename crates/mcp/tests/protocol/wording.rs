//! Every text has its text status: which lydelse it is and whether it is in force.

use serde_json::{Value, json};

use crate::client::{BASE, Client};

async fn wording(arguments: Value) -> Value {
    Client::demo().answer("get_document", arguments).await["wording"].clone()
}

#[tokio::test]
async fn the_current_text_of_an_act() {
    let wording = wording(json!({ "uri": format!("{BASE}/1931:47") })).await;
    assert_eq!(wording["document"], format!("{BASE}/1931:47"));
    // The demo is not known up to that day.
    assert_eq!((&wording["in_force"], &wording["date"]), (&Value::Null, &json!("2034-01-01")));
    assert!(wording["identifier"].is_string() && wording["from"].is_string(), "{wording}");
}

#[tokio::test]
async fn the_text_of_a_past_day_is_judged_by_that_day() {
    let uri = format!("{BASE}/1931:47");
    let past = wording(json!({ "uri": uri, "as_of": "1940-01-01" })).await;
    assert_eq!([&past["version"], &past["from"], &past["until"]], ["1931:47", "1931-07-01", "1958-07-01"]);
    assert_eq!((&past["in_force"], &past["date"]), (&json!(true), &json!("1940-01-01")));
    let provision = Client::demo()
        .answer("get_provision", json!({ "uri": format!("{uri}#K1P1"), "as_of": "1940-01-01" }))
        .await;
    assert_eq!(provision["wording"], past);
}

#[tokio::test]
async fn an_archived_lydelse_is_no_longer_in_force() {
    let client = Client::demo();
    let uri = format!("{BASE}/1931:47");
    let versions = client.api(&format!("/api/v1/document/versions?uri={uri}")).await;
    for version in versions["versions"].as_array().unwrap() {
        let wording = wording(json!({ "uri": version["uri"] })).await;
        assert_eq!(wording["version"], version["version"]);
        assert_eq!(wording["from"], version["ikraft"]);
        assert_eq!(wording["in_force"], false, "{wording}");
        assert!(wording["note"].as_str().unwrap().contains(&format!("that is {uri}")), "{wording}");
    }
}

#[tokio::test]
async fn a_repealed_act_is_not_in_force_and_says_since_when() {
    let wording = wording(json!({ "uri": format!("{BASE}/1988:205") })).await;
    assert_eq!(wording["in_force"], false, "{wording}");
    let repealed = wording["repealed"].as_str().unwrap();
    assert!(repealed < "2034-01-01");
    assert!(wording["note"].as_str().unwrap().contains(&format!("Repealed from {repealed}")), "{wording}");
}

#[tokio::test]
async fn a_judgment_is_neither_in_force_nor_repealed() {
    let wording = wording(json!({ "uri": format!("{BASE}/dom/nja/2031s5") })).await;
    assert_eq!(wording["in_force"], Value::Null);
    assert!(wording["from"].as_str().unwrap().starts_with("2031"), "{wording}");
}

#[tokio::test]
async fn every_document_of_the_demo_has_a_status() {
    let client = Client::demo();
    let listed = client.answer("list_documents", json!({ "limit": 500, "include_expired": true })).await;
    for document in listed["documents"].as_array().unwrap() {
        let fetched = client.answer("fetch", json!({ "id": document["uri"] })).await;
        let wording = &fetched["metadata"]["wording"];
        assert_eq!(wording["document"], document["uri"]);
        assert_eq!(wording["identifier"], document["label"]);
    }
}
