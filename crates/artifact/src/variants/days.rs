//! The days that nodes state, and the state of a node on a day.

use serde_json::{Map, Value};

use crate::date::is_date;
use crate::derived::{self, ENDED, FROM, HEADING_BEGINS, HEADING_ENDS, STATED_FROM, UNTIL};

/// The state of a node on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Applies,
    /// It begins on a later day, or on one that is not known.
    Coming,
    Ended,
}

pub(super) fn state_of(from: Option<&str>, until: Option<&str>, day: &str) -> State {
    if until.is_some_and(|until| is_date(until) && until <= day) {
        State::Ended
    } else if from.is_some_and(|from| !is_date(from) || from > day) {
        State::Coming
    } else {
        State::Applies
    }
}

pub(super) fn has_dated(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_dated),
        Value::Object(fields) => {
            let days = Days::of(fields);
            days.from.or(days.until).is_some() || nodes_in(fields).any(has_dated)
        }
        _ => false,
    }
}

/// The fields of a node that may hold nodes.
pub(super) fn nodes_in(fields: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    fields.iter().filter(|(name, _)| may_hold_nodes(name)).map(|(_, value)| value)
}

pub(super) fn nodes_in_mut(fields: &mut Map<String, Value>) -> impl Iterator<Item = &mut Value> {
    fields.iter_mut().filter(|(name, _)| may_hold_nodes(name)).map(|(_, value)| value)
}

/// Whether a field may hold nodes. Texts and cells, which are most of a document, hold none.
fn may_hold_nodes(name: &str) -> bool {
    !matches!(name, "text" | "cells") && !derived::is_derived(name)
}

/// The days that a node states. Nearly no node states any, so one pass over its fields reads all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Days<'v> {
    /// [`Node::applies_from`](crate::Node::applies_from).
    pub(crate) from: Option<&'v str>,
    /// [`Node::applies_until`](crate::Node::applies_until).
    pub(super) until: Option<&'v str>,
    /// The first of [`Node::stated_days`](crate::Node::stated_days).
    pub(super) stated_from: Option<&'v str>,
    /// [`Node::has_ended`](crate::Node::has_ended).
    pub(super) has_ended: bool,
}

impl<'v> Days<'v> {
    pub(crate) fn of(fields: &'v Map<String, Value>) -> Self {
        let mut days = Self::default();
        let (mut own_from, mut own_until) = (None, None);
        let (mut heading_begins, mut heading_ends) = (false, false);
        for (name, value) in fields {
            let day = match name.as_str() {
                FROM => &mut days.from,
                UNTIL => &mut days.until,
                STATED_FROM => &mut days.stated_from,
                "ikrafttrader" => &mut own_from,
                "upphor" => &mut own_until,
                ENDED => {
                    days.has_ended = true;
                    continue;
                }
                HEADING_ENDS => {
                    heading_ends = true;
                    continue;
                }
                HEADING_BEGINS => {
                    heading_begins = true;
                    continue;
                }
                _ => continue,
            };
            *day = value.as_str().filter(|day| !day.is_empty());
        }
        let until = days.until.or(own_until).filter(|_| !heading_ends);
        let from = days.from.or(own_from).filter(|_| !heading_begins);
        Self { from, until, ..days }
    }

    /// The days of a value; the default if it is no node.
    pub(super) fn of_value(value: &'v Value) -> Self {
        value.as_object().map(Self::of).unwrap_or_default()
    }

    pub(super) fn state(self, day: &str) -> State {
        if self.has_ended { State::Ended } else { state_of(self.from, self.until, day) }
    }
}
