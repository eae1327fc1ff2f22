//! The description of the API states what is enforced, and its page needs no other host.

use jiff::civil::date;
use lagrum_api::{Caching, Json, Query, RouterConfig, Routes, ServedSnapshot, routes};
use serde::Deserialize;
use serde_json::Value;

use crate::client::Client;
use crate::shelf::{client, resources};

#[tokio::test]
async fn the_description_is_complete_for_what_exists() {
    let answer = client().get("/openapi.json").await;
    assert_eq!(answer.header("content-type"), "application/json; charset=utf-8");
    let mut description = answer.json();
    insta::assert_json_snapshot!("one_route", description["paths"]["/api/v1/books"]);
    // What is added when it is served.
    let added = description.as_object_mut().unwrap();
    assert_eq!(added.remove("servers").unwrap(), serde_json::json!([{ "url": "/" }]));
    assert_eq!(added.remove("security").unwrap(), serde_json::json!([]));
    assert_eq!(description, serde_json::to_value(resources().openapi()).unwrap());
}

#[test]
fn what_holds_for_all_endpoints_is_described_without_any() {
    insta::assert_json_snapshot!("no_route", Routes::new().openapi());
}

#[tokio::test]
async fn every_parameter_is_described_where_it_is_used() {
    let description = client().get("/openapi.json").await.json();
    assert_eq!(description["openapi"], "3.1.0");
    assert_eq!(description["info"]["version"], "1.0");
    for (path, item) in description["paths"].as_object().unwrap() {
        for parameter in item["get"]["parameters"].as_array().into_iter().flatten() {
            assert_eq!(parameter["in"], "query", "{path}: {parameter}");
            assert!(!parameter.to_string().contains("$ref"), "{path}: {parameter}");
            let has_default = parameter["schema"].get("default").is_some();
            assert!(!has_default || parameter["required"] == false, "{path}: {parameter}");
        }
    }
}

/// Loads the page and its files as a browser would.
#[tokio::test]
async fn the_page_loads_everything_from_here() {
    let client = client();
    let page = client.get("/docs").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(page.header("content-security-policy").contains("script-src 'self';"));
    assert!(!page.text().contains("http"), "no address of another host");
    assert!(!page.text().contains("<script>"), "no script inside the page");

    let mut loaded = 0;
    for address in page.text().split(['"']).filter(|text| text.starts_with("docs/")) {
        let kind = if address.contains(".css") { "text/css" } else { "text/javascript" };
        for accepted in ["gzip, br", ""] {
            let asset = client.get_with(&format!("/{address}"), &[("accept-encoding", accepted)]).await;
            assert_eq!(asset.status, 200, "{address}");
            assert!(asset.header("content-type").starts_with(kind), "{address}");
            assert!(!asset.body.is_empty());
            if accepted.is_empty() {
                assert_eq!(asset.header("content-encoding"), "", "{address}");
                assert!(std::str::from_utf8(&asset.body).is_ok(), "{address} is plain text");
            }
        }
        loaded += 1;
    }
    assert_eq!(loaded, 3);
    let start = client.get("/docs/start.js").await;
    assert!(start.text().contains("openapi.json") && start.text().contains("validatorUrl: \"none\""));
}

#[tokio::test]
async fn what_is_described_is_what_is_declared() {
    let description = serde_json::to_value(resources().openapi()).unwrap();
    let rules = description["paths"]["/api/v1/books"]["get"]["parameters"].as_array().unwrap();
    let limit = rules.iter().find(|parameter| parameter["name"] == "limit").unwrap();
    let expected: Value = serde_json::json!({"type": "integer", "format": "int32", "default": 10, "minimum": 1, "maximum": 100});
    assert_eq!(limit["schema"], expected);
    let required: Vec<_> =
        rules.iter().filter(|rule| rule["required"] == true).map(|rule| &rule["name"]).collect();
    assert_eq!(required, ["q"]);
}

#[derive(Deserialize, utoipa::IntoParams)]
struct Secret {
    bytes: u32,
}

/// A route whose description lacks the parameters that it reads.
#[utoipa::path(get, path = "/api/v1/secretive", responses((status = 200, body = u32)))]
async fn secretive(secret: Query<Secret>) -> Json<u32> {
    Json(secret.bytes)
}

#[tokio::test]
async fn a_route_that_keeps_a_parameter_to_itself_is_found_out() {
    let resources = Routes::new().get(routes!(secretive), Caching::Unstated);
    let client = Client::new(
        resources.into_router(RouterConfig::new(|| ServedSnapshot::<()>::none(date(2031, 5, 1)))),
    );
    assert_eq!(client.get("/api/v1/secretive?bytes=1").await.status, 500);
}
