use crate::served::{Served, uri};

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
