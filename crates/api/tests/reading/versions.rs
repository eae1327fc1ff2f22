//! The list of archived wordings.

use serde_json::json;

use crate::served::Served;

const BASE: &str = lagrum_demo::BASE;

#[tokio::test]
async fn a_statutes_wordings_with_what_the_register_tells() {
    let answer = Served::demo().get(&format!("/api/v1/document/versions?uri={BASE}/1931:47%23K1")).await;
    assert_eq!(answer.status, 200);
    let json = answer.json();
    assert_eq!(json["uri"], format!("{BASE}/1931:47"));
    let versions: Vec<_> =
        json["versions"].as_array().unwrap().iter().map(|v| v["version"].as_str().unwrap()).collect();
    assert_eq!(versions, ["1931:47", "1958:12", "2004:310", "2029:88"]);
    assert_eq!(
        json["versions"][2],
        json!({"version": "2004:310", "uri": format!("{BASE}/1931:47/konsolidering/2004:310"),
            "url": "/1931:47/konsolidering/2004:310", "ikraft": "2005-01-01",
            "forarbeten": ["Prop. 2003/04:9", "Bet. 2003/04:JoU14", "Rskr. 2003/04:201"]})
    );
}

#[tokio::test]
async fn an_eu_acts_wordings() {
    let answer = Served::demo().get(&format!("/api/v1/document/versions?uri={BASE}/celex/32031R0077")).await;
    let uri = |day: &str| format!("{BASE}/celex/32031R0077/konsolidering/{day}");
    assert_eq!(
        answer.json()["versions"],
        json!([
            {"version": "2031-04-13", "uri": uri("2031-04-13"), "url": "/celex/32031R0077/konsolidering/2031-04-13",
                "ikraft": "2031-04-13", "forarbeten": []},
            {"version": "2032-01-15", "uri": uri("2032-01-15"), "url": "/celex/32031R0077/konsolidering/2032-01-15",
                "ikraft": "2032-01-15", "forarbeten": []},
        ])
    );
}

#[tokio::test]
async fn every_listed_wording_can_be_read() {
    let client = Served::demo();
    for document in ["1931:47", "celex/32031R0077"] {
        let list = client.get(&format!("/api/v1/document/versions?uri={BASE}/{document}")).await.json();
        for version in list["versions"].as_array().unwrap() {
            let uri = version["uri"].as_str().unwrap();
            let json = client.get(&format!("/api/v1/document?uri={uri}")).await.json();
            assert_eq!(json["artifact"]["uri"], uri);
            assert_eq!(json["artifact"]["version"], version["version"]);
            assert_eq!(json["inbound_count"], 0);
            let markdown = client.get(&format!("/api/v1/document?format=md&uri={uri}")).await.json();
            assert!(markdown["markdown"].as_str().unwrap().starts_with("# "), "{uri}");
        }
    }
}

#[tokio::test]
async fn the_status_of_every_case() {
    let client = Served::demo();
    for (query, status) in [
        (format!("?uri={BASE}/2030:77"), 200),
        (format!("?uri={BASE}/1777:77"), 200),
        (format!("?uri={BASE}/celex/39999R0001"), 200),
        (format!("?uri={BASE}/dom/nja/2031s5"), 404),
        (format!("?uri={BASE}/sjofs/2031:4"), 404),
        (format!("?uri={BASE}/1931:47/konsolidering/2004:310"), 404),
        ("?uri=https://elsewhere.example/1931:47".to_owned(), 404),
        ("?uri=".to_owned(), 404),
        (String::new(), 422),
    ] {
        let answer = client.get(&format!("/api/v1/document/versions{query}")).await;
        assert_eq!(answer.status, status, "{query}");
        if status == 200 {
            assert_eq!(answer.json()["versions"], json!([]), "{query}");
        }
    }
}
