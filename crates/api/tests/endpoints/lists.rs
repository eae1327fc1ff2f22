//! Lists of laws over HTTP: their tags, their feeds, and what is kept of them.

use serde_json::json;

use crate::served::Served;

const CHANGES: &str = "/api/v1/lists/changes?since=2000-01-01";

#[tokio::test]
async fn a_list_has_each_law_that_was_sent() {
    let served = Served::demo();
    let of = async |query: &str| served.json(&format!("{CHANGES}{query}")).await;
    let (one, other) = (of("&uri=1931:47").await, of("&uri=2026:40").await);
    let both = of("&uri=1931:47&uri=2026:40&limit=200").await;
    let count = |answer: &serde_json::Value| answer["total"].as_u64().unwrap();
    assert_eq!(count(&both), count(&one) + count(&other));
    assert_ne!(of("&uri=1931:47&uri=2026:40").await, of("&uri=2028:410&uri=2026:40").await);
}

#[tokio::test]
async fn an_unchanged_list_is_not_sent_again() {
    let served = Served::demo();
    for path in [
        "/api/v1/lists/changes?since=2000-01-01&uri=1931:47",
        "/feeds/lista.atom?lag=1931:47&sedan=2000-01-01",
    ] {
        let first = served.get(path).await;
        assert_eq!(first.status, 200, "{path}");
        assert_eq!(first.header("x-robots-tag"), "noindex");
        assert_eq!(first.header("referrer-policy"), "no-referrer");
        let again = served.get_with(path, &[("if-none-match", first.header("etag"))]).await;
        assert_eq!(again.status, 304, "{path}");
    }
}

#[tokio::test]
async fn feed_and_calendar_have_the_ids_of_the_changes() {
    let served = Served::demo();
    let rows = served.get(&format!("{CHANGES}&uri=1931:47&limit=200")).await.json();
    let address = "lag=1931:47&sedan=2000-01-01&namn=F%C3%A5r";
    let feed = served.get(&format!("/feeds/lista.atom?{address}")).await;
    let feed = feed.text().to_owned();
    let calendar = served.get(&format!("/feeds/lista.ics?{address}")).await;
    let calendar = calendar.text().replace("\r\n ", "");
    assert!(feed.contains("<title>Får: ändringar</title>"), "{feed}");
    for row in rows["changes"].as_array().unwrap() {
        let id = row["id"].as_str().unwrap();
        assert!(feed.contains(&format!("<id>{}</id>", id.replace('&', "&amp;"))), "{id}");
        assert_eq!(calendar.contains(&format!("UID:{id}\r\n")), row["date"].is_string(), "{id}");
    }
}

#[tokio::test]
async fn a_feed_of_several_documents_has_the_events_of_each() {
    let served = Served::demo();
    let feed = served
        .get("/feeds/uri.atom?uri=https://lag.demo.example/1931:47&uri=https://lag.demo.example/2026:40")
        .await;
    let text = feed.text();
    assert_eq!(feed.status, 200);
    assert!(text.contains("1931:47") && text.contains("2026:40"), "{text}");
    let count = |text: &str, tag: &str| text.matches(tag).count();
    for path in ["/feeds/kommande.atom", "/feeds/lista.atom?lag=1931:47&sedan=2000-01-01"] {
        let other = served.get(path).await;
        assert!(other.text().contains("<entry>"), "{path}");
        assert_eq!(count(other.text(), "<published>"), count(other.text(), "<entry>"), "{path}");
    }
    assert_eq!(count(text, "<published>"), count(text, "<entry>"));
    let none =
        served.get("/feeds/uri.atom?uri=https://lag.demo.example/x&uri=https://lag.demo.example/y").await;
    assert_eq!(none.status, 404);
}

#[tokio::test]
async fn a_body_has_a_limit() {
    let served = Served::demo();
    let long = json!({"uri": ["1931:47"], "since": "2000-01-01", "cursor": "x".repeat(70_000)});
    let headers = [("content-type", "application/json")];
    let answer = served.post("/api/v1/lists/changes", long.to_string(), &headers).await;
    assert_eq!(answer.status, 413);
    let fine = json!({"uri": ["1931:47"], "since": "2000-01-01"});
    let fine = served.post("/api/v1/lists/changes", fine.to_string(), &headers).await;
    assert_eq!(fine.status, 200);
    assert_eq!(fine.header("cache-control"), "no-store");
}

#[tokio::test]
async fn a_page_of_a_feed_goes_on_after_the_change_of_its_cursor() {
    let served = Served::demo();
    let ids = |rows: &serde_json::Value| -> Vec<String> {
        let rows = rows["changes"].as_array().unwrap().iter();
        rows.map(|row| row["id"].as_str().unwrap().to_owned()).collect()
    };
    let all = served.get(&format!("{CHANGES}&uri=1931:47&limit=200")).await.json();
    let first = served.get(&format!("{CHANGES}&uri=1931:47&limit=2")).await.json();
    let cursor = first["next_cursor"].as_str().unwrap();
    let page = served.get(&format!("/feeds/lista.atom?lag=1931:47&sedan=2000-01-01&cursor={cursor}")).await;
    let feed = page.text().replace("&amp;", "&");
    let entries = feed.split("<entry>").skip(1);
    let told: Vec<String> = entries
        .filter_map(|entry| Some(entry.split_once("<id>")?.1.split_once("</id>")?.0.to_owned()))
        .collect();
    assert_eq!([ids(&first), told].concat(), ids(&all), "{feed}");
    // The last page leads to no other.
    assert!(!feed.contains("rel=\"next\""), "{feed}");
    let other = served.get(&format!("/feeds/lista.atom?lag=2026:40&sedan=2000-01-01&cursor={cursor}")).await;
    assert_eq!(other.status, 422);
}
