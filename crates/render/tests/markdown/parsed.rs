//! A markdown parser finds the whole text of a document, and no markup that is not ours.

use lagrum_artifact::Artifact;
use lagrum_render::markdown;
use proptest::prelude::*;
use pulldown_cmark::{Event, Tag};
use serde_json::{Value, json};

use crate::document;
use crate::reading::{missing_in_order, parser, presented_characters, shown_characters, solid};

#[test]
fn a_markdown_parser_finds_the_tables_and_links_of_the_demo() {
    let (mut documents, mut rows, mut links) = (0, 0, 0);
    for (path, bytes) in lagrum_demo::files() {
        let Ok(artifact) = Artifact::parse(bytes) else { continue };
        documents += 1;
        let text = markdown(&artifact, Some("T"));
        let missing = missing_in_order(&presented_characters(&artifact), &shown_characters(&text));
        assert_eq!(missing, None, "{path}");
        // Every link of the body is a link in the markdown, in order.
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

/// A random node, of a known type or not, with text full of markdown characters.
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
