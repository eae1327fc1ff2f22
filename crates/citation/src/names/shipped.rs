//! The names of the shipped tables, as rows of the index.

use std::collections::{BTreeMap, HashMap, HashSet};

use lagrum_sources::ActForm;

use super::row::{CaseRow, Kind, Row, case_key, push};
use crate::law_words;
use crate::normalise::tidy_lower;
use crate::tables::{self, Instrument};

pub(super) fn laws(rows: &mut Vec<Row>, when_bare: &BTreeMap<String, String>) {
    for row in tables::LAW_NAMES.iter().filter(|row| row.get(3) == "*") {
        let (name, act) = (row.get(0), row.get(2));
        let rank = row.get(4).parse().unwrap_or(4);
        if row.get(1) == "abbr" {
            push(rows, name, act, ActForm::SwedishAct, Kind::Abbreviation, rank);
            continue;
        }
        push(rows, name, act, ActForm::SwedishAct, Kind::Name, rank);
        if let Some(indefinite) = law_words::indefinite(&name.to_lowercase()) {
            push(rows, &indefinite, act, ActForm::SwedishAct, Kind::Title, rank);
        }
    }
    for (name, act) in when_bare {
        push(rows, name, act, ActForm::SwedishAct, Kind::Name, 1);
    }
}

pub(super) fn eu_acts(rows: &mut Vec<Row>) {
    let taken: HashSet<String> = tables::EU_ACT_NAMES.iter().map(|row| tidy_lower(row.get(0))).collect();
    for row in tables::EU_ACT_NAMES.iter() {
        let (name, document) = (row.get(0), format!("celex/{}", row.get(2)));
        let rank = row.get(3).parse().unwrap_or(2);
        let kind = if row.get(1) == "abbr" { Kind::Abbreviation } else { Kind::Name };
        push(rows, name, &document, ActForm::EuAct, kind, rank);
        if let Some(indefinite) = law_words::indefinite_eu(name)
            && !taken.contains(&tidy_lower(&indefinite))
        {
            push(rows, &indefinite, &document, ActForm::EuAct, Kind::Title, rank);
        }
    }
}

pub(super) fn treaty(rows: &mut Vec<Row>, treaty: &Instrument) {
    for name in &treaty.names {
        push(rows, name, &treaty.id, ActForm::Treaty, Kind::Name, 1);
        if let Some(indefinite) = law_words::indefinite_eu(name) {
            push(rows, &indefinite, &treaty.id, ActForm::Treaty, Kind::Title, 2);
        }
    }
    for acronym in &treaty.acronyms {
        push(rows, acronym, &treaty.id, ActForm::Treaty, Kind::Abbreviation, 1);
    }
    for generic in &treaty.generic {
        push(rows, generic, &treaty.id, ActForm::Treaty, Kind::Generic, 1);
    }
}

pub(super) fn cases(keys: &mut Vec<(String, u32)>, rows: &mut Vec<CaseRow>) {
    for row in tables::CASE_NAMES.iter() {
        let case = if row.get(5) == "*" {
            CaseRow::Shared
        } else if row.get(2).is_empty() {
            let Some(number) = row.list(3).next() else { continue };
            CaseRow::CaseNumber(number)
        } else {
            CaseRow::Document(row.get(2).to_owned())
        };
        let number = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        keys.extend(std::iter::once(row.get(0)).chain(row.list(4)).map(|name| (case_key(name), number)));
        rows.push(case);
    }
}

/// Acts that bore a statute's name before the one that bears it now, the last first, by name in lower case.
pub(super) fn former_bearers() -> HashMap<String, Vec<&'static str>> {
    let mut rows: Vec<_> = tables::LAW_NAMES.iter().filter(|row| row.get(3) != "*").collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.get(6)));
    let mut former: HashMap<String, Vec<&'static str>> = HashMap::new();
    for row in rows {
        let name = tidy_lower(row.get(0));
        if let Some(indefinite) = law_words::indefinite(&name) {
            former.entry(indefinite).or_default().push(row.get(2));
        }
        former.entry(name).or_default().push(row.get(2));
    }
    former
}
