//! Gives each variant without a stored anchor the one that its number has, when an artifact is parsed.

use serde_json::{Map, Value};

use super::days::has_dated;
use crate::Node;
use crate::derived::{HEADING_BEGINS, HEADING_ENDS, VARIANT_OF};

/// Gives each variant without a stored anchor the anchor of its number. `text_fields` are the fields of the artifact
/// that hold its text.
pub(crate) fn name_variants(artifact: &mut Value, text_fields: &[&str]) {
    let sections: Vec<&Value> = text_fields.iter().filter_map(|field| artifact.get(field)).collect();
    if !sections.iter().any(|section| has_dated(section)) {
        return;
    }
    let is_flat = sections.iter().any(|section| has_flat_numbers(section));
    for field in text_fields {
        if let Some(Value::Array(items)) = artifact.get_mut(field) {
            name_list(items, &Around { anchor: String::new(), is_variant: false, is_flat });
        }
    }
}

/// Whether paragrafer are numbered through all kapitel: `P7` in a kapitel, not `K2P7`.
fn has_flat_numbers(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_flat_numbers),
        Value::Object(_) => Node::new(value).is_some_and(|node| {
            let is_flat = |child: Node<'_>| {
                child.kind() == "paragraf" && child.id().is_some_and(|id| id.starts_with('P'))
            };
            // No kapitel is inside a paragraf.
            let below = || node.field("children").filter(|_| node.kind() != "paragraf");
            (node.kind() == "kapitel" && node.children().any(is_flat))
                || below().is_some_and(has_flat_numbers)
        }),
        _ => false,
    }
}

/// What is around a list of nodes.
struct Around {
    /// What the anchors of paragrafer in it begin with.
    anchor: String,
    /// Whether it is a variant without a stored anchor.
    is_variant: bool,
    is_flat: bool,
}

/// The maximum length of a list in which variants are named. Real lists have up to a thousand nodes.
const MAX_NAMED: usize = 4096;

fn name_list(items: &mut [Value], around: &Around) {
    if items.len() > MAX_NAMED {
        return;
    }
    let names: Vec<Option<String>> = {
        let nodes: Vec<Option<Node<'_>>> = items.iter().map(Node::new).collect();
        (0..nodes.len()).map(|at| name_of(&nodes, at, around)).collect()
    };
    for (item, name) in items.iter_mut().zip(names) {
        let Value::Object(fields) = item else { continue };
        let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
        let id = fields.get("id").and_then(Value::as_str).filter(|id| !id.is_empty()).map(str::to_owned);
        if let Some(name) = &name {
            fields.insert(VARIANT_OF.to_owned(), Value::String(name.clone()));
        }
        let is_variant = id.is_none() && name.is_some();
        let Some(Value::Array(children)) = fields.get_mut("children") else { continue };
        match (kind.as_str(), id.or(name)) {
            ("paragraf", Some(anchor)) if is_variant => name_parts(children, &anchor),
            ("paragraf", _) => {}
            ("kapitel" | "bilaga", Some(anchor)) => {
                let anchor = if around.is_flat && kind == "kapitel" { String::new() } else { anchor };
                name_list(children, &Around { anchor, is_variant, is_flat: around.is_flat });
                if is_variant && kind == "bilaga" {
                    // Stycken directly in it.
                    let anchor =
                        fields.get(VARIANT_OF).and_then(Value::as_str).unwrap_or_default().to_owned();
                    if let Some(Value::Array(children)) = fields.get_mut("children") {
                        name_parts(children, &anchor);
                    }
                }
            }
            _ => name_list(children, &Around { anchor: around.anchor.clone(), ..*around }),
        }
    }
}

/// The anchor of a variant without a stored one; None for any other node.
fn name_of(nodes: &[Option<Node<'_>>], at: usize, around: &Around) -> Option<String> {
    let node = nodes[at]?;
    let heading_alone = [HEADING_BEGINS, HEADING_ENDS].iter().any(|field| node.field(field).is_some());
    let is_dated = heading_alone || node.applies_from().or(node.applies_until()).is_some();
    if node.id().is_some() || !(is_dated || around.is_variant) {
        return None;
    }
    match node.kind() {
        kind @ ("paragraf" | "kapitel") => name_by_number(nodes, at, node, kind, around),
        "bilaga" => {
            let heading = |node: Node<'_>| node.children().next().map(|first| first.text().plain_text());
            let own = heading(node);
            let alike = |other: &Node<'_>| other.kind() == "bilaga" && heading(*other) == own;
            nearest(nodes, at, alike)
        }
        "rubrik" if is_dated => {
            let takes_place = |other: &Node<'_>| {
                other.kind() == "rubrik"
                    && other.field("level") == node.field("level")
                    && (meets(node.applies_until(), other.applies_from())
                        || meets(other.applies_until(), node.applies_from()))
            };
            nearest(nodes, at, takes_place)
        }
        _ => None,
    }
}

fn meets(until: Option<&str>, from: Option<&str>) -> bool {
    until.is_some() && until == from
}

/// The stored anchor of the nearest sibling of a kind.
fn nearest(nodes: &[Option<Node<'_>>], at: usize, is_it: impl Fn(&Node<'_>) -> bool) -> Option<String> {
    let found = nodes.iter().enumerate().filter_map(|(place, node)| {
        let node = node.filter(|node| place != at && is_it(node))?;
        Some((place.abs_diff(at), node.id()?))
    });
    found.min_by_key(|(distance, _)| *distance).map(|(_, id)| id.to_owned())
}

/// The anchor of a paragraf or kapitel by its number.
fn name_by_number(
    nodes: &[Option<Node<'_>>],
    at: usize,
    node: Node<'_>,
    kind: &str,
    around: &Around,
) -> Option<String> {
    let number = node.str("ordinal")?;
    let of_kind = |place: usize| nodes[place].filter(|other| other.kind() == kind);
    // Whether no other number stands between: then both are of one kapitel, even where its heading is lost.
    let is_beside = |place: usize| {
        (place.min(at)..=place.max(at)).filter_map(of_kind).all(|other| other.str("ordinal") == Some(number))
    };
    let stated = |other: Node<'_>| other.applies_from().or(other.applies_until()).is_some();
    // Of two variants, one of which ends on the day on which the other begins, one applies on every day. A paragraf without days
    // beside them is another one.
    let is_replaced = || {
        let variants = (0..nodes.len())
            .filter_map(of_kind)
            .filter(|other| other.id().is_none() && other.str("ordinal") == Some(number));
        let mut days = variants.map(|other| (other.applies_from(), other.applies_until()));
        days.any(|(from, until)| meets(node.applies_until(), from) || meets(until, node.applies_from()))
    };
    let mut of_other_part = false;
    for place in 0..nodes.len() {
        let Some(other) = of_kind(place).filter(|other| other.str("ordinal") == Some(number)) else {
            continue;
        };
        let Some(id) = other.id() else { continue };
        if stated(other) || is_beside(place) && !is_replaced() {
            return Some(id.to_owned());
        }
        of_other_part = true;
    }
    if of_other_part {
        return None;
    }
    let letter = if kind == "paragraf" { 'P' } else { 'K' };
    let with_number = |number: &str| format!("{letter}{}", number.split_whitespace().collect::<String>());
    let sibling_prefix = (0..nodes.len()).find_map(|place| {
        let other = of_kind(place)?;
        other.id()?.strip_suffix(&with_number(other.str("ordinal")?))
    });
    let prefix = sibling_prefix.unwrap_or(if kind == "paragraf" { &around.anchor } else { "" });
    Some(format!("{prefix}{}", with_number(number)))
}

/// Gives the stycken and punkter of a variant the anchors that the artifact would have given them.
fn name_parts(children: &mut [Value], anchor: &str) {
    let mut count = 0;
    for child in children {
        let Value::Object(fields) = child else { continue };
        let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
        count += usize::from(matches!(kind.as_str(), "stycke" | "redaktionell" | "grafik"));
        if kind == "stycke" || kind == "redaktionell" {
            let own = format!("{anchor}S{count}");
            set_name(fields, &own);
            if let Some(Value::Array(children)) = fields.get_mut("children") {
                name_items(children, &own, None);
            }
        }
    }
}

/// Names the items of a list. A lettered item after a numbered one is inside it. Returns the anchor of the last
/// numbered item.
fn name_items(children: &mut [Value], anchor: &str, mut numbered: Option<String>) -> Option<String> {
    for child in children {
        let Value::Object(fields) = child else { continue };
        let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut own = None;
        if kind == "punkt"
            && let Some(number) =
                fields.get("ordinal").and_then(Value::as_str).filter(|text| !text.is_empty())
        {
            let number: String = number.split_whitespace().collect();
            let is_numbered = number.starts_with(|c: char| c.is_ascii_digit());
            let outer = if is_numbered { anchor } else { numbered.as_deref().unwrap_or(anchor) };
            let name = format!("{outer}N{number}");
            set_name(fields, &name);
            if is_numbered {
                numbered = Some(name.clone());
            }
            own = Some(name);
        }
        let is_list = kind == "lista";
        if let Some(Value::Array(children)) = fields.get_mut("children") {
            if is_list {
                numbered = name_items(children, anchor, numbered);
            } else if let Some(own) = own {
                name_items(children, &own, None);
            }
        }
    }
    numbered
}

fn set_name(fields: &mut Map<String, Value>, name: &str) {
    let has_id = fields.get("id").and_then(Value::as_str).is_some_and(|id| !id.is_empty());
    if !has_id {
        fields.insert(VARIANT_OF.to_owned(), Value::String(name.to_owned()));
    }
}
