//! The built-in tables: tab-separated lines that a lawyer can edit, and the treaties in JSON.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A table: its lines without comments are rows, cut at tabs. A missing column is empty.
pub(crate) struct Table(&'static str);

impl Table {
    pub(crate) fn iter(&self) -> impl Iterator<Item = TableRow> {
        self.0.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(TableRow)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct TableRow(&'static str);

impl TableRow {
    pub(crate) fn get(self, column: usize) -> &'static str {
        self.0.split('\t').nth(column).unwrap_or_default()
    }

    /// The parts of a column that holds several values.
    pub(crate) fn list(self, column: usize) -> impl Iterator<Item = &'static str> {
        self.get(column).split('|').filter(|part| !part.is_empty())
    }
}

pub(crate) const LAW_NAMES: Table = Table(include_str!("../data/law-names.tsv"));
pub(crate) const PART_NAMES: Table = Table(include_str!("../data/part-names.tsv"));
pub(crate) const NO_LAW_NAMES: Table = Table(include_str!("../data/no-law-names.tsv"));
pub(crate) const EU_ACT_NAMES: Table = Table(include_str!("../data/eu-act-names.tsv"));
pub(crate) const CASE_NAMES: Table = Table(lagrum_sources::CASE_NAMES);
pub(crate) const CASE_SERIES: Table = Table(include_str!("../data/case-series.tsv"));
pub(crate) const COURTS: Table = Table(include_str!("../data/courts.tsv"));
pub(crate) const REGULATION_SERIES: Table = Table(include_str!("../data/regulation-series.tsv"));
pub(crate) const STATES: Table = Table(include_str!("../data/states.tsv"));

/// The content of `treaties.json`.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct TreatyTable {
    pub(crate) statute_when_bare: BTreeMap<String, String>,
    pub(crate) instruments: Vec<TreatyEntry>,
    pub(crate) echr_protocols: BTreeMap<String, String>,
}

/// One treaty.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct TreatyEntry {
    pub(crate) id: String,
    pub(crate) names: Vec<String>,
    pub(crate) acronyms: Vec<String>,
    /// The form of the anchors of its articles: `eu` as in EU acts, `parts` with the parts of an article (`A6P1La`). Any other value is
    /// the text before the number (`A6`, `Annex6`).
    pub(crate) anchor: String,
    #[serde(default)]
    pub(crate) roman: bool,
    #[serde(default)]
    pub(crate) generic: Vec<String>,
    #[serde(default)]
    pub(crate) context: Vec<String>,
}

/// Parses the table of treaties. A table that cannot be parsed gives an empty one; a test checks that it is not empty.
pub(crate) fn treaties() -> TreatyTable {
    serde_json::from_str(include_str!("../data/treaties.json")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::source_of;

    #[test]
    fn every_row_names_a_document_of_a_source() {
        let treaties = treaties();
        assert!(treaties.instruments.len() > 40);
        assert!(treaties.instruments.iter().all(|treaty| source_of(&treaty.id).is_some()));
        for row in LAW_NAMES.iter().chain(PART_NAMES.iter()) {
            let act = if row.get(1).contains(':') { row.get(1) } else { row.get(2) };
            assert!(source_of(act).is_some_and(|source| source.holds_statutes), "{}", row.get(0));
        }
        for row in CASE_NAMES.iter().filter(|row| !row.get(2).is_empty()) {
            let source = source_of(row.get(2)).map(|source| source.name);
            assert!(matches!(source, Some("dv" | "eurlex")), "{}", row.get(0));
        }
        for row in EU_ACT_NAMES.iter() {
            assert_eq!(row.get(2).len(), 10, "{}", row.get(0));
        }
    }

    #[test]
    fn every_law_name_means_one_act() {
        let mut bearers: BTreeMap<&str, u32> = BTreeMap::new();
        for row in LAW_NAMES.iter() {
            *bearers.entry(row.get(0)).or_default() += u32::from(row.get(3) == "*");
        }
        assert!(bearers.iter().all(|(_, acts)| *acts == 1));
    }
}
