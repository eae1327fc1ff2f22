//! The documents around a document or a provision.

use serde_json::json;

use crate::served::{Served, uri};

#[tokio::test]
async fn a_provision_and_what_is_around_it() {
    let path = format!("/api/v1/graph?uri={}&limit=3", uri("1931:47#K2P3S1"));
    insta::assert_json_snapshot!(Served::demo().json(&path).await);
}

#[tokio::test]
async fn a_document_with_its_rings() {
    let path = format!("/api/v1/graph?uri={}&depth=3&limit=4&sort=citations", uri("dom/nja/2031s5"));
    insta::assert_json_snapshot!(Served::demo().json(&path).await);
}

#[tokio::test]
async fn what_waits_for_the_graph_says_so_and_when_to_come_back() {
    let served = Served::demo_without_graph();
    let place = uri("1931:47");
    for path in [
        format!("/api/v1/graph?uri={place}&depth=2"),
        format!("/api/v1/graph?uri={place}&depth=3"),
        format!("/api/v1/graph?uri={}&depth=2", uri("2999:1")),
        format!("/api/v1/path?from={place}&to={place}"),
    ] {
        let answer = served.get(&path).await;
        assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, "30"), "{path}");
        assert!(answer.json()["detail"].is_string());
    }
    // Mistakes in the request itself are reported first.
    for (path, status) in [
        (format!("/api/v1/graph?uri={place}&depth=2&groups=x"), 422),
        (format!("/api/v1/graph?uri={place}&depth=4"), 422),
        (format!("/api/v1/graph?uri={}", uri("2999:1")), 404),
        (format!("/api/v1/path?from={}&to={place}", uri("2999:1")), 404),
        (format!("/api/v1/path?from={place}&to={place}&groups=,"), 422),
    ] {
        let answer = served.get(&path).await;
        assert_eq!(answer.status, status, "{path}");
        if path.contains("groups") {
            let item = &answer.json()["detail"][0];
            assert_eq!((&item["type"], &item["loc"]), (&json!("value_error"), &json!(["query", "groups"])));
        }
    }
    let readiness = served.get("/readyz").await;
    assert_eq!(readiness.status, 503);
    let missing = json!({"name": "graph", "ready": false, "missing": "it is being opened"});
    assert_eq!(readiness.json()["parts"][1], missing);
    assert_eq!(Served::demo().json("/readyz").await["parts"][1]["ready"], true);
}

#[tokio::test]
async fn fields_stand_in_the_order_they_are_listed() {
    let path = format!("/api/v1/graph?uri={}&depth=2&internal=true", uri("1931:47"));
    let text = Served::demo().get(&path).await.text().to_owned();
    let fields = [
        "uri",
        "root",
        "anchor",
        "unit",
        "pinpoint",
        "descriptive",
        "citation",
        "label",
        "title",
        "source",
        "kind",
        "group",
        "source_url",
        "inbound",
        "total_links",
        "total_docs",
        "unresolved",
        "top",
        "links",
        "inbound_count",
        "outbound",
        "internal",
        "depth",
        "expansion",
        "hop",
        "side",
    ];
    let mut rest = text.as_str();
    for field in fields {
        let name = format!("\"{field}\":");
        let at = rest.find(&name).unwrap_or_else(|| panic!("{field} is not where it should be"));
        rest = &rest[at + name.len()..];
    }
}

#[tokio::test]
async fn parameters_out_of_bounds() {
    let path = "/api/v1/graph?direction=up&limit=301&sort=best&grouplimit=0&depth=4&internal=maybe&groups=x";
    let answer = Served::demo().get(path).await;
    assert_eq!(answer.status, 422);
    let detail = answer.json()["detail"].take();
    let fields: Vec<_> =
        detail.as_array().unwrap().iter().map(|item| item["loc"][1].as_str().unwrap()).collect();
    assert_eq!(fields, ["uri", "direction", "limit", "sort", "grouplimit", "depth", "internal"]);
}
