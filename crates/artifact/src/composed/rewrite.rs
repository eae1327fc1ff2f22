//! The rewriting of lists of nodes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::edits::ProvisionEdit;
use super::place::{AddedParts, is_of_another_day, is_provision};
use crate::Node;
use crate::place_notes::repealing_act;

/// How the nodes of a text are rewritten.
pub(super) struct Rewrite {
    pub(super) edits: BTreeMap<String, ProvisionEdit>,
    pub(super) behind: BTreeMap<String, Value>,
    pub(super) headings: BTreeMap<String, Value>,
    pub(super) later_acts: BTreeSet<String>,
    pub(super) added: AddedParts,
}

/// A list of nodes that has been rewritten.
#[derive(Default)]
pub(super) struct Rewritten {
    pub(super) items: Vec<Value>,
    /// Whether provisions stood in it.
    had: bool,
    /// Whether provisions stand in it.
    has: bool,
}

/// A node of a list, or the place of one that was left out.
struct Entry {
    node: Option<Value>,
    /// A line that belongs to a heading.
    line: Option<Value>,
    /// The level of a heading.
    heading: Option<u64>,
    had: bool,
    has: bool,
}

impl Entry {
    fn added(node: Value) -> Self {
        Self { node: Some(node), line: None, heading: None, had: false, has: true }
    }

    fn is_text(&self) -> bool {
        self.node.is_some() && self.heading.is_none() && !self.has
    }
}

impl Rewrite {
    /// Rewrites a list of nodes, and what is below them.
    pub(super) fn list(&mut self, items: Vec<Value>) -> Rewritten {
        let mut entries = Vec::with_capacity(items.len());
        let mut edited = None;
        for item in items {
            self.node(item, &mut edited, &mut entries);
        }
        let is_bare: Vec<bool> = (0..entries.len()).map(|at| is_bare(&entries, at)).collect();
        let had = entries.iter().any(|entry| entry.had);
        let has = entries.iter().any(|entry| entry.has);
        let kept = entries.into_iter().zip(is_bare).filter(|(_, is_bare)| !is_bare);
        Rewritten {
            items: kept.flat_map(|(entry, _)| [entry.node, entry.line]).flatten().collect(),
            had,
            has,
        }
    }

    /// Rewrites a node of a list. `edited` is the number of the provision before it, if that is not as the text has it: a source may print a
    /// number twice, and the second text without an anchor goes with the first.
    fn node(&mut self, item: Value, edited: &mut Option<String>, entries: &mut Vec<Entry>) {
        let Value::Object(fields) = item else {
            entries.push(Entry { node: Some(item), line: None, heading: None, had: false, has: false });
            return;
        };
        let number = || fields.get("ordinal").and_then(Value::as_str).map(str::to_owned);
        let is_printed_again =
            || fields.get("type").is_some_and(|kind| kind == "paragraf") && is_provision(&fields).is_none();
        if is_of_another_day(&fields) || is_printed_again() && edited.is_some() && *edited == number() {
            return;
        }
        let Some(anchor) = is_provision(&fields).map(str::to_owned) else {
            entries.push(self.part(fields));
            return;
        };
        if let Some(heading) = entries.last_mut().filter(|last| last.heading.is_some()) {
            heading.line = self.headings.remove(&anchor);
        }
        entries.extend(self.added.take_before(&anchor).into_iter().map(Entry::added));
        *edited = number().filter(|_| self.edits.contains_key(&anchor));
        let node = match self.edits.remove(&anchor) {
            None => Some(Value::Object(fields)),
            Some(ProvisionEdit::Removed) => None,
            Some(ProvisionEdit::Replaced(node)) => Some(node),
        };
        entries.push(Entry { has: node.is_some(), node, line: None, heading: None, had: true });
        entries.extend(self.behind.remove(&anchor).map(Entry::added));
        entries.extend(self.added.take_behind(&anchor).into_iter().map(Entry::added));
    }

    /// A node that is no provision: a part of the text, a heading, a note.
    fn part(&mut self, mut fields: Map<String, Value>) -> Entry {
        let of_kapitel = self.added.take_of_kapitel(&fields);
        let (mut had, mut has) = (false, !of_kapitel.is_empty());
        for (name, value) in fields.iter_mut().filter(|(name, _)| *name != "text") {
            if let Value::Array(items) = value {
                let rewritten = self.list(std::mem::take(items));
                (had, has) = (had || rewritten.had, has || rewritten.has);
                *items = rewritten.items;
                if name == "children" {
                    items.extend(of_kapitel.iter().cloned());
                }
            }
        }
        let item = Value::Object(fields);
        let node = Node::new(&item);
        let is_left_out = had && !has
            || node.is_some_and(|node| {
                matches!(node.kind(), "upphavd" | "stycke" | "rubrik")
                    && repealing_act(&node.text().plain_text())
                        .is_some_and(|act| self.later_acts.contains(&act))
            });
        let level = || item.get("level").and_then(Value::as_u64).unwrap_or(1);
        let heading = (item["type"] == "rubrik").then(level);
        Entry { node: (!is_left_out).then_some(item), line: None, heading, had, has }
    }
}

/// Whether an entry is a heading that had provisions below it and has neither these nor other text now.
fn is_bare(entries: &[Entry], at: usize) -> bool {
    let Some(level) = entries[at].heading else { return false };
    let below = entries[at + 1..].iter();
    let below = || below.clone().take_while(|entry| entry.heading.is_none_or(|other| other > level));
    below().any(|entry| entry.had) && !below().any(|entry| entry.has || entry.is_text())
}
