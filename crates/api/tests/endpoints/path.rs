//! Chains of citations between documents.

use crate::served::{Served, uri};

#[tokio::test]
async fn two_chains_between_a_case_and_a_proposition() {
    let path = format!("/api/v1/path?from={}&to={}&paths=2", uri("dom/nja/2031s5"), uri("prop/2030/31:9"));
    insta::assert_json_snapshot!(Served::demo().json(&path).await);
}

#[tokio::test]
async fn no_document_and_no_such_parameter() {
    let served = Served::demo();
    let (known, unknown) = (uri("1931:47"), uri("2999:1"));
    for (from, to) in [(&known, &unknown), (&unknown, &known), (&unknown, &unknown)] {
        let (status, detail) = served.failure(&format!("/api/v1/path?from={from}&to={to}")).await;
        assert_eq!(status, 404);
        assert!(detail.as_str().unwrap().contains("2999:1"));
    }
    let answer = served.get("/api/v1/path?direction=x&paths=6&groups=x").await;
    assert_eq!(answer.status, 422);
    let detail = answer.json()["detail"].take();
    let fields: Vec<_> =
        detail.as_array().unwrap().iter().map(|item| item["loc"][1].as_str().unwrap()).collect();
    assert_eq!(fields, ["from", "to", "direction", "paths"]);
}
