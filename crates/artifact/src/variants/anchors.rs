//! Which variant of a number has its anchor on a day.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::days::{Days, State, nodes_in, nodes_in_mut};
use crate::derived::{ID, VARIANT_OF};

/// The anchors that variants store or are given, while the variants of a day are selected.
#[derive(Default)]
pub(super) struct Anchors {
    /// The anchors of the numbers of variants that store no anchor.
    pub(super) wanted: HashSet<String>,
    /// The wanted anchors that are stored on nodes that apply, and those stored on other nodes.
    applying: HashSet<String>,
    others: HashSet<String>,
    /// The anchors given to variants that store none.
    given: HashSet<String>,
}

impl Anchors {
    /// Collects the anchors of the numbers of variants below a value that store no anchor.
    pub(super) fn collect_wanted(&mut self, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.collect_wanted(item)),
            Value::Object(fields) => {
                self.wanted.extend(text(fields, VARIANT_OF).map(str::to_owned));
                nodes_in(fields).for_each(|field| self.collect_wanted(field));
            }
            _ => {}
        }
    }

    /// Collects the stored anchors below a value that are wanted.
    pub(super) fn collect(&mut self, value: &Value, day: &str, applies: bool) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.collect(item, day, applies)),
            Value::Object(fields) => {
                let applies = applies && Days::of(fields).state(day) == State::Applies;
                let own = if fields.contains_key(ID) { ID } else { "id" };
                if let Some(id) = text(fields, own).filter(|id| self.wanted.contains(*id)) {
                    let stored = if applies { &mut self.applying } else { &mut self.others };
                    stored.insert(id.to_owned());
                }
                nodes_in(fields).for_each(|field| self.collect(field, day, applies));
            }
            _ => {}
        }
    }

    /// Gives variants the anchors of their numbers. The first pass (`to_applying`) is for variants that apply, the
    /// second for numbers of which no variant applies. Other variants lose their anchors, and so do all nodes inside
    /// them.
    pub(super) fn give(&mut self, value: &mut Value, day: &str, applies: bool, to_applying: bool) {
        if let Value::Array(items) = value {
            for item in items.iter_mut() {
                self.give(item, day, applies, to_applying);
            }
            return;
        }
        let Value::Object(fields) = value else { return };
        let applies = applies && Days::of(fields).state(day) == State::Applies;
        if applies == to_applying && !self.give_node(fields, applies) {
            take_anchors(value);
            return;
        }
        nodes_in_mut(fields).for_each(|field| self.give(field, day, applies, to_applying));
    }

    /// Gives a node its anchor. Returns whether the node may have one.
    fn give_node(&mut self, fields: &mut Map<String, Value>, applies: bool) -> bool {
        if let Some(id) = text(fields, "id") {
            return applies || !self.given.contains(id);
        }
        let Some(anchor) = text(fields, VARIANT_OF).map(str::to_owned) else { return true };
        let is_free = !self.applying.contains(&anchor)
            && (applies || !self.others.contains(&anchor))
            && self.given.insert(anchor.clone());
        if is_free {
            fields.insert(ID.to_owned(), Value::String(anchor));
        }
        applies || is_free
    }
}

/// A field that holds text; None when it is absent, empty or something else.
fn text<'v>(fields: &'v Map<String, Value>, name: &str) -> Option<&'v str> {
    fields.get(name).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// Removes the anchors of a node and of all nodes inside it.
fn take_anchors(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(take_anchors),
        Value::Object(fields) => {
            if fields.contains_key("id") || fields.contains_key(ID) {
                fields.insert(ID.to_owned(), Value::String(String::new()));
            }
            nodes_in_mut(fields).for_each(take_anchors);
        }
        _ => {}
    }
}
