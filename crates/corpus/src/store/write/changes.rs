//! Finds the changes for the log when artifacts are stored.

use std::collections::HashMap;

use lagrum_artifact::{Artifact, Base, ChangeKind, Generation};
use rayon::prelude::*;
use rusqlite::{OptionalExtension, Transaction};

use super::incoming::{ArtifactRole, IncomingArtifact};
use super::writer::CorpusWriter;
use crate::import::{DescribedDocument, DocumentMeaning};
use crate::store::StoredId;
use crate::store::change_log::{self, MAX_PAUSE_DAYS, NewLogRow};
use crate::store::changed_provisions::ChangedProvisions;
use crate::store::learned;
use crate::{CorpusError, ReaderPool};

/// How an artifact of a batch differs from what is stored.
pub(super) struct FoundKind {
    /// Its position in the batch.
    pub(super) position: usize,
    pub(super) kind: ChangeKind,
    /// Which provisions of its text differ, of a document that has provisions.
    pub(super) provisions: Option<ChangedProvisions>,
    /// The acts that its register has and the stored one lacks.
    pub(super) learned: Vec<String>,
}

/// How an artifact differs from a stored one.
struct ArtifactDifference {
    kind: ChangeKind,
    provisions: Option<ChangedProvisions>,
    learned: Vec<String>,
}

impl ArtifactDifference {
    fn of(kind: ChangeKind) -> Self {
        Self { kind, provisions: None, learned: Vec::new() }
    }
}

/// The row of the log for a stored artifact.
pub(super) fn log_row<'a>(item: &'a IncomingArtifact, source: &'a str, kind: ChangeKind) -> NewLogRow<'a> {
    let lydelse_of = match &item.role {
        ArtifactRole::Document => None,
        ArtifactRole::Lydelse { document, .. } => Some(document.as_str()),
    };
    NewLogRow { uri: &item.uri, source, kind, lydelse_of, names: None }
}

impl CorpusWriter {
    /// How the artifacts at these positions of a batch differ from what is stored. Of several with one uri the last one
    /// is compared, since it remains. An artifact that equals the stored one has no change: it is stored again because
    /// the stored one is damaged, or after another one of the batch.
    pub(super) fn kinds_of_change(
        &self,
        source: &str,
        batch: &[IncomingArtifact],
        changed: &[usize],
    ) -> Result<Vec<FoundKind>, CorpusError> {
        let remaining: HashMap<&str, usize> = changed.iter().map(|&i| (batch[i].uri.as_str(), i)).collect();
        let mut compared = Vec::with_capacity(remaining.len());
        for &i in changed.iter().filter(|&&i| remaining.get(batch[i].uri.as_str()) == Some(&i)) {
            compared.push((i, self.current_artifact(&batch[i])?));
        }
        let base = self.base()?;
        let describer = self.describer(source, base.as_ref());
        let kind = |(i, stored): (usize, Option<StoredId>)| {
            let ArtifactDifference { kind, provisions, learned } = match stored {
                None => ArtifactDifference::of(ChangeKind::Added),
                Some(stored) => describer.difference(&batch[i].bytes, stored)?,
            };
            let is_document = batch[i].role == ArtifactRole::Document;
            let learned = if is_document { learned } else { Vec::new() };
            Some(FoundKind { position: i, kind, provisions: provisions.filter(|_| is_document), learned })
        };
        Ok(compared.into_par_iter().filter_map(kind).collect())
    }

    /// A describer of the stored artifacts of a source, for use on many threads.
    pub(super) fn describer<'a>(&'a self, source: &'a str, base: Option<&'a Base>) -> Describer<'a> {
        Describer { readers: &self.readers, meaning: self.meaning, source, base }
    }

    /// Whether a document is held of which readers see a text. False for one that cannot be read.
    pub(crate) fn has_text(&self, uri: &str) -> Result<bool, CorpusError> {
        let query = "SELECT stored FROM document WHERE uri = ?1";
        let stored = self
            .connection
            .prepare_cached(query)
            .and_then(|mut query| query.query_row([uri], |row| row.get(0).map(StoredId)).optional());
        let Some(stored) = self.corpus.checked(stored)? else { return Ok(false) };
        let bytes = self.readers.artifact(stored).ok().flatten();
        Ok(bytes.and_then(|bytes| Artifact::parse(&bytes).ok()).is_some_and(|artifact| artifact.has_text()))
    }

    /// The stored artifact that an artifact replaces.
    fn current_artifact(&self, item: &IncomingArtifact) -> Result<Option<StoredId>, CorpusError> {
        let query = match item.role {
            ArtifactRole::Document => "SELECT stored FROM document WHERE uri = ?1",
            ArtifactRole::Lydelse { .. } => "SELECT stored FROM lydelse WHERE uri = ?1",
        };
        self.corpus.checked(
            self.connection.prepare_cached(query).and_then(|mut query| {
                query.query_row([&item.uri], |row| row.get(0).map(StoredId)).optional()
            }),
        )
    }

    /// Drops changes that are older than the log reaches back. Fails where the last change is years back, unless that is allowed:
    /// the clock is then probably wrong, and all but the last changes would be dropped.
    pub(crate) fn prune_change_log(&self, may_be_years: bool) -> Result<(), CorpusError> {
        let now = jiff::Timestamp::now();
        let last = self.corpus.checked(change_log::last_time(&self.connection))?;
        if !may_be_years
            && let Some(last) = last.filter(|last| now.as_second() - last > MAX_PAUSE_DAYS * 24 * 60 * 60)
        {
            let day = |time: jiff::Timestamp| time.to_zoned(jiff::tz::TimeZone::UTC).date();
            let last = jiff::Timestamp::from_second(last).unwrap_or_default();
            return Err(CorpusError::Clock { last: day(last), now: day(now) });
        }
        self.corpus.checked(change_log::prune(&self.connection, now.as_second()))
    }
}

/// Reads stored artifacts of a source and describes their documents.
#[derive(Clone, Copy)]
pub(super) struct Describer<'a> {
    readers: &'a ReaderPool,
    meaning: Option<&'static dyn DocumentMeaning>,
    source: &'a str,
    base: Option<&'a Base>,
}

impl<'a> Describer<'a> {
    /// A describer of the artifacts of another source.
    pub(super) fn of_source<'b>(self, source: &'b str) -> Describer<'b>
    where
        'a: 'b,
    {
        Describer { source, ..self }
    }

    /// How an artifact differs from a stored one; None when it does not.
    fn difference(self, bytes: &[u8], stored: StoredId) -> Option<ArtifactDifference> {
        let Ok(Some(before)) = self.readers.artifact(stored) else {
            // An unreadable artifact cannot be compared. A change of text is assumed, so that readers of the log read
            // the document again.
            return Some(ArtifactDifference::of(ChangeKind::Text));
        };
        if before == bytes {
            return None;
        }
        let (Ok(before), Ok(after)) = (Artifact::parse(&before), Artifact::parse(bytes)) else {
            return Some(ArtifactDifference::of(ChangeKind::Text));
        };
        let learned = learned::new_acts(&before, &after);
        if !before.reads_like(&after) {
            let provisions = self.changed_provisions(&before, &after);
            return Some(ArtifactDifference { kind: ChangeKind::Text, provisions, learned });
        }
        let is_expired = |artifact: &Artifact| self.describe(artifact).map(|described| described.is_expired);
        let has_other_status = is_expired(&before) != is_expired(&after);
        let kind = if has_other_status { ChangeKind::Status } else { ChangeKind::Metadata };
        Some(ArtifactDifference { learned, ..ArtifactDifference::of(kind) })
    }

    /// Which provisions differ between two texts; None for a document without provisions, and without a
    /// [`DocumentMeaning`].
    fn changed_provisions(self, before: &Artifact, after: &Artifact) -> Option<ChangedProvisions> {
        let (meaning, base) = self.meaning.zip(self.base)?;
        let (before, after) = (meaning.provisions(before, base)?, meaning.provisions(after, base)?);
        Some(ChangedProvisions::between(&before, &after))
    }

    /// The description of a document by its stored artifact; None if it cannot be read, or without a
    /// [`DocumentMeaning`].
    pub(super) fn stored(self, stored: StoredId) -> Option<DescribedDocument> {
        let bytes = self.readers.artifact(stored).ok().flatten()?;
        self.describe(&Artifact::parse(&bytes).ok()?)
    }

    fn describe(self, artifact: &Artifact) -> Option<DescribedDocument> {
        let (meaning, base) = self.meaning.zip(self.base)?;
        Some(meaning.describe(self.source, artifact, base))
    }
}

/// Logs changes of one generation with the current time.
pub(super) fn append_now<'a>(
    transaction: &Transaction<'_>,
    generation: Generation,
    changes: impl IntoIterator<Item = NewLogRow<'a>>,
) -> rusqlite::Result<()> {
    change_log::append(transaction, generation, jiff::Timestamp::now().as_second(), changes)
}
