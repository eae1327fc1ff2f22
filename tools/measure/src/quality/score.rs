//! The figures of a set of rows.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Case, Outcome};

/// The figures of a set of rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Score {
    /// Rows with something to find.
    pub(crate) rows: u32,
    first: u32,
    third: u32,
    tenth: u32,
    reciprocal: f64,
    /// Rows that ask for a provision and found its document.
    asked: u32,
    shown: u32,
    /// Rows with nothing to find.
    nothing: u32,
    silent: u32,
}

impl Score {
    pub(super) fn add(&mut self, case: &Case, outcome: &Outcome) {
        if case.expect.is_empty() {
            self.nothing += 1;
            self.silent += u32::from(outcome.hits.is_empty());
            return;
        }
        self.rows += 1;
        if let Some(rank) = outcome.rank {
            self.first += u32::from(rank == 1);
            self.third += u32::from(rank <= 3);
            self.tenth += 1;
            self.reciprocal += 1.0 / rank as f64;
        }
        if let Some(shown) = outcome.shown {
            self.asked += 1;
            self.shown += u32::from(shown);
        }
    }

    pub(super) fn of<'a>(rows: impl Iterator<Item = (&'a Case, &'a Outcome)>) -> Self {
        let mut score = Self::default();
        for (case, outcome) in rows {
            score.add(case, outcome);
        }
        score
    }

    /// The number that tuning maximizes: mostly the rank of documents, a quarter the provisions, a little for nonsense rows
    /// without results.
    pub(super) fn worth(&self) -> f64 {
        let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
        let (found, first) = (share(self.tenth, self.rows), share(self.first, self.rows));
        let mean = self.reciprocal / f64::from(self.rows.max(1));
        mean + 0.3 * first
            + 0.3 * found
            + 0.4 * share(self.shown, self.asked)
            + 0.1 * share(self.silent, self.nothing)
    }

    pub(super) fn line(&self, name: &str) -> String {
        let share = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
        format!(
            "{name:28} {:5} {:6.1} {:6.1} {:6.1} {:7.3} {:5} {:6.1}   {}/{}\n",
            self.rows,
            share(self.first, self.rows),
            share(self.third, self.rows),
            share(self.tenth, self.rows),
            self.reciprocal / f64::from(self.rows.max(1)),
            self.asked,
            share(self.shown, self.asked),
            self.silent,
            self.nothing,
        )
    }
}

pub(super) const HEAD: &str =
    "                              rows    S@1    S@3   S@10  MRR@10 places exact%  silent\n";

/// Whether a row is held back from tuning.
pub(super) fn is_held_back(at: usize) -> bool {
    at % 3 == 2
}

/// The figures by category, in all, and of the rows held back.
pub(super) fn table(cases: &[Case], outcomes: &[Outcome]) -> String {
    let rows = || cases.iter().zip(outcomes);
    let mut categories: BTreeMap<&str, Score> = BTreeMap::new();
    for (case, outcome) in rows() {
        categories.entry(&case.category).or_default().add(case, outcome);
    }
    let mut text = HEAD.to_owned();
    for (category, score) in categories {
        text += &score.line(category);
    }
    text += &Score::of(rows()).line("all");
    let held = rows().enumerate().filter(|(at, _)| is_held_back(*at)).map(|(_, row)| row);
    text += &Score::of(held).line("held back");
    let mut times: Vec<_> = outcomes.iter().map(|outcome| outcome.time).collect();
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    let _ = writeln!(text, "time p50 {:?}, p95 {:?}, p99 {:?}", at(50), at(95), at(99));
    text
}
