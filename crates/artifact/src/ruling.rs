//! The ruling of an EU judgment: what the court decides, behind the numbered paragraphs.
//!
//! No judgment stores an anchor for it. When an artifact is parsed, the nodes of the ruling are put into a node of their own with the
//! derived anchor `domslut`, and those of its numbered points get `domslut-1`, `domslut-2` and so on. So everything that finds a part by its
//! anchor finds the ruling. The stored bytes, which `/document` sends, are not touched.
//!
//! The ruling begins with the last "On those grounds" (in the language of the text) and ends before the signatures. Judgments quote
//! others with these words, so the last counts. A text without these words has its ruling in the last nodes that
//! the artifact calls `ruling`.

use std::ops::Range;

use serde_json::{Map, Value, json};

use crate::derived;

/// The anchor of the ruling.
pub const RULING: &str = "domslut";

/// The kind of the node that holds the ruling, and of the nodes that artifacts mark as parts of it.
const KIND: &str = "ruling";

/// The kind of an unnumbered paragraph, which may be part of a ruling that is not marked.
const PARAGRAPH: &str = "paragraph";

/// Words before what the court rules.
const GROUNDS: [&str; 9] = [
    "On those grounds",
    "On these grounds",
    "For those reasons",
    "For these reasons",
    "Mot denna bakgrund",
    "På dessa grunder",
    "Av dessa skäl",
    "Par ces motifs",
    "Aus diesen Gründen",
];

/// Beginnings of what stands behind a ruling.
const CLOSING: [&str; 9] = [
    "Signature",
    "[Signature",
    "Underskrift",
    "[Underskrift",
    "Language of the case",
    "Rättegångsspråk",
    "*",
    "Delivered in open court",
    "Avkunnad",
];

/// Characters of a text that are looked at.
const LOOKED_AT: usize = 400;

/// The highest number of a point.
const MAX_POINT: u16 = 200;

/// Whether JSON may hold a judgment. Acts have other types, so most artifacts are never searched.
pub(crate) fn may_hold_ruling(json: &[u8]) -> bool {
    let words: [&[u8]; 2] = [b"\"ruling\"", b"\"judgment\""];
    let mut at = 0;
    while let Some(found) = json.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'"')) {
        at += found;
        if words.iter().any(|word| json[at..].starts_with(word)) {
            return true;
        }
        at += 1;
    }
    false
}

/// Gives the ruling of a judgment its anchors. `text_fields` are the fields of the artifact that hold its text.
pub(crate) fn name_ruling(artifact: &mut Value, text_fields: &[&str]) {
    for field in text_fields {
        if let Some(Value::Array(nodes)) = artifact.get_mut(field)
            && wrap_last(nodes)
        {
            return;
        }
    }
}

/// Puts the last ruling in a list, or in a list inside it, into a node of its own. Returns whether there is one.
fn wrap_last(nodes: &mut Vec<Value>) -> bool {
    for at in (0..nodes.len()).rev() {
        // An excerpt of a text has the ruling as it was found in the whole text.
        if nodes[at].get(derived::ID).and_then(Value::as_str) == Some(RULING) {
            return true;
        }
        if let Some(Value::Array(inside)) = nodes[at].get_mut("children")
            && wrap_last(inside)
        {
            return true;
        }
        if let Some(range) = ruling_at(nodes, at) {
            let mut ruling: Vec<Value> = nodes.drain(range.clone()).collect();
            name_points(&mut ruling);
            nodes.insert(range.start, json!({ "type": KIND, (derived::ID): RULING, "children": ruling }));
            return true;
        }
    }
    false
}

/// The nodes of a ruling that begins at a node, or that ends with it where no words begin it.
fn ruling_at(nodes: &[Value], at: usize) -> Option<Range<usize>> {
    if begins(&nodes[at]) {
        let inside = nodes[at + 1..].iter().take_while(|node| is_part(node) && !closes(node)).count();
        return (inside > 0).then_some(at..at + 1 + inside);
    }
    let is_marked = |node: &Value| kind(node) == KIND;
    if !is_marked(&nodes[at]) || closes(&nodes[at]) {
        return None;
    }
    let run = nodes[..at].iter().rev().take_while(|node| is_marked(node) && !begins(node)).count();
    let start = at - run;
    let is_begun = start.checked_sub(1).is_some_and(|before| begins(&nodes[before]));
    let first = number(&nodes[start]);
    // With words before it the ruling is found from them. A number in the middle is a paragraph that was taken for a part.
    (!is_begun && first.is_none_or(|number| number == 1)).then_some(start..at + 1)
}

/// Whether a node has the words before a ruling.
fn begins(node: &Value) -> bool {
    matches!(kind(node), KIND | PARAGRAPH)
        && node.get("num").is_none_or(Value::is_null)
        && starts_with(node, &GROUNDS)
}

/// Whether a node may be part of a ruling that has begun.
fn is_part(node: &Value) -> bool {
    kind(node) == KIND || (kind(node) == PARAGRAPH && node.get("num").is_none_or(Value::is_null))
}

fn closes(node: &Value) -> bool {
    starts_with(node, &CLOSING)
}

/// Gives the numbered points of a ruling their anchors.
fn name_points(ruling: &mut [Value]) {
    let mut last = 0;
    for node in ruling {
        let Some(number) = number(node).filter(|number| *number == last + 1) else { continue };
        last = number;
        if let Value::Object(fields) = node
            && !has_id(fields)
        {
            fields.insert(derived::ID.to_owned(), format!("{RULING}-{number}").into());
        }
    }
}

fn has_id(fields: &Map<String, Value>) -> bool {
    fields.get("id").and_then(Value::as_str).is_some_and(|id| !id.is_empty())
}

/// The number of a point, as its field or its first words have it.
fn number(node: &Value) -> Option<u16> {
    let stored = node.get("num").and_then(Value::as_str).map(str::to_owned);
    let printed = || Some(words(node).split_once(". ")?.0.to_owned());
    let number: u16 = stored.or_else(printed)?.parse().ok()?;
    (1..=MAX_POINT).contains(&number).then_some(number)
}

fn kind(node: &Value) -> &str {
    node.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn starts_with(node: &Value, beginnings: &[&str]) -> bool {
    let words = words(node);
    beginnings.iter().any(|beginning| words.starts_with(beginning))
}

/// The first characters of the text of a node.
fn words(node: &Value) -> String {
    let mut words = String::new();
    let mut push = |text: &str| words.extend(text.chars().take(LOOKED_AT));
    match node.get("text") {
        Some(Value::String(text)) => push(text),
        Some(Value::Array(runs)) => {
            for run in runs.iter().take(3) {
                push(run.as_str().or_else(|| run.get("text")?.as_str()).unwrap_or_default());
            }
        }
        _ => {}
    }
    words.trim_start().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{Anchor, Artifact};

    fn judgment(structure: &Value) -> Artifact {
        let json = json!({ "uri": "x:1", "doctype": "judgment", "structure": structure });
        Artifact::parse(json.to_string().as_bytes()).unwrap()
    }

    fn text(artifact: &Artifact, anchor: &str) -> Option<String> {
        let parts = artifact.presented().anchored_parts();
        Some(parts.into_iter().find(|part| part.anchor.as_str() == anchor)?.text)
    }

    fn marked() -> Value {
        json!([{ "type": "heading", "text": ["Costs"], "children": [
            { "type": "paragraph", "num": "1", "text": ["On those grounds, the Commission fined them."] },
            { "type": "paragraph", "text": ["On those grounds, the Commission said so."] },
            { "type": "paragraph", "num": "2", "text": ["Costs."] },
            { "type": "paragraph", "text": ["On those grounds, the Court hereby rules:"] },
            { "type": "ruling", "text": [] },
            { "type": "ruling", "num": "1", "text": ["A decision is invalid."] },
            { "type": "ruling", "num": "2", "text": ["Costs are borne."] },
            { "type": "ruling", "text": ["[Signatures]"] }
        ]}])
    }

    #[test]
    fn a_ruling_and_its_points_have_anchors() {
        let artifact = judgment(&marked());
        assert_eq!(
            text(&artifact, "domslut").unwrap(),
            "On those grounds, the Court hereby rules: 1. A decision is invalid. 2. Costs are borne."
        );
        assert_eq!(text(&artifact, "domslut-1").unwrap(), "1. A decision is invalid.");
        assert_eq!(text(&artifact, "domslut-2").unwrap(), "2. Costs are borne.");
        assert_eq!(text(&artifact, "domslut-3"), None);
        assert_eq!(text(&artifact, "point-2").unwrap(), "2. Costs.");
        let part = artifact.presented().part(&Anchor::new("domslut").unwrap()).unwrap();
        assert_eq!(part.unit_type(), "ruling");
    }

    #[test]
    fn a_ruling_in_paragraphs_has_its_points_too() {
        let artifact = judgment(&json!([
            { "type": "paragraph", "num": "1", "text": ["Costs."] },
            { "type": "paragraph", "text": ["Mot denna bakgrund beslutar domstolen följande:"] },
            { "type": "paragraph", "text": ["1. Artikel 3 ska tolkas så."] },
            { "type": "paragraph", "text": ["och på samma sätt annars."] },
            { "type": "paragraph", "text": ["2. Artikel 4 också."] },
            { "type": "paragraph", "text": ["* Rättegångsspråk: dimmöiska."] }
        ]));
        assert_eq!(text(&artifact, "domslut-2").unwrap(), "2. Artikel 4 också.");
        assert!(text(&artifact, "domslut").unwrap().ends_with("Artikel 4 också."));
    }

    #[test]
    fn a_ruling_without_words_before_it() {
        let artifact = judgment(&json!([
            { "type": "paragraph", "num": "24", "text": ["Skäl."] },
            { "type": "ruling", "num": "1", "text": ["Artikel 4 ska tolkas så."] },
            { "type": "signature", "text": ["Underskrifter"] }
        ]));
        assert_eq!(text(&artifact, "domslut").unwrap(), "1. Artikel 4 ska tolkas så.");
        assert_eq!(text(&artifact, "domslut-1").unwrap(), "1. Artikel 4 ska tolkas så.");
    }

    #[test]
    fn what_has_no_ruling_has_no_anchor() {
        for structure in [
            json!([{ "type": "paragraph", "num": "1", "text": ["On those grounds, the Commission fined them."] }]),
            json!([{ "type": "paragraph", "text": ["On those grounds, the Court hereby rules:"] }, { "type": "signature" }]),
            json!([{ "type": "ruling", "num": "12", "text": ["A paragraph taken for a ruling."] }]),
            json!([]),
        ] {
            assert_eq!(text(&judgment(&structure), "domslut"), None, "{structure}");
        }
    }

    #[test]
    fn the_node_as_stored_has_nothing_derived() {
        let artifact = judgment(&marked());
        let mut nodes = Vec::new();
        artifact.presented().walk(&mut |step| {
            if let crate::Step::Enter(node) = step
                && node.kind() == "ruling"
            {
                nodes.push(node.to_value().to_string());
            }
        });
        assert!(nodes.len() > 3 && nodes.iter().all(|node| !node.contains("domslut")), "{nodes:?}");
    }
}
