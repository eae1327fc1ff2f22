//! The disagreements that are known: `expected.tsv`.
//!
//! Its lines are `corpus kind doors place days` for a corpus whose rows are listed, and `corpus kind count` for one whose rows are
//! only counted. The days of a place stand in one line.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::tally::{Row, Tally};

const EXPECTED: &str = include_str!("expected.tsv");

/// Where the file stands.
const FILE: &str = "crates/answers/tests/one_answer/expected.tsv";

/// Examples of a kind in a message.
const EXAMPLES: usize = 5;

/// Bytes of what is told of an example.
const TOLD: usize = 300;

/// The lines of a corpus, without its name.
fn lines(corpus: &str) -> impl Iterator<Item = &'static str> {
    EXPECTED.lines().filter_map(move |line| line.strip_prefix(corpus)?.strip_prefix('\t'))
}

/// Fails where the disagreements are not the rows of the file.
pub(crate) fn compare_rows(corpus: &str, tally: &Tally) {
    let of_days = |line: &'static str| {
        let (place, days) = line.rsplit_once('\t').unwrap();
        days.split(' ').map(move |day| format!("{place}\t{day}"))
    };
    let expected: BTreeSet<String> = lines(corpus).flat_map(of_days).collect();
    let found: BTreeMap<String, &Row> = tally.rows().iter().map(|row| (row.line(), row)).collect();
    let new: Vec<&Row> =
        found.iter().filter(|(line, _)| !expected.contains(*line)).map(|(_, row)| *row).collect();
    let gone: Vec<&String> = expected.iter().filter(|line| !found.contains_key(*line)).collect();
    if new.is_empty() && gone.is_empty() {
        return;
    }
    let mut places: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for row in found.values() {
        places.entry(row.place()).or_default().push(&row.day);
    }
    let mut written = String::new();
    for (place, days) in &places {
        writeln!(written, "{corpus}\t{place}\t{}", days.join(" ")).unwrap();
    }
    let mut message = format!("{} disagreements are new:\n{}", new.len(), examples(&new));
    if !gone.is_empty() {
        writeln!(message, "{} are gone, so their lines must leave {FILE}:", gone.len()).unwrap();
        for line in gone.iter().take(EXAMPLES) {
            writeln!(message, "   {line}").unwrap();
        }
    }
    panic!("{message}{}", kept(corpus, &written));
}

/// Fails where the numbers of disagreements are not those of the file.
pub(crate) fn compare_counts(corpus: &str, tally: &Tally) {
    let expected: BTreeMap<&str, u64> = lines(corpus)
        .filter_map(|line| line.split_once('\t'))
        .map(|(kind, n)| (kind, n.parse().unwrap()))
        .collect();
    let found: BTreeMap<&str, u64> = tally
        .counts()
        .iter()
        .filter(|(_, count)| count.wrong > 0)
        .map(|(kind, count)| (kind.name(), count.wrong))
        .collect();
    if expected == found {
        return;
    }
    let mut message = String::new();
    for kind in expected.keys().chain(found.keys()).collect::<BTreeSet<_>>() {
        let count = |counts: &BTreeMap<&str, u64>| counts.get(kind).copied().unwrap_or_default();
        let (before, now) = (count(&expected), count(&found));
        if now < before {
            writeln!(message, "{kind}: {now}, so the {before} of {FILE} must be lowered").unwrap();
        } else if now > before {
            let rows: Vec<&Row> = tally.rows().iter().filter(|row| row.kind.name() == *kind).collect();
            writeln!(message, "{kind}: {now}, and {FILE} has {before}. Some of them:\n{}", examples(&rows))
                .unwrap();
        }
    }
    let mut written = String::new();
    for (kind, count) in &found {
        writeln!(written, "{corpus}\t{kind}\t{count}").unwrap();
    }
    let mut rows = String::new();
    for row in tally.rows() {
        writeln!(rows, "{}\t{}", row.line(), row.told).unwrap();
    }
    panic!("{message}{} {}", kept(corpus, &written), kept(&format!("{corpus}.rows"), &rows));
}

/// The first rows of each kind, with what the doors say.
fn examples(rows: &[&Row]) -> String {
    let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
    let mut text = String::new();
    for row in rows {
        let count = shown.entry(row.kind.name()).or_default();
        *count += 1;
        if *count <= EXAMPLES {
            let told: String = row.told.chars().take(TOLD).collect();
            writeln!(text, "   {}: {told}", row.line()).unwrap();
        }
    }
    text
}

/// Writes the lines of today beside the test's other temporary files, and says where.
fn kept(corpus: &str, written: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("one_answer.{corpus}.tsv"));
    std::fs::write(&path, written).unwrap();
    format!("The lines of today are in {}.", path.display())
}
