//! Writing the store: only an import does.

mod attached;
mod mirrored;

use std::collections::HashMap;
use std::fs::File;

use lagrum_artifact::Base;
use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use sha2::{Digest, Sha256};

use super::codec::{Encoder, train};
use super::connect::Writable;
use super::{Corpus, CorpusError, ReaderPool, StoredId};

/// What an artifact is to the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A current document.
    Document,
    /// An archived wording.
    Lydelse { document: String, version: String },
}

/// An artifact on its way in.
#[derive(Clone, Debug)]
pub(crate) struct Incoming {
    pub(crate) uri: String,
    pub(crate) role: Role,
    pub(crate) bytes: Vec<u8>,
}

/// What became of an artifact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Stored,
    Unchanged,
}

/// Where an artifact is that is the same as one on its way in.
#[derive(Clone, Copy)]
enum Held {
    Not,
    /// Before it in the same batch.
    InBatch,
    Stored(StoredId),
}

/// The one connection that changes the store. Holding it locks out other imports.
pub(crate) struct Writer {
    corpus: Corpus,
    connection: Writable,
    /// Reads back what is said to be there.
    readers: ReaderPool,
    encoders: HashMap<String, (Option<i64>, Encoder)>,
    _lock: File,
}

impl Writer {
    pub(super) fn new(corpus: Corpus, connection: Writable) -> Result<Self, CorpusError> {
        let path = corpus.folder().join("import.lock");
        let lock = File::create(&path).map_err(|source| CorpusError::File { path: path.clone(), source })?;
        if lock.try_lock().is_err() {
            return Err(CorpusError::Busy(corpus.folder().to_owned()));
        }
        // Uris an import has met, for pruning. In a file of SQLite's own: it may be long.
        corpus.checked(
            connection.execute_batch("CREATE TEMP TABLE met (uri TEXT PRIMARY KEY) WITHOUT ROWID"),
        )?;
        let readers = corpus.reader_pool();
        Ok(Self { corpus, connection, readers, encoders: HashMap::new(), _lock: lock })
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

    /// Stores a batch of artifacts of one source, in order, and commits: when this returns, they are on disk.
    /// `file` is the dump they came in.
    pub(crate) fn put(
        &mut self,
        source: &str,
        file: &str,
        batch: &[Incoming],
    ) -> Result<Vec<Outcome>, CorpusError> {
        let digests: Vec<[u8; 32]> =
            batch.par_iter().map(|item| Sha256::digest(&item.bytes).into()).collect();
        let outcomes = self.compare(batch, &digests)?;
        let changed: Vec<usize> = (0..batch.len()).filter(|&i| outcomes[i] == Outcome::Stored).collect();
        let (dictionary, frames) =
            self.compress(source, changed.iter().map(|&i| batch[i].bytes.as_slice()).collect())?;
        let now = jiff::Timestamp::now().as_second();
        self.in_transaction(|transaction| {
            let mut met = transaction.prepare_cached("INSERT OR IGNORE INTO met VALUES (?1)")?;
            for item in batch {
                met.execute([&item.uri])?;
            }
            let mut keep_file =
                transaction.prepare_cached("UPDATE document SET file = ?2 WHERE uri = ?1 AND file <> ?2")?;
            for (item, _) in
                batch.iter().zip(&outcomes).filter(|(_, outcome)| **outcome == Outcome::Unchanged)
            {
                keep_file.execute(params![item.uri, file])?;
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
                point_at(transaction, source, file, item, transaction.last_insert_rowid(), now, generation)?;
            }
            Ok(())
        })?;
        Ok(outcomes)
    }

    /// Which artifacts differ from what is stored. Of several with one uri in a batch, each is compared with the one
    /// before it, so that the last one counts.
    ///
    /// What is said to be there is read back: an artifact that was damaged on disk is stored anew, so that importing
    /// what was imported before is a repair.
    fn compare(&self, batch: &[Incoming], digests: &[[u8; 32]]) -> Result<Vec<Outcome>, CorpusError> {
        let held = self.corpus.checked(self.same(batch, digests))?;
        let readers = &self.readers;
        let reads_back = |id, bytes: &[u8]| matches!(readers.artifact(id), Ok(Some(held)) if held == bytes);
        let outcome = |(item, held): (&Incoming, Held)| match held {
            Held::InBatch => Outcome::Unchanged,
            Held::Stored(id) if reads_back(id, &item.bytes) => Outcome::Unchanged,
            Held::Stored(_) | Held::Not => Outcome::Stored,
        };
        Ok(batch.par_iter().zip(held).map(outcome).collect())
    }

    /// Where the same artifacts are said to be.
    fn same(&self, batch: &[Incoming], digests: &[[u8; 32]]) -> rusqlite::Result<Vec<Held>> {
        let query = |table: &str| {
            self.connection.prepare_cached(&format!(
                "SELECT s.digest, s.id FROM {table} t JOIN stored s ON s.id = t.stored WHERE t.uri = ?1"
            ))
        };
        let (mut documents, mut lydelser) = (query("document")?, query("lydelse")?);
        let mut in_batch: HashMap<&str, &[u8; 32]> = HashMap::new();
        let mut same = Vec::with_capacity(batch.len());
        for (item, digest) in batch.iter().zip(digests) {
            same.push(match in_batch.insert(&item.uri, digest) {
                Some(before) if before == digest => Held::InBatch,
                Some(_) => Held::Not,
                None => {
                    let query = match item.role {
                        Role::Document => &mut documents,
                        Role::Lydelse { .. } => &mut lydelser,
                    };
                    let row: Option<(Vec<u8>, i64)> =
                        query.query_row([&item.uri], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
                    row.filter(|(held, _)| held == digest)
                        .map_or(Held::Not, |(_, id)| Held::Stored(StoredId(id)))
                }
            });
        }
        Ok(same)
    }

    /// Compresses artifacts of a source in parallel. Returns the number of the dictionary used and the frames.
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

    /// Replaces what is known of the status of a source's documents. Returns whether anything changed.
    pub(crate) fn put_statuses(
        &mut self,
        source: &str,
        entries: &[(String, String)],
    ) -> Result<bool, CorpusError> {
        self.in_transaction(|transaction| {
            let held: Vec<(String, String)> = transaction
                .prepare("SELECT key, entry FROM status WHERE source = ?1 ORDER BY key")?
                .query_map([source], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            if held == entries {
                return Ok(false);
            }
            next_generation(transaction)?;
            transaction.execute("DELETE FROM status WHERE source = ?1", [source])?;
            let mut insert = transaction.prepare("INSERT OR REPLACE INTO status VALUES (?1, ?2, ?3)")?;
            for (key, entry) in entries {
                insert.execute([source, key, entry])?;
            }
            Ok(true)
        })
    }

    /// Keeps the publisher's account of documents' archived wordings. Returns whether anything changed.
    pub(crate) fn put_version_index(
        &mut self,
        source: &str,
        entries: &[(String, String)],
    ) -> Result<bool, CorpusError> {
        self.in_transaction(|transaction| {
            let mut insert = transaction.prepare(
                "INSERT INTO version_index VALUES (?1, ?2, ?3)
                 ON CONFLICT (document) DO UPDATE SET source = ?2, entry = ?3 WHERE entry <> ?3 OR source <> ?2",
            )?;
            let mut changed = 0;
            for (document, entry) in entries {
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

    /// Removes the documents of a source that this import has not met. Those that came in one of `kept_files` stay.
    pub(crate) fn prune_documents(
        &mut self,
        source: &str,
        kept_files: &[String],
    ) -> Result<usize, CorpusError> {
        let kept = serde_json::Value::from(kept_files).to_string();
        self.remove(
            "document",
            "source = ?1 AND uri NOT IN met AND file NOT IN (SELECT value FROM json_each(?2))",
            &[source, &kept],
        )
    }

    /// Removes the archived wordings of a source that this import has not met.
    pub(crate) fn prune_lydelser(&mut self, source: &str) -> Result<usize, CorpusError> {
        self.remove("lydelse", "source = ?1 AND uri NOT IN met", &[source])
    }

    fn remove(&mut self, table: &str, filter: &str, values: &[&str]) -> Result<usize, CorpusError> {
        self.in_transaction(|transaction| {
            let count: usize = transaction.query_row(
                &format!("SELECT count(*) FROM {table} WHERE {filter}"),
                rusqlite::params_from_iter(values),
                |row| row.get(0),
            )?;
            if count > 0 {
                let generation = next_generation(transaction)?;
                transaction.execute(
                    &format!(
                        "UPDATE stored SET until = {generation} WHERE id IN (SELECT stored FROM {table} WHERE {filter})"
                    ),
                    rusqlite::params_from_iter(values),
                )?;
                transaction
                    .execute(&format!("DELETE FROM {table} WHERE {filter}"), rusqlite::params_from_iter(values))?;
            }
            Ok(count)
        })
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
    transaction.query_row(
        "INSERT INTO property VALUES ('generation', '1')
         ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)
         RETURNING CAST(value AS INTEGER)",
        [],
        |row| row.get(0),
    )
}

/// Makes a stored artifact the current one of its uri, and stamps the one it replaces.
fn point_at(
    transaction: &Transaction<'_>,
    source: &str,
    file: &str,
    item: &Incoming,
    stored: i64,
    now: i64,
    generation: i64,
) -> rusqlite::Result<()> {
    let table = match item.role {
        Role::Document => "document",
        Role::Lydelse { .. } => "lydelse",
    };
    transaction
        .prepare_cached(&format!(
            "UPDATE stored SET until = ?2 WHERE id = (SELECT stored FROM {table} WHERE uri = ?1)"
        ))?
        .execute(params![item.uri, generation])?;
    match &item.role {
        Role::Document => transaction
            .prepare_cached("INSERT OR REPLACE INTO document VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![item.uri, source, file, stored, now])?,
        Role::Lydelse { document, version } => transaction
            .prepare_cached("INSERT OR REPLACE INTO lydelse VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
            .execute(params![item.uri, document, version, source, stored, now])?,
    };
    Ok(())
}
