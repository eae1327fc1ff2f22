//! Stores documents that were parsed from the raw archive, with the checks, the comparison and the change log of an
//! import. What each document was parsed from is recorded after the document, so the run after a killed one parses a
//! few documents again. Equal bytes store nothing.

use jiff::civil::Date;
use lagrum_artifact::Base;

use super::error::ImportError;
use super::intake::{ArtifactIntake, BatchKind, Dump, RawArtifact};
use super::options::ImportOptions;
use super::report::FileReport;
use crate::store::{KeyedEntry, Origin, Removal, SourcedUri};
use crate::{Corpus, ParsedFrom, SourceCounts};

/// A document as it was parsed.
#[derive(Clone, Debug, Default)]
pub struct ParsedDocument {
    /// What it was parsed from.
    pub from: ParsedFrom,
    /// Its artifact; None when parsing gave no document.
    pub document: Option<Vec<u8>>,
    /// The artifacts of its archived lydelser, each with its uri.
    pub lydelser: Vec<(String, Vec<u8>)>,
    /// The index of its archived lydelser, as JSON.
    pub index: Option<String>,
}

/// The only writer of a source whose documents come from its publisher.
pub struct ParsedImport<'a> {
    intake: ArtifactIntake<'a>,
    source: &'a str,
    report: FileReport,
}

impl<'a> ParsedImport<'a> {
    /// Begins an import. Fails when the documents of the source were imported before, and, without waiting, when
    /// another process writes.
    pub fn begin(corpus: &Corpus, source: &'a str, options: &'a ImportOptions) -> Result<Self, ImportError> {
        let mut intake = ArtifactIntake::new(corpus.writer()?, options)?;
        if intake.writer.origin(source)? == Origin::Imports {
            return Err(ImportError::Imported(source.to_owned()));
        }
        intake.parsing = Some(source.to_owned());
        let report =
            FileReport { name: "raw archive".to_owned(), source: source.to_owned(), ..FileReport::default() };
        Ok(Self { intake, source, report })
    }

    /// The base of the corpus, if it has one.
    pub fn base(&self) -> Option<&Base> {
        self.intake.base()
    }

    /// Stores a batch. When this returns, the batch is on disk.
    pub fn store(&mut self, batch: Vec<ParsedDocument>) -> Result<(), ImportError> {
        self.intake.writer.set_publisher(self.source)?;
        let (mut documents, mut lydelser, mut indexes, mut rows) = (vec![], vec![], vec![], vec![]);
        let mut surplus = Vec::new();
        for ParsedDocument { from, document, lydelser: own, index } in batch {
            let origin = from.key.clone();
            if let Some(uri) = &from.uri {
                let held = self.intake.writer.lydelser_of(uri)?;
                surplus.extend(held.into_iter().filter(|held| !own.iter().any(|(uri, _)| uri == held)));
                indexes.extend(index.map(|entry| KeyedEntry { key: uri.clone(), entry }));
            }
            documents
                .extend(document.map(|bytes| RawArtifact { origin: origin.clone(), bytes: Some(bytes) }));
            lydelser
                .extend(own.into_iter().map(|(uri, bytes)| RawArtifact { origin: uri, bytes: Some(bytes) }));
            rows.push(from);
        }
        for (kind, raw) in [(BatchKind::Documents, documents), (BatchKind::Lydelser, lydelser)] {
            if !raw.is_empty() {
                let dump = Dump { source: self.source, file: self.source, kind };
                self.intake.store_batch(&dump, raw, &mut self.report)?;
            }
        }
        self.intake.writer.put_version_index(self.source, &indexes)?;
        self.remove(surplus)?;
        self.intake.writer.set_parsed_from(self.source, &rows)?;
        Ok(())
    }

    /// Fails where the withdrawal of the documents of these rows, with their archived lydelser, is more than may go. Returns what it would
    /// remove.
    pub fn check_withdrawal<'r>(
        &self,
        rows: impl Iterator<Item = &'r ParsedFrom>,
    ) -> Result<SourceCounts, ImportError> {
        let going = self.count_withdrawal(rows)?;
        self.intake.check_removal(&going)?;
        Ok(going)
    }

    /// What the withdrawal of the documents of these rows would remove.
    pub fn count_withdrawal<'r>(
        &self,
        rows: impl Iterator<Item = &'r ParsedFrom>,
    ) -> Result<SourceCounts, ImportError> {
        let mut uris = Vec::new();
        for uri in rows.filter_map(|row| row.uri.as_deref()) {
            uris.extend(self.intake.writer.lydelser_of(uri)?);
            uris.push(uri.to_owned());
        }
        Ok(self.intake.writer.count_removals(&[self.withdrawal(uris)])?)
    }

    /// Records that what was removed was meant to go, so that no later run or build counts it as lost.
    pub fn record_allowed(&mut self, removed: &SourceCounts) -> Result<(), ImportError> {
        Ok(self.intake.writer.record_allowed(removed)?)
    }

    fn withdrawal(&self, uris: Vec<String>) -> Removal {
        let documents =
            uris.into_iter().map(|uri| SourcedUri { source: self.source.to_owned(), uri }).collect();
        Removal::Withdrawn { documents, sources: vec![self.source.to_owned()] }
    }

    /// Withdraws documents with their archived lydelser, and deletes the records of what they were parsed from.
    pub fn withdraw(&mut self, rows: &[&ParsedFrom]) -> Result<(), ImportError> {
        for row in rows {
            self.withdraw_uri(row.uri.as_deref())?;
        }
        let keys: Vec<String> = rows.iter().map(|row| row.key.clone()).collect();
        Ok(self.intake.writer.forget_parsed(self.source, &keys)?)
    }

    /// Withdraws the document with a uri, and its archived lydelser.
    pub fn withdraw_uri(&mut self, uri: Option<&str>) -> Result<(), ImportError> {
        let Some(uri) = uri else { return Ok(()) };
        let mut uris = self.intake.writer.lydelser_of(uri)?;
        uris.push(uri.to_owned());
        self.remove(uris)
    }

    fn remove(&mut self, uris: Vec<String>) -> Result<(), ImportError> {
        if uris.is_empty() {
            return Ok(());
        }
        let removal = self.withdrawal(uris);
        self.report.counts.removed += self.intake.writer.apply_removal(&removal)? as u64;
        Ok(())
    }

    /// Records the day of the last successful request to the publisher. No text is stated to be of a later day.
    pub fn set_taken(&self, day: Date) -> Result<(), ImportError> {
        self.intake.writer.set_publisher(self.source)?;
        Ok(self.intake.writer.set_taken(self.source, &day.to_string())?)
    }

    /// The report of what has been stored so far.
    pub fn report(&self) -> &FileReport {
        &self.report
    }
}
