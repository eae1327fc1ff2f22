//! The part of an import that all origins share: files are read into the store, reported, and recorded for pruning.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde_json::Value;

use super::coverage::Coverage;
use super::error::ImportError;
use super::file_name::ImportFile;
use super::intake::{ArtifactIntake, BatchKind, Dump, RawArtifact};
use super::lines::DumpLines;
use super::options::ImportOptions;
use super::report::{FileReport, ImportReport};
use crate::store::{CorpusWriter, KeyedEntry, Removal};
use crate::{CorpusError, Progress};

/// The maximum size of a file that is read whole, a status file or an index of lydelser, in bytes.
pub(super) const MAX_OBJECT_BYTES: u64 = 64 << 20;

/// An import that has begun.
pub(super) struct ImportSession<'a> {
    pub(super) intake: ArtifactIntake<'a>,
    pub(super) options: &'a ImportOptions,
    pub(super) progress: &'a dyn Progress,
    pub(super) report: ImportReport,
    pub(super) coverage: Coverage,
}

impl<'a> ImportSession<'a> {
    pub(super) fn new(
        writer: CorpusWriter,
        options: &'a ImportOptions,
        progress: &'a dyn Progress,
    ) -> Result<Self, ImportError> {
        let intake = ArtifactIntake::new(writer, options)?;
        Ok(Self { intake, options, progress, report: ImportReport::default(), coverage: Coverage::default() })
    }

    /// Imports one file.
    pub(super) fn import_file(
        &mut self,
        path: &Path,
        file: ImportFile,
        is_mirrored: bool,
    ) -> Result<(), ImportError> {
        match file.with_source(self.options.source.as_deref()) {
            ImportFile::Dump { source, file } => {
                let report = self.import_lines(path, &source, &file, BatchKind::Documents)?;
                let coverage = self.coverage.entry(source.clone()).or_default();
                coverage.has_full_dump |= source == file;
                coverage.is_mirrored |= is_mirrored;
                coverage.has_failures |= !report.is_complete();
                coverage.files.push(file);
                self.report.files.push(report);
            }
            ImportFile::Lydelser { source } => {
                let report = self.import_lines(path, &source, &source, BatchKind::Lydelser)?;
                let coverage = self.coverage.entry(source).or_default();
                coverage.has_lydelser = true;
                coverage.has_failures |= !report.is_complete();
                self.report.files.push(report);
            }
            ImportFile::Statuses { source } => {
                self.import_object(path, &source, |session, entries| {
                    session.intake.writer.put_statuses(&source, entries)
                })?;
            }
            ImportFile::LydelseIndex { source } => {
                self.import_object(path, &source, |session, entries| {
                    session.intake.writer.put_version_index(&source, entries)
                })?;
            }
        }
        Ok(())
    }

    /// Imports the lines of a dump file. A thread reads the next batch while one is parsed and stored.
    fn import_lines(
        &mut self,
        path: &Path,
        source: &str,
        file: &str,
        kind: BatchKind,
    ) -> Result<FileReport, ImportError> {
        let file_error = |source| ImportError::File { path: path.to_owned(), source };
        let length = std::fs::metadata(path).map_err(file_error)?.len();
        let mut lines = DumpLines::open(path).map_err(file_error)?;
        let mut report =
            FileReport { name: path.display().to_string(), source: source.to_owned(), ..Default::default() };
        self.progress.begin(&format!("import {}", report.name), Some(length));
        std::thread::scope(|scope| {
            let (sender, batches) = std::sync::mpsc::sync_channel(1);
            scope.spawn(move || {
                loop {
                    let batch = lines.next_batch();
                    let last = batch.as_ref().map_or(true, Vec::is_empty);
                    if sender.send((batch, lines.newly_read())).is_err() || last {
                        return;
                    }
                }
            });
            for (batch, bytes) in batches {
                match batch {
                    Ok(batch) => {
                        let raw = batch
                            .into_iter()
                            .map(|line| RawArtifact {
                                origin: format!("line {}", line.number),
                                bytes: line.bytes,
                            })
                            .collect();
                        self.intake.store_batch(&Dump { source, file, kind }, raw, &mut report)?;
                    }
                    Err(error) => {
                        report.failure = Some(format!("reading failed: {error}"));
                    }
                }
                self.progress.advance(bytes);
            }
            Ok::<(), ImportError>(())
        })?;
        self.progress.end();
        for problem in report.problems.iter().chain(&report.failure) {
            self.progress.note(&format!("{}: {problem}", report.name));
        }
        Ok(report)
    }

    /// Imports a JSON object of entries by key. `store` stores the entries, and returns whether they changed anything.
    fn import_object(
        &mut self,
        path: &Path,
        source: &str,
        store: impl FnOnce(&mut Self, &[KeyedEntry]) -> Result<bool, CorpusError>,
    ) -> Result<(), ImportError> {
        let read = || {
            let mut bytes = Vec::new();
            File::open(path)?.take(MAX_OBJECT_BYTES + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let bytes = read().map_err(|source| ImportError::File { path: path.to_owned(), source })?;
        let mut report =
            FileReport { name: path.display().to_string(), source: source.to_owned(), ..Default::default() };
        let parsed = if bytes.len() as u64 > MAX_OBJECT_BYTES {
            Err(format!("it is longer than {MAX_OBJECT_BYTES} bytes"))
        } else {
            serde_json::from_slice::<serde_json::Map<String, Value>>(&bytes)
                .map_err(|error| error.to_string())
        };
        match parsed {
            Ok(map) => {
                let entries =
                    map.into_iter().map(|(key, entry)| KeyedEntry { key, entry: entry.to_string() });
                let entries: Vec<KeyedEntry> = entries.collect();
                let count = entries.len() as u64;
                report.counts.read = count;
                if store(self, &entries)? {
                    report.counts.stored = count;
                } else {
                    report.counts.unchanged = count;
                }
            }
            Err(error) => {
                report.failure = Some(format!("expected a JSON object of entries: {error}"));
                self.progress.note(&format!("{}: not read: {error}", report.name));
            }
        }
        self.report.files.push(report);
        Ok(())
    }

    /// The removals of what the full dump of a source no longer has. Empty unless the source was read completely and is
    /// to be pruned.
    pub(super) fn pruning(&mut self, source: &str) -> Result<Vec<Removal>, ImportError> {
        let Some(coverage) = self.coverage.remove(source) else { return Ok(Vec::new()) };
        if !self.options.prune.unwrap_or(coverage.is_mirrored) {
            return Ok(Vec::new());
        }
        if coverage.has_failures {
            self.progress.note(&format!("nothing of {source} was pruned: not all of it could be read"));
            return Ok(Vec::new());
        }
        let mut removals = Vec::new();
        if coverage.has_full_dump {
            // Documents of a supplement that was not read this time stay, except after mirroring: the dump of a
            // service has everything.
            let stored_files = self.intake.writer.files()?;
            let unread: Vec<String> = stored_files
                .into_iter()
                .filter(|(of, file)| of == source && !coverage.is_mirrored && !coverage.files.contains(file))
                .map(|(_, file)| file)
                .collect();
            removals.push(Removal::Documents { source: source.to_owned(), kept_files: unread });
        }
        if coverage.has_lydelser {
            removals.push(Removal::Lydelser { source: source.to_owned() });
        }
        Ok(removals)
    }

    /// Removes what the full dumps of the imported sources no longer have. Fails before anything is removed where that is more than may
    /// go.
    pub(super) fn prune(&mut self) -> Result<(), ImportError> {
        let sources: Vec<String> = self.coverage.keys().cloned().collect();
        let mut pruned = Vec::new();
        for source in sources {
            let removals = self.pruning(&source)?;
            pruned.push((source, removals));
        }
        let all: Vec<Removal> = pruned.iter().flat_map(|(_, removals)| removals).cloned().collect();
        self.check_removals(&all)?;
        let going = self.intake.writer.count_removals(&all)?;
        for (source, removals) in &pruned {
            self.remove_pruned(source, removals)?;
        }
        // Who asked for it meant it, so no later run or build counts it.
        Ok(self.intake.writer.record_allowed(&going)?)
    }

    /// Fails where these removals are more than may go, unless the operator allows it.
    pub(super) fn check_removals(&self, removals: &[Removal]) -> Result<(), ImportError> {
        let going = self.intake.writer.count_removals(removals)?;
        self.intake.check_removal(&going)
    }

    /// Applies removals of a source, and adds their number to its report.
    pub(super) fn remove_pruned(&mut self, source: &str, removals: &[Removal]) -> Result<(), ImportError> {
        let removed = self.apply(removals)?;
        if removed > 0
            && let Some(report) = self.report.files.iter_mut().rev().find(|report| report.source == source)
        {
            report.counts.removed = removed;
        }
        Ok(())
    }

    /// The documents of a source that a service no longer has. Documents of the operator's own supplements stay, and
    /// those that this import took from elsewhere.
    pub(super) fn removal_of_source(&self, source: &str) -> Result<Vec<Removal>, ImportError> {
        let stored_files = self.intake.writer.files()?.into_iter();
        let own: Vec<String> =
            stored_files.filter(|(of, file)| of == source && file != source).map(|(_, file)| file).collect();
        let source = source.to_owned();
        Ok(vec![Removal::Documents { source: source.clone(), kept_files: own }, Removal::Lydelser { source }])
    }

    /// Applies removals, and reports their number under this name.
    pub(super) fn remove_reported(
        &mut self,
        name: String,
        source: &str,
        removals: &[Removal],
    ) -> Result<(), ImportError> {
        let mut report = FileReport { name, source: source.to_owned(), ..Default::default() };
        report.counts.removed = self.apply(removals)?;
        self.progress.note(&format!("{}: {} removed", report.name, report.counts.removed));
        self.report.files.push(report);
        Ok(())
    }

    fn apply(&mut self, removals: &[Removal]) -> Result<u64, ImportError> {
        let mut removed = 0;
        for removal in removals {
            removed += self.intake.writer.apply_removal(removal)? as u64;
        }
        Ok(removed)
    }
}
