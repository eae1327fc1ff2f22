use crate::served::Served;

#[tokio::test]
async fn alive_is_not_ready() {
    let served = Served::new(None);
    assert_eq!(served.get("/healthz").await.status, 200);
    let answer = served.get("/readyz").await;
    assert_eq!(answer.status, 503);
    assert_eq!(answer.json()["ready"], false);
    assert_eq!(answer.json()["snapshot"], serde_json::Value::Null);
    assert_eq!(answer.header("cache-control"), "no-store");
}

#[tokio::test]
async fn ready_names_the_snapshot_and_the_parts() {
    let json = Served::demo().json("/readyz").await;
    assert_eq!(json["ready"], true);
    assert!(json["snapshot"].as_str().unwrap().starts_with("20"));
    assert_eq!(json["parts"][0], serde_json::json!({"name": "catalog", "ready": true}));
    // Whatever keeps a server from being ready is one of them.
    let parts = json["parts"].as_array().unwrap().iter();
    let names: Vec<&str> = parts.map(|part| part["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["catalog", "graph", "names", "suggestions", "search", "dumps"]);
}
