//! Where a provision stands among those of a text, by its number.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::edits::AddedProvision;
use crate::date::is_date;
use crate::derived::ID;
use crate::variants::Days;
use crate::{ProvisionNumber, UnitNumber};

/// The anchor of a node on the day of the text: a variant may have been given the one that its number has.
fn anchor_of(fields: &Map<String, Value>) -> Option<&str> {
    fields.get(ID).or_else(|| fields.get("id")).and_then(Value::as_str)
}

/// Whether a node is a text of its number that is to come on a day that nobody knows, beside the one that applies. A text of a day has
/// no other.
pub(super) fn is_of_another_day(fields: &Map<String, Value>) -> bool {
    let is_to_come = Days::of(fields).from.is_some_and(|from| !is_date(from));
    is_to_come && anchor_of(fields).is_none_or(str::is_empty)
}

/// The anchor of a node that is a paragraf or a bilaga.
pub(super) fn is_provision(fields: &Map<String, Value>) -> Option<&str> {
    let kind = fields.get("type").and_then(Value::as_str)?;
    let anchor = anchor_of(fields)?;
    matches!(kind, "paragraf" | "bilaga" | "ruta")
        .then_some(anchor)
        .filter(|anchor| Place::of(anchor).is_some())
}

/// The place of a provision by its number: bilagor come last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    is_bilaga: bool,
    kapitel: Option<UnitNumber>,
    number: UnitNumber,
}

impl Place {
    fn of(anchor: &str) -> Option<Self> {
        if let Some(ProvisionNumber { kapitel, paragraf }) = ProvisionNumber::parse(anchor) {
            return Some(Self { is_bilaga: false, kapitel, number: paragraf? });
        }
        let number = anchor.strip_prefix('B')?;
        // The only bilaga of an act has no number.
        let number = if number.is_empty() { UnitNumber::default() } else { UnitNumber::parse(number)? };
        Some(Self { is_bilaga: true, kapitel: None, number })
    }

    fn is_beside(&self, other: &Self) -> bool {
        self.is_bilaga == other.is_bilaga && self.kapitel == other.kapitel
    }
}

/// Provisions that are put into a text, by the provisions beside which they stand.
#[derive(Default)]
pub(super) struct AddedParts {
    before: HashMap<String, Vec<Value>>,
    behind: HashMap<String, Vec<Value>>,
    /// Of kapitel without a provision.
    of_kapitel: Vec<(Option<UnitNumber>, Vec<Value>)>,
}

impl AddedParts {
    /// Each provision stands behind the one of its kapitel with the next lower number, else before the first one.
    pub(super) fn new(anchors: &[String], added: Vec<AddedProvision>) -> Self {
        let held: Vec<(Place, &String)> =
            anchors.iter().filter_map(|anchor| Some((Place::of(anchor)?, anchor))).collect();
        let mut parts = Self::default();
        let placed = added.into_iter().filter_map(|part| Some((Place::of(part.anchor.as_str())?, part.node)));
        let mut placed: Vec<(Place, Value)> = placed.collect();
        placed.sort_by(|(one, _), (other, _)| one.cmp(other));
        for (place, node) in placed {
            let beside = || held.iter().filter(|(other, _)| other.is_beside(&place));
            let lower = beside().filter(|(other, _)| *other < place).max_by_key(|(other, _)| other.clone());
            let higher = beside().min_by_key(|(other, _)| other.clone());
            match (lower, higher) {
                (Some((_, lower)), _) => parts.behind.entry((*lower).clone()).or_default().push(node),
                (None, Some((_, higher))) => parts.before.entry((*higher).clone()).or_default().push(node),
                (None, None) => parts.add_to_kapitel(place.kapitel, node),
            }
        }
        parts
    }

    fn add_to_kapitel(&mut self, kapitel: Option<UnitNumber>, node: Value) {
        match self.of_kapitel.iter_mut().find(|(other, _)| *other == kapitel) {
            Some((_, nodes)) => nodes.push(node),
            None => self.of_kapitel.push((kapitel, vec![node])),
        }
    }

    pub(super) fn take_before(&mut self, anchor: &str) -> Vec<Value> {
        self.before.remove(anchor).unwrap_or_default()
    }

    pub(super) fn take_behind(&mut self, anchor: &str) -> Vec<Value> {
        self.behind.remove(anchor).unwrap_or_default()
    }

    /// What belongs into a kapitel of the text that has no provision.
    pub(super) fn take_of_kapitel(&mut self, fields: &Map<String, Value>) -> Vec<Value> {
        let is_kapitel = fields.get("type").and_then(Value::as_str) == Some("kapitel");
        let anchor = anchor_of(fields).filter(|_| is_kapitel);
        let Some(number) = anchor.and_then(ProvisionNumber::parse) else { return Vec::new() };
        let at = self.of_kapitel.iter().position(|(kapitel, _)| *kapitel == number.kapitel);
        at.map(|at| self.of_kapitel.remove(at).1).unwrap_or_default()
    }

    /// What belongs into no part that the text has: kapitel with their numbers as headings.
    pub(super) fn into_rest(self) -> Vec<Value> {
        let part = |(kapitel, nodes): (Option<UnitNumber>, Vec<Value>)| {
            let Some(UnitNumber { number, letters }) = kapitel else { return nodes };
            let name = if letters.is_empty() { number.to_string() } else { format!("{number} {letters}") };
            let heading = json!({"type": "rubrik", "level": 1, "text": [format!("{name} kap.")]});
            let children: Vec<Value> = [heading].into_iter().chain(nodes).collect();
            vec![
                json!({"type": "kapitel", "id": format!("K{number}{letters}"), "ordinal": name, "children": children}),
            ]
        };
        self.of_kapitel.into_iter().flat_map(part).collect()
    }
}
