//! What documents and sources are called in every answer that names them.

use serde_json::Value;

use crate::served::{BASE, Served, uri};

#[tokio::test]
async fn a_source_is_taken_by_its_other_name_everywhere() {
    let served = Served::demo();
    let cited = uri("celex/32031R0077");
    let questions = [
        "/api/v1/facets?".to_owned(),
        "/api/v1/browse?".to_owned(),
        "/api/v1/documents?".to_owned(),
        "/api/v1/search?q=personuppgifter%20f%C3%A5r%20data&".to_owned(),
        format!("/api/v1/resolve?q={BASE}/edpb/riktlinjer/05-2031&"),
        format!("/api/v1/document/inbound?uri={cited}&"),
    ];
    for question in questions {
        let [mut by_other, mut by_name] = [Value::Null, Value::Null];
        for (name, answer) in [("guidance", &mut by_other), ("edpb", &mut by_name)] {
            *answer = served.get(&format!("{question}source={name}")).await.json();
            if answer.get("source").is_some() {
                // What was asked is repeated as it was asked.
                assert_eq!(answer["source"], name, "{question}");
                answer["source"] = Value::Null;
            }
        }
        assert_eq!(by_other, by_name, "{question}");
    }
    let documents = served.get("/api/v1/documents?source=guidance").await.json();
    assert!(documents["total"].as_u64().unwrap() > 0);
    assert_eq!(documents["documents"][0]["source"], "edpb");
}

#[tokio::test]
async fn a_commentary_goes_by_what_it_is_about() {
    let served = Served::demo();
    for host in ["1931:47", "2030:77", "celex/32031R0077"] {
        let id = host.rsplit('/').next().unwrap();
        let card = served.json(&format!("/api/v1/card?uri={}", uri(&format!("kommentar/{id}")))).await;
        let title = card["title"].as_str().unwrap();
        assert!(title.starts_with("Kommentar till "), "{title}");
        assert!(!title.contains("SFS "), "{title}: its host is held");
        assert_eq!(card["descriptive"], title);
        assert_eq!(card["short_id"], "Kommentar");
    }
    let card = served.json(&format!("/api/v1/card?uri={}", uri("kommentar/1931:47#K1P3"))).await;
    assert!(card["snippet"].as_str().unwrap().matches("1 kap. 3 §").count() == 1, "{card}");
}

#[tokio::test]
async fn a_concept_without_a_page_has_the_short_id_it_is_browsed_under() {
    let served = Served::demo();
    let documents = served.get("/api/v1/documents?source=begrepp&limit=1000").await.json();
    let mut stubs = 0;
    for document in documents["documents"].as_array().unwrap() {
        let card = served.json(&format!("/api/v1/card?uri={}", document["uri"].as_str().unwrap())).await;
        assert_eq!(card["short_id"], card["label"], "{card}");
        stubs += u32::from(document["updated"].is_null());
    }
    assert!(stubs > 0);
}

#[tokio::test]
async fn a_card_and_a_pin_of_an_article_name_it_once() {
    let served = Served::demo();
    let card = served.json(&format!("/api/v1/card?uri={}", uri("celex/32031R0077#6"))).await;
    let snippet = card["snippet"].as_str().unwrap();
    assert!(snippet.starts_with("Artikel 6"), "{snippet}");
    assert_eq!(snippet.matches("Artikel 6").count(), 1, "{snippet}");
    let found = served.get("/api/v1/resolve?q=GETF%20art%206").await.json();
    let pin = &found["results"][0]["pin"];
    let (label, text) = (pin["label"].as_str().unwrap(), pin["highlight"][0].as_str().unwrap());
    assert!(label.starts_with("Artikel 6") || label.starts_with("artikel 6"), "{pin}");
    assert!(!text.contains("Artikel 6"), "{pin}");
}
