//! Reads the notes in a text that state days (`day_marks`) into derived fields of the nodes that they are about.

use serde_json::{Map, Value};

use crate::date::is_date;
use crate::day_marks::{DayMark, DayMarks, MarkedEdge, MarkedThing, leading_marks, may_begin};
use crate::derived::{
    FROM, HEADING_BEGINS, HEADING_ENDS, RENUMBERED, STATED_FROM, STATED_UNTIL, STORED_CELLS, STORED_TEXT,
    UNTIL,
};
use crate::node::{Node, Run, Runs};

/// Reads the notes in the text of an artifact into derived fields. `text_fields` are the fields of the artifact that
/// hold its text.
pub(crate) fn read_day_notes(artifact: &mut Value, text_fields: &[&str]) {
    for field in text_fields {
        if let Some(Value::Array(items)) = artifact.get_mut(field) {
            nodes(items, "");
        }
    }
}

/// The sign of a note (`U:` or `I:`) is within this many bytes after the slash.
const NOTE_BYTES: usize = 120;

/// Whether JSON may hold a text with days: fields that state them, or notes. Few documents do.
pub(crate) fn may_hold_days(json: &[u8]) -> bool {
    json.iter().enumerate().any(|(at, byte)| {
        let rest = &json[at + 1..];
        match byte {
            b'"' => rest.starts_with(b"upphor\"") || rest.starts_with(b"ikrafttrader\""),
            b'/' if rest.first().is_some_and(u8::is_ascii_alphabetic) => {
                let note = &rest[..rest.len().min(NOTE_BYTES)];
                note.windows(3).any(|sign| matches!(sign, b" U:" | b" I:"))
                    || note.starts_with(b"Upph")
                    || note.starts_with(b"Tr")
            }
            _ => false,
        }
    })
}

/// The days that notes state for the node around them.
#[derive(Default)]
struct Stated(Vec<(&'static str, String)>);

impl Stated {
    fn add(&mut self, mark: &DayMark<'_>) {
        self.0.push((edge_field(mark), mark.day.to_owned()));
        if let Some(number) = mark.renumbered {
            self.0.push((RENUMBERED, number.to_owned()));
        }
    }

    /// Writes the days to a node. A day that the node states in a field of its own is kept.
    fn write(&self, node: &mut Map<String, Value>) {
        for (field, day) in &self.0 {
            let own = match *field {
                FROM => "ikrafttrader",
                UNTIL => "upphor",
                _ => "",
            };
            let is_stated = node.get(own).and_then(Value::as_str).is_some_and(|day| !day.is_empty());
            if !is_stated && !node.contains_key(*field) {
                node.insert((*field).to_owned(), Value::String(day.clone()));
            }
        }
    }
}

fn edge_field(mark: &DayMark<'_>) -> &'static str {
    match mark.edge {
        MarkedEdge::From => FROM,
        MarkedEdge::Until => UNTIL,
    }
}

/// Reads the notes of nodes. Returns what they state for the node around them. The depth of the recursion is bounded by the
/// JSON parser.
fn nodes(items: &mut [Value], around: &'static str) -> Stated {
    let mut for_around = Stated::default();
    // The days of a paragraf that the artifact stores as stycken of the paragraf before it.
    let mut for_following: Option<Stated> = None;
    let mut is_first = true;
    for item in items.iter_mut() {
        let Value::Object(node) = item else { continue };
        let kind = kind_of(node);
        if let Some(Value::Array(children)) = node.get_mut("children") {
            nodes(children, kind).write(node);
        }
        if kind == "kapitel" && has_younger(node) {
            node.insert(HEADING_ENDS.to_owned(), Value::Bool(true));
        }
        if let Some(text) = take_notes(node) {
            let found = leading_marks(&text).unwrap_or_default();
            let place = Place { kind, around, is_first, is_numbered: found.number.is_some() };
            let mut own = Stated::default();
            let mut following = Stated::default();
            for mark in &found.marks {
                match place.scope(mark) {
                    Scope::Node => own.add(mark),
                    Scope::Around => for_around.add(mark),
                    Scope::Following => following.add(mark),
                    Scope::Unknown => {
                        let field = if mark.edge == MarkedEdge::From { STATED_FROM } else { STATED_UNTIL };
                        node.insert(field.to_owned(), Value::String(mark.day.to_owned()));
                    }
                }
            }
            own.write(node);
            if !following.0.is_empty() {
                for_following = Some(following);
            }
        }
        if let Some(stated) = &for_following {
            stated.write(node);
        }
        is_first = false;
    }
    part_headings(items);
    for_around
}

/// Gives the first day of a kapitel to its heading alone, where a kapitel of the same number that is nothing but a heading ends on that day.
fn part_headings(items: &mut [Value]) {
    let day = |node: &Map<String, Value>, derived: &str, stored: &str| -> Option<String> {
        let day = [derived, stored].into_iter().find_map(|field| node.get(field)?.as_str());
        day.filter(|day| is_date(day)).map(str::to_owned)
    };
    let mut ended: Vec<(String, String)> = Vec::new();
    for item in items {
        let Value::Object(node) = item else { continue };
        if kind_of(node) != "kapitel" {
            continue;
        }
        let Some(number) = node.get("ordinal").and_then(Value::as_str).map(str::to_owned) else { continue };
        let children = node.get("children").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let is_heading = |child: &Value| Node::new(child).is_some_and(|child| child.kind() == "rubrik");
        if let Some(until) = day(node, UNTIL, "upphor").filter(|_| children.iter().all(is_heading)) {
            ended.push((number, until));
            continue;
        }
        let Some(from) = day(node, FROM, "ikrafttrader") else { continue };
        if !ended.contains(&(number, from.clone())) {
            continue;
        }
        node.insert(HEADING_BEGINS.to_owned(), Value::Bool(true));
        let first =
            node.get_mut("children").and_then(Value::as_array_mut).and_then(|children| children.first_mut());
        if let Some(Value::Object(heading)) = first
            && heading.get("type").and_then(Value::as_str) == Some("rubrik")
        {
            heading.entry(FROM).or_insert(Value::String(from));
        }
    }
}

/// Whether a node that states a day of ending has a paragraf that begins on that day or later.
fn has_younger(node: &Map<String, Value>) -> bool {
    fn begins(item: &Value, day: &str) -> bool {
        let from = Node::new(item).filter(|node| node.kind() == "paragraf").and_then(Node::applies_from);
        let children = item.get("children").and_then(Value::as_array);
        from.is_some_and(|from| is_date(from) && from >= day)
            || children.is_some_and(|children| children.iter().any(|child| begins(child, day)))
    }
    let until = [UNTIL, "upphor"].into_iter().find_map(|field| node.get(field)?.as_str());
    let children = node.get("children").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    until
        .filter(|until| is_date(until))
        .is_some_and(|until| children.iter().any(|child| begins(child, until)))
}

/// The kind of a node, if it matters for the scope of a note (`Place::scope`); empty for all other kinds.
fn kind_of(node: &Map<String, Value>) -> &'static str {
    let kind = node.get("type").and_then(Value::as_str).unwrap_or_default();
    ["paragraf", "kapitel", "bilaga", "rubrik"].into_iter().find(|known| *known == kind).unwrap_or_default()
}

/// Where a note stands.
struct Place {
    kind: &'static str,
    around: &'static str,
    /// Whether its node is the first of those around it.
    is_first: bool,
    /// Whether it stands after a number.
    is_numbered: bool,
}

/// The nodes that the day of a note applies to.
enum Scope {
    /// The node that begins with the note.
    Node,
    /// The node around the one that begins with the note.
    Around,
    /// The node that begins with the note, and the nodes after it.
    Following,
    /// Something whose end the text does not show: an article in an appendix, a table, the whole act.
    Unknown,
}

impl Place {
    fn scope(&self, mark: &DayMark<'_>) -> Scope {
        let begins = |kinds: &[&str]| self.is_first && kinds.contains(&self.around);
        match mark.thing {
            MarkedThing::Heading => Scope::Node,
            MarkedThing::Kapitel if begins(&["kapitel"]) => Scope::Around,
            MarkedThing::Kapitel | MarkedThing::Print => Scope::Unknown,
            MarkedThing::Provision if matches!(self.kind, "paragraf" | "kapitel" | "bilaga") => Scope::Node,
            MarkedThing::Provision if begins(&["paragraf"]) => Scope::Around,
            MarkedThing::Provision if self.kind == "rubrik" && begins(&["kapitel", "bilaga"]) => {
                Scope::Around
            }
            // A paragraf that the artifact stores as stycken of the paragraf before it.
            MarkedThing::Provision if self.is_numbered && self.around == "paragraf" => Scope::Following,
            MarkedThing::Provision => Scope::Unknown,
        }
    }
}

/// Removes the notes from the beginning of a node's text, or of its first cell. Returns the text as it was before.
fn take_notes(node: &mut Map<String, Value>) -> Option<String> {
    for (field, stored) in [("text", STORED_TEXT), ("cells", STORED_CELLS)] {
        let Some(value) = node.get_mut(field) else { continue };
        let runs = if field == "cells" { value.get_mut(0) } else { Some(value) };
        let Some(runs) = runs.filter(|runs| may_begin_in(runs)) else { continue };
        let text = Runs::new(Some(runs)).plain_text();
        let Some(DayMarks { bytes, .. }) = leading_marks(&text) else { continue };
        let before = node.get(field).cloned().unwrap_or_default();
        let value = node.get_mut(field)?;
        let runs = if field == "cells" { value.get_mut(0)? } else { value };
        cut(runs, bytes);
        node.insert(stored.to_owned(), before);
        return Some(text);
    }
    None
}

fn may_begin_in(runs: &Value) -> bool {
    match Runs::new(Some(runs)).iter().next() {
        // A link may be the number before a note.
        Some(Run::Link(_)) => true,
        Some(Run::Text(text)) => text.trim().is_empty() || may_begin(text) || text.len() < 12,
        None => false,
    }
}

/// Cuts a range of bytes out of a text. A run that becomes empty is removed.
fn cut(runs: &mut Value, bytes: std::ops::Range<usize>) {
    let cut_text = |text: &mut String, at: usize| {
        let within = |byte: usize| byte.saturating_sub(at).min(text.len());
        let (start, end) = (within(bytes.start), within(bytes.end));
        let len = text.len();
        if text.is_char_boundary(start) && text.is_char_boundary(end) {
            text.replace_range(start..end, "");
        }
        len
    };
    match runs {
        Value::String(text) => {
            cut_text(text, 0);
        }
        Value::Array(items) => {
            let mut at = 0;
            items.retain_mut(|item| {
                let text = match item {
                    Value::String(text) => Some(text),
                    Value::Object(link) => match link.get_mut("text") {
                        Some(Value::String(text)) => Some(text),
                        _ => None,
                    },
                    _ => None,
                };
                let Some(text) = text else { return true };
                let had = !text.is_empty();
                at += cut_text(text, at);
                !(had && text.is_empty())
            });
        }
        _ => {}
    }
}
