//! The HTML of documents: every word once, every anchor an id, elements that close.

#![expect(clippy::unwrap_used, reason = "a broken fixture should end the test")]

#[path = "../support/page.rs"]
mod page;
#[path = "../support/reading.rs"]
#[expect(dead_code, reason = "shared with the tests of markdown")]
mod reading;

use lagrum_artifact::Artifact;
use lagrum_render::html::{NoSurroundings, PAGE_IDS, TextAnchors, html};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::page::{Everything, check};

fn document(structure: &Value) -> Artifact {
    let json = json!({"uri": "https://lag.example/1931:47", "structure": structure});
    Artifact::parse(json.to_string().as_bytes()).unwrap()
}

#[track_caller]
fn shows(structure: &Value, expected: &str) {
    let html = html(&document(structure), &NoSurroundings).html;
    let inside: Vec<&str> =
        html.lines().filter(|line| !line.starts_with("<div class=\"b ") && *line != "</div>").collect();
    assert_eq!(inside.join("\n"), expected);
}

#[test]
fn documents_of_the_demo_keep_words_and_anchors() {
    let mut documents = 0;
    for (path, bytes) in lagrum_demo::files() {
        let Ok(artifact) = Artifact::parse(bytes) else { continue };
        documents += 1;
        for result in [check(&artifact, &NoSurroundings), check(&artifact, &Everything)] {
            assert_eq!(result.err(), None, "{path}");
        }
    }
    assert!(documents > 100, "{documents}");
}

/// Lines of a snapshot: the beginning of a long document shows how it is written.
const OUTLINE: usize = 36;

#[test]
fn documents_of_the_demo_are_written_as_they_were() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_path("snapshots");
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (path, bytes) in lagrum_demo::files() {
            let Ok(artifact) = Artifact::parse(bytes) else { continue };
            let html = html(&artifact, &NoSurroundings).html;
            if html.is_empty() {
                continue;
            }
            let name = path.trim_start_matches("corpus/").trim_end_matches(".json").replace(['/', ' '], "-");
            insta::assert_snapshot!(name, lagrum_test_support::outline(&html, OUTLINE));
        }
    });
}

#[test]
fn ids_of_the_page_are_no_anchors_of_the_text() {
    let of = |id: &str, kind: &str| {
        json!({"type": kind, "id": id, "ordinal": "1", "children": [
        {"type": "stycke", "id": id, "text": ["får ", {"uri": format!("#{id}"), "text": "se"}]}]})
    };
    let nodes: Vec<Value> = PAGE_IDS.iter().flat_map(|id| [of(id, "paragraf"), of(id, "kapitel")]).collect();
    let artifact = document(&json!(nodes));
    let html = html(&artifact, &Everything).html;
    for id in PAGE_IDS {
        assert!(!html.contains(&format!("id=\"{id}\"")), "{id}: {html}");
        assert!(!TextAnchors::of(&artifact, |_| ()).contains(id), "{id}");
    }
    assert_eq!(html.matches("får").count(), nodes.len(), "the text is there");
}

#[test]
fn a_provision_is_one_element_with_its_designation_as_a_link() {
    let kapitel = json!([{"type":"kapitel","id":"K1","ordinal":"1","children":[
        {"type":"rubrik","level":1,"text":["Inledning"]},
        {"type":"paragraf","id":"K1P1","ordinal":"1","children":[
            {"type":"stycke","id":"K1P1S1","text":["Ett får & ett <lamm>:"]},
            {"type":"punkt","id":"K1P1S1N1","ordinal":"1","text":["vitt"]}]}]}]);
    shows(
        &kapitel,
        "<h2 id=\"K1\">1 kap. Inledning</h2>\n<div class=\"p\" id=\"K1P1\">\n\
        <p id=\"K1P1S1\"><a class=\"num\" href=\"#K1P1\">1 §</a> Ett får &amp; ett &lt;lamm&gt;:</p>\n<ul>\n\
        <li id=\"K1P1S1N1\"><span class=\"num\">1.</span> vitt</li></ul>",
    );
}

#[test]
fn a_table_scrolls_in_its_own_box() {
    let table = json!([{"type":"tabell","children":[
        {"type":"rad","th":true,"cells":[["a"],["b"]]},
        {"type":"rad","cells":[["c"],["d"]],"colspan":[1,2]}]}]);
    shows(
        &table,
        "<div class=\"scroll\" role=\"group\" aria-label=\"Tabell 1\" tabindex=\"0\"><table>\n<tr><th>a</th><th>b</th></tr>\n\
        <tr><td>c</td><td colspan=\"2\">d</td></tr>\n</table></div>",
    );
}

/// Flattened rows, each a text.
fn rows(texts: &[&str]) -> Value {
    texts.iter().map(|text| json!({"type": "row", "text": [text]})).collect()
}

#[test]
fn flattened_rows_with_a_designation_are_items_once() {
    shows(
        &rows(&[
            "(8) | ‘flock’ means: (a) rams: — old; — young; (b) ewes; | (a) | rams: — old; — young; | — | old; | — | young; | (b) | ewes;",
            "(a) | rams: — old; — young; | — | old; | — | young;",
            "— | old;",
            "— | young;",
            "(b) | ewes;",
            "‘3. | wool.’",
        ]),
        "<ul>\n<li><span class=\"num\">(8)</span> ‘flock’ means:<ul>\n\
        <li><span class=\"num\">(a)</span> rams:<ul>\n<li><span class=\"num\">—</span> old;</li>\n\
        <li><span class=\"num\">—</span> young;</li></ul>\n</li>\n\
        <li><span class=\"num\">(b)</span> ewes;</li></ul>\n</li>\n\
        <li><span class=\"num\">‘3.</span> wool.’</li></ul>",
    );
}

#[test]
fn words_around_held_rows_keep_their_order() {
    shows(
        &rows(&[
            "1. | Add: (a) rams; and then shear: (b) ewes.’; | (a) | rams; | (b) | ewes.",
            "(a) | rams;",
            "(b) | ewes.",
            "Held: (c) lambs | (c) | lambs",
            "(c) | lambs",
        ]),
        "<ul>\n<li><span class=\"num\">1.</span> Add:<ul>\n<li><span class=\"num\">(a)</span> rams;</li></ul>\n</li>\n\
        <li>and then shear:<ul>\n<li><span class=\"num\">(b)</span> ewes.’;</li></ul>\n</li></ul>\n\
        <p>Held:</p>\n<ul>\n<li><span class=\"num\">(c)</span> lambs</li></ul>",
    );
}

#[test]
fn flattened_rows_of_several_cells_are_a_table() {
    shows(
        &rows(&[
            "Compact of 1985 | This Directive",
            "— | Article 2",
            "— ewes | — | ewes",
            "— | ewes",
            "Sector | Part | Kind",
            "1. | Wool | — raw — spun | — | raw | — | spun",
            "— | raw",
            "— | spun",
            "2. | Meat",
        ]),
        "<div class=\"scroll\" role=\"group\" aria-label=\"Tabell 1\" tabindex=\"0\"><table>\n\
        <tr><td>Compact of 1985</td><td>This Directive</td></tr>\n<tr><td>—</td><td>Article 2</td></tr>\n</table></div>\n\
        <ul>\n<li><span class=\"num\">—</span> ewes</li></ul>\n\
        <div class=\"scroll\" role=\"group\" aria-label=\"Tabell 2\" tabindex=\"0\"><table>\n<tr><td>Sector</td><td>Part</td><td>Kind</td></tr>\n\
        <tr><td>1.</td><td>Wool</td><td>— raw — spun</td></tr>\n</table></div>\n\
        <div class=\"scroll\" role=\"group\" aria-label=\"Tabell 3\" tabindex=\"0\"><table>\n<tr><td>2.</td><td>Meat</td></tr>\n</table></div>",
    );
}

#[test]
fn a_table_written_with_bars_keeps_its_anchor() {
    shows(
        &json!([{"type": "stycke", "id": "A26S2", "text": ["| --- | --- | |:---|:---| | Fårö | 4 | | Gotland | 2 |"]}]),
        "<a id=\"A26S2\"></a><div class=\"scroll\" role=\"group\" aria-label=\"Tabell 1\" tabindex=\"0\"><table>\n\
        <tr><td>Fårö</td><td>4</td></tr>\n<tr><td>Gotland</td><td>2</td></tr>\n</table></div>",
    );
}

#[test]
fn printed_pages_stand_where_they_begin() {
    let pages = json!([{"type":"stycke","page":6,"text":["x"]}, {"type":"stycke","page":7,"text":["y"]}]);
    shows(
        &pages,
        "<p><a class=\"sid\" data-s=\"s. 6\" id=\"sid6\"></a>x</p>\n<p><a class=\"sid\" data-s=\"s. 7\" id=\"sid7\"></a>y</p>",
    );
}

#[test]
fn links_to_printed_pages_have_a_name() {
    let pages = json!([{"type":"stycke","page":6,"text":["x"]}]);
    let html = html(&document(&pages), &Everything).html;
    assert!(html.contains("href=\"/faksimil/6\" aria-label=\"s. 6\" id=\"sid6\""), "{html}");
}

#[test]
fn a_long_text_without_provisions_is_cut_into_blocks_too() {
    let recital = |number: usize| json!({"type":"recital","id":format!("recital-{number}"),"text":["ord ".repeat(1000)]});
    let recitals: Vec<Value> = (1..=40).map(recital).collect();
    let html = self::html(&document(&json!(recitals)), &NoSurroundings).html;
    let blocks: Vec<&str> = html.split("<div class=\"b ").skip(1).collect();
    assert!(blocks.len() >= 10, "{}", blocks.len());
    assert!(blocks.iter().all(|block| block.len() < 20_000), "a block is long");
    // One provision is never cut.
    let stycken: Vec<Value> =
        (1..=40).map(|_| json!({"type":"stycke","text":["ord ".repeat(1000)]})).collect();
    let paragraf = json!([{"type":"paragraf","id":"P1","ordinal":"1","children":stycken}]);
    let html = self::html(&document(&paragraf), &NoSurroundings).html;
    assert_eq!(html.matches("<div class=\"b ").count(), 1);
}

/// A random node, of a known type or not.
fn node() -> impl Strategy<Value = Value> {
    const KINDS: &[&str] = &[
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
        "recital",
        "paragraph",
        "point",
        "citat",
        "note",
        "ruling",
        "fotnot",
        "ruta",
        "grafik",
        "avskiljare",
        "okänd",
        "instans",
        "domskal",
        "konventionsartikel",
        "row",
        "row",
    ];
    let text = || {
        prop::collection::vec(
            prop_oneof![
                "[ a-zå&<>\"'\u{0}\u{7}\u{85}]{0,12}".prop_map(Value::from),
                "\\PC{0,4}".prop_map(Value::from),
                "(\\(a\\) |— )?(a|b|a b)( \\| (a|— | --- |b)){0,6}".prop_map(Value::from),
                "\\|( ?(a|---|:--) ?\\|){1,9}".prop_map(Value::from),
                ("[ a<&]{0,6}", "[a-z<> |&;*\"]{1,8}")
                    .prop_map(|(text, uri)| json!({"text":text,"uri":format!("https://l.example/{uri}")})),
            ],
            0..4,
        )
    };
    let id = prop::option::of("[KP][1-3]|sid[1-3]|fn-1|rubrik-1|[a<\"& ]{1,3}");
    let leaf = (prop::sample::select(KINDS), text(), id, prop::option::of("[1-4]"), 0..8_u8, prop::option::of(1..4_i64))
        .prop_map(|(kind, text, id, number, depth, page)| {
            json!({"type":kind,"text":text,"id":id,"num":number,"ordinal":number,"depth":depth,"level":depth,"page":page})
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
        for around in [&NoSurroundings as &dyn lagrum_render::html::Surroundings, &Everything] {
            let result = check(&artifact, around);
            prop_assert_eq!(result.as_ref().err(), None, "{}", html(&artifact, around).html);
        }
    }
}
