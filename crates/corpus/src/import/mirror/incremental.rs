//! Imports what changed at a service since it was last mirrored, document by document.
//!
//! The corpus records up to which snapshot each service has been mirrored. The service lists its changes since that
//! snapshot. Changed artifacts are fetched over a few connections, compared with the SHA-256 of the list, and stored in
//! batches. A run that ends early has stored what it fetched; the next one asks for the same changes and fetches only
//! what is still missing.
//!
//! Whole dumps are imported instead if that is less work (more than a tenth of the corpus changed), or if the change
//! log of the service does not reach back so far or does not exist.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

use super::super::error::ImportError;
use super::super::intake::{BatchKind, Dump, RawArtifact};
use super::super::mirror_error::MirrorError;
use super::super::report::FileReport;
use super::super::session::ImportSession;
use super::changes::{
    self, CHANGES_PATH, ListedArtifact, ListedChanges, NoChanges, NoDocument, served_snapshot,
};
use super::removals::Removals;
use super::service::Service;

/// The number of documents that are fetched at once.
const CONNECTIONS: usize = 6;

/// The size of a batch that is stored at once.
const BATCH_DOCUMENTS: usize = 256;
const BATCH_BYTES: usize = 16 << 20;

/// Changes are fetched one by one if they are at most one in this many of the documents of the corpus.
const MAX_PART: u64 = 10;

/// How often the list is read again when the service was rebuilt while documents were fetched.
const ROUNDS: usize = 3;

/// The work that is left after changes were imported.
pub(super) enum AfterChanges {
    /// All changes are stored, up to the snapshot that is recorded.
    Nothing,
    /// The dumps are to be imported. They are of this snapshot or a later one; None where the service states no
    /// snapshot.
    Dumps(Option<String>),
}

enum Round {
    Done,
    /// The service was rebuilt meanwhile.
    Again,
}

impl Service {
    /// Imports the changes since the service was last mirrored, if it lists them.
    pub(super) fn import_changes(
        &self,
        session: &mut ImportSession<'_>,
    ) -> Result<AfterChanges, ImportError> {
        // With a source of its own, or without removals, an import is no mirror of the service.
        if session.options.source.is_some() || session.options.prune == Some(false) {
            return Ok(AfterChanges::Dumps(None));
        }
        let Some(since) = session.intake.writer.mirrored_until(&self.address)? else {
            return Ok(AfterChanges::Dumps(self.served_snapshot()?));
        };
        let max = session.intake.writer.count_held()? / MAX_PART;
        for _ in 0..ROUNDS {
            let listed = match changes::list(&self.client, &since, max) {
                Ok(listed) => listed,
                Err(NoChanges::Failed(problem)) => return Err(self.failed(problem)),
                Err(NoChanges::NotKnown(problem)) => {
                    let note =
                        format!("{}: no changes since {since} ({problem}): taking the dumps", self.address);
                    session.progress.note(&note);
                    return Ok(AfterChanges::Dumps(self.served_snapshot()?));
                }
                Err(NoChanges::TooMany(total)) => {
                    let note = format!("{}: {total} changes since {since}: taking the dumps", self.address);
                    session.progress.note(&note);
                    return Ok(AfterChanges::Dumps(self.served_snapshot()?));
                }
            };
            match self.import_listed_changes(session, listed)? {
                Round::Done => return Ok(AfterChanges::Nothing),
                Round::Again => {}
            }
        }
        Err(self.failed(format!("it was rebuilt {ROUNDS} times while its changes were fetched")))
    }

    fn served_snapshot(&self) -> Result<Option<String>, ImportError> {
        served_snapshot(&self.client).map_err(|problem| self.failed(problem))
    }

    fn failed(&self, problem: String) -> ImportError {
        MirrorError::Download { address: self.client.url(CHANGES_PATH), problem }.into()
    }

    fn import_listed_changes(
        &self,
        session: &mut ImportSession<'_>,
        listed: ListedChanges,
    ) -> Result<Round, ImportError> {
        let ListedChanges { snapshot, changed, withdrawn } = listed;
        self.check_withdrawn(session, &withdrawn)?;
        let mut missing = Vec::new();
        for artifact in changed {
            if session.intake.writer.current_digest(&artifact.uri)? != Some(artifact.sha256) {
                missing.push(artifact);
            }
        }
        if !missing.is_empty() || !withdrawn.is_empty() {
            // From now on the corpus is newer than the dumps that were imported.
            session.intake.writer.outdate_mirrored(&self.address)?;
        }
        let before = session.report.files.len();
        let mut reports = BTreeMap::new();
        let outcome = self.fetch_missing(session, &missing, &mut reports);
        let is_complete = reports.values().all(FileReport::is_complete);
        session.report.files.extend(reports.into_values());
        if let Err((uri, problem)) = outcome? {
            // Documents may differ only if the service now has another snapshot.
            if self.served_snapshot()?.is_some_and(|now| now != snapshot) {
                return Ok(Round::Again);
            }
            return Err(MirrorError::Document { address: self.address.clone(), uri, problem }.into());
        }
        let removals = Removals { withdrawn, ..Removals::default() };
        self.import_statuses(session, removals, before)?;
        if is_complete {
            session.intake.writer.set_mirrored_until(&self.address, Some(&snapshot))?;
        }
        Ok(Round::Done)
    }

    /// Fetches artifacts and stores them in batches. What was fetched before a failure is stored. The inner error is
    /// the uri and the problem of a document that differs from the list.
    fn fetch_missing(
        &self,
        session: &mut ImportSession<'_>,
        missing: &[ListedArtifact],
        reports: &mut BTreeMap<String, FileReport>,
    ) -> Result<Result<(), (String, String)>, ImportError> {
        if missing.is_empty() {
            return Ok(Ok(()));
        }
        session.progress.begin(&format!("fetch changes of {}", self.address), Some(missing.len() as u64));
        let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let outcome = std::thread::scope(|scope| {
            let (sender, fetched) = sync_channel(CONNECTIONS);
            for _ in 0..CONNECTIONS.min(missing.len()) {
                let sender = sender.clone();
                let (next, is_over) = (&next, &is_over);
                scope.spawn(move || {
                    while let Some(listed) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if is_over.load(Ordering::Relaxed) {
                            return;
                        }
                        let document = changes::document(&self.client, listed);
                        let failed = document.is_err();
                        if sender.send((listed, document)).is_err() || failed {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut batch = FetchedBatch::default();
            let mut outcome = Ok(Ok(()));
            for (listed, document) in fetched {
                match document {
                    Ok(bytes) => batch.push(listed, bytes),
                    Err(problem) => {
                        is_over.store(true, Ordering::Relaxed);
                        if matches!(outcome, Ok(Ok(()))) {
                            outcome = match problem {
                                NoDocument::Differs(problem) => Ok(Err((listed.uri.clone(), problem))),
                                NoDocument::Failed(problem) => {
                                    Err(self.failed(format!("{}: {problem}", listed.uri)))
                                }
                            };
                        }
                    }
                }
                session.progress.advance(1);
                if batch.is_full() {
                    batch.store(session, reports)?;
                }
            }
            batch.store(session, reports)?;
            outcome
        });
        session.progress.end();
        outcome
    }

    /// Imports the status lists that changed, since lists of changes do not have them. Then applies all removals, also
    /// of sources that are no longer listed.
    fn import_statuses(
        &self,
        session: &mut ImportSession<'_>,
        mut removals: Removals,
        before: usize,
    ) -> Result<(), ImportError> {
        let manifest = self.manifest()?;
        self.remove_leftovers(&manifest)?;
        let listed: Vec<String> = manifest.iter().map(|info| info.source.clone()).collect();
        for info in manifest {
            self.import_status(session, info, &mut removals)?;
        }
        self.plan_unlisted(session, &listed, before, &mut removals)?;
        self.remove(session, removals)
    }
}

/// Fetched artifacts that are not stored yet, by source.
#[derive(Default)]
struct FetchedBatch {
    by_source: BTreeMap<String, Vec<RawArtifact>>,
    documents: usize,
    bytes: usize,
}

impl FetchedBatch {
    fn push(&mut self, listed: &ListedArtifact, bytes: Vec<u8>) {
        self.documents += 1;
        self.bytes += bytes.len();
        let artifact = RawArtifact { origin: listed.uri.clone(), bytes: Some(bytes) };
        self.by_source.entry(listed.source.clone()).or_default().push(artifact);
    }

    fn is_full(&self) -> bool {
        self.documents >= BATCH_DOCUMENTS || self.bytes >= BATCH_BYTES
    }

    fn store(
        &mut self,
        session: &mut ImportSession<'_>,
        reports: &mut BTreeMap<String, FileReport>,
    ) -> Result<(), ImportError> {
        for (source, batch) in std::mem::take(self).by_source {
            let report = reports.entry(source.clone()).or_insert_with(|| FileReport {
                name: "changes".to_owned(),
                source: source.clone(),
                ..FileReport::default()
            });
            let dump = Dump { source: &source, file: &source, kind: BatchKind::Documents };
            session.intake.store_batch(&dump, batch, report)?;
        }
        Ok(())
    }
}
