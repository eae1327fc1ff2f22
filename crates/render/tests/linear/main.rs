//! Every reader and every writer of artifacts does linear work.
//!
//! An artifact may hold anything. A reader that reads the rest of a text for every character, or copies the surroundings
//! of a node for every node, could be made to work for hours. Each artifact here has one shape, at some length and at four
//! times that length. The longer one may cost little more than four times as much; quadratic work costs sixteen times as
//! much.
//!
//! Work is measured as processor time of the thread, so other load of the machine does not count.
#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

mod costs;
mod effort;
mod shapes;

use lagrum_artifact::Artifact;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::costs::{assert_costs, compared, read_and_written};
use crate::effort::disproportion;
use crate::shapes::{SHAPES, TEXTS, base, long, places_of_text};

/// Size of the smaller of two artifacts, in bytes.
const SMALL: usize = 16_000;

fn parsed(json: &str) -> Artifact {
    Artifact::parse(json.as_bytes()).unwrap()
}

#[test]
fn artifacts_of_every_shape_are_read_in_linear_time() {
    all_linear(SHAPES.iter().map(|(name, shape)| {
        disproportion(name, |times| {
            let artifact = parsed(&shape(SMALL * times));
            move || {
                let _ = read_and_written(&artifact, &base());
            }
        })
    }));
}

#[test]
fn artifacts_of_every_shape_are_compared_in_linear_time() {
    all_linear(SHAPES.iter().map(|(name, shape)| {
        disproportion(name, |times| {
            let json = shape(SMALL * times);
            // One letter of many words differs, so no block matches as a whole.
            let (old, new) = (parsed(&json), parsed(&json.replace("ord", "ort")));
            move || {
                let _ = compared(&old, &new);
            }
        })
    }));
}

#[test]
fn texts_of_every_kind_are_read_in_linear_time() {
    all_linear(TEXTS.iter().flat_map(|unit| {
        places_of_text().map(|(place, artifact)| {
            disproportion(&format!("{unit:?} as {place}"), |times| {
                let artifact = parsed(&artifact(&long(unit, SMALL * times)));
                move || {
                    let _ = read_and_written(&artifact, &base());
                }
            })
        })
    }));
}

/// Panics with all shapes whose cost is not linear.
fn all_linear(found: impl Iterator<Item = Option<String>>) {
    let found: Vec<String> = found.flatten().collect();
    assert!(
        found.is_empty(),
        "four times as much is far more than four times the work:\n{}",
        found.join("\n")
    );
}

/// Random nodes of the types that some reader treats specially, many of them small.
fn nodes() -> impl Strategy<Value = Value> {
    const KINDS: [&str; 16] = [
        "stycke",
        "rubrik",
        "tabell",
        "rad",
        "punkt",
        "point",
        "article",
        "paragraph",
        "avsnitt",
        "kapitel",
        "paragraf",
        "citat",
        "instans",
        "domskal",
        "konventionsartikel",
        "okänd",
    ];
    let text = prop_oneof!["[ a&*<\\[|1.#§(-]{0,20}", "[a ]{60,80}"];
    let run = prop_oneof![
        text.clone().prop_map(Value::from),
        (text, "(https://lag.example/|javascript:)[a-z#&]{0,9}")
            .prop_map(|(text, uri)| json!({"uri": uri, "text": text})),
    ];
    let runs = proptest::collection::vec(run, 0..4);
    let leaf = (
        proptest::sample::select(&KINDS[..]),
        runs.clone(),
        proptest::option::of("[A-Z1-9.]{1,9}"),
        proptest::option::of(proptest::collection::vec(runs, 0..5)),
        proptest::option::of(proptest::collection::vec(0_u64..2000, 0..5)),
        any::<i64>(),
    );
    let leaf = leaf.prop_map(|(kind, text, name, cells, spans, number)| {
        let mut node = Map::new();
        node.insert("type".to_owned(), kind.into());
        node.insert("text".to_owned(), text.into());
        if let Some(name) = name {
            let field = ["id", "num", "ordinal", "upphor", "beteckning"][number.unsigned_abs() as usize % 5];
            node.insert(field.to_owned(), name.into());
        }
        if let Some(cells) = cells {
            node.insert("cells".to_owned(), cells.into());
        }
        if let Some(spans) = spans {
            node.insert("rowspan".to_owned(), spans.clone().into());
            node.insert("colspan".to_owned(), spans.into());
        }
        node.insert(["level", "page", "depth"][number.unsigned_abs() as usize % 3].to_owned(), number.into());
        Value::Object(node)
    });
    leaf.prop_recursive(8, 200, 20, |inner| {
        proptest::collection::vec(inner, 1..20)
            .prop_map(|children| json!({"type": "tabell", "id": "K1P1", "children": children}))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn the_cost_of_any_artifact_is_linear(nodes in proptest::collection::vec(nodes(), 0..20), notes in nodes()) {
        let json = json!({"uri": "https://lag.example/1931:47", "lang": "swe", "structure": nodes, "footnotes": [notes]});
        let json = json.to_string();
        assert_costs(&parsed(&json), &base(), json.len());
    }
}
