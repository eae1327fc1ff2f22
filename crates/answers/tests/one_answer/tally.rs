//! What was asked and what was found wrong, by kind.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jiff::civil::Date;

use crate::kinds::Kind;

/// One disagreement.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) kind: Kind,
    /// Which doors, or which door against a rule.
    pub(crate) doors: &'static str,
    /// The local uri of the provision or document.
    pub(crate) place: String,
    pub(crate) day: String,
    /// What they say.
    pub(crate) told: String,
}

impl Row {
    /// The row without its day.
    pub(crate) fn place(&self) -> String {
        format!("{}\t{}\t{}", self.kind.name(), self.doors, self.place)
    }

    /// The row without what the doors say.
    pub(crate) fn line(&self) -> String {
        format!("{}\t{}", self.place(), self.day)
    }
}

/// Rows of one kind that each part of a walk keeps. All are counted.
const ROWS_OF_KIND: u64 = 5_000;

/// The number of questions of each kind, and the disagreements.
#[derive(Default)]
pub(crate) struct Tally {
    counts: BTreeMap<Kind, Count>,
    rows: Vec<Row>,
}

/// How often something was asked, and how often the answers were wrong.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) asked: u64,
    pub(crate) wrong: u64,
}

/// A provision or document, by its local uri, and a day.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) place: &'a str,
    pub(crate) day: Option<Date>,
}

impl Tally {
    /// Counts a question; `told` says what the doors say where they disagree, and None where they agree.
    pub(crate) fn ask(&mut self, kind: Kind, doors: &'static str, asked: Asked<'_>, told: Option<String>) {
        let count = self.counts.entry(kind).or_default();
        count.asked += 1;
        let Some(told) = told else { return };
        count.wrong += 1;
        if count.wrong > ROWS_OF_KIND {
            return;
        }
        let day = asked.day.map_or_else(|| "-".to_owned(), |day| day.to_string());
        self.rows.push(Row { kind, doors, place: asked.place.to_owned(), day, told });
    }

    /// Adds what another part of a walk has found.
    pub(crate) fn add(&mut self, part: Self) {
        for (kind, found) in part.counts {
            let count = self.counts.entry(kind).or_default();
            count.asked += found.asked;
            count.wrong += found.wrong;
        }
        self.rows.extend(part.rows);
        self.rows.sort_by_cached_key(Row::line);
    }

    /// The disagreements, at most the first [`ROWS_OF_KIND`] of each kind.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The counts of each kind that was asked about.
    pub(crate) fn counts(&self) -> &BTreeMap<Kind, Count> {
        &self.counts
    }

    /// The kinds with the numbers of questions and of disagreements.
    pub(crate) fn table(&self) -> String {
        let mut table = String::from("kind\tasked\twrong\n");
        for (kind, Count { asked, wrong }) in &self.counts {
            writeln!(table, "{}\t{asked}\t{wrong}", kind.name()).unwrap();
        }
        table
    }
}
