//! What helps a reader of a document: marked words, suggestions, what browsers fetch ahead, who runs the service.

use std::sync::Arc;

use lagrum_answers::inside;
use lagrum_api::{RouterConfig, ServedSnapshot, endpoints};
use lagrum_site::{Operator, ReaderSite};

use crate::documents::{path, uris};
use crate::served::{TODAY, get, get_from, snapshot};

#[tokio::test]
async fn the_words_marked_on_a_page_are_those_that_the_api_counts() {
    let snapshot = snapshot();
    let mut documents = 0;
    for (query, sent) in [
        ("tillsyn", "tillsyn"),
        ("fåren", "f%C3%A5ren"),
        ("får tillsyn märkning", "f%C3%A5r%20tillsyn%20m%C3%A4rkning"),
        ("\"utövar tillsyn\"", "%22ut%C3%B6var%20tillsyn%22"),
        ("styrelse", "styrelse"),
        ("märk*", "m%C3%A4rk*"),
    ] {
        for uri in uris() {
            let found = inside(&snapshot, &uri, query).unwrap();
            if found.total == 0 {
                continue;
            }
            let body = get(&format!("{}?q={sent}", path(&uri))).await.body;
            let text = body.split("<div class=\"text\"").nth(1).unwrap();
            let marked = text.split("</main>").next().unwrap().matches("<mark>").count() as u64;
            assert_eq!(marked, found.total, "{uri} {query}");
            for place in &found.places {
                assert!(text.contains(&format!("id=\"{}\"", place.anchor)), "{uri} {query}: {place:?}");
            }
            documents += 1;
        }
    }
    assert!(documents > 25, "{documents}");
}

#[tokio::test]
async fn places_of_the_open_document_are_suggested_by_its_name() {
    for (address, typed, expected) in [
        ("/1931:47", "3 kap", "/1931:47#K3"),
        ("/1931:47", "2:3", "/1931:47#K2P3"),
        ("/2028:410", "1 kap", "/2028:410#K1"),
    ] {
        let page = get(address).await.body;
        let name = page.split("data-namn=\"").nth(1).unwrap().split('"').next().unwrap();
        let text = format!("{name} {typed}").replace(' ', "%20");
        let found = get(&format!("/api/v1/suggest?limit=4&q={text}")).await.body;
        assert!(found.contains(&format!("\"url\":\"{expected}")), "{text}: {found}");
    }
}

#[tokio::test]
async fn pages_say_what_may_be_fetched_ahead() {
    let rules = get("/1931:47").await.header("speculation-rules").trim_matches('"').to_owned();
    let file = get(&rules).await;
    assert_eq!(file.header("content-type"), "application/speculationrules+json");
    let rules: serde_json::Value = serde_json::from_str(&file.body).unwrap();
    assert_eq!(rules["prefetch"][0]["eagerness"], "moderate");
    assert_eq!(get("/prop/2003/04:9").await.header("speculation-rules"), "");
}

#[tokio::test]
async fn the_operator_is_named_when_the_service_has_one() {
    let operator = Operator {
        name: Some("Dimverket <lag>".to_owned()),
        contact: Some("lag@dimverket.example".parse().unwrap()),
        licence: None,
    };
    let held = snapshot();
    let now = move || ServedSnapshot::from_snapshot(TODAY, Some(held.clone()));
    let config = RouterConfig::new(now).pages(Arc::new(ReaderSite::new(operator)));
    let page = get_from(&endpoints::all().into_router(config), "/om", &[]).await.body;
    assert!(page.contains("Dimverket &#60;lag&#62;"), "{page}");
    assert!(page.contains("<a href=\"mailto:lag@dimverket.example\">"), "{page}");
    assert!(!get("/om").await.body.contains("Ansvarig"));
}

#[tokio::test]
async fn expired_documents_name_what_repealed_them() {
    let page = get("/rs/fk/2030:02").await.body;
    assert!(page.contains("class=\"banner\""), "no banner");
    assert!(!page.contains("0001-01-01"), "an unknown day is shown");
}

#[tokio::test]
async fn acts_say_what_changed_them() {
    let page = get("/1931:47").await.body;
    for part in [
        "<link about=\"https://lag.demo.example/1931:47\" property=\"eli:amended_by\" href=\"https://lag.demo.example/2004:310\">",
        "<meta about=\"https://lag.demo.example/1931:47#text\" property=\"eli:title\" lang=\"sv\" content=",
        "property=\"eli:language\" href=\"http://publications.europa.eu/resource/authority/language/SWE\">",
        "\"legislationConsolidates\":[",
        "\"legislationLegalValue\":\"https://schema.org/UnofficialLegalValue\"",
        "\"legislationPassedBy\":{\"@type\":\"Organization\",\"name\":\"riksdagen\"}",
        "<link rel=\"alternate\" type=\"application/akn+xml\" href=",
        "<link rel=\"alternate\" type=\"text/turtle\" href=",
        "<link rel=\"alternate\" type=\"application/ld+json\" href=",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(
        page.contains("eli:in_force\" href=\"http://data.europa.eu/eli/ontology#InForce-inForce\">"),
        "the act"
    );
    let text = "\"legislationLegalForce\"";
    assert!(!page.contains("schema.org/InForce\""), "{text}: it has amendments of later days");
    for (lydelse, expected) in [("1958:12", "schema.org/NotInForce\""), ("2004:310", "schema.org/InForce\"")]
    {
        let page = get(&format!("/1931:47/konsolidering/{lydelse}")).await.body;
        assert!(page.contains(expected), "{lydelse}");
    }
}

#[tokio::test]
async fn a_provision_is_shown_on_a_day() {
    let shown = async |day: &str| get(&format!("/historia/1931:47?plats=K3P3&datum={day}")).await;
    let held = shown("2001-01-01").await.body;
    assert!(held.contains("<h2>Den 2001-01-01</h2>"), "{held}");
    assert!(held.contains("Den dagen gällde den här texten. Den gäller från 1931-07-01 till 2029-07-01."));
    let before = shown("1931-01-01").await.body;
    assert!(before.contains("Bestämmelsen hade inte börjat gälla den dagen"), "{before}");
    assert_eq!(shown("2001-13-01").await.status.as_u16(), 422);
}
