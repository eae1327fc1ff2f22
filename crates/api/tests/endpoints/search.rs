//! Searches of the demo's invented law.

use serde_json::Value;

use crate::served::{BASE, Served, encoded, fill};

async fn search(served: &Served, query: &str, more: &str) -> Value {
    served.json(&format!("/api/v1/search?q={}{more}", encoded(query))).await
}

#[tokio::test]
async fn what_matches() {
    insta::assert_json_snapshot!(search(&Served::demo(), "tillsyn över får", "&limit=3").await);
}

#[tokio::test]
async fn a_provision_that_is_named() {
    insta::assert_json_snapshot!(search(&Served::demo(), "fårlagen 2 kap. 3 §", "&limit=2").await);
}

#[tokio::test]
async fn an_empty_filter_is_none() {
    let served = Served::demo();
    let all = search(&served, "får", "").await;
    assert!(all["total"].as_u64().unwrap() > 0);
    assert_eq!(search(&served, "får", "&source=&kind=").await, all);
}

#[tokio::test]
async fn what_cannot_be_searched_for_is_a_fault_of_its_parameter() {
    let served = Served::demo();
    for (query, parameter) in [
        ("q=lag&cursor=x".to_owned(), "cursor"),
        (format!("q=lag&cursor={}", "a".repeat(2049)), "cursor"),
        (format!("q={}", "a*%20|%20".repeat(500)), "q"),
    ] {
        let (status, detail) = served.failure(&format!("/api/v1/search?{query}")).await;
        assert_eq!((status, &detail[0]["loc"][1]), (422, &Value::from(parameter)), "{query}");
    }
}

#[tokio::test]
async fn degraded_states() {
    // Without an index, search fails and everything else answers.
    let served = Served::demo_without_graph();
    let (status, detail) = served.failure("/api/v1/search?q=lag").await;
    assert_eq!((status, detail.as_str().unwrap()), (503, "the search index is missing or being opened"));
    assert_eq!(served.get("/api/v1/documents?limit=1").await.status, 200);

    // Without a catalog, search answers; readiness and whatever needs the catalog fail.
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let snapshots = lagrum_snapshot::Snapshots::new(&folder.path().join("data"));
    let id = snapshots.current().unwrap().unwrap();
    let catalog = folder.path().join("data/snapshots").join(id.as_str()).join("catalog.db");
    std::fs::write(&catalog, b"no database").unwrap();
    let snapshot = snapshots.open_what_is_there().unwrap().unwrap();
    snapshot.load_search().unwrap();
    let served = Served::new(Some(std::sync::Arc::new(snapshot)));
    assert_eq!(served.get("/api/v1/search?q=tillsyn").await.status, 200);
    assert_eq!(served.failure(&format!("/api/v1/document?uri={BASE}/1931:47")).await.0, 503);
    assert_eq!(served.get("/readyz").await.status, 503);
}
