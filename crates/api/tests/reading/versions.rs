//! The list of archived wordings.

use serde_json::json;

use crate::served::Served;

const BASE: &str = lagrum_demo::BASE;

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
