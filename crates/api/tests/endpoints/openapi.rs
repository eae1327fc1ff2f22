//! The description of the whole API, as clients generate code from it.

use crate::served::Served;

#[tokio::test]
async fn the_description_is_the_committed_one() {
    let json = Served::new(None).json("/openapi.json").await;
    insta::assert_json_snapshot!("openapi", json);
}

#[tokio::test]
async fn every_endpoint_is_in_it_with_its_tag() {
    let json = Served::new(None).json("/openapi.json").await;
    assert_eq!(json["openapi"].as_str().unwrap()[..3], *"3.1");
    assert_eq!(json["info"]["version"], "1.0");
    let tag = |path: &str| json["paths"][path]["get"]["tags"][0].as_str().map(str::to_owned);
    for (path, expected) in [
        ("/api/v1/resolve", "search"),
        ("/api/v1/suggest", "search"),
        ("/api/v1/coverage", "catalog"),
        ("/api/v1/facets", "catalog"),
        ("/api/v1/browse", "catalog"),
        ("/api/v1/sources", "catalog"),
        ("/api/v1/dumps", "catalog"),
        ("/api/v1/documents", "document"),
        ("/api/v1/document", "document"),
        ("/api/v1/document/inbound", "document"),
        ("/api/v1/document/outbound", "document"),
        ("/api/v1/graph", "document"),
        ("/api/v1/path", "document"),
        ("/api/v1/card", "document"),
    ] {
        assert_eq!(tag(path).as_deref(), Some(expected), "{path}");
    }
}
