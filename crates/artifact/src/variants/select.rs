//! Selects the text of a day: variants that do not apply are removed, or put behind the variant that applies.

use std::collections::HashMap;

use serde_json::Value;

use super::anchors::Anchors;
use super::days::{Days, State, has_dated, nodes_in_mut};
use crate::date::is_date;
use crate::derived::{BEGUN, COMING, ENDED, UNTIL};
use crate::{Artifact, Node};

/// How the variants that do not apply are treated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    /// They are removed, if their day is known.
    Removed,
    /// They stand behind the one that applies.
    Behind,
}

impl Artifact {
    /// The text of a day (`YYYY-MM-DD`), with the title of the day: without what applies from a later day or ended by that day. What begins on a day
    /// that is not known stays, behind what applies.
    #[must_use]
    pub fn on_day(self, day: &str) -> Self {
        self.select(day, Others::Removed)
    }

    /// The whole text for a reader on a day (`YYYY-MM-DD`): of each number the variant that applies comes first and has the
    /// anchor; behind it are the variants that are to come, and those that have ended ([`Node::has_ended`]).
    #[must_use]
    pub fn read_on(self, day: &str) -> Self {
        self.select(day, Others::Behind)
    }

    /// The text without the nodes that state a day, or a phrase, from which or until which they apply: what every day has.
    #[must_use]
    pub fn without_days(mut self) -> Self {
        for field in Self::PRESENTED {
            if let Some(section) = self.value_mut().get_mut(field) {
                remove_dated(section);
            }
        }
        self
    }

    fn select(self, day: &str, others: Others) -> Self {
        let mut selected = self.titled_on(day);
        selected.select_variants(day, others);
        selected
    }

    fn select_variants(&mut self, day: &str, others: Others) {
        let is_dated = Artifact::PRESENTED.iter().filter_map(|field| self.value().get(field)).any(has_dated);
        if !is_dated {
            return;
        }
        let mut anchors = Anchors::default();
        for field in Artifact::PRESENTED {
            if let Some(section) = self.value_mut().get_mut(field) {
                select_below(section, day, others);
                anchors.collect_wanted(section);
            }
        }
        if anchors.wanted.is_empty() {
            return;
        }
        for section in Artifact::PRESENTED.iter().filter_map(|field| self.value().get(field)) {
            anchors.collect(section, day, true);
        }
        for to_applying in [true, false] {
            for field in Artifact::PRESENTED {
                if let Some(section) = self.value_mut().get_mut(field) {
                    anchors.give(section, day, true, to_applying);
                }
            }
        }
    }
}

/// Selects among the nodes below a value. The depth of the recursion is bounded by the JSON parser.
fn select_below(value: &mut Value, day: &str, others: Others) {
    match value {
        Value::Array(items) => {
            if items.iter().any(|item| Days::of_value(item) != Days::default()) {
                end_superseded(items, day);
                match others {
                    Others::Removed => items.retain(|item| is_kept(Days::of_value(item), day)),
                    Others::Behind => items.iter_mut().for_each(|item| mark_state(item, day)),
                }
                put_behind(items, day);
                for item in items.iter_mut() {
                    mark_begun(item, day);
                }
            }
            for item in items {
                select_below(item, day, others);
            }
        }
        Value::Object(fields) => nodes_in_mut(fields).for_each(|field| select_below(field, day, others)),
        _ => {}
    }
}

/// Removes the nodes below a value that state a day. The depth of the recursion is bounded by the JSON parser.
fn remove_dated(value: &mut Value) {
    match value {
        Value::Array(items) => {
            items.retain(|item| Days::of_value(item) == Days::default());
            items.iter_mut().for_each(remove_dated);
        }
        Value::Object(fields) => nodes_in_mut(fields).for_each(remove_dated),
        _ => {}
    }
}

fn is_kept(days: Days<'_>, day: &str) -> bool {
    match days.state(day) {
        State::Applies => true,
        State::Coming => days.from.is_some_and(|from| !is_date(from)),
        State::Ended => false,
    }
}

fn mark_state(item: &mut Value, day: &str) {
    let mark = match Days::of_value(item).state(day) {
        State::Ended => ENDED,
        State::Coming => COMING,
        State::Applies => return,
    };
    if let Value::Object(fields) = item {
        fields.insert(mark.to_owned(), Value::Bool(true));
    }
}

/// Marks a node whose stated first day has come.
fn mark_begun(item: &mut Value, day: &str) {
    let days = Days::of_value(item);
    let has_begun = days.from.or(days.stated_from).is_some_and(|first| is_date(first) && first <= day);
    if let (true, Value::Object(fields)) = (has_begun, item) {
        fields.insert(BEGUN.to_owned(), Value::Bool(true));
    }
}

/// The anchor and the first day (empty for none) of a node of a dated kind, if its state is `wanted`. The states
/// other than `Applies` count as one.
fn of_state<'v>(item: &'v Value, day: &str, wanted: State) -> Option<(&'v str, &'v str)> {
    let node = Node::new(item).filter(|node| is_dated_kind(node.kind()))?;
    let days = Days::of_value(item);
    let is_wanted = (days.state(day) == State::Applies) == (wanted == State::Applies);
    is_wanted.then_some((node.number_anchor()?, days.from.unwrap_or_default()))
}

/// The kinds of nodes of which a text has several variants under one number.
fn is_dated_kind(kind: &str) -> bool {
    matches!(kind, "paragraf" | "kapitel" | "bilaga" | "rubrik")
}

/// Of the variants of a number that apply, the earlier ones end when the latest begins.
fn end_superseded(items: &mut [Value], day: &str) {
    let mut latest: HashMap<String, String> = HashMap::new();
    for (anchor, from) in items.iter().filter_map(|item| of_state(item, day, State::Applies)) {
        match latest.get_mut(anchor) {
            Some(latest) if latest.as_str() < from => from.clone_into(latest),
            Some(_) => {}
            None => {
                latest.insert(anchor.to_owned(), from.to_owned());
            }
        }
    }
    for item in items {
        let Some((anchor, from)) = of_state(item, day, State::Applies) else { continue };
        let Some(start) = latest.get(anchor).filter(|start| start.as_str() > from).cloned() else { continue };
        if let Value::Object(fields) = item {
            fields.insert(UNTIL.to_owned(), Value::String(start));
        }
    }
}

/// Puts the variants that do not apply behind the variant of their number that applies: first the coming ones, then the
/// ended ones. A heading stays in its place, since the text after it is read under it.
fn put_behind(items: &mut Vec<Value>, day: &str) {
    let is_movable = |item: &Value| Node::new(item).is_some_and(|node| node.kind() != "rubrik");
    let mut behind: HashMap<String, Vec<Value>> = HashMap::new();
    for item in items.iter().filter(|item| is_movable(item)) {
        if let Some((anchor, _)) = of_state(item, day, State::Applies) {
            behind.insert(anchor.to_owned(), Vec::new());
        }
    }
    let mut others = 0_usize;
    items.retain_mut(|item| {
        let anchor = of_state(item, day, State::Coming).map(|(anchor, _)| anchor.to_owned());
        let place = anchor.filter(|_| is_movable(item)).and_then(|anchor| behind.get_mut(&anchor));
        let Some(place) = place else { return true };
        place.push(item.take());
        others += 1;
        false
    });
    if others == 0 {
        return;
    }
    let mut ordered = Vec::with_capacity(items.len() + others);
    for item in std::mem::take(items) {
        let anchor = of_state(&item, day, State::Applies).map(|(anchor, _)| anchor.to_owned());
        let others = anchor.filter(|_| is_movable(&item)).and_then(|anchor| behind.remove(&anchor));
        ordered.push(item);
        let mut others = others.unwrap_or_default();
        others.sort_by(|a, b| match (order_behind(a, day), order_behind(b, day)) {
            // The variant that ended last stands first.
            (Some((true, a)), Some((true, b))) => b.cmp(&a),
            (a, b) => a.cmp(&b),
        });
        ordered.extend(others);
    }
    *items = ordered;
}

/// Whether a variant has ended, and the day on which it ends or begins.
fn order_behind(item: &Value, day: &str) -> Option<(bool, Option<String>)> {
    let days = Days::of(item.as_object()?);
    let has_ended = days.state(day) == State::Ended;
    let edge = if has_ended { days.until } else { days.from };
    Some((has_ended, edge.map(str::to_owned)))
}
