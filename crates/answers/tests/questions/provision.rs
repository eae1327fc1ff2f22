//! One provision.

use jiff::civil::{Date, date};
use lagrum_answers::{AnswerError, ProvisionContext, ProvisionForm};
use serde_json::{Value, json};

use crate::fixture::{BASE, DEMO_DAY, dumps, uri};
use crate::reader::Reader;

fn demo() -> Reader<'static> {
    Reader::demo().on(DEMO_DAY)
}

/// A provision as plain text on a day.
fn text_of_day(place: &str, day: Date) -> Value {
    let of_day = |question: &mut lagrum_answers::ProvisionQuestion| question.as_of = Some(day);
    demo().try_provision(&uri(place), ProvisionForm::Text, of_day).unwrap()
}

#[test]
fn a_paragraf_of_a_statute() {
    let json = demo().provision(&uri("1931:47#K2P3"), ProvisionForm::Node);
    let fragment = |anchor: &str| json!(uri(&format!("1931:47#{anchor}")));
    assert_eq!(json["uri"], fragment("K2P3"));
    assert_eq!(json["document"]["uri"], uri("1931:47"));
    assert_eq!((&json["anchor"], &json["label"]), (&json!("K2P3"), &json!("2 kap. 3 §")));
    assert_eq!(json["headings"], json!(["2 kap. Vård och uppsikt", "Allmänna krav", "Märkning"]));
    assert_eq!((&json["previous"], &json["next"]), (&fragment("K2P2"), &fragment("K2P4")));
    assert_eq!(json["node"]["id"], "K2P3");
    assert_eq!((json.get("markdown"), json.get("text"), json.get("as_of")), (None, None, None));
    assert_eq!(json["version"], Value::Null);

    let whole = demo().outbound(&uri("1931:47"));
    let is_inside = |row: &&Value| row["anchor"].as_str().is_some_and(|anchor| anchor.starts_with("K2P3"));
    let inside: Vec<&Value> = whole.as_array().unwrap().iter().filter(is_inside).collect();
    assert_eq!(json["cites"], json!(inside));
    let inbound = demo().inbound(&uri("1931:47#K2P3"), |_| ());
    assert_eq!(json["cited_by"], json!({"total": inbound["total"], "by_source": inbound["by_source"]}));
}

#[test]
fn its_markdown_is_a_piece_of_the_documents() {
    for (local_id, anchors) in [
        ("1931:47", &["K1", "K2P3", "K2P3S1", "K1P3S1N2", "K3P2"][..]),
        ("celex/32031R0077", &["6", "6.1", "6.1.c"]),
        ("dom/nja/2031s5", &["P1", "p2"]),
        ("sou/2029:3", &["sid13"]),
    ] {
        let whole = demo().markdown(&uri(local_id));
        let whole = whole["markdown"].as_str().unwrap();
        for anchor in anchors {
            let json = demo().provision(&uri(&format!("{local_id}#{anchor}")), ProvisionForm::Markdown);
            let markdown = json["markdown"].as_str().unwrap();
            assert!(!markdown.is_empty() && whole.contains(markdown), "{local_id}#{anchor}: {markdown}");
        }
    }
}

#[test]
fn headings_and_neighbours_beside_the_text() {
    let with = |context| {
        let place = uri("1931:47#K2P3");
        demo().try_provision(&place, ProvisionForm::Text, |question| question.context = context).unwrap()
    };
    let bare = with(ProvisionContext::None);
    let own = bare["text"].as_str().unwrap();
    assert!(own.starts_with("3 § Varje får ska vara märkt"), "{own}");
    let headed = with(ProvisionContext::Headings);
    assert_eq!(headed["text"], format!("2 kap. Vård och uppsikt\nAllmänna krav\nMärkning\n{own}"));
    assert_eq!(bare.get("neighbours"), None);
    let full = with(ProvisionContext::Neighbours);
    assert_eq!(full["neighbours"]["before"]["uri"], bare["previous"]);
    assert!(full["neighbours"]["after"]["text"].as_str().unwrap().starts_with("4 §"));
}

#[test]
fn a_provision_of_a_day() {
    let old = text_of_day("1931:47#K2P3", date(1999, 12, 31));
    assert_eq!((&old["version"], &old["as_of"]["version"]), (&json!("1958:12"), &json!("1958:12")));
    let new = demo().provision(&uri("1931:47#K2P3"), ProvisionForm::Text);
    assert_ne!(old["text"], new["text"]);
    // One provision under one number, with two texts.
    let before = text_of_day("1974:152#K8P4", date(2098, 12, 31));
    assert_eq!(
        before["in_force"],
        json!({"from": "1975-01-01", "applies_from": null, "to": "2099-01-01", "note": null})
    );
}

#[test]
fn a_provision_that_is_missing() {
    let missing = demo().try_provision(&uri("1931:47#K2P39"), ProvisionForm::Node, |_| ());
    let Err(AnswerError::NotFound(missing)) = missing else { panic!("{missing:?}") };
    let detail = missing.detail;
    assert!(detail.contains("has no K2P39; the nearest are K2P"), "{detail}");
    let document = demo().try_provision(&uri("1931:47"), ProvisionForm::Node, |_| ());
    assert!(matches!(document, Err(AnswerError::Invalid { parameter: "uri", .. })), "{document:?}");
}

#[test]
fn a_printed_page() {
    let page = demo().provision(&uri("sou/2029:3#sid13"), ProvisionForm::Node);
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

#[test]
fn provisions_of_a_long_act_follow_each_other() {
    let act = long_act();
    assert!(act.len() > lagrum_render::excerpt::MIN_BYTES);
    let built = dumps(&[("sfs.ndjson", &act)]);
    let reader = Reader::new(&built.snapshot, DEMO_DAY);
    let whole = reader.markdown(&uri("1931:47"));
    let whole = whole["markdown"].as_str().unwrap();
    let of = |anchor: &str, context| {
        let place = uri(&format!("1931:47#{anchor}"));
        reader.try_provision(&place, ProvisionForm::Markdown, |question| question.context = context).unwrap()
    };
    let (mut next, mut before) = (Some("K1P1".to_owned()), (Value::Null, Value::Null));
    let mut found = Vec::new();
    while let Some(anchor) = next {
        let json = of(&anchor, ProvisionContext::Neighbours);
        let (uri, markdown) = (&json["uri"], &json["neighbours"]["before"]["markdown"]);
        assert_eq!((&json["previous"], markdown), (&before.0, &before.1), "{anchor}");
        let kapitel = anchor[1..].split_once('P').unwrap().0;
        assert_eq!(json["headings"], json!([format!("{kapitel} kap. Får")]), "{anchor}");
        assert_eq!(json["cites"].as_array().unwrap().len(), 1, "{anchor}");
        let own = of(&anchor, ProvisionContext::None)["markdown"].clone();
        assert!(whole.contains(own.as_str().unwrap()), "{anchor}");
        before = (uri.clone(), own);
        next = json["next"].as_str().map(|uri| uri.split_once('#').unwrap().1.to_owned());
        found.push(anchor);
    }
    assert_eq!((found.len(), found.last().map(String::as_str)), (9 * 30, Some("K9P30")));
    // A kapitel is longer than an excerpt.
    assert_eq!(of("K2", ProvisionContext::None)["next"], uri("1931:47#K3"));
    let missing = reader.try_provision(&uri("1931:47#K2P31"), ProvisionForm::Markdown, |_| ());
    let Err(AnswerError::NotFound(missing)) = missing else { panic!("{missing:?}") };
    let detail = missing.detail;
    assert!(detail.contains("the nearest are K2P3"), "{detail}");
}
