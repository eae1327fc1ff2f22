//! Writes the store. Only an import does.

mod attached;
mod changes;
mod mirrored;
mod parsed;
mod removal;
mod statuses;

use std::collections::HashMap;

use lagrum_artifact::Base;
use lagrum_files::FileLock;
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use sha2::{Digest, Sha256};

pub(crate) use parsed::Origin;
pub(crate) use removal::{Removal, SourcedUri};
pub(crate) use statuses::KeyedEntry;

use super::codec::{Encoder, train};
use super::connect::Writable;
use super::{Corpus, CorpusError, ReaderPool, StoredId, change_log, changed_provisions};
use crate::import::DocumentMeaning;

/// What an artifact is in the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ArtifactRole {
    /// A current document.
    Document,
    /// An archived lydelse.
    Lydelse { document: String, version: String },
}

/// An artifact to be stored.
#[derive(Clone, Debug)]
pub(crate) struct IncomingArtifact {
    pub(crate) uri: String,
    pub(crate) role: ArtifactRole,
    pub(crate) bytes: Vec<u8>,
}

/// The outcome of storing an artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PutOutcome {
    Stored,
    Unchanged,
}

/// Where the same artifact is already.
#[derive(Clone, Copy)]
enum StoredCopy {
    Not,
    /// Earlier in the same batch.
    InBatch,
    Stored(StoredId),
}

/// The only connection that changes the store. It excludes other imports while it exists.
pub(crate) struct CorpusWriter {
    corpus: Corpus,
    connection: Writable,
    /// For reading stored artifacts back.
    readers: ReaderPool,
    encoders: HashMap<String, (Option<i64>, Encoder)>,
    /// What knows the meaning of documents, for the change log.
    pub(crate) meaning: Option<&'static dyn DocumentMeaning>,
    _lock: FileLock,
}

impl CorpusWriter {
    pub(super) fn new(corpus: Corpus, connection: Writable) -> Result<Self, CorpusError> {
        let path = corpus.folder().join("import.lock");
        let lock = FileLock::try_exclusive(&path)
            .map_err(|source| CorpusError::File { path, source })?
            .ok_or_else(|| CorpusError::Busy(corpus.folder().to_owned()))?;
        // The uris of an import, for pruning. They may be many, so they are in a temporary table of SQLite.
        corpus.checked(
            connection.execute_batch("CREATE TEMP TABLE imported (uri TEXT PRIMARY KEY) WITHOUT ROWID"),
        )?;
        let readers = corpus.reader_pool();
        Ok(Self { corpus, connection, readers, encoders: HashMap::new(), meaning: None, _lock: lock })
    }

    /// The base address recorded for the corpus.
    pub(crate) fn base(&self) -> Result<Option<Base>, CorpusError> {
        let text: Option<String> = self.corpus.checked(
            self.connection
                .query_row("SELECT value FROM property WHERE name = 'base'", [], |row| row.get(0))
                .optional(),
        )?;
        Ok(text.and_then(|text| Base::parse(&text).ok()))
    }

    /// Records the base address.
    pub(crate) fn set_base(&self, base: &Base) -> Result<(), CorpusError> {
        self.corpus.checked(
            self.connection
                .execute("INSERT OR REPLACE INTO property VALUES ('base', ?1)", [base.as_str()])
                .map(drop),
        )
    }

    /// Records the day on which the documents of a source were taken.
    pub(crate) fn set_taken(&self, source: &str, day: &str) -> Result<(), CorpusError> {
        self.corpus.checked(
            self.connection
                .execute("INSERT OR REPLACE INTO property VALUES ('taken:' || ?1, ?2)", [source, day])
                .map(drop),
        )
    }

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
            changed_provisions::keep(transaction, generation, provisions)
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

    /// The dump files that current documents came in, with their sources.
    pub(crate) fn files(&self) -> Result<Vec<(String, String)>, CorpusError> {
        let read = || {
            self.connection
                .prepare("SELECT DISTINCT source, file FROM document ORDER BY source, file")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        };
        self.corpus.checked(read())
    }

    fn in_transaction<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, CorpusError> {
        let run = |connection: &mut Connection| {
            let transaction =
                connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        let result = run(&mut self.connection);
        self.corpus.checked(result)
    }
}

fn next_generation(transaction: &Transaction<'_>) -> rusqlite::Result<i64> {
    let generation = transaction.query_row(
        "INSERT INTO property VALUES ('generation', '1')
         ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)
         RETURNING CAST(value AS INTEGER)",
        [],
        |row| row.get(0),
    )?;
    change_log::set_logged(transaction, generation)?;
    Ok(generation)
}

/// What the row of a current artifact has besides its uri and role.
struct CurrentRow<'a> {
    source: &'a str,
    file: &'a str,
    stored: i64,
    /// Seconds since 1970.
    now: i64,
    generation: i64,
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
    transaction.prepare_cached(end)?.execute(params![item.uri, generation])?;
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
