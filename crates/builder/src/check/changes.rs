//! Checks the change log of the catalog.

use std::collections::HashSet;

use lagrum_artifact::Generation;
use lagrum_catalog::CatalogProblem;
use lagrum_snapshot::Snapshot;

use super::findings::Findings;

/// Checks that the log can be read, that it has no subject twice, that each record is about something in the catalog,
/// that no change is newer than the snapshot, and that a log as old as the corpus has every document.
pub(super) fn check(snapshot: &Snapshot, findings: &mut Findings) {
    let generation = snapshot.manifest().generation;
    let checked = snapshot.catalog().with(|catalog| {
        let log = catalog.change_log()?;
        if log.start().generation > generation {
            findings.problem("the change log begins after the generation of the snapshot");
        }
        if log.published().iter().any(|before| before.generation > generation) {
            findings.problem("the change log names a snapshot that is newer than this one");
        }
        let mut seen = HashSet::new();
        for record in log.after(Generation::NONE).records() {
            let subject = record.subject;
            if !seen.insert(subject) {
                findings.problem(format!("the change log has subject {subject} twice"));
            }
            let Ok(changed) = catalog.changed_document(record) else {
                findings.problem(format!("the change log names subject {subject}, which the catalog lacks"));
                continue;
            };
            if record.last() > generation {
                findings.problem(format!("{}: changed after the generation of the snapshot", changed.uri));
            }
            let is_withdrawn = record.document().is_none() && changed.stored.is_none();
            // A withdrawn page of a concept that is still named leaves a stub, which is not held.
            let is_held = || {
                Ok::<_, CatalogProblem>(
                    catalog.document(&changed.uri)?.is_some_and(|document| document.stored.is_some()),
                )
            };
            if is_withdrawn && is_held()? {
                findings.problem(format!("{}: withdrawn by the change log, and held", changed.uri));
            }
        }
        let start = log.start();
        let counts = &snapshot.manifest().counts;
        let logged =
            log.after(Generation::NONE).records().iter().filter(|record| record.document().is_some()).count()
                as u64;
        let held = counts.documents.saturating_sub(counts.stubs);
        if start.generation == Generation::NONE && start.at.is_none() && logged < held {
            findings.problem(format!("the change log has {logged} of {held} documents"));
        }
        Ok::<_, CatalogProblem>(log.after(Generation::NONE).records().len() as u64)
    });
    match checked {
        Ok(records) => findings.checked("changes", records),
        Err(problem) => findings.problem(format!("the change log: {problem}")),
    }
}
