//! The connection that writes the store, and its transactions.

use std::collections::HashMap;

use lagrum_artifact::{Base, Generation};
use lagrum_files::FileLock;
use rusqlite::{Connection, OptionalExtension, Transaction};

use crate::import::DocumentMeaning;
use crate::store::change_log;
use crate::store::codec::Encoder;
use crate::store::connect::Writable;
use crate::store::corpus::Corpus;
use crate::store::error::CorpusError;
use crate::store::read::ReaderPool;

/// The only connection that changes the store. It excludes other imports while it exists.
pub(crate) struct CorpusWriter {
    pub(super) corpus: Corpus,
    pub(super) connection: Writable,
    /// For reading stored artifacts back.
    pub(super) readers: ReaderPool,
    pub(super) encoders: HashMap<String, (Option<i64>, Encoder)>,
    /// Interprets documents for the change log.
    pub(crate) meaning: Option<&'static dyn DocumentMeaning>,
    _lock: FileLock,
}

impl CorpusWriter {
    pub(in crate::store) fn new(corpus: Corpus, connection: Writable) -> Result<Self, CorpusError> {
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

    pub(super) fn in_transaction<T>(
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

/// Begins the next generation of the corpus.
pub(super) fn next_generation(transaction: &Transaction<'_>) -> rusqlite::Result<Generation> {
    let generation = transaction.query_row(
        "INSERT INTO property VALUES ('generation', '1')
         ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)
         RETURNING CAST(value AS INTEGER)",
        [],
        |row| row.get(0).map(Generation),
    )?;
    change_log::set_logged(transaction, generation)?;
    Ok(generation)
}
