//! Citations of the demo's invented law, of Swedish and European law that the demo does not hold, and texts that are no
//! citations at all.

use serde_json::Value;

use crate::served::{Served, encoded};

async fn resolve(served: &Served, query: &str, filters: &str) -> Value {
    served.json(&format!("/api/v1/resolve?q={}{filters}", encoded(query))).await
}

/// The answer in short: pins or documents, then `?` and what is recognized.
fn short(answer: &Value) -> String {
    let place = |uri: &Value| uri.as_str().unwrap().replace("{base}/", "");
    let results = answer["results"].as_array().unwrap().iter().map(|result| match &result["pin"] {
        Value::Null => place(&result["uri"]),
        pin => place(&pin["uri"]),
    });
    let recognized = answer["recognized"].as_array().unwrap().iter();
    let recognized = recognized.map(|other| format!("?{}", place(&other["uri"])));
    results.chain(recognized).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_provision_of_a_statute() {
    insta::assert_json_snapshot!(resolve(&Served::demo(), "2 kap. 3 § fårlagen", "").await);
}

#[tokio::test]
async fn an_article_of_an_act() {
    insta::assert_json_snapshot!(resolve(&Served::demo(), "GETF art 6.1", "").await);
}

#[tokio::test]
async fn a_text_is_required_and_may_be_any_bytes() {
    let served = Served::demo();
    assert_eq!(served.failure("/api/v1/resolve").await.0, 422);
    let raw = served.get("/api/v1/resolve?q=%FF%FE").await;
    assert_eq!(raw.status, 200);
    let empty = resolve(&served, "fårlagen", "&source=&kind=").await;
    assert_eq!(short(&empty), "1931:47", "an empty filter is none");
}

#[tokio::test]
async fn until_the_names_are_loaded() {
    let served = Served::demo_without_names();
    let answer = served.get("/api/v1/resolve?q=GETF").await;
    assert_eq!(answer.status, 503);
    assert_eq!(answer.header("retry-after"), "5");
    let parts = served.get("/readyz").await.json()["parts"].clone();
    let names = parts.as_array().unwrap().iter().find(|part| part["name"] == "names").unwrap();
    assert_eq!(names["ready"], false);
}
