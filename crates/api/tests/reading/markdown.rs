//! Documents as markdown.

use serde_json::json;

use crate::served::Served;

const BASE: &str = lagrum_demo::BASE;

#[tokio::test]
async fn the_envelope() {
    let client = Served::demo();
    let uri = format!("{BASE}/1931:47");
    let verbatim = client.get(&format!("/api/v1/document?uri={uri}")).await.json();
    let answer = client.get(&format!("/api/v1/document?uri={uri}&format=md")).await;
    assert_eq!(answer.header("content-type"), "application/json; charset=utf-8");
    assert!(
        answer
            .text()
            .starts_with(&format!("{{\"uri\":\"{uri}\",\"source\":\"sfs\",\"kind\":\"lag\",\"label\":"))
    );
    let mut json = answer.json();
    let markdown = json.as_object_mut().unwrap().remove("markdown").unwrap();
    assert!(markdown.as_str().unwrap().starts_with("# Fårlag (1931:47)\n\n## [1 kap.]("));
    let mut envelope = verbatim;
    envelope.as_object_mut().unwrap().remove("artifact").unwrap();
    assert_eq!(json, envelope);
}

#[tokio::test]
async fn what_has_no_markdown() {
    let client = Served::demo();
    for (query, status) in [
        (format!("uri={BASE}/1931:47%23K99&format=md"), 404),
        (format!("uri={BASE}/1931:48&format=md"), 404),
        (format!("uri={BASE}/1931:47&format=MD"), 422),
    ] {
        assert_eq!(client.get(&format!("/api/v1/document?{query}")).await.status, status, "{query}");
    }
    let answer = client.get(&format!("/api/v1/document?uri={BASE}/1931:47&format=html")).await;
    assert_eq!(
        answer.json()["detail"][0]["ctx"],
        json!({"expected": "'json', 'md', 'akn', 'ttl' or 'jsonld'"})
    );
}

#[tokio::test]
async fn it_is_described() {
    let json = Served::demo().get("/openapi.json").await.json();
    for schema in ["Document", "MarkdownDocument", "VersionList", "VersionInfo", "DiffResponse"] {
        assert!(json["components"]["schemas"][schema].is_object(), "{schema}");
    }
}
