//! The citations of a file whose provisions have changed since a day.

use std::path::Path;

use lagrum_answers::{ExtractResponse, ExtractedTarget, HistoryAct, Occurrence, TargetChange, TargetStatus};

use super::{line, one_line, shown_runs};

/// How many citations name something that has changed.
pub(super) fn count(answer: &ExtractResponse) -> usize {
    answer.occurrences.iter().filter(|occurrence| changes(occurrence).next().is_some()).count()
}

fn changes(occurrence: &Occurrence) -> impl Iterator<Item = (&ExtractedTarget, &TargetChange)> {
    occurrence.targets.iter().filter_map(|target| Some((target, target.changed.as_ref()?.as_ref()?)))
}

/// Prints a line for each citation of something that has changed. What is not held is told on standard error.
pub(super) fn print(file: &Path, answer: &ExtractResponse) -> std::io::Result<()> {
    let file = file.display();
    for occurrence in &answer.occurrences {
        let (line, words) = (line(&occurrence.locations), one_line(&occurrence.text));
        for (target, change) in changes(occurrence) {
            let by = if change.acts.is_empty() {
                String::new()
            } else {
                format!("  (by {})", names(&change.acts))
            };
            print_line!("{file}:{line}: {} {words}  {}{by}", change.from, target.uri)?;
            if let Some(runs) = change.diff.iter().flatten().next() {
                print_line!("    {}", shown_runs(runs))?;
            }
        }
        let is_held = |target: &ExtractedTarget| target.status != TargetStatus::NotHeld;
        if !occurrence.targets.iter().any(is_held) {
            print_error!("{file}:{line}: {words} is not held, so its changes are not known");
        }
    }
    Ok(())
}

fn names(acts: &[HistoryAct]) -> String {
    let name = |act: &HistoryAct| act.identifier.clone().unwrap_or_else(|| act.uri.clone());
    acts.iter().map(name).collect::<Vec<_>>().join(", ")
}
