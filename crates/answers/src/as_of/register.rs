//! The amendments of an act that change its text, and the days they entered into force.

use jiff::civil::Date;
use lagrum_artifact::{ActFamily, Base};
use lagrum_catalog::{AmendingAct, RegisterEntry, changing_entries};

use serde::Serialize;
use utoipa::ToSchema;

use super::timeline::TextChange;

/// An act in a register of amendments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RegisteredAct {
    /// Its uri.
    pub uri: String,
    /// Its printed id.
    #[schema(required = true)]
    pub identifier: Option<String>,
    /// What it changed, in the words of the register.
    #[schema(required = true)]
    pub andrar: Option<String>,
    /// The day it entered into force.
    #[schema(required = true)]
    pub ikraft: Option<String>,
}

impl From<&RegisterEntry> for RegisteredAct {
    fn from(entry: &RegisterEntry) -> Self {
        Self {
            uri: entry.uri.clone(),
            identifier: entry.identifier.clone(),
            andrar: entry.andrar.clone(),
            ikraft: entry.ikraft.clone(),
        }
    }
}

pub(super) fn date(text: &str) -> Option<Date> {
    text.parse().ok()
}

/// An amendment: the act as answers list it, and its change of the text.
pub(super) struct Amendment {
    pub(super) act: RegisteredAct,
    pub(super) change: TextChange,
}

/// The amendments of a statute that change its text, by its register. `act` is the uri of the statute. A day before the year of a
/// number is not the day: the act itself then begins with that year, and the day of an amendment is not known.
pub(super) fn registered(
    register: &[RegisterEntry],
    act: &str,
    base: &Base,
    family: ActFamily,
) -> Vec<Amendment> {
    let amendment = |found: lagrum_catalog::ChangingEntry<'_>| {
        let first = found.id.not_before().as_deref().and_then(date);
        let is_own = found.entry.uri == act;
        let day = match (found.day, first) {
            (Some(day), Some(first)) if day < first => is_own.then_some(first),
            (day, _) => day,
        };
        Amendment { act: RegisteredAct::from(found.entry), change: TextChange { id: found.id, day } }
    };
    changing_entries(register, base, family).into_iter().map(amendment).collect()
}

/// The amendments of an EU act: the held acts whose titles state that they amend it. Their days of adoption are known,
/// and their days of entry into force are not. An amendment was in force no later than the first consolidation after
/// its adoption.
pub(super) fn by_titles(acts: &[AmendingAct], consolidations: &[Date]) -> Vec<Amendment> {
    let amendment = |act: &AmendingAct| {
        let adopted = act.day.as_deref()?;
        let adopted_day = date(adopted)?;
        let day = consolidations.iter().filter(|day| **day >= adopted_day).min().copied();
        Some(Amendment {
            act: RegisteredAct {
                uri: act.uri.clone(),
                identifier: Some(act.identifier.clone()),
                andrar: None,
                ikraft: None,
            },
            change: TextChange { id: ActFamily::EuAct.parse_id(adopted)?, day },
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
