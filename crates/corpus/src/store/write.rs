//! Writes the store. Only an import does.

mod attached;
mod changes;
mod incoming;
mod mirrored;
mod parsed;
mod removal;
mod statuses;
mod writer;

use std::collections::HashMap;

use lagrum_artifact::Generation;
use rayon::prelude::*;
use rusqlite::{OptionalExtension, Transaction, params};
use sha2::{Digest, Sha256};

pub(crate) use incoming::{ArtifactRole, IncomingArtifact};
pub(crate) use parsed::Origin;
pub(crate) use removal::{Removal, SourcedUri};
pub(crate) use statuses::KeyedEntry;
pub(crate) use writer::CorpusWriter;
use writer::next_generation;

use super::codec::{Encoder, train};
use super::error::CorpusError;
use super::{StoredId, change_log, changed_provisions, learned};

/// The outcome of storing an artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PutOutcome {
    Stored,
    Unchanged,
}

/// Where an identical artifact already is.
#[derive(Clone, Copy)]
enum StoredCopy {
    Not,
    /// Earlier in the same batch.
    InBatch,
    Stored(StoredId),
}

impl CorpusWriter {
    /// Stores a batch of artifacts of one source, in order, and commits: when this returns, they are on disk.
    /// `file` is the dump they came in.
    pub(crate) fn put(
        &mut self,
        source: &str,
        file: &str,
        batch: &[IncomingArtifact],
    ) -> Result<Vec<PutOutcome>, CorpusError> {
        let digests: Vec<[u8; 32]> =
            batch.par_iter().map(|item| Sha256::digest(&item.bytes).into()).collect();
        let outcomes = self.compare(batch, &digests)?;
        let changed: Vec<usize> = (0..batch.len()).filter(|&i| outcomes[i] == PutOutcome::Stored).collect();
        let (dictionary, frames) =
            self.compress(source, changed.iter().map(|&i| batch[i].bytes.as_slice()).collect())?;
        let kinds = self.kinds_of_change(source, batch, &changed)?;
        let now = jiff::Timestamp::now().as_second();
        self.in_transaction(|transaction| {
            let mut imported = transaction.prepare_cached("INSERT OR IGNORE INTO imported VALUES (?1)")?;
            for item in batch {
                imported.execute([&item.uri])?;
            }
            let mut set_file =
                transaction.prepare_cached("UPDATE document SET file = ?2 WHERE uri = ?1 AND file <> ?2")?;
            for (item, _) in
                batch.iter().zip(&outcomes).filter(|(_, outcome)| **outcome == PutOutcome::Unchanged)
            {
                set_file.execute(params![item.uri, file])?;
            }
            if changed.is_empty() {
                return Ok(());
            }
            let generation = next_generation(transaction)?;
            let mut insert = transaction.prepare_cached(
                "INSERT INTO stored (digest, size, dictionary, bytes) VALUES (?1, ?2, ?3, ?4)",
            )?;
            for (&i, frame) in changed.iter().zip(&frames) {
                let item = &batch[i];
                insert.execute(params![digests[i], item.bytes.len(), dictionary, frame])?;
                let stored = transaction.last_insert_rowid();
                make_current(transaction, item, &CurrentRow { source, file, stored, now, generation })?;
            }
            let logged =
                kinds.iter().map(|found| changes::log_row(&batch[found.position], source, found.kind));
            change_log::append(transaction, generation, now, logged)?;
            let provisions = kinds
                .iter()
                .filter_map(|found| Some((batch[found.position].uri.as_str(), found.provisions.as_ref()?)));
            changed_provisions::keep(transaction, generation, provisions)?;
            let learned =
                kinds.iter().map(|found| (batch[found.position].uri.as_str(), found.learned.as_slice()));
            learned::keep(transaction, now, learned)
        })?;
        Ok(outcomes)
    }

    /// Which artifacts differ from the stored ones. Of several with one uri in a batch, each is compared with the one
    /// before, so the last one is stored.
    ///
    /// Stored artifacts are read back and compared. One that is damaged on disk is stored again, so importing again
    /// repairs a corpus.
    fn compare(
        &self,
        batch: &[IncomingArtifact],
        digests: &[[u8; 32]],
    ) -> Result<Vec<PutOutcome>, CorpusError> {
        let held = self.corpus.checked(self.same(batch, digests))?;
        let readers = &self.readers;
        let reads_back = |id, bytes: &[u8]| matches!(readers.artifact(id), Ok(Some(held)) if held == bytes);
        let outcome = |(item, held): (&IncomingArtifact, StoredCopy)| match held {
            StoredCopy::InBatch => PutOutcome::Unchanged,
            StoredCopy::Stored(id) if reads_back(id, &item.bytes) => PutOutcome::Unchanged,
            StoredCopy::Stored(_) | StoredCopy::Not => PutOutcome::Stored,
        };
        Ok(batch.par_iter().zip(held).map(outcome).collect())
    }

    /// Where artifacts with the same digests are.
    fn same(&self, batch: &[IncomingArtifact], digests: &[[u8; 32]]) -> rusqlite::Result<Vec<StoredCopy>> {
        let mut documents = self.connection.prepare_cached(
            "SELECT s.digest, s.id FROM document d JOIN stored s ON s.id = d.stored WHERE d.uri = ?1",
        )?;
        let mut lydelser = self.connection.prepare_cached(
            "SELECT s.digest, s.id FROM lydelse l JOIN stored s ON s.id = l.stored WHERE l.uri = ?1",
        )?;
        let mut in_batch: HashMap<&str, &[u8; 32]> = HashMap::new();
        let mut same = Vec::with_capacity(batch.len());
        for (item, digest) in batch.iter().zip(digests) {
            same.push(match in_batch.insert(&item.uri, digest) {
                Some(before) if before == digest => StoredCopy::InBatch,
                Some(_) => StoredCopy::Not,
                None => {
                    let query = match item.role {
                        ArtifactRole::Document => &mut documents,
                        ArtifactRole::Lydelse { .. } => &mut lydelser,
                    };
                    let row: Option<(Vec<u8>, i64)> =
                        query.query_row([&item.uri], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
                    row.filter(|(held, _)| held == digest)
                        .map_or(StoredCopy::Not, |(_, id)| StoredCopy::Stored(StoredId(id)))
                }
            });
        }
        Ok(same)
    }

    /// Compresses artifacts of a source in parallel. Returns the id of the dictionary and the frames.
    fn compress(
        &mut self,
        source: &str,
        artifacts: Vec<&[u8]>,
    ) -> Result<(Option<i64>, Vec<Vec<u8>>), CorpusError> {
        if artifacts.is_empty() {
            return Ok((None, Vec::new()));
        }
        let folder = self.corpus.folder().to_owned();
        let (dictionary, encoder) = self.encoder(source, &artifacts)?;
        let frames = artifacts
            .into_par_iter()
            .map(|artifact| encoder.compress(artifact))
            .collect::<std::io::Result<_>>()
            .map_err(|source| CorpusError::File { path: folder, source })?;
        Ok((*dictionary, frames))
    }

    /// The source's encoder. Its dictionary is the one it has, or one trained on these artifacts when they suffice.
    fn encoder(&mut self, source: &str, samples: &[&[u8]]) -> Result<&(Option<i64>, Encoder), CorpusError> {
        if !matches!(self.encoders.get(source), Some((Some(_), _))) {
            let made = self.make_encoder(source, samples)?;
            self.encoders.insert(source.to_owned(), made);
        }
        Ok(&self.encoders[source])
    }

    fn make_encoder(&self, source: &str, samples: &[&[u8]]) -> Result<(Option<i64>, Encoder), CorpusError> {
        let held: Option<(i64, Vec<u8>)> = self.corpus.checked(
            self.connection
                .query_row(
                    "SELECT id, bytes FROM dictionary WHERE source = ?1 ORDER BY id DESC LIMIT 1",
                    [source],
                    |row| Ok((row.get(0)?, row.get(1)?)),
                )
                .optional(),
        )?;
        let dictionary = match held {
            Some(held) => Some(held),
            None => match train(samples) {
                Some(bytes) => {
                    self.corpus.checked(self.connection.execute(
                        "INSERT INTO dictionary (source, bytes) VALUES (?1, ?2)",
                        params![source, bytes],
                    ))?;
                    Some((self.connection.last_insert_rowid(), bytes))
                }
                None => None,
            },
        };
        let encoder = Encoder::new(dictionary.as_ref().map(|(_, bytes)| bytes.as_slice()));
        Ok((dictionary.map(|(id, _)| id), encoder))
    }

    /// Stores the publisher's indexes of documents' lydelser, by the uri of the document. Returns whether anything changed.
    pub(crate) fn put_version_index(
        &mut self,
        source: &str,
        entries: &[KeyedEntry],
    ) -> Result<bool, CorpusError> {
        self.in_transaction(|transaction| {
            let mut insert = transaction.prepare(
                "INSERT INTO version_index VALUES (?1, ?2, ?3)
                 ON CONFLICT (document) DO UPDATE SET source = ?2, entry = ?3 WHERE entry <> ?3 OR source <> ?2",
            )?;
            let mut changed = 0;
            for KeyedEntry { key: document, entry } in entries {
                changed += insert.execute([document.as_str(), source, entry])?;
            }
            Ok(changed > 0)
        })
    }
}

/// The row of a current artifact, without its uri and role.
struct CurrentRow<'a> {
    source: &'a str,
    file: &'a str,
    stored: i64,
    /// Seconds since 1970.
    now: i64,
    generation: Generation,
}

/// Makes a stored artifact the current one of its uri, and ends the one it replaces.
fn make_current(
    transaction: &Transaction<'_>,
    item: &IncomingArtifact,
    row: &CurrentRow<'_>,
) -> rusqlite::Result<()> {
    let CurrentRow { source, file, stored, now, generation } = *row;
    let end = match item.role {
        ArtifactRole::Document => {
            "UPDATE stored SET until = ?2 WHERE id = (SELECT stored FROM document WHERE uri = ?1)"
        }
        ArtifactRole::Lydelse { .. } => {
            "UPDATE stored SET until = ?2 WHERE id = (SELECT stored FROM lydelse WHERE uri = ?1)"
        }
    };
    transaction.prepare_cached(end)?.execute(params![item.uri, generation.0])?;
    match &item.role {
        ArtifactRole::Document => transaction
            .prepare_cached("INSERT OR REPLACE INTO document VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![item.uri, source, file, stored, now])?,
        ArtifactRole::Lydelse { document, version } => transaction
            .prepare_cached("INSERT OR REPLACE INTO lydelse VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
            .execute(params![item.uri, document, version, source, stored, now])?,
    };
    Ok(())
}
