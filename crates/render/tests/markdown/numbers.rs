//! The numbers of provisions, kapitel and items are printed once.

use lagrum_artifact::Artifact;
use lagrum_render::markdown;
use serde_json::{Value, json};

use crate::{check, document};

#[test]
fn a_provision_shows_its_number_once_wherever_it_is_stored() {
    let paragraf = |ordinal: &str, children: Value| json!([{"type":"paragraf","id":"P1","ordinal":ordinal,"children":children}]);
    let stycke = |text: Value| json!([{"type":"stycke","text":text}]);
    // A regulation stores it on the paragraf only.
    check(
        &paragraf("1", json!([{"type":"stycke","text":["a"]}, {"type":"stycke","text":["b"]}])),
        &["**1 §** a", "b"],
    );
    check(&paragraf("2 a", stycke(json!(["a"]))), &["**2 a §** a"]);
    check(&paragraf("2 §", stycke(json!(["a"]))), &["**2 §** a"]);
    check(&paragraf("1", stycke(json!([]))), &["**1 §**"]);
    check(&paragraf(" ", stycke(json!(["a"]))), &["a"]);
    check(&paragraf("1", json!([])), &["**1 §**"]);
    check(
        &paragraf("1", json!([{"type":"stycke","beteckning":"1 § 2 mom.","text":["a"]}])),
        &["**1 § 2 mom.** a"],
    );
    check(&paragraf("1", json!([{"type":"punkt","ordinal":"1","text":["a"]}])), &["**1 §**", "1. a"]);
    check(&paragraf("1", json!([{"type":"stycke","ordinal":"3","text":["a"]}])), &["**1 §**", "3. a"]);
    check(&paragraf("1", json!([["x"], {"type":"stycke","text":["a"]}])), &["**1 §**", "a"]);
    check(
        &json!([{"type":"paragraf","ordinal":"1","text":["a"],"children":stycke(json!(["b"]))}]),
        &["**1 §** a", "b"],
    );
    // The text repeats it, as plain words, over several runs, or in a link.
    check(&paragraf("6 a", stycke(json!(["6a\u{a0}§ Om får"]))), &["**6 a §** Om får"]);
    check(
        &paragraf("7", stycke(json!([{"uri":"https://l.example/u","text":"7 § lagen"}, " gäller"]))),
        &["**7 §** [lagen](https://l.example/u) gäller"],
    );
    check(
        &paragraf("7", stycke(json!([{"uri":"https://l.example/u","text":"7 §"}, " lagen"]))),
        &["**7 §** lagen"],
    );
    check(&paragraf("7", stycke(json!(["7 §"]))), &["**7 §**"]);
    check(&paragraf("1", stycke(json!(["11 § gäller"]))), &["**1 §** 11 § gäller"]);
    check(&paragraf("1", stycke(json!(["1 §§ gäller"]))), &["**1 §** 1 §§ gäller"]);
    check(
        &json!([{"type":"paragraf","ordinal":"1","children":[{"type":"stycke","beteckning":"1 §","text":["1 § a"]}]}]),
        &["**1 §** a"],
    );
}

#[test]
fn a_number_that_the_text_repeats_is_not_printed_in_front_of_it() {
    let item = |kind: &str, number: &str, text: &str| json!([{"type":kind,"ordinal":number,"num":number,"text":[text]}]);
    check(&item("punkt", "1", "1) ett"), &["- 1\\) ett"]);
    check(&item("punkt", "a", "a) ett"), &["- a) ett"]);
    check(&item("stycke", "12", "12. ett"), &["12\\. ett"]);
    check(&item("recital", "4", "(4) ett"), &["(4) ett"]);
    check(&item("punkt", "1", "1"), &["1. 1"]);
    // Text that only looks like a repetition stays.
    check(&item("punkt", "1", "1 800 kronor"), &["1. 1 800 kronor"]);
    check(&item("punkt", "1", "1.5 procent"), &["1. 1.5 procent"]);
    check(&item("punkt", "1", "1 kap. 2 §"), &["1. 1 kap. 2 §"]);
    check(&item("point", "a", "a place of business"), &["- a) a place of business"]);
    check(&item("punkt", "1", "11) ett"), &["1. 11\\) ett"]);
}

#[test]
fn the_heading_of_a_chapter_has_its_number_and_a_link_to_it() {
    let chapter = |id: Value, text: Value| {
        json!([{"type":"kapitel","id":id,"ordinal":"2 a","children":[
        {"type":"rubrik","level":1,"text":text}, {"type":"rubrik","level":2,"text":["x"]}]}])
    };
    let check = |id: Value, text: Value, heading: &str| check(&chapter(id, text), &[heading, "### x"]);
    let uri = "https://lag.example/1931:47#K2a";
    check(json!("K2a"), json!(["2 a kap. Om får"]), &format!("## [2 a kap.]({uri}) Om får"));
    check(
        json!("K2a"),
        json!([" 2 a KAP. ", {"uri":"https://l.example/u","text":"Får"}]),
        &format!("## [2 a KAP.]({uri}) [Får](https://l.example/u)"),
    );
    check(json!("K2a"), json!(["2 a kap"]), &format!("## [2 a kap]({uri})"));
    check(json!("K2a"), json!(["Om får"]), &format!("## [2 a kap.]({uri}) Om får"));
    // A link that the heading has stays.
    check(
        json!("K2a"),
        json!([{"uri":"https://l.example/u#K2a","text":"2 a kap."}, " Om får"]),
        "## [2 a kap.](https://l.example/u#K2a) Om får",
    );
    check(
        json!("K2a"),
        json!([{"uri":"https://l.example/u#K2aP8","text":"2 a kap. 8 §"}, " lagen"]),
        "## [2 a kap. 8 §](https://l.example/u#K2aP8) lagen",
    );
    // A chapter that is not in force yet has no anchor.
    check(Value::Null, json!(["2 a kap. Om får"]), "## 2 a kap. Om får");
    check(Value::Null, json!(["Om får"]), "## 2 a kap. Om får");
    let worded = json!([{"type":"kapitel","id":"K2","ordinal":"2","children":[{"type":"rubrik","text":["KAPITEL 2 Om får"]}]}]);
    let linked = "## [KAPITEL 2 Om får](https://lag.example/1931:47#K2)";
    assert_eq!(markdown(&document(&worded), None), linked);
    let bare =
        json!([{"type":"kapitel","id":"K2","ordinal":"2","children":[{"type":"stycke","text":["x"]}]}]);
    assert_eq!(markdown(&document(&bare), None), "## [2 kap.](https://lag.example/1931:47#K2)\n\nx");
    let lead = json!([{"type":"kapitel","ordinal":"2","text":["Om får"]}]);
    assert_eq!(markdown(&document(&lead), None), "**2 kap. Om får**");
}

#[test]
fn the_chapters_of_an_archived_lydelse_link_to_the_document() {
    let artifact = json!({"uri":"https://lag.example/1931:47/konsolidering/1987:12","structure":[
        {"type":"kapitel","id":"K1","ordinal":"1","children":[{"type":"rubrik","level":1,"text":["1 kap. Om får"]}]}]});
    let artifact = Artifact::parse(artifact.to_string().as_bytes()).unwrap();
    assert_eq!(markdown(&artifact, None), "## [1 kap.](https://lag.example/1931:47#K1) Om får");
}
