//! Variants of one number that stand in one text, each for its days.
//!
//! A statute that is consolidated before an amendment enters into force has both texts of a provision beside each other
//! (`node_dates`). The artifact gives the anchor to one of them, which need not be the one that applies on the day a reader
//! asks for. So each variant without a stored anchor is given the one that its number has, when the artifact is parsed:
//!
//! * a paragraf or a kapitel that of the one beside it with the same number, else one made of the part around it and its
//!   number, as the artifact's own are;
//! * a bilaga that of the one with the same heading, a heading that of the one of its level that takes its place on the day
//!   on which it ends;
//! * what is inside such a variant, the anchors that the artifact would have given: stycken counted, punkter by their
//!   letters and numbers.
//!
//! [`Artifact::on_day`] leaves the text of a day: the variant that applies has the anchor, whichever the artifact gave it
//! to. [`Artifact::read_on`] is the same for readers who see the whole: what is to come and what has ended stand behind what
//! applies. Where two variants of a number apply on a day, the one that began later is the text.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Bound;

use serde_json::{Map, Value};

use crate::derived::{
    self, BEGUN, COMING, ENDED, FROM, HEADING_BEGINS, HEADING_ENDS, ID, TOLD_FROM, UNTIL, VARIANT_OF,
};
use crate::node_dates::is_date;
use crate::{Artifact, Node, Step, change_notes};

/// A variant of a number, and the days on which it applies. Days that are not dates are phrases of the artifact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatedVariant {
    /// The anchor of its number.
    pub anchor: String,
    /// The first day, or the phrase; None where it applied before all that the text tells.
    pub from: Option<String>,
    /// The day, or the phrase, from which it no longer applies; None where no end is told.
    pub until: Option<String>,
    /// Whether the artifact gave it the anchor.
    pub has_id: bool,
    /// The number of the last act that signs it: `2019:805`.
    pub signed: Option<String>,
}

impl DatedVariant {
    /// Whether it applies on a day (`YYYY-MM-DD`). One that begins with a phrase does not: nobody knows its day.
    pub fn applies_on(&self, day: &str) -> bool {
        state_of(self.from.as_deref(), self.until.as_deref(), day) == State::Applies
    }
}

/// What a node is on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Applies,
    /// It begins on a later day, or on one that is not known.
    Coming,
    Ended,
}

fn state_of(from: Option<&str>, until: Option<&str>, day: &str) -> State {
    if until.is_some_and(|until| is_date(until) && until <= day) {
        State::Ended
    } else if from.is_some_and(|from| !is_date(from) || from > day) {
        State::Coming
    } else {
        State::Applies
    }
}

/// What becomes of the variants that do not apply.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    /// They are removed, if their day is known.
    Removed,
    /// They stand behind the one that applies.
    Behind,
}

impl Artifact {
    /// The variants of every number of which the text states a day, in reading order. A part inside a dated one applies when
    /// that does.
    pub fn dated_variants(&self) -> Vec<DatedVariant> {
        let mut all: Vec<(DatedVariant, bool)> = Vec::new();
        let mut dated = HashSet::new();
        let mut around: Vec<(Option<&str>, Option<&str>)> = vec![(None, None)];
        // The number that each entered node is.
        let mut numbers: Vec<Option<usize>> = Vec::new();
        self.presented().walk(&mut |step| match step {
            Step::Enter(node) => {
                let (from, until) = around.last().copied().unwrap_or_default();
                let days = (later(node.applies_from(), from), earlier(node.applies_until(), until));
                if let Some(anchor) = node.number_anchor() {
                    let is_dated = days != (None, None);
                    if is_dated {
                        dated.insert(anchor.to_owned());
                    }
                    let owned = |day: Option<&str>| day.map(str::to_owned);
                    let has_id = node.id().is_some();
                    let (from, until) = (owned(days.0), owned(days.1));
                    let anchor = anchor.to_owned();
                    all.push((DatedVariant { anchor, from, until, has_id, signed: None }, is_dated));
                    numbers.push(Some(all.len() - 1));
                } else {
                    numbers.push(None);
                }
                around.push(days);
            }
            Step::Leave(_) => {
                around.pop();
                numbers.pop();
            }
            Step::Text(text) => {
                if dated.is_empty() {
                    return;
                }
                if let Some(last) = change_notes(&text.plain_text()).last() {
                    for at in numbers.iter().flatten() {
                        all[*at].0.signed = Some(last.to_owned());
                    }
                }
            }
        });
        let mut variants: Vec<DatedVariant> =
            all.into_iter().map(|(variant, _)| variant).filter(|w| dated.contains(&w.anchor)).collect();
        end_where_the_next_begins(&mut variants);
        variants
    }

    /// The text of a day (`YYYY-MM-DD`): without what applies from a later day or ended by that day. What begins on a day
    /// that is not known stays, behind what applies.
    #[must_use]
    pub fn on_day(self, day: &str) -> Self {
        self.select(day, Others::Removed)
    }

    /// The whole text for a reader on a day (`YYYY-MM-DD`): what applies first, under the anchors; behind it what is to come,
    /// and what has ended ([`Node::has_ended`]).
    #[must_use]
    pub fn read_on(self, day: &str) -> Self {
        self.select(day, Others::Behind)
    }

    fn select(mut self, day: &str, others: Others) -> Self {
        let is_dated = PRESENTED.iter().filter_map(|field| self.value().get(field)).any(has_dated);
        if !is_dated {
            return self;
        }
        let mut anchors = Anchors::default();
        for field in PRESENTED {
            if let Some(section) = self.value_mut().get_mut(field) {
                select_below(section, day, others);
                anchors.collect_wanted(section);
            }
        }
        if anchors.wanted.is_empty() {
            return self;
        }
        for section in PRESENTED.iter().filter_map(|field| self.value().get(field)) {
            anchors.collect(section, day, true);
        }
        for to_applying in [true, false] {
            for field in PRESENTED {
                if let Some(section) = self.value_mut().get_mut(field) {
                    anchors.give(section, day, true, to_applying);
                }
            }
        }
        self
    }
}

/// The fields with nodes that may state days.
const PRESENTED: [&str; 5] = Artifact::PRESENTED;

fn later<'a>(own: Option<&'a str>, around: Option<&'a str>) -> Option<&'a str> {
    match (own, around) {
        (Some(own), Some(around)) if is_date(own) && (!is_date(around) || around > own) => Some(around),
        (own, around) => own.or(around),
    }
}

fn earlier<'a>(own: Option<&'a str>, around: Option<&'a str>) -> Option<&'a str> {
    match (own, around) {
        (Some(own), Some(around)) if is_date(around) && (!is_date(own) || around < own) => Some(around),
        (own, around) => own.or(around),
    }
}

/// A variant ends when a later one of its number begins.
fn end_where_the_next_begins(variants: &mut [DatedVariant]) {
    let mut starts: HashMap<String, BTreeSet<String>> = HashMap::new();
    for variant in variants.iter() {
        if let Some(from) = variant.from.clone().filter(|from| is_date(from)) {
            starts.entry(variant.anchor.clone()).or_default().insert(from);
        }
    }
    for variant in variants {
        if variant.from.as_deref().is_some_and(|from| !is_date(from)) {
            continue;
        }
        let own = variant.from.clone().unwrap_or_default();
        let later = starts
            .get(&variant.anchor)
            .and_then(|starts| starts.range::<String, _>((Bound::Excluded(&own), Bound::Unbounded)).next());
        if let Some(next) = later
            && variant.until.as_deref().is_none_or(|until| !is_date(until) || until > next.as_str())
        {
            variant.until = Some(next.clone());
        }
    }
}

fn has_dated(value: &Value) -> bool {
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
fn nodes_in(fields: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    fields.iter().filter(|(name, _)| may_hold_nodes(name)).map(|(_, value)| value)
}

fn nodes_in_mut(fields: &mut Map<String, Value>) -> impl Iterator<Item = &mut Value> {
    fields.iter_mut().filter(|(name, _)| may_hold_nodes(name)).map(|(_, value)| value)
}

/// Whether a field may hold nodes. Texts and cells, which are most of a document, hold none.
fn may_hold_nodes(name: &str) -> bool {
    !matches!(name, "text" | "cells") && !derived::is_derived(name)
}

/// The days that a node states. Nearly none states any, so its fields are gone through once for all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Days<'v> {
    /// [`Node::applies_from`].
    from: Option<&'v str>,
    /// [`Node::applies_until`].
    until: Option<&'v str>,
    /// The first of [`Node::told_days`].
    told_from: Option<&'v str>,
    /// [`Node::has_ended`].
    has_ended: bool,
}

impl<'v> Days<'v> {
    fn of(fields: &'v Map<String, Value>) -> Self {
        let mut days = Self::default();
        let (mut own_from, mut own_until) = (None, None);
        let (mut heading_begins, mut heading_ends) = (false, false);
        for (name, value) in fields {
            let day = match name.as_str() {
                FROM => &mut days.from,
                UNTIL => &mut days.until,
                TOLD_FROM => &mut days.told_from,
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

    /// Those of a value; none where it is no node.
    fn of_value(value: &'v Value) -> Self {
        value.as_object().map(Self::of).unwrap_or_default()
    }

    fn state(self, day: &str) -> State {
        if self.has_ended { State::Ended } else { state_of(self.from, self.until, day) }
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
    let has_begun = days.from.or(days.told_from).is_some_and(|first| is_date(first) && first <= day);
    if let (true, Value::Object(fields)) = (has_begun, item) {
        fields.insert(BEGUN.to_owned(), Value::Bool(true));
    }
}

/// The anchor of a node that may have several variants, if its state is this one; and from when it applies.
fn of_state<'v>(item: &'v Value, day: &str, wanted: State) -> Option<(&'v str, &'v str)> {
    let node = Node::new(item).filter(|node| is_dated_kind(node.kind()))?;
    let days = Days::of_value(item);
    let is_wanted = (days.state(day) == State::Applies) == (wanted == State::Applies);
    is_wanted.then_some((node.number_anchor()?, days.from.unwrap_or_default()))
}

/// Of two variants that apply, the one that began earlier ended when the other began.
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

/// Puts what does not apply behind the variant of the same number that does, what is to come first. A heading stays where
/// it stands, since what follows is read under it.
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

/// Which anchors the variants have.
#[derive(Default)]
struct Anchors {
    /// Those that variants without a stored one have by their numbers.
    wanted: HashSet<String>,
    /// Which of them are stored on what applies, and on the rest.
    applying: HashSet<String>,
    others: HashSet<String>,
    /// Those given to variants without a stored one.
    given: HashSet<String>,
}

impl Anchors {
    /// Collects the anchors that variants below a value want.
    fn collect_wanted(&mut self, value: &Value) {
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
    fn collect(&mut self, value: &Value, day: &str, applies: bool) {
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

    /// Gives variants the anchors of their numbers: first those that apply, then those of numbers of which none does. Others
    /// lose them, with all inside them.
    fn give(&mut self, value: &mut Value, day: &str, applies: bool, to_applying: bool) {
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

    /// Gives a node its anchor. Whether it may have one.
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

/// Takes the anchors of a node and of all inside it.
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

/// The kinds of nodes of which a text has several variants under one number.
fn is_dated_kind(kind: &str) -> bool {
    matches!(kind, "paragraf" | "kapitel" | "bilaga" | "rubrik")
}

/// Gives each variant without a stored anchor the one of its number.
pub(crate) fn name_variants(artifact: &mut Artifact) {
    let sections: Vec<&Value> = PRESENTED.iter().filter_map(|field| artifact.value().get(field)).collect();
    if !sections.iter().any(|section| has_dated(section)) {
        return;
    }
    let is_flat = sections.iter().any(|section| has_flat_numbers(section));
    for field in PRESENTED {
        if let Some(Value::Array(items)) = artifact.value_mut().get_mut(field) {
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

/// Nodes of a list of which variants are named. Real texts have up to a thousand in one.
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
        kind @ ("paragraf" | "kapitel") => name_by_number(nodes, at, (node, kind), around),
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
    (node, kind): (Node<'_>, &str),
    around: &Around,
) -> Option<String> {
    let number = node.str("ordinal")?;
    let of_kind = |place: usize| nodes[place].filter(|other| other.kind() == kind);
    // Whether no other number stands between: then both are of one kapitel, even where its heading is lost.
    let is_beside = |place: usize| {
        (place.min(at)..=place.max(at)).filter_map(of_kind).all(|other| other.str("ordinal") == Some(number))
    };
    let stated = |other: Node<'_>| other.applies_from().or(other.applies_until()).is_some();
    let mut of_other_part = false;
    for place in 0..nodes.len() {
        let Some(other) = of_kind(place).filter(|other| other.str("ordinal") == Some(number)) else {
            continue;
        };
        let Some(id) = other.id() else { continue };
        if stated(other) || is_beside(place) {
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

/// Names the items of a list. A lettered item after a numbered one is inside it. Returns the numbered one before what follows.
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

#[cfg(test)]
#[path = "variants_tests.rs"]
mod tests;
