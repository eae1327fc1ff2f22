//! How a unit of the older lydelse became one of the newer: its blocks step by step, and its text as runs. HTML shows the
//! steps, data and markdown the runs that are made of them, so all forms mark the same words.

use super::align::align;
use super::blocks::DiffBlock;
use super::change::Change;
use super::runs::{DiffRun, RunJoiner, runs};
use super::words::Mark;

/// One block of either unit, or one of each that are the same block.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockStep<'b> {
    pub(super) old: Option<&'b DiffBlock>,
    pub(super) new: Option<&'b DiffBlock>,
    /// Whether the block stands in another place of the unit.
    pub(super) is_moved: bool,
}

/// The steps from the blocks of one unit to those of another.
pub(super) fn steps<'b>(old: &'b [DiffBlock], new: &'b [DiffBlock]) -> Vec<BlockStep<'b>> {
    let step =
        |old: Option<usize>, new: Option<usize>, is_moved, from: &'b [DiffBlock], to: &'b [DiffBlock]| {
            BlockStep { old: old.and_then(|at| from.get(at)), new: new.and_then(|at| to.get(at)), is_moved }
        };
    let of = |change: Change| match change {
        Change::Same { old: from, new: to } | Change::Changed { old: from, new: to } => {
            step(Some(from), Some(to), false, old, new)
        }
        Change::Removed { old: from, moved_to } => step(Some(from), None, moved_to.is_some(), old, new),
        Change::Added { new: to, moved_from } => step(None, Some(to), moved_from.is_some(), old, new),
    };
    align(old, new).into_iter().map(of).collect()
}

/// The text of a unit with its markers, one line for each block, as runs.
pub(super) fn unit_runs(steps: &[BlockStep<'_>]) -> Vec<DiffRun> {
    let mut writer = RunJoiner::default();
    let (mut has_old, mut has_new) = (false, false);
    for step in steps {
        let (in_old, in_new) = (step.old.is_some(), step.new.is_some());
        match (in_old && has_old, in_new && has_new) {
            (true, true) => writer.push(Mark::Same, "\n"),
            (true, false) => writer.push(Mark::Removed, "\n"),
            (false, true) => writer.push(Mark::Added, "\n"),
            (false, false) => {}
        }
        (has_old, has_new) = (has_old || in_old, has_new || in_new);
        for run in block_runs(step) {
            writer.push(run.mark, &run.text);
        }
    }
    writer.runs
}

/// The line of a block as runs: its marker and its text.
fn block_runs(step: &BlockStep<'_>) -> Vec<DiffRun> {
    match (step.old, step.new) {
        (Some(old), Some(new)) if old.marker == new.marker && !new.marker.is_empty() => {
            let mut writer = RunJoiner::default();
            writer.push(Mark::Same, &new.marker);
            let blank = |block: &DiffBlock| if block.text.is_empty() { "" } else { " " };
            match (blank(old), blank(new)) {
                (" ", " ") => writer.push(Mark::Same, " "),
                (before, after) => {
                    writer.push(Mark::Removed, before);
                    writer.push(Mark::Added, after);
                }
            }
            for run in runs(&old.text, &new.text) {
                writer.push(run.mark, &run.text);
            }
            writer.runs
        }
        (Some(old), Some(new)) => {
            let mut writer = RunJoiner::default();
            let lead = |block: &DiffBlock| match (block.marker.is_empty(), block.text.is_empty()) {
                (true, _) => String::new(),
                (false, true) => block.marker.clone(),
                (false, false) => format!("{} ", block.marker),
            };
            writer.push(Mark::Removed, &lead(old));
            writer.push(Mark::Added, &lead(new));
            for run in runs(&old.text, &new.text) {
                writer.push(run.mark, &run.text);
            }
            writer.runs
        }
        (Some(block), None) => vec![DiffRun { mark: Mark::Removed, text: block.line() }],
        (None, Some(block)) => vec![DiffRun { mark: Mark::Added, text: block.line() }],
        (None, None) => Vec::new(),
    }
}
