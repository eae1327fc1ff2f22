//! Each node type as markdown, and what all markdown promises: nothing is lost, nothing becomes markup.

#![expect(clippy::unwrap_used, reason = "a broken fixture should end the test")]

#[path = "support/reading.rs"]
mod reading;

use lagrum_artifact::Artifact;
use lagrum_render::markdown;
use proptest::prelude::*;
use pulldown_cmark::{Event, Tag, TagEnd};
use reading::{missing_in_order, parser, presented_characters, shown_characters, solid};
use serde_json::{Value, json};

fn document(structure: &Value) -> Artifact {
    Artifact::parse(
        json!({"uri": "https://lag.example/1931:47", "structure": structure}).to_string().as_bytes(),
    )
    .unwrap()
}

/// Checks the blocks of a body.
#[track_caller]
fn check(structure: &Value, expected: &[&str]) {
    assert_eq!(markdown(&document(structure), None), expected.join("\n\n"), "{structure}");
}

#[test]
fn headings() {
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
fn divisions_and_articles_of_eu_acts() {
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
fn paragrafer_stycken_and_items() {
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
fn a_provision_shows_its_number_once_wherever_it_is_stored() {
    let paragraf = |ordinal: &str, children: Value| json!([{"type":"paragraf","id":"P1","ordinal":ordinal,"children":children}]);
    let stycke = |text: Value| json!([{"type":"stycke","text":text}]);
    // A regulation stores it on the paragraf alone.
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
    // What only looks like a repetition is part of the text.
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
    // It has a link already, or leads elsewhere.
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
fn the_chapters_of_an_archived_wording_link_to_the_document() {
    let artifact = json!({"uri":"https://lag.example/1931:47/konsolidering/1987:12","structure":[
        {"type":"kapitel","id":"K1","ordinal":"1","children":[{"type":"rubrik","level":1,"text":["1 kap. Om får"]}]}]});
    let artifact = Artifact::parse(artifact.to_string().as_bytes()).unwrap();
    assert_eq!(markdown(&artifact, None), "## [1 kap.](https://lag.example/1931:47#K1) Om får");
}

#[test]
fn parts_of_eu_acts_and_judgments() {
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
    // Nothing is indented so far that it would become code.
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
fn wordings_that_begin_or_end() {
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
fn tables() {
    let rad = |cells: &[&str]| json!({"type":"rad","cells":cells.iter().map(|cell| json!([cell])).collect::<Vec<_>>()});
    let mut header = rad(&["h"]);
    header["th"] = json!(true);
    check(
        &json!([{"type":"tabell","text":["Om får"],"children":[header, rad(&["a|b", "c\\|d"]), rad(&[])]}]),
        &["*Om får*", "| h |  |\n| --- | --- |\n| a\\|b | c\\\\\\|d |"],
    );
    check(&json!([{"type":"tabell","children":[rad(&["a", "b"])]}]), &["|  |  |\n| --- | --- |\n| a | b |"]);
    check(&json!([rad(&["a", "b"]), rad(&["c"])]), &["| a | b |", "| c |"]);
    let mut sign = rad(&["A1", "kurva"]);
    sign["grafik"] = json!({"type":"grafik","id":"G1","key":"g-1"});
    check(
        &json!([{"type":"tabell","children":[sign, rad(&["A2", "backe"])]}]),
        &["|  |  |\n| --- | --- |\n| A1 | kurva |\n| A2 | backe |"],
    );
    let (mut tall, mut wide) = (rad(&["a", "b", "c"]), rad(&["e", "f"]));
    tall["rowspan"] = json!([2, 1, 3]);
    wide["colspan"] = json!([2, 1]);
    check(
        &json!([{"type":"tabell","children":[tall, rad(&["d"]), wide]}]),
        &["|  |  |  |  |\n| --- | --- | --- | --- |\n| a | b | c |  |\n|  | d |  |  |\n| e |  |  | f |"],
    );
    let (mut one, mut huge) = (rad(&["a"]), rad(&["b"]));
    one["ikrafttrader"] = json!("2032-01-01");
    huge["colspan"] = json!([4_000_000_000_u64]);
    huge["rowspan"] = json!([-1]);
    let table = markdown(&document(&json!([{"type":"tabell","children":[one, huge]}])), None);
    assert!(table.contains("| *Träder i kraft 2032-01-01:* a |") && table.len() < 1000, "{table}");
}

#[test]
fn spans_and_short_rows_do_not_multiply() {
    let rad = |cells: &[&str]| json!({"type":"rad","cells":cells});
    let table = |rows: Vec<Value>| markdown(&document(&json!([{"type":"tabell","children":rows}])), None);
    // 63 KB that asked for 386 MB: a row as wide and tall as can be, over many short ones.
    let mut wide = rad(&vec![""; 2000]);
    (wide["colspan"], wide["rowspan"]) = (json!(vec![64; 2000]), json!(vec![1024; 2000]));
    let rows: Vec<Value> = [wide].into_iter().chain(vec![rad(&["ord"]); 1000]).collect();
    let written = table(rows);
    assert!(written.len() < 200_000, "{}", written.len());
    assert_eq!(written.matches("\n| ord |").count(), 1000, "the cells stand there all the same");
    // A row of many cells over many of one.
    let rows: Vec<Value> = [rad(&vec!["a"; 256])].into_iter().chain(vec![rad(&["ord"]); 3000]).collect();
    let written = table(rows);
    assert!(written.len() < 120_000, "{}", written.len());
    // Real tables have all their cells: forty columns, a head over all, a cell down the side.
    let mut head = rad(&["huvud"]);
    head["colspan"] = json!([40]);
    let mut side = rad(&vec!["x"; 40]);
    side["rowspan"] = json!([20]);
    let rows: Vec<Value> = [head, side].into_iter().chain(vec![rad(&vec!["y"; 39]); 19]).collect();
    assert!(table(rows).lines().all(|line| line.matches('|').count() == 41));
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

#[test]
fn links_and_white_space() {
    let link = |text: &str, uri: &str| json!({"predicate":"dcterms:references","uri":uri,"text":text});
    let stycke = |runs: Value| json!([{"type":"stycke","text":runs}]);
    check(
        &stycke(json!(["Se", link(" 7 §\u{a0}lagen ", "https://l.example/1#P7"), "."])),
        &["Se [7 § lagen](https://l.example/1#P7) ."],
    );
    check(
        &stycke(
            json!(["Se ", link("[1]", "https://l.example/x"), "(2) och ", link("", "https://l.example/y"), {"text":"z"}]),
        ),
        &["Se [\\[1\\]](https://l.example/x)(2) och z"],
    );
    check(&stycke(json!(["Hallå!", link("a", "https://x")])), &["Hallå\\![a](https://x)"]);
    check(&stycke(json!(["Not", {"uri":"#fn-1","text":"1","kind":"footnote"}])), &["Not[1](#fn-1)"]);
    check(
        &stycke(json!([
            link("a", "https://u(1)"),
            link("b", "https://u)"),
            link("c", "https://a b<c>"),
            link("d", "https://a\\b"),
        ])),
        &["[a](https://u(1))[b](<https://u)>)[c](<https://a b\\<c\\>>)[d](https://a\\\\b)"],
    );
    // What is no address of the web is text.
    check(
        &stycke(json!([
            link("a", "javascript:alert(1)"),
            link(" b ", "data:text/html,x"),
            link("c", "/1931:47"),
            link("d", "https://a\nb"),
            link("e", "mailto:a@b")
        ])),
        &["a b cde"],
    );
    check(&stycke(json!("bara text")), &["bara text"]);
    check(
        &json!([link("a", "https://x"), [link("b", "https://y")], "borta", 3, null]),
        &["[a](https://x)", "[b](https://y)"],
    );
}

#[test]
fn what_looks_like_markup_is_escaped_and_nothing_else_is() {
    let table = [
        ("Får & getter, 3 < 4 > 2; 5 * 6 = 30", "Får & getter, 3 < 4 > 2; 5 * 6 = 30"),
        ("<this> och </b>, <!-- x -->, a<b", "\\<this> och \\</b>, \\<!-- x -->, a\\<b"),
        ("&amp; &#167; & AT&T;", "\\&amp; \\&#167; & AT\\&T;"),
        ("*a* **b** _c_ __d__ snake_case_x", "\\*a\\* \\*\\*b\\*\\* \\_c\\_ \\_\\_d\\_\\_ snake_case_x"),
        ("`kod` ~~bort~~ C:\\dir\\*", "\\`kod\\` \\~\\~bort\\~\\~ C:\\dir\\\\\\*"),
        ("[a](b) [c][d] [e]: f [g] h", "[a\\](b) [c\\][d] [e\\]: f [g] h"),
        ("1. först", "1\\. först"),
        ("12) först", "12\\) först"),
        ("1.5 procent", "1.5 procent"),
        ("1931. ", "1931\\."),
        ("- streck", "\\- streck"),
        ("– streck", "– streck"),
        ("-", "\\-"),
        ("---", "\\---"),
        ("-5 grader", "-5 grader"),
        ("+ plus", "\\+ plus"),
        ("* stjärna", "\\* stjärna"),
        ("* * *", "\\* * *"),
        ("# rubrik", "\\# rubrik"),
        ("#rubrik", "#rubrik"),
        ("> citat", "\\> citat"),
        ("| a | b |", "| a | b |"),
        ("[x] gjort", "\\[x] gjort"),
        ("===", "==="),
    ];
    for (text, expected) in table {
        check(&json!([{"type":"stycke","text":[text]}]), &[expected]);
    }
    check(
        &json!([{"type":"punkt","ordinal":"1","text":["- a"]}, {"type":"punkt","ordinal":"a","text":["- b"]}]),
        &["1. \\- a", "- a) - b"],
    );
}

#[test]
fn the_head_of_a_document() {
    let head = |fields: Value, title: Option<&str>| {
        let mut object = json!({"uri":"u"});
        object.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        markdown(&Artifact::parse(object.to_string().as_bytes()).unwrap(), title)
    };
    let table = [
        (json!({"metadata":{"properties":{"dcterms:title":"Fårlag (1931:47)"}}}), "# Fårlag (1931:47)"),
        (json!({"identifier":"Prop. 2030/31:7","title":"En ny fårlag"}), "# Prop. 2030/31:7: En ny fårlag"),
        (json!({"identifier":"X 1","title":"Om x 1 och annat"}), "# Om x 1 och annat"),
        (json!({"label":"Bojen","metadata":{"title":"Mål om boj"}}), "# Bojen: Mål om boj"),
        (json!({"identifier":"X 1","label":"Y","title":null}), "# X 1"),
        (json!({"sammanfattning":"Kort\nsagt."}), "# katalog\n\nKort sagt."),
        (json!({"summary":{"title":"x"},"metadata":{"sammanfattning":"# a"}}), "# katalog\n\n\\# a"),
    ];
    for (fields, expected) in table {
        assert_eq!(head(fields, Some("katalog")), expected);
    }
    assert_eq!(head(json!({}), None), "");
}

#[test]
fn notes_and_the_register() {
    let artifact = json!({"uri":"u","title":"T",
        "structure":[{"type":"stycke","text":["x"]}],
        "footnotes":[{"mark":"1","text":["not"]}, {"num":"2","text":["två"]}],
        "amendments":[
          {"uri":"https://l.example/2031:5","properties":{"dcterms:identifier":"SFS 2031:5","rpubl:andrar":"ändr. 1 §",
            "rpubl:ikrafttradandedatum":"2031-07-01"},"forarbeten":["Prop. 1","Bet. 2"],
            "content":[{"type":"overgangsbestammelse","id":"L2031:5","children":[{"type":"rubrik","level":2,"text":["r"]},
              {"type":"artikel","text":["a"]}, {"type":"stycke","text":["Denna lag"]}]}]},
          {"identifier":"FFFS 2031:1","url":null,"beslutsdatum":"2031-02-03"}, {"uri":"v"}, "annat"]});
    let artifact = Artifact::parse(artifact.to_string().as_bytes()).unwrap();
    let expected = [
        "# T",
        "x",
        "## Noter",
        "(1) not",
        "(2) två",
        "## Ändringar",
        "### SFS 2031:5",
        "- Omfattning: ändr. 1 §\n- Ikraftträder: 2031-07-01\n- Förarbeten: Prop. 1, Bet. 2",
        "### r",
        "#### a",
        "Denna lag",
        "### FFFS 2031:1",
        "- Beslutad: 2031-02-03",
        "### v",
    ];
    assert_eq!(markdown(&artifact, None), expected.join("\n\n"));
}

#[test]
fn a_consolidation_stands_in_for_text_and_notes() {
    let artifact = json!({"uri":"u","structure":[{"type":"stycke","text":["gammal"]}],"footnotes":[{"mark":"1","text":["n"]}],
        "consolidations":[{"konsolideradTom":"https://l.example/f/2031:2","structure":[{"type":"stycke","text":["ny"]}]}]});
    assert_eq!(markdown(&Artifact::parse(artifact.to_string().as_bytes()).unwrap(), None), "ny");
}

/// Points three deep are a list in a list in a list to a reader of markdown.
#[test]
fn points_nest_as_meant() {
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

#[test]
fn tables_and_links_of_the_demo_are_read_as_meant() {
    let (mut documents, mut rows, mut links) = (0, 0, 0);
    for (path, bytes) in lagrum_demo::files() {
        let Ok(artifact) = Artifact::parse(bytes) else { continue };
        documents += 1;
        let text = markdown(&artifact, Some("T"));
        let missing = missing_in_order(&presented_characters(&artifact), &shown_characters(&text));
        assert_eq!(missing, None, "{path}");
        // Every link of the body arrives as a link, in order.
        let mut wanted = Vec::new();
        artifact.presented().walk(&mut |step| {
            if let lagrum_artifact::Step::Text(runs) = step {
                wanted.extend(
                    runs.links().filter(|link| !link.text.trim().is_empty()).map(|link| link.uri.to_owned()),
                );
            }
        });
        let found: Vec<String> = parser(&text)
            .filter_map(|event| match event {
                Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.to_string()),
                _ => None,
            })
            .collect();
        let mut rest = found.iter();
        if !artifact.value().to_string().contains("konvention") {
            assert!(wanted.iter().all(|uri| rest.any(|found| found == uri)), "{path}: {wanted:?} {found:?}");
        }
        links += wanted.len();
        rows += parser(&text).filter(|event| matches!(event, Event::Start(Tag::TableRow))).count();
    }
    assert!(documents > 100 && rows > 20 && links > 300, "{documents} documents, {rows} rows, {links} links");
}

/// Any node, of a known type or not, with texts full of what means something in markdown.
fn node() -> impl Strategy<Value = Value> {
    let text = || {
        prop::collection::vec(
            prop_oneof![
                "[ a-zå0-9*_`~<>&;#|!\\\\\\[\\]().:+/=^-]{0,12}".prop_map(Value::from),
                "\\PC{0,4}".prop_map(Value::from),
                ("[ a*_`\\[\\]()!<&;|\\\\]{0,6}", "[a-z()<> |&;*_\\\\]{1,8}")
                    .prop_map(|(text, uri)| json!({"text":text,"uri":format!("https://l.example/{uri}")})),
            ],
            0..4,
        )
    };
    let kinds = vec![
        "rubrik",
        "avsnitt",
        "heading",
        "article",
        "artikel",
        "kapitel",
        "paragraf",
        "stycke",
        "punkt",
        "lista",
        "tabell",
        "rad",
        "recital",
        "paragraph",
        "point",
        "citat",
        "note",
        "ruling",
        "fotnot",
        "ruta",
        "upphavd",
        "okänd",
    ];
    let marker = || {
        prop_oneof![
            Just(Value::Null),
            "[0-9]{1,3}".prop_map(Value::from),
            "[a-z*_.)(-]{1,2}".prop_map(Value::from)
        ]
    };
    let leaf = (prop::sample::select(kinds), text(), prop::collection::vec(text(), 0..3), marker(), marker(), 0..8_u8, prop::collection::vec(0..4_u8, 0..3))
        .prop_map(|(kind, text, cells, number, other, depth, spans)| {
            let mut node = json!({"type":kind,"text":text,"num":number,"ordinal":number,"beteckning":other,"depth":depth,"level":depth});
            if kind == "rad" {
                node["cells"] = json!(cells);
                node["rowspan"] = json!(spans);
                node["colspan"] = json!(spans);
                node["text"] = json!([]);
            }
            node
        });
    leaf.prop_recursive(3, 24, 4, |inner| {
        (inner.clone(), prop::collection::vec(inner, 0..4)).prop_map(|(mut node, children)| {
            node["children"] = json!(children);
            node
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn nothing_is_lost_and_nothing_becomes_markup(structure in prop::collection::vec(node(), 0..6)) {
        let artifact = document(&json!(structure));
        let text = markdown(&artifact, None);
        let missing = missing_in_order(&presented_characters(&artifact), &shown_characters(&text));
        prop_assert_eq!(missing, None, "{}", text);
    }

    #[test]
    fn a_stycke_is_shown_as_it_is(text in "[ a-zå0-9*_`~<>&;#|!\\\\\\[\\]().:+/=^\\-\u{0}]{0,24}|\\PC{0,16}") {
        let artifact = document(&json!([{"type":"stycke","text":[text]}]));
        prop_assert_eq!(shown_characters(&markdown(&artifact, None)), solid(&text));
    }
}
