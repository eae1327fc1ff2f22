//! Joins the units of a comparison to the texts it was made of.

use lagrum_artifact::AnchorGrammar;
use lagrum_render::diff::{DiffBlock, DiffUnit, LydelseComparison, Mark, UnitChange};

/// Checks that the units of a comparison give back both of its texts to the last byte, and each older unit once.
pub fn check(comparison: &LydelseComparison, grammar: AnchorGrammar) {
    let units = comparison.units(grammar, true);
    // A note of a repeal that only the older text prints is no removal.
    let is_older_only = |unit: &&DiffUnit| {
        unit.change == UnitChange::Removed
            || (!unit.runs.is_empty() && unit.runs.iter().all(|run| run.mark == Mark::Removed))
    };
    let newer: Vec<&DiffUnit> = units.iter().filter(|unit| !is_older_only(unit)).collect();
    assert_eq!(joined(&newer, Mark::Removed), text(comparison.newer()), "the newer text");
    let mut older: Vec<&DiffUnit> = units.iter().filter(|unit| unit.from_order.is_some()).collect();
    older.sort_by_key(|unit| unit.from_order);
    assert!(older.iter().enumerate().all(|(at, unit)| unit.from_order == Some(at)), "each older unit once");
    assert_eq!(joined(&older, Mark::Added), text(comparison.older()), "the older text");
}

fn joined(units: &[&DiffUnit], without: Mark) -> String {
    let side = |unit: &&DiffUnit| -> String {
        unit.runs.iter().filter(|run| run.mark != without).map(|run| run.text.as_str()).collect()
    };
    without_empty_lines(&units.iter().map(side).collect::<Vec<_>>().join("\n"))
}

/// A block without words and number shows nothing.
fn without_empty_lines(text: &str) -> String {
    text.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// A lydelse with its markers, one line for each block.
fn text(blocks: &[DiffBlock]) -> String {
    let line = |block: &DiffBlock| match (block.marker.as_str(), block.text.as_str()) {
        ("", text) => text.to_owned(),
        (marker, "") => marker.to_owned(),
        (marker, text) => format!("{marker} {text}"),
    };
    without_empty_lines(&blocks.iter().map(line).collect::<Vec<_>>().join("\n"))
}
