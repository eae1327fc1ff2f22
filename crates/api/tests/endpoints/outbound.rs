use crate::served::{Served, uri};

#[tokio::test]
async fn the_links_of_a_case_in_reading_order() {
    let path = format!("/api/v1/document/outbound?uri={}", uri("dom/nja/2031s5"));
    insta::assert_json_snapshot!(Served::demo().json(&path).await);
}

#[tokio::test]
async fn a_web_address_is_a_target_that_is_not_hosted() {
    let served = Served::demo();
    let documents = served.get("/api/v1/documents?limit=1000&include_expired=true").await.json();
    let mut outside = 0;
    for document in documents["documents"].as_array().unwrap() {
        let links = served
            .get(&format!("/api/v1/document/outbound?uri={}", document["uri"].as_str().unwrap()))
            .await
            .json();
        for link in links.as_array().unwrap() {
            assert_eq!(link["hosted"].as_bool().unwrap(), !link["source"].is_null(), "{link}");
            if !link["uri"].as_str().unwrap().starts_with(crate::served::BASE) {
                assert_eq!(link["hosted"], false, "{link}");
                outside += 1;
            }
        }
    }
    assert!(outside > 0);
}

#[tokio::test]
async fn nothing_cites_from_what_is_not_held() {
    for unknown in [uri("2999:1"), uri("1931:47#K1"), "x".to_owned()] {
        let answer = Served::demo().json(&format!("/api/v1/document/outbound?uri={unknown}")).await;
        assert_eq!(answer, serde_json::json!([]), "{unknown}");
    }
}
