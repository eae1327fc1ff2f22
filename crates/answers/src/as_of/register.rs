//! The amendments of an act that change its text, and the days they entered into force.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Base};
use lagrum_catalog::{AmendingAct, ChangingEntry, RegisterEntry, changing_entries};
use lagrum_chronicle::TextChange;
use serde::Serialize;
use utoipa::ToSchema;

/// Acts for which the register is read, and not put in order.
const FEW: usize = 4;

/// An act that changed another, as the register of the other has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Amendment)]
pub struct RegisteredAct {
    /// Its uri.
    pub uri: String,
    /// Its printed id.
    #[schema(required = true)]
    pub identifier: Option<String>,
    /// The day it was decided; null where that is not known.
    #[schema(required = true)]
    pub date: Option<String>,
    /// The day it entered into force, or will; null where that is not known.
    #[schema(required = true)]
    pub in_force: Option<String>,
    /// Why `in_force` is null. Otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub day_note: Option<DayNote>,
    /// What it changed, in the words of the register.
    #[schema(required = true)]
    pub scope: Option<String>,
    /// The anchors of the provisions that it changed, where the register lists them.
    pub anchors: Vec<String>,
    /// Its preparatory works, as printed.
    pub forarbeten: Vec<String>,
    /// Whether a held text has it worked in.
    pub held: bool,
}

/// Why a day is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DayNote {
    /// No source states it.
    NotKnown,
}

/// The uri and the printed id of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ActName {
    pub(crate) uri: String,
    pub(crate) identifier: Option<String>,
}

impl RegisteredAct {
    /// An act of which only its name is known.
    pub(crate) fn named(name: ActName, held: bool) -> Self {
        Self {
            uri: name.uri,
            identifier: name.identifier,
            date: None,
            in_force: None,
            day_note: Some(DayNote::NotKnown),
            scope: None,
            anchors: Vec::new(),
            forarbeten: Vec::new(),
            held,
        }
    }

    /// An act with what the register of the changed one has of it; `day` is the day that it entered into force.
    pub(crate) fn of(name: &ActName, entry: Option<&RegisterEntry>, day: Option<Date>, held: bool) -> Self {
        let bare = Self::named(name.clone(), held);
        let in_force = day.map(|day| day.to_string());
        Self {
            day_note: in_force.is_none().then_some(DayNote::NotKnown),
            in_force,
            date: entry.and_then(|entry| entry.beslutad.clone()),
            scope: entry.and_then(|entry| entry.andrar.clone()),
            anchors: entry.map(|entry| entry.anchors.clone()).unwrap_or_default(),
            forarbeten: entry.map(|entry| entry.forarbeten.clone()).unwrap_or_default(),
            ..bare
        }
    }
}

/// The entries of a register by the uris of their acts. Of two with one uri the first counts.
pub(crate) struct RegisterByUri<'r> {
    register: &'r [RegisterEntry],
    /// None where so few are asked for that reading the register costs less.
    by_uri: Option<HashMap<&'r str, &'r RegisterEntry>>,
}

impl<'r> RegisterByUri<'r> {
    /// The entries of a register, of which a number of acts will be asked for.
    pub(crate) fn new(register: &'r [RegisterEntry], asked: usize) -> Self {
        let by_uri = || register.iter().rev().map(|entry| (entry.uri.as_str(), entry)).collect();
        Self { register, by_uri: (asked > FEW).then(by_uri) }
    }

    /// The entry of an act.
    pub(crate) fn entry(&self, act: &ActName) -> Option<&'r RegisterEntry> {
        match &self.by_uri {
            Some(by_uri) => by_uri.get(act.uri.as_str()).copied(),
            None => self.register.iter().find(|entry| entry.uri == act.uri),
        }
    }
}

impl From<&RegisterEntry> for ActName {
    fn from(entry: &RegisterEntry) -> Self {
        Self { uri: entry.uri.clone(), identifier: entry.identifier.clone() }
    }
}

pub(super) fn date(text: &str) -> Option<Date> {
    text.parse().ok()
}

/// An amendment: the name of the act, and its change of the text.
pub(super) struct Amendment {
    pub(super) act: ActName,
    pub(super) change: TextChange,
}

/// The amendments of a statute that change its text, by its register. `act` is the uri of the statute.
pub(super) fn registered(
    register: &[RegisterEntry],
    act: &str,
    base: &Base,
    family: ActFamily,
) -> Vec<Amendment> {
    let amendment = |found: ChangingEntry<'_>| Amendment {
        act: ActName::from(found.entry),
        change: TextChange::registered(found.id, found.day, found.entry.uri == act),
    };
    changing_entries(register, base, family).into_iter().map(amendment).collect()
}

/// The entries of the register of a statute that change its text, each with its day.
pub(crate) fn registered_days<'r>(
    register: &'r [RegisterEntry],
    act: &str,
    base: &Base,
) -> Vec<(&'r RegisterEntry, Option<Date>)> {
    let entry = |found: ChangingEntry<'r>| {
        let change = TextChange::registered(found.id, found.day, found.entry.uri == act);
        (found.entry, change.day)
    };
    changing_entries(register, base, ActFamily::Statute).into_iter().map(entry).collect()
}

/// The amendments of an EU act: the held acts whose titles state that they amend it. Their days of adoption are known,
/// and their days of entry into force are not.
pub(super) fn by_titles(acts: &[AmendingAct], consolidations: &[Date]) -> Vec<Amendment> {
    let amendment = |act: &AmendingAct| {
        let adopted = act.day.as_deref()?;
        let id = ActFamily::EuAct.parse_id(adopted)?;
        Some(Amendment {
            act: ActName { uri: act.uri.clone(), identifier: Some(act.identifier.clone()) },
            change: TextChange::adopted(id, date(adopted)?, consolidations),
        })
    };
    acts.iter().filter_map(amendment).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_eu_act_is_amended_no_later_than_its_next_consolidation() {
        let act = |day: &str| AmendingAct {
            uri: String::new(),
            identifier: String::new(),
            day: Some(day.to_owned()),
        };
        let found =
            by_titles(&[act("2031-05-01"), act("2033-01-01"), act("x")], &[date("2032-01-01").unwrap()]);
        let days: Vec<Option<String>> =
            found.iter().map(|found| found.change.day.map(|day| day.to_string())).collect();
        assert_eq!(days, [Some("2032-01-01".to_owned()), None]);
    }
}
