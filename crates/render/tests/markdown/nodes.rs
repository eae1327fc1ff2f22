//! The markdown of each node type.

use pulldown_cmark::{Event, Tag, TagEnd};
use serde_json::{Value, json};

use lagrum_render::markdown;

use crate::reading::parser;
use crate::{check, document};

#[test]
fn headings_have_the_depth_of_their_level() {
    check(
        &json!([{"type":"rubrik","text":["a"]}, {"type":"rubrik","level":3,"text":["b"]}]),
        &["## a", "#### b"],
    );
    check(
        &json!([{"type":"rubrik","level":0,"text":["a"]}, {"type":"rubrik","level":99,"text":["b"]}]),
        &["## a", "###### b"],
    );
    check(
        &json!([{"type":"avsnitt","level":2,"text":["1 Ärendet"],"children":[{"type":"stycke","text":["x"]},
            {"type":"article","num":"1","text":["y"]}]}]),
        &["### 1 Ärendet", "x", "#### Artikel 1 – y"],
    );
    check(&json!([{"type":"sektion","heading":"1 §","text":[]}]), &["## 1 §"]);
    check(&json!([{"type":"rubrik","level":1,"text":[]}, {"type":"rubrik","text":[" "]}]), &[]);
    check(&json!([{"type":"rubrik","text":["a # b ##"]}]), &["## a # b #\\#"]);
}

#[test]
fn divisions_and_articles_of_eu_acts_have_their_label_once() {
    let heading = |label: &str, text: &str| json!([{"type":"heading","level":1,"label":label,"text":[text]}]);
    check(&heading("KAPITEL I", "Allmänt"), &["## Kapitel I – Allmänt"]);
    check(&heading("Avdelning II", "ALLMÄNT"), &["## Avdelning II – ALLMÄNT"]);
    check(&heading("III", "Allmänt"), &["## III – Allmänt"]);
    check(&heading("BILAGA", ""), &["## Bilaga"]);
    check(&heading("", "ANNEX"), &["## ANNEX"]);
    let article = |fields: Value, text: Value| {
        let mut node = json!({"type":"article","num":"4","text":text});
        node.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        json!([node])
    };
    check(&article(json!({}), json!(["Krav"])), &["## Artikel 4 – Krav"]);
    check(&article(json!({"label":"Article 4"}), json!(["Krav"])), &["## Article 4 – Krav"]);
    check(&article(json!({}), json!([])), &["## Artikel 4"]);
    check(
        &article(json!({}), json!([{"uri":"https://l.example/u","text":"Artikel 4"}, " – Krav"])),
        &["## [Artikel 4](https://l.example/u) – Krav"],
    );
    check(&article(json!({}), json!(["Article 4"])), &["## Article 4"]);
    check(&article(json!({}), json!(["‘Article 4"])), &["## ‘Article 4"]);
    check(&article(json!({}), json!(["”Artikel 4 – Krav"])), &["## ”Artikel 4 – Krav"]);
    check(&article(json!({}), json!(["‘Krav"])), &["## Artikel 4 – ‘Krav"]);
    check(&article(json!({}), json!(["Artikel 42 i fördraget"])), &["## Artikel 4 – Artikel 42 i fördraget"]);
    check(&json!([{"type":"artikel","ordinal":"6","text":["Article 6 – Goats"]}]), &["## Article 6 – Goats"]);
    check(&json!([{"type":"artikel","ordinal":"6","text":[]}]), &["## Artikel 6"]);
}

#[test]
fn paragrafer_stycken_and_items_have_their_markers() {
    check(
        &json!([{"type":"kapitel","id":"K1","children":[{"type":"rubrik","level":1,"text":[{"uri":"https://l.example/u#K1","text":"1 kap."}," Får"]},
          {"type":"paragraf","children":[{"type":"stycke","beteckning":"2 a §","text":[" Om\n får "],"children":[
            {"type":"punkt","ordinal":"1","text":["ett"]},{"type":"punkt","ordinal":"a","text":["två"]},
            {"type":"punkt","text":["tre"]}]},{"type":"stycke","text":["mer"]}]}]}]),
        &[
            "## [1 kap.](https://l.example/u#K1) Får",
            "**2 a §** Om får",
            "1. ett",
            "- a) två",
            "- tre",
            "mer",
        ],
    );
    check(&json!([{"type":"stycke","ordinal":"12","text":["x"]}]), &["12. x"]);
    check(&json!([{"type":"stycke","punkt":"3","text":["x"]}]), &["3. x"]);
    check(&json!([{"type":"stycke","beteckning":"3 §","text":[]}]), &["**3 §**"]);
    check(
        &json!([{"type":"kapitel","text":["8 kap."]}, {"type":"paragraf","text":["1 §"]}]),
        &["**8 kap.**", "**1 §**"],
    );
    check(
        &json!([{"type":"lista","children":[{"type":"punkt","text":["x"]}]}, {"type":"upphavd","text":["borta"]}]),
        &["- x", "borta"],
    );
}

#[test]
fn parts_of_eu_acts_and_judgments_have_their_markers() {
    check(
        &json!([{"type":"recital","num":"4","text":["skäl"]}, {"type":"note","num":"1","text":["not"]}]),
        &["(4) skäl", "(1) not"],
    );
    check(
        &json!([{"type":"paragraph","num":"1","text":["x"]}, {"type":"paragraph","text":["y"]}, {"type":"ruling","num":"2","text":["z"]}]),
        &["1. x", "y", "2. z"],
    );
    check(
        &json!([{"type":"point","num":"a","text":["x"]}, {"type":"point","num":"i","depth":2,"text":["y"]},
            {"type":"point","num":"—","depth":3,"text":["z"]}, {"type":"point","num":"b","text":["w"]}]),
        &["- a) x", "  - i) y", "    - z", "- b) w"],
    );
    // No indentation makes a code block.
    check(&json!([{"type":"point","num":"i","depth":5,"text":["x"]}]), &["  - i) x"]);
    check(
        &json!([{"type":"citat","quoted":"paragraph","num":"2","text":["x"]}, {"type":"citat","quoted":"point","num":"a","depth":1,"text":["y"]},
            {"type":"citat","quoted":"recital","num":"7","text":["z"]}, {"type":"citat","quoted":"article","text":["w"]}]),
        &["> 2. x", ">   a) y", "> (7) z", "> w"],
    );
    check(
        &json!([{"type":"fotnot","text":["1 Se *a*"]}, {"type":"ruta","text":["- x"]}]),
        &["*1 Se \\*a\\**", "> \\- x"],
    );
    check(
        &json!([{"type":"okänd","num":"4","text":["x"],"children":[{"type":"anka","text":["y"]}]}, {"type":"okänd","num":"5"}]),
        &["(4) x", "y"],
    );
}

#[test]
fn parts_state_when_they_begin_and_cease_to_apply() {
    check(
        &json!([{"type":"paragraf","ikrafttrader":"2032-01-01","children":[{"type":"stycke","beteckning":"1 §","text":["ny"]}]},
            {"type":"paragraf","upphor":"den dag regeringen bestämmer","children":[{"type":"stycke","beteckning":"1 §","text":["nu"]}]},
            {"type":"rubrik","ikrafttrader":"2032-01-01","upphor":"2033-01-01","text":["r"]}]),
        &[
            "*Träder i kraft 2032-01-01:*",
            "**1 §** ny",
            "*Upphör att gälla den dag regeringen bestämmer:*",
            "**1 §** nu",
            "*Träder i kraft 2032-01-01:* *Upphör att gälla 2033-01-01:*",
            "## r",
        ],
    );
}

#[test]
fn a_treaty_in_several_languages_has_its_headings_first() {
    let versions = |sv: &str, en: &str| json!([{"language":"sv","text":[sv]}, {"language":"en","text":[en]}]);
    check(
        &json!([{"type":"konventionsinstrument","id":"B1","versions":versions("Konvention", "Convention"),"children":[
            {"type":"konventionsartikel","id":"B1A1","ordinal":"1","versions":versions("Artikel 1", "Article 1"),
             "paragraphs":[{"type":"konventionsstycke","versions":versions("får", "sheep")}]}]}]),
        &["Konvention", "Convention", "Artikel 1", "Article 1", "får", "sheep"],
    );
}

/// A markdown parser reads points of three levels as three nested lists.
#[test]
fn points_of_eu_acts_nest() {
    let structure = json!([{"type":"paragraph","num":"1","text":["p"],"children":[
        {"type":"point","num":"a","text":["x"]}, {"type":"point","num":"i","depth":2,"text":["y"]},
        {"type":"point","num":"aa","depth":3,"text":["z"]}, {"type":"point","num":"ii","depth":2,"text":["v"]},
        {"type":"point","num":"b","text":["w"]}]}, {"type":"stycke","text":["efter"]}]);
    let text = markdown(&document(&structure), None);
    let (mut depth, mut found) = (0, Vec::new());
    for event in parser(&text) {
        match event {
            Event::Start(Tag::List(None)) => depth += 1,
            Event::End(TagEnd::List(false)) => depth -= 1,
            Event::Text(words) => found.push(format!("{depth} {words}")),
            _ => {}
        }
    }
    assert_eq!(found, ["0 p", "1 a) x", "2 i) y", "3 aa) z", "2 ii) v", "1 b) w", "0 efter"]);
}
