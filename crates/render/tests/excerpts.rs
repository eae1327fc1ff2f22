//! Excerpts of long documents show their parts as the documents do.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::collections::HashSet;

use lagrum_artifact::{Anchor, Artifact};
use lagrum_render::excerpt::{Excerpts, MIN_BYTES, excerpts};
use serde_json::{Value, json};

#[path = "support/shown.rs"]
mod shown;

const WORDS: &str = "Den som håller får skall se till att de har vatten, bete och skydd mot väder. ";

/// Parts of each document that are compared: to read one in a whole document takes an unoptimised build a while.
const COMPARED: usize = 40;

/// Cuts a document, compares parts of every excerpt, and returns the excerpts. `missing` is the number of parts of the
/// document that no excerpt has.
fn check(document: &Value, missing: usize) -> Excerpts {
    let json = document.to_string();
    let artifact = Artifact::parse(json.as_bytes()).unwrap();
    let found = excerpts(&artifact, json.len());
    let anchors: Vec<_> = found
        .excerpts
        .iter()
        .flat_map(|excerpt| excerpt.anchors.iter().map(move |anchor| (excerpt, anchor)))
        .collect();
    let different: HashSet<_> = anchors.iter().map(|(_, anchor)| anchor).collect();
    assert_eq!(different.len(), anchors.len(), "an anchor is in two excerpts");
    let step = (anchors.len() / COMPARED).max(1);
    for (excerpt, anchor) in anchors.iter().step_by(step) {
        if let Some(difference) = shown::difference(&artifact, excerpt, anchor) {
            panic!("{difference}");
        }
    }
    assert_eq!(artifact.presented().named_parts().len() - anchors.len(), missing);
    found
}

fn stycke(id: &str, times: usize) -> Value {
    json!({"type": "stycke", "id": id, "text": [WORDS.repeat(times), {"uri": "https://lag.example/1931:47#P1", "text": "1 §"}]})
}

#[test]
fn of_a_statute() {
    let paragraf = |id: String| json!({"type": "paragraf", "id": id, "ordinal": "1", "children": [stycke(&format!("{id}S1"), 6), stycke(&format!("{id}S2"), 3)]});
    let kapitel: Vec<Value> = (1..=4)
        .map(|kapitel| {
            let id = format!("K{kapitel}");
            let mut inside = Vec::new();
            for number in 1..=40 {
                if number % 5 == 1 {
                    inside.push(json!({"type": "rubrik", "level": 2, "text": [format!("Om får {number}")]}));
                }
                inside.push(paragraf(format!("{id}P{number}")));
            }
            json!({"type": "kapitel", "id": id, "ordinal": kapitel.to_string(), "rubrik": "Får", "children": inside})
        })
        .collect();
    // The avdelning and the kapitel are longer than a run.
    let document = json!({"uri": "https://lag.example/1931:47", "structure": [{"type": "avdelning", "id": "A1", "children": kapitel}]});
    let found = check(&document, 5);
    assert!(found.changing.is_empty());
}

#[test]
fn of_an_eu_act() {
    let article = |number: usize| {
        json!({"type": "article", "num": number.to_string(), "text": ["Krav"], "children": [
            {"type": "paragraph", "num": "1", "text": [WORDS.repeat(4)], "children": [
                {"type": "point", "num": "a", "text": [WORDS]}, {"type": "point", "num": "i", "depth": 2, "text": [WORDS]},
                {"type": "stycke", "num": "2", "text": [WORDS]}]},
            {"type": "paragraph", "num": "2", "text": [WORDS.repeat(2)]}]})
    };
    let mut structure: Vec<Value> = (1..=60)
        .map(|number| json!({"type": "recital", "num": number.to_string(), "text": [WORDS]}))
        .collect();
    for chapter in 0..3 {
        let articles: Vec<Value> = (1..=30).map(|number| article(chapter * 30 + number)).collect();
        structure
            .push(json!({"type": "heading", "text": [format!("KAPITEL {chapter}")], "children": articles}));
    }
    // Points that stand beside their article and not in it.
    structure.push(json!({"type": "article", "num": "999", "text": ["Slut"]}));
    structure.extend(
        (0..300).map(|number| json!({"type": "point", "num": format!("n{number}"), "text": [WORDS]})),
    );
    // The last article goes on over several runs. Its heading stands over nothing beside it, so runs after the first lack it:
    // their points are read from the whole document.
    check(&json!({"uri": "https://lag.example/celex/3", "structure": structure}), 283);
}

#[test]
fn of_a_preparatory_work_and_of_a_decision() {
    let pages: Vec<Value> =
        (1..=300).map(|page| json!({"type": "stycke", "page": page, "text": [WORDS.repeat(8)]})).collect();
    let sections: Vec<Value> = pages
        .chunks(50)
        .enumerate()
        .map(|(number, pages)| json!({"type": "avsnitt", "id": format!("a{number}"), "text": [format!("{number} Avsnitt")], "children": pages}))
        .collect();
    // The six sections are longer than a run, and on five pages a section ends and another begins.
    check(&json!({"uri": "https://lag.example/prop/1931:1", "structure": sections}), 11);

    let reasons: Vec<Value> = (1..=300)
        .map(|number| json!({"type": "stycke", "ordinal": number.to_string(), "text": [WORDS.repeat(5)]}))
        .collect();
    let below =
        json!({"type": "instans", "children": [{"type": "stycke", "ordinal": "1", "text": ["below"]}]});
    let last = json!({"type": "instans", "children": [{"type": "domskal", "children": reasons}]});
    check(&json!({"uri": "https://lag.example/dom/1", "structure": [below, last]}), 0);
}

#[test]
fn days_in_a_text_are_noted_and_short_documents_have_none() {
    let paragrafer: Vec<Value> = (1..=200)
        .map(|number| json!({"type": "paragraf", "id": format!("P{number}"), "children": [stycke("", 8)], "upphor": (number == 7).then_some("1940-01-01")}))
        .collect();
    let found = check(&json!({"uri": "https://lag.example/1931:47", "structure": paragrafer}), 0);
    assert!(!found.excerpts.is_empty());
    // 7 § has ended, and 6 § and 8 § are beside it on some days only.
    let mut changing: Vec<&str> = found.changing.iter().map(Anchor::as_str).collect();
    changing.sort_unstable();
    assert_eq!(changing, ["P6", "P7", "P8"]);
    let short = json!({"uri": "https://lag.example/1931:48", "structure": &paragrafer[..2]});
    assert!(short.to_string().len() < MIN_BYTES);
    assert_eq!(check(&short, 2), Excerpts::default());
}

/// Artifacts made to have more excerpts than text.
#[test]
fn excerpts_stay_within_their_bound() {
    let small = |id: String| json!({"type": "stycke", "id": id, "text": ["får"]});
    let long = |id: String, children: Vec<Value>| json!({"type": "kapitel", "id": id, "text": [WORDS.repeat(150)], "children": children});
    // Nodes with long texts inside each other, and a long text around many short runs.
    let nested = (0..40).fold(vec![small("x".to_owned())], |inside, depth| {
        let mut list: Vec<Value> = (0..20).map(|number| small(format!("d{depth}n{number}"))).collect();
        list.push(json!({"type": "kapitel", "id": format!("d{depth}"), "text": [WORDS.repeat(400)], "children": inside}));
        list
    });
    let wide: Vec<Value> = (0..2000).map(|number| stycke(&format!("S{number}"), 10)).collect();
    for structure in [nested, vec![long("K1".to_owned(), wide)]] {
        let document = json!({"uri": "https://lag.example/1931:47", "structure": structure});
        let bytes = document.to_string().len();
        let artifact = Artifact::parse(document.to_string().as_bytes()).unwrap();
        let found = excerpts(&artifact, bytes);
        let together: usize = found.excerpts.iter().map(|excerpt| excerpt.artifact.len()).sum();
        assert!(together <= 3 * bytes, "{together} bytes of {bytes}");
    }
}
