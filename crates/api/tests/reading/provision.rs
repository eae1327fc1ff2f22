//! One provision.

use serde_json::{Value, json};

use crate::client::Answer;
use crate::served::Served;

const BASE: &str = lagrum_demo::BASE;

async fn ask(query: &str) -> Answer {
    let query = query.replace('#', "%23");
    Served::demo().get(&format!("/api/v1/provision?uri={BASE}/{query}")).await
}

async fn document(local_id: &str) -> String {
    let answer = Served::demo().get(&format!("/api/v1/document?uri={BASE}/{local_id}&format=md")).await;
    answer.json()["markdown"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_paragraf_of_a_statute() {
    let json = ask("1931:47#K2P3").await.json();
    let fragment = |anchor: &str| json!(format!("{BASE}/1931:47#{anchor}"));
    assert_eq!(json["uri"], fragment("K2P3"));
    assert_eq!(json["document"]["uri"], format!("{BASE}/1931:47"));
    assert_eq!((&json["anchor"], &json["label"]), (&json!("K2P3"), &json!("2 kap. 3 §")));
    assert_eq!(json["headings"], json!(["2 kap. Vård och uppsikt", "Allmänna krav", "Märkning"]));
    assert_eq!((&json["previous"], &json["next"]), (&fragment("K2P2"), &fragment("K2P4")));
    assert_eq!(json["node"]["id"], "K2P3");
    assert_eq!((json.get("markdown"), json.get("text"), json.get("as_of")), (None, None, None));
    assert_eq!(json["version"], Value::Null);

    let whole = Served::demo().get(&format!("/api/v1/document/outbound?uri={BASE}/1931:47")).await.json();
    let inside: Vec<Value> = whole
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["anchor"].as_str().is_some_and(|anchor| anchor.starts_with("K2P3")))
        .cloned()
        .collect();
    assert_eq!(json["cites"], json!(inside));
    let inbound =
        Served::demo().get(&format!("/api/v1/document/inbound?uri={BASE}/1931:47%23K2P3")).await.json();
    assert_eq!(json["cited_by"], json!({"total": inbound["total"], "by_source": inbound["by_source"]}));
}

#[tokio::test]
async fn its_markdown_is_a_piece_of_the_documents() {
    for (local_id, anchors) in [
        ("1931:47", &["K1", "K2P3", "K2P3S1", "K1P3S1N2", "K3P2"][..]),
        ("celex/32031R0077", &["6", "6.1", "6.1.c"]),
        ("dom/nja/2031s5", &["P1", "p2"]),
        ("sou/2029:3", &["sid13"]),
    ] {
        let whole = document(local_id).await;
        for anchor in anchors {
            let answer = ask(&format!("{local_id}#{anchor}&format=md")).await;
            assert_eq!(answer.status, 200, "{local_id}#{anchor}: {}", answer.text());
            let json = answer.json();
            let markdown = json["markdown"].as_str().unwrap();
            assert!(!markdown.is_empty() && whole.contains(markdown), "{local_id}#{anchor}: {markdown}");
        }
    }
}

#[tokio::test]
async fn headings_and_neighbours_beside_the_text() {
    let text = async |context: u8| ask(&format!("1931:47#K2P3&format=text&context={context}")).await.json();
    let (bare, headed, full) = (text(0).await, text(1).await, text(2).await);
    let own = bare["text"].as_str().unwrap();
    assert!(own.starts_with("3 § Varje får ska vara märkt"), "{own}");
    assert_eq!(headed["text"], format!("2 kap. Vård och uppsikt\nAllmänna krav\nMärkning\n{own}"));
    assert_eq!(bare.get("neighbours"), None);
    assert_eq!(full["neighbours"]["before"]["uri"], bare["previous"]);
    assert!(full["neighbours"]["after"]["text"].as_str().unwrap().starts_with("4 §"));
}

#[tokio::test]
async fn a_provision_of_a_day() {
    let old = ask("1931:47#K2P3&format=text&as_of=1999-12-31").await.json();
    assert_eq!((&old["version"], &old["as_of"]["version"]), (&json!("1958:12"), &json!("1958:12")));
    let new = ask("1931:47#K2P3&format=text").await.json();
    assert_ne!(old["text"], new["text"]);
    // One provision under one number, with two texts.
    let by_day = async |day: &str| ask(&format!("1974:152#K8P4&as_of={day}")).await;
    let before = by_day("2098-12-31").await.json();
    assert_eq!(before["in_force"], json!({"from": null, "to": "2099-01-01", "note": null}));
}

#[tokio::test]
async fn a_provision_that_is_missing() {
    let answer = ask("1931:47#K2P39").await;
    assert_eq!(answer.status, 404);
    let detail = answer.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains("has no K2P39; the nearest are K2P"), "{detail}");
    assert_eq!(ask("1931:47").await.json()["detail"][0]["loc"], json!(["query", "uri"]));
}

#[tokio::test]
async fn a_printed_page() {
    let page = ask("sou/2029:3#sid13").await.json();
    assert!(page["node"].is_array());
    assert_eq!(page["page"]["number"], 13);
    assert_eq!(page["label"], "s. 13");
}

/// An act so long that its provisions are read from excerpts.
fn long_act() -> String {
    let words = "Den som håller får skall se till att de har vatten, bete och skydd mot väder. ";
    let paragraf = |kapitel: usize, number: usize| {
        let id = format!("K{kapitel}P{number}");
        let link = json!({"predicate": "dcterms:references", "uri": format!("{BASE}/1931:47#K{kapitel}P1"), "text": "1 §"});
        json!({"type": "paragraf", "id": id, "ordinal": number.to_string(), "children": [
            {"type": "stycke", "id": format!("{id}S1"), "text": [words.repeat(4), link]},
            {"type": "stycke", "id": format!("{id}S2"), "text": [words.repeat(2), format!("Får {number}.")]}
        ]})
    };
    let kapitel: Vec<Value> = (1..=9)
        .map(|kapitel| {
            let rubrik = json!({"type": "rubrik", "level": 1, "text": [format!("{kapitel} kap. Får")]});
            let paragrafer = (1..=30).map(|number| paragraf(kapitel, number));
            let children: Vec<Value> = std::iter::once(rubrik).chain(paragrafer).collect();
            json!({"type": "kapitel", "id": format!("K{kapitel}"), "ordinal": kapitel.to_string(), "children": children})
        })
        .collect();
    let act = json!({"uri": format!("{BASE}/1931:47"), "structure": kapitel,
        "metadata": {"properties": {"dcterms:title": "Fårbalk (1931:47)"}}});
    act.to_string()
}

#[tokio::test]
async fn provisions_of_a_long_act_follow_each_other() {
    let act = long_act();
    assert!(act.len() > lagrum_render::excerpt::MIN_BYTES);
    let served = Served::dumps(&[("sfs.ndjson", &act)]);
    let client = served.client();
    let whole = client.get(&format!("/api/v1/document?uri={BASE}/1931:47&format=md")).await.json();
    let whole = whole["markdown"].as_str().unwrap();
    let (mut next, mut before) = (Some("K1P1".to_owned()), (Value::Null, Value::Null));
    let mut found = Vec::new();
    while let Some(anchor) = next {
        let path = format!("/api/v1/provision?uri={BASE}/1931:47%23{anchor}&format=md&context=2");
        let json = client.get(&path).await.json();
        let (uri, markdown) = (&json["uri"], &json["neighbours"]["before"]["markdown"]);
        assert_eq!((&json["previous"], markdown), (&before.0, &before.1), "{anchor}");
        let kapitel = anchor[1..].split_once('P').unwrap().0;
        assert_eq!(json["headings"], json!([format!("{kapitel} kap. Får")]), "{anchor}");
        assert_eq!(json["cites"].as_array().unwrap().len(), 1, "{anchor}");
        let path = format!("/api/v1/provision?uri={BASE}/1931:47%23{anchor}&format=md");
        let own = client.get(&path).await.json()["markdown"].clone();
        assert!(whole.contains(own.as_str().unwrap()), "{anchor}");
        before = (uri.clone(), own);
        next = json["next"].as_str().map(|uri| uri.split_once('#').unwrap().1.to_owned());
        found.push(anchor);
    }
    assert_eq!((found.len(), found.last().map(String::as_str)), (9 * 30, Some("K9P30")));
    // A kapitel is longer than an excerpt.
    let path = format!("/api/v1/provision?uri={BASE}/1931:47%23K2&format=md");
    assert_eq!(client.get(&path).await.json()["next"], format!("{BASE}/1931:47#K3"));
    let missing = client.get(&format!("/api/v1/provision?uri={BASE}/1931:47%23K2P31")).await;
    assert_eq!(missing.status, 404);
    assert!(missing.text().contains("the nearest are K2P3"), "{}", missing.text());
}
