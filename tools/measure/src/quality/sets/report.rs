//! The report of a run, for people and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::compare::pairs;
use super::figures::{Estimate, Figure, difference, mean};
use super::rows::{SetResult, SetRow, is_tuning};
use super::{OpenSet, SETS};

/// Whether a row belongs to a part of its set.
type Part = fn(&SetRow) -> bool;

/// The parts of a set that are reported.
const PARTS: [(&str, Part); 3] = [
    ("all", |_| true),
    ("tuning half", |row| is_tuning(&row.id)),
    ("reporting half", |row| !is_tuning(&row.id)),
];

/// The report for people.
pub(super) fn text(results: &[SetResult], before: &[SetResult]) -> String {
    let mut text = String::new();
    for result in results {
        let Some(OpenSet { name, about, tuned, .. }) = SETS.iter().find(|set| set.name == result.name) else {
            continue;
        };
        let _ = writeln!(text, "{name}: {about}\nchosen by it: {tuned}");
        let figures: Vec<Figure> = counted(result);
        text += &format!("{:28} {:>5}", "", "rows");
        for figure in &figures {
            text += &format!(" {:>19}", figure.name());
        }
        text.push('\n');
        let mut categories: BTreeMap<&str, Vec<&SetRow>> = BTreeMap::new();
        for row in &result.rows {
            categories.entry(&row.category).or_default().push(row);
        }
        for (category, rows) in categories.iter().filter(|_| categories.len() > 1) {
            text += &line(category, rows.len(), figures.iter().map(|figure| mean(*figure, rows)));
        }
        let paired = pairs(before, result);
        for (part, is_of) in PARTS {
            let rows: Vec<&SetRow> = result.rows.iter().filter(|row| is_of(row)).collect();
            text += &line(part, rows.len(), figures.iter().map(|figure| mean(*figure, &rows)));
            let paired: Vec<_> = paired.iter().copied().filter(|(_, row)| is_of(row)).collect();
            if !paired.is_empty() {
                let differences = figures.iter().map(|figure| difference(*figure, &paired));
                text += &difference_line(paired.len(), differences);
            }
        }
        text.push('\n');
    }
    text
}

/// The report as JSON.
pub(super) fn json(results: &[SetResult], before: &[SetResult]) -> Value {
    let sets = results.iter().filter_map(|result| {
        let set = SETS.iter().find(|set| set.name == result.name)?;
        let paired = pairs(before, result);
        let parts: serde_json::Map<String, Value> = PARTS
            .iter()
            .map(|(part, is_of)| {
                let rows: Vec<&SetRow> = result.rows.iter().filter(|row| is_of(row)).collect();
                let paired: Vec<_> = paired.iter().copied().filter(|(_, row)| is_of(row)).collect();
                let figures: serde_json::Map<String, Value> = counted(result)
                    .into_iter()
                    .map(|figure| {
                        let own = mean(figure, &rows).map(estimate);
                        let change = difference(figure, &paired).map(estimate);
                        (figure.name().to_owned(), json!({ "value": own, "difference": change }))
                    })
                    .collect();
                ((*part).to_owned(), json!({ "rows": rows.len(), "figures": figures }))
            })
            .collect();
        Some(json!({ "set": set.name, "about": set.about, "chosen_by_it": set.tuned, "parts": parts }))
    });
    sets.collect()
}

fn estimate(Estimate { value, low, high }: Estimate) -> Value {
    json!({ "value": value, "low": low, "high": high })
}

/// The figures for which some row of the set counts.
fn counted(result: &SetResult) -> Vec<Figure> {
    let rows: Vec<&SetRow> = result.rows.iter().collect();
    Figure::ALL.into_iter().filter(|figure| mean(*figure, &rows).is_some()).collect()
}

fn line(name: &str, rows: usize, figures: impl Iterator<Item = Option<Estimate>>) -> String {
    let mut text = format!("{name:28} {rows:>5}");
    for figure in figures {
        let shown = figure.map_or_else(String::new, |Estimate { value, low, high }| {
            format!("{value:.1} [{low:.1}, {high:.1}]")
        });
        text += &format!(" {shown:>19}");
    }
    text.push('\n');
    text
}

/// A line of differences; those that chance alone does not explain have a star.
fn difference_line(rows: usize, figures: impl Iterator<Item = Option<Estimate>>) -> String {
    let mut text = format!("{:28} {rows:>5}", "  difference");
    for figure in figures {
        let shown = figure.map_or_else(String::new, |difference| {
            let Estimate { value, low, high } = difference;
            let mark = if difference.may_be_chance() { "" } else { "*" };
            format!("{value:+.1} [{low:+.1}, {high:+.1}]{mark}")
        });
        text += &format!(" {shown:>19}");
    }
    text.push('\n');
    text
}
