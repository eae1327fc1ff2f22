use serde_json::Value;

use crate::served::Served;

fn uris(list: &Value) -> Vec<&str> {
    list["documents"].as_array().unwrap().iter().map(|document| document["uri"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_page_of_statutes() {
    insta::assert_json_snapshot!(Served::demo().json("/api/v1/documents?source=sfs&limit=3&offset=1").await);
}

#[tokio::test]
async fn a_filter_that_matches_nothing_and_one_that_is_empty() {
    let served = Served::demo();
    assert_eq!(served.json("/api/v1/documents?source=nobody").await["total"], 0);
    assert_eq!(served.json("/api/v1/documents?source=sfs&kind=prop").await["total"], 0);
    let all = served.json("/api/v1/documents").await["total"].clone();
    assert_eq!(served.json("/api/v1/documents?source=&kind=").await["total"], all);
    let past = served.json("/api/v1/documents?offset=100000").await;
    assert_eq!((uris(&past).len(), &past["total"]), (0, &all));
}
