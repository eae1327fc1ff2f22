//! Reads the store.

pub(crate) mod attached;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use lagrum_artifact::{Base, Generation};
use rusqlite::{Connection, OptionalExtension, Row};

use super::StoredId;
use super::change_log::{self, ChangeLog};
use super::codec::{Decoders, decompress};
use super::connect::Readable;
use super::corpus::Corpus;
use super::documents::Documents;
use super::entries::{ArtifactDigest, DocumentEntry, LydelseEntry};
use super::error::CorpusError;

/// The SHA-256 of an artifact and its length in bytes.
pub type ArtifactIdentity = ([u8; 32], u64);

/// The entry of a document in a status file: a key (the local id without its first segment) and its JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusEntry {
    /// The source of the file.
    pub source: String,
    /// The local id of the document without its first path segment, such as a CELEX number.
    pub key: String,
    /// The entry, as JSON.
    pub entry: String,
}

/// Everything that is current in a corpus at one time.
#[derive(Clone, Debug)]
pub struct CorpusState {
    /// The base address of all uris; None while nothing has been imported.
    pub base: Option<Base>,
    /// The number of committed changes.
    pub generation: Generation,
    /// All documents, by uri.
    pub documents: Documents,
    /// All archived lydelser, by uri.
    pub lydelser: Vec<LydelseEntry>,
    /// All status entries, by source and key.
    pub statuses: Vec<StatusEntry>,
    /// The day on which the documents of each source were taken, where an import stated it.
    pub taken: BTreeMap<String, String>,
    /// What changed, and when.
    pub log: ChangeLog,
}

/// Reads the store with one connection.
#[derive(Debug)]
pub struct CorpusReader {
    pub(super) corpus: Corpus,
    pub(super) connection: Readable,
    decoders: Arc<Decoders>,
}

impl CorpusReader {
    pub(super) fn new(corpus: Corpus, connection: Readable) -> Self {
        Self { corpus, connection, decoders: Arc::default() }
    }

    /// The bytes of an artifact as they were imported. None when nothing is stored under this id.
    pub fn artifact(&self, id: StoredId) -> Result<Option<Vec<u8>>, CorpusError> {
        self.artifact_between(id, b"", b"")
    }

    /// The bytes of an artifact between two texts. They are decompressed into their place in the result.
    pub fn artifact_between(
        &self,
        id: StoredId,
        before: &[u8],
        after: &[u8],
    ) -> Result<Option<Vec<u8>>, CorpusError> {
        let query =
            self.connection.prepare_cached("SELECT bytes, size, dictionary FROM stored WHERE id = ?1");
        let mut query = self.corpus.checked(query)?;
        let mut rows = self.corpus.checked(query.query([id.0]))?;
        let Some(row) = self.corpus.checked(rows.next())? else { return Ok(None) };
        let size: i64 = self.corpus.checked(row.get(1))?;
        let dictionary = self.decoders.get(self.corpus.checked(row.get(2))?, |dictionary| {
            self.corpus.checked(self.connection.query_row(
                "SELECT bytes FROM dictionary WHERE id = ?1",
                [dictionary],
                |row| row.get(0),
            ))
        })?;
        // The frame is read in SQLite's memory, without a copy.
        let frame = self.corpus.checked(row.get_ref(0).and_then(|value| Ok(value.as_blob()?)))?;
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        decompress(frame, size, &dictionary, before, after)
            .map(Some)
            .map_err(|error| CorpusError::Damaged(id, error))
    }

    /// The SHA-256 of a stored artifact and its length in bytes. None when nothing is stored under this id.
    pub fn artifact_identity(&self, id: StoredId) -> Result<Option<ArtifactIdentity>, CorpusError> {
        self.corpus.checked(
            self.connection.prepare_cached("SELECT digest, size FROM stored WHERE id = ?1").and_then(
                |mut query| query.query_row([id.0], |row| Ok((row.get(0)?, row.get(1)?))).optional(),
            ),
        )
    }

    /// The current version of a document's artifact.
    pub fn document(&self, uri: &str) -> Result<Option<DocumentEntry>, CorpusError> {
        self.corpus.checked(
            self.connection
                .prepare_cached(&format!("{DOCUMENTS} WHERE d.uri = ?1"))
                .and_then(|mut query| query.query_row([uri], document_entry).optional()),
        )
    }

    /// Everything current, read in one transaction. It has all or nothing of a running import.
    pub fn state(&self) -> Result<CorpusState, CorpusError> {
        let state = self.corpus.checked(self.read_state());
        if self.connection.is_outdated() {
            return Err(CorpusError::Changed(self.corpus.database.clone()));
        }
        state
    }

    fn read_state(&self) -> rusqlite::Result<CorpusState> {
        let transaction = self.connection.unchecked_transaction()?;
        let mut documents = Documents::default();
        let mut query = transaction.prepare(&format!("{DOCUMENTS} ORDER BY d.uri"))?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            documents.push(&document_entry(row)?);
        }
        drop(rows);
        drop(query);
        documents.shrink_to_fit();
        let lydelser = collect(
            &transaction,
            "SELECT l.uri, l.document, l.version, l.source, l.stored, s.size, l.changed, substr(s.digest, 1, 16)
             FROM lydelse l JOIN stored s ON s.id = l.stored ORDER BY l.uri",
            |row| {
                Ok(LydelseEntry {
                    uri: row.get(0)?,
                    document: row.get(1)?,
                    version: row.get(2)?,
                    source: row.get(3)?,
                    stored: StoredId(row.get(4)?),
                    size: row.get(5)?,
                    changed: row.get(6)?,
                    digest: ArtifactDigest(row.get(7)?),
                })
            },
        )?;
        let statuses =
            collect(&transaction, "SELECT source, key, entry FROM status ORDER BY source, key", |row| {
                Ok(StatusEntry { source: row.get(0)?, key: row.get(1)?, entry: row.get(2)? })
            })?;
        let property = |name: &str| -> rusqlite::Result<Option<String>> {
            transaction
                .query_row("SELECT value FROM property WHERE name = ?1", [name], |row| row.get(0))
                .optional()
        };
        let base = property("base")?.and_then(|base| Base::parse(&base).ok());
        let generation =
            property("generation")?.and_then(|text| text.parse().ok()).map(Generation).unwrap_or_default();
        let log = change_log::read(&transaction, generation, &documents, &lydelser)?;
        let taken = collect(
            &transaction,
            "SELECT substr(name, length('taken:') + 1), value FROM property WHERE name LIKE 'taken:%'",
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let taken = taken.into_iter().collect();
        Ok(CorpusState { base, generation, documents, lydelser, statuses, taken, log })
    }
}

const DOCUMENTS: &str = "SELECT d.uri, d.source, d.stored, s.size, d.changed, substr(s.digest, 1, 16)
    FROM document d JOIN stored s ON s.id = d.stored";

fn document_entry(row: &Row<'_>) -> rusqlite::Result<DocumentEntry> {
    Ok(DocumentEntry {
        uri: row.get(0)?,
        source: row.get(1)?,
        stored: StoredId(row.get(2)?),
        size: row.get(3)?,
        changed: row.get(4)?,
        digest: ArtifactDigest(row.get(5)?),
    })
}

fn collect<T>(
    connection: &Connection,
    sql: &str,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    let mut all: Vec<T> = connection.prepare(sql)?.query_map([], read)?.collect::<rusqlite::Result<_>>()?;
    // A build holds millions of them to its end.
    all.shrink_to_fit();
    Ok(all)
}

/// Readers shared by threads. Each is used by one thread at a time; as many are opened as are used at once.
#[derive(Debug)]
pub struct ReaderPool {
    corpus: Corpus,
    idle: Mutex<Vec<CorpusReader>>,
    decoders: Arc<Decoders>,
}

impl ReaderPool {
    pub(super) fn new(corpus: Corpus) -> Self {
        Self { corpus, idle: Mutex::default(), decoders: Arc::default() }
    }

    /// Runs `work` with a reader. If that reader opened the database as immutable and it has changed, runs `work` again
    /// with another reader. There are as many readers as threads that call this at once, so a limit on threads limits
    /// the connections.
    pub fn with<T>(&self, work: impl Fn(&CorpusReader) -> Result<T, CorpusError>) -> Result<T, CorpusError> {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut reader = match idle {
            Some(reader) => reader,
            None => self.open()?,
        };
        let mut result = work(&reader);
        if reader.connection.is_outdated() {
            reader = self.open()?;
            result = work(&reader);
        }
        // A reader that failed may fail again, as after a killed writer. The next call opens the files again.
        match (&result, self.idle.lock()) {
            (Ok(_), Ok(mut idle)) => idle.push(reader),
            (Err(_), Ok(mut idle)) => idle.clear(),
            (_, Err(_)) => {}
        }
        result
    }

    fn open(&self) -> Result<CorpusReader, CorpusError> {
        Ok(CorpusReader { decoders: self.decoders.clone(), ..self.corpus.reader()? })
    }

    /// The bytes of an artifact; see [`CorpusReader::artifact`].
    pub fn artifact(&self, id: StoredId) -> Result<Option<Vec<u8>>, CorpusError> {
        self.with(|reader| reader.artifact(id))
    }

    /// The bytes of an artifact between two texts; see [`CorpusReader::artifact_between`].
    pub fn artifact_between(
        &self,
        id: StoredId,
        before: &[u8],
        after: &[u8],
    ) -> Result<Option<Vec<u8>>, CorpusError> {
        self.with(|reader| reader.artifact_between(id, before, after))
    }
}
