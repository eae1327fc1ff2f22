//! Makes rows of the index from the built-in tables.

use std::collections::{BTreeMap, HashMap, HashSet};

use lagrum_sources::ActForm;

use super::key_table::KeyValue;
use super::row::{NameKind, NameRow, NamedCase, case_key, push};
use crate::law_words;
use crate::normalise::tidy_lower;
use crate::tables::{self, TreatyEntry};

pub(super) fn laws(rows: &mut Vec<NameRow>, when_bare: &BTreeMap<String, String>) {
    for row in tables::LAW_NAMES.iter().filter(|row| row.get(3) == "*") {
        let (name, act) = (row.get(0), row.get(2));
        let rank = row.get(4).parse().unwrap_or(4);
        if row.get(1) == "abbr" {
            push(rows, name, act, ActForm::SwedishAct, NameKind::Abbreviation, rank);
            continue;
        }
        push(rows, name, act, ActForm::SwedishAct, NameKind::Name, rank);
        if let Some(indefinite) = law_words::indefinite(&name.to_lowercase()) {
            push(rows, &indefinite, act, ActForm::SwedishAct, NameKind::Title, rank);
        }
    }
    for (name, act) in when_bare {
        push(rows, name, act, ActForm::SwedishAct, NameKind::Name, 1);
    }
}

pub(super) fn eu_acts(rows: &mut Vec<NameRow>) {
    let taken: HashSet<String> = tables::EU_ACT_NAMES.iter().map(|row| tidy_lower(row.get(0))).collect();
    for row in tables::EU_ACT_NAMES.iter() {
        let (name, document) = (row.get(0), format!("celex/{}", row.get(2)));
        let rank = row.get(3).parse().unwrap_or(2);
        let kind = if row.get(1) == "abbr" { NameKind::Abbreviation } else { NameKind::Name };
        push(rows, name, &document, ActForm::EuAct, kind, rank);
        if let Some(indefinite) = law_words::indefinite_eu(name)
            && !taken.contains(&tidy_lower(&indefinite))
        {
            push(rows, &indefinite, &document, ActForm::EuAct, NameKind::Title, rank);
        }
    }
}

pub(super) fn treaty(rows: &mut Vec<NameRow>, treaty: &TreatyEntry) {
    for name in &treaty.names {
        push(rows, name, &treaty.id, ActForm::Treaty, NameKind::Name, 1);
        if let Some(indefinite) = law_words::indefinite_eu(name) {
            push(rows, &indefinite, &treaty.id, ActForm::Treaty, NameKind::Title, 2);
        }
    }
    for acronym in &treaty.acronyms {
        push(rows, acronym, &treaty.id, ActForm::Treaty, NameKind::Abbreviation, 1);
    }
    for generic in &treaty.generic {
        push(rows, generic, &treaty.id, ActForm::Treaty, NameKind::Generic, 1);
    }
}

pub(super) fn cases(keys: &mut Vec<KeyValue>, rows: &mut Vec<NamedCase>) {
    for row in tables::CASE_NAMES.iter() {
        let case = if row.get(5) == "*" {
            NamedCase::Shared
        } else if row.get(2).is_empty() {
            let Some(number) = row.list(3).next() else { continue };
            NamedCase::CaseNumber(number)
        } else {
            NamedCase::Document(row.get(2).to_owned())
        };
        let number = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        keys.extend(
            std::iter::once(row.get(0))
                .chain(row.list(4))
                .map(|name| KeyValue { key: case_key(name), value: number }),
        );
        rows.push(case);
    }
}

/// Acts that had the name of a statute before the one that has it now, the last first, by name in lower case.
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
