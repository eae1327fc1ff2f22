//! What documents and sources are called in every answer that names them.

use serde_json::Value;

use crate::fixture::uri;
use crate::reader::{Reader, source};

#[test]
fn a_source_is_taken_by_its_other_name_everywhere() {
    let reader = Reader::demo();
    let cited = uri("celex/32031R0077");
    let questions: [&dyn Fn(&str) -> Value; 5] = [
        &|name| reader.facets(name),
        &|name| reader.documents(|question| question.source = Some(source(name))),
        &|name| reader.search("personuppgifter får data", |question| question.source = Some(source(name))),
        &|name| {
            let riktlinjer = uri("edpb/riktlinjer/05-2031");
            reader.resolve_with(&riktlinjer, |question| question.source = Some(source(name)))
        },
        &|name| reader.inbound(&cited, |question| question.source = Some(source(name))),
    ];
    for (at, question) in questions.into_iter().enumerate() {
        let [mut by_other, mut by_name] = ["guidance", "edpb"].map(question);
        for (name, answer) in [("guidance", &mut by_other), ("edpb", &mut by_name)] {
            if answer.get("source").is_some() {
                // What was asked is repeated as it was asked.
                assert_eq!(answer["source"], name, "{at}");
                answer["source"] = Value::Null;
            }
        }
        assert_eq!(by_other, by_name, "{at}");
    }
    let documents = reader.documents(|question| question.source = Some(source("guidance")));
    assert!(documents["total"].as_u64().unwrap() > 0);
    assert_eq!(documents["documents"][0]["source"], "edpb");
}

#[test]
fn a_commentary_goes_by_what_it_is_about() {
    let reader = Reader::demo();
    for host in ["1931:47", "2030:77", "celex/32031R0077"] {
        let card = reader.card(&uri(&format!("kommentar/{}", host.rsplit('/').next().unwrap())));
        let title = card["title"].as_str().unwrap();
        assert!(title.starts_with("Kommentar till "), "{title}");
        assert!(!title.contains("SFS "), "{title}: its host is held");
        assert_eq!(card["descriptive"], title);
        assert_eq!(card["short_id"], "Kommentar");
    }
    let card = reader.card(&uri("kommentar/1931:47#K1P3"));
    assert!(card["snippet"].as_str().unwrap().matches("1 kap. 3 §").count() == 1, "{card}");
}

#[test]
fn a_concept_without_a_page_has_the_short_id_it_is_browsed_under() {
    let reader = Reader::demo();
    let documents = reader.documents(|question| question.source = Some(source("begrepp")));
    let mut stubs = 0;
    for document in documents["documents"].as_array().unwrap() {
        let card = reader.card(document["uri"].as_str().unwrap());
        assert_eq!(card["short_id"], card["label"], "{card}");
        stubs += u32::from(document["updated"].is_null());
    }
    assert!(stubs > 0);
}

#[test]
fn a_card_and_a_pin_of_an_article_name_it_once() {
    let reader = Reader::demo();
    let card = reader.card(&uri("celex/32031R0077#6"));
    let snippet = card["snippet"].as_str().unwrap();
    assert!(snippet.starts_with("Artikel 6"), "{snippet}");
    assert_eq!(snippet.matches("Artikel 6").count(), 1, "{snippet}");
    let found = reader.resolve("GETF art 6");
    let pin = &found["results"][0]["pin"];
    let (label, text) = (pin["label"].as_str().unwrap(), pin["highlight"][0].as_str().unwrap());
    assert!(label.starts_with("Artikel 6") || label.starts_with("artikel 6"), "{pin}");
    assert!(!text.contains("Artikel 6"), "{pin}");
}
