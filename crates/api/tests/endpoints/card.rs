use crate::served::{BASE, Served, uri};

#[tokio::test]
async fn the_card_of_a_provision() {
    insta::assert_json_snapshot!(
        Served::demo().json(&format!("/api/v1/card?uri={}", uri("1931:47#K2P3S1"))).await
    );
}

#[tokio::test]
async fn the_card_of_a_case() {
    insta::assert_json_snapshot!(
        Served::demo().json(&format!("/api/v1/card?uri={}", uri("dom/nja/2031s5"))).await
    );
}

#[tokio::test]
async fn a_page_path_is_as_good_as_a_uri() {
    let served = Served::demo();
    for place in ["1931:47", "1931:47%23K2P3", "celex/32031R0077%236.1", "prop/2030/31:9%23sid45"] {
        let by_uri = served.json(&format!("/api/v1/card?uri={BASE}/{place}")).await;
        assert_eq!(served.json(&format!("/api/v1/card?uri=/{place}")).await, by_uri, "{place}");
    }
}

#[tokio::test]
async fn a_place_the_document_does_not_have() {
    let json = Served::demo().json(&format!("/api/v1/card?uri={}", uri("1931:47#K99P1"))).await;
    assert_eq!(json["snippet"], serde_json::Value::Null);
    assert_eq!(json["pinpoint"], "99 kap. 1 §");
    assert_eq!(json["url"], "/1931:47#K99P1");
}

#[tokio::test]
async fn what_a_document_says_of_a_place_it_cites() {
    let served = Served::demo();
    let card = async |about: &str| {
        let card = format!("/api/v1/card?uri=/dom/rh/2028:9&about={about}");
        served.json(&card).await["context"].clone()
    };
    let sentence = "Hovrätten fann att kransen enligt <em>3 § kapplöpningslagen</em> tillkommer den som vinner, och att ingen annan får äta den.";
    for about in [uri("2026:40#P3"), "/2026:40%23P3".to_owned()] {
        let context = card(&about).await;
        assert_eq!(context["html"], sentence);
        assert_eq!(context["kind"], "sentence");
    }
    let whole = card("/2026:40").await;
    assert!(whole["html"].as_str().unwrap().starts_with("Tävlingen hölls på en äng"), "{whole}");
    for uncited in ["/2026:40%23P4", "/1931:47", "/2999:1"] {
        assert_eq!(card(uncited).await, serde_json::Value::Null, "{uncited}");
    }
    let plain = served.json("/api/v1/card?uri=/dom/rh/2028:9").await;
    assert!(plain.get("context").is_none());
    assert_eq!(served.failure("/api/v1/card?uri=/dom/rh/2028:9&about=%23P1").await.0, 422);
}

#[tokio::test]
async fn a_document_that_is_not_held() {
    for unknown in [uri("2999:1"), uri("2999:1#P1"), "/2999:1".to_owned(), "%23P1".to_owned()] {
        assert_eq!(Served::demo().failure(&format!("/api/v1/card?uri={unknown}")).await.0, 404, "{unknown}");
    }
}

#[tokio::test]
async fn every_document_has_a_card_with_a_citation() {
    let served = Served::demo();
    let documents = served.get("/api/v1/documents?limit=1000&include_expired=true").await.json();
    for document in documents["documents"].as_array().unwrap() {
        let card = served.json(&format!("/api/v1/card?uri={}", document["uri"].as_str().unwrap())).await;
        assert!(!card["citation"].as_str().unwrap().is_empty(), "{card}");
        assert_ne!(card["group"], "Övrigt", "{card}");
    }
}
