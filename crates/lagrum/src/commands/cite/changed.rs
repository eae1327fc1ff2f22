//! The citations of a file whose provisions have changed since a day.

use std::path::Path;

use lagrum_answers::{ExtractResponse, ExtractedTarget, HistoryAct, Occurrence, TargetStatus};

use super::words::{line, one_line, shown_runs};

/// How many citations have a target that has changed.
pub(super) fn count(answer: &ExtractResponse) -> usize {
    answer.occurrences.iter().filter(|occurrence| changed(occurrence).next().is_some()).count()
}

/// The targets that have changed.
fn changed(occurrence: &Occurrence) -> impl Iterator<Item = &ExtractedTarget> {
    occurrence.targets.iter().filter(|target| target.changed_since == Some(Some(true)))
}

/// Prints a line for each citation with a changed target. Citations of documents that are not held are reported on standard
/// error.
pub(super) fn print(file: &Path, answer: &ExtractResponse) -> std::io::Result<()> {
    let file = file.display();
    for occurrence in &answer.occurrences {
        let (line, words) = (line(&occurrence.locations), one_line(&occurrence.text));
        for target in changed(occurrence) {
            let Some(change) = target.changed.as_ref().and_then(Option::as_ref) else {
                print_line!("{file}:{line}: on a day that is not known {words}  {}", target.uri)?;
                continue;
            };
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
        let is_told = |target: &ExtractedTarget| target.changed_since.flatten().is_some();
        if !occurrence.targets.iter().any(is_held) {
            print_error!("{file}:{line}: {words} is not held, so its changes are not known");
        } else if !occurrence.targets.iter().any(is_told) {
            print_error!("{file}:{line}: whether {words} has changed is not known");
        }
    }
    Ok(())
}

fn names(acts: &[HistoryAct]) -> String {
    let name = |act: &HistoryAct| act.identifier.clone().unwrap_or_else(|| act.uri.clone());
    acts.iter().map(name).collect::<Vec<_>>().join(", ")
}
