//! What a check found.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_catalog::{CatalogProblem, CatalogReader};
use lagrum_snapshot::{Snapshot, SnapshotError};

/// The maximum number of problems that are listed. Further ones are only counted.
const LISTED: usize = 100;

/// What a check found.
#[derive(Debug, Default)]
pub struct Findings {
    /// The problems, in words; at most a hundred.
    pub problems: Vec<String>,
    /// How many problems there are.
    pub count: u64,
    /// How many of each thing were checked.
    pub checked: BTreeMap<&'static str, u64>,
    /// The damaged files that problems are about, by their path in the folder of the snapshot.
    damaged_files: BTreeSet<String>,
}

impl Findings {
    pub(super) fn problem(&mut self, text: impl Into<String>) {
        self.count += 1;
        if self.problems.len() < LISTED {
            self.problems.push(text.into());
        }
    }

    /// Tells that a file of the snapshot is damaged.
    pub(super) fn damaged(&mut self, file: impl Into<String>, text: impl Into<String>) {
        self.damaged_files.insert(file.into());
        self.problem(text);
    }

    /// Whether a problem says that this file is damaged.
    pub(super) fn is_damaged(&self, file: &str) -> bool {
        self.damaged_files.contains(file)
    }

    pub(super) fn checked(&mut self, what: &'static str, count: u64) {
        *self.checked.entry(what).or_default() += count;
    }

    /// One line: what was checked, and how many problems there are.
    pub fn summary(&self) -> String {
        let checked: Vec<String> =
            self.checked.iter().map(|(what, count)| format!("{count} {what}")).collect();
        let verdict =
            if self.count == 0 { "all is well".to_owned() } else { format!("{} problems", self.count) };
        format!("checked {}: {verdict}", checked.join(", "))
    }
}

/// Reads from the catalog of a snapshot.
pub(super) fn read<T>(
    snapshot: &Snapshot,
    question: impl FnOnce(&CatalogReader<'_>) -> Result<T, CatalogProblem>,
) -> Result<T, SnapshotError> {
    Ok(snapshot.catalog().with(question)?)
}
