//! The store of artifacts.
//!
//! One SQLite file, `corpus.db`, holds every artifact as a compressed blob, and a small table of the current ones. SQLite
//! guarantees what the store needs: a reported write is on disk (`synchronous = FULL`), a kill at any time leaves the last
//! committed state, readers continue while an import writes, and a blob is found by its id in microseconds. Reading needs
//! no write permission, neither to the file nor to its folder ([`connect`]).
//!
//! **Stored artifacts and generations.** A stored artifact is never changed. Importing a new text of a document stores it
//! beside the old one and makes it current; the old row gets the *generation*, a counter that each committed change
//! increments. A snapshot has the generation it was built from and the [`StoredId`] of every document, so it finds exactly
//! what it was built from, until [`Corpus::sweep`] is called with a later generation. Ids are never reused: a deleted id
//! gives None, never another document.
//!
//! **The change log** says what changed in which generation ([`change_log`]). It is part of the truth: nothing else knows what
//! was held before.
//!
//! **Compression.** zstd, with a dictionary per source that is trained on the first large batch ([`codec`]). Artifacts are
//! mostly a few kilobytes of similar JSON, where a dictionary halves the size.

mod change_log;
mod changed_provisions;
mod codec;
mod connect;
mod documents;
mod entries;
mod logged;
mod parsed;
mod read;
mod write;

use std::path::{Path, PathBuf};

pub use lagrum_artifact::StoredId;
use rusqlite::Connection;

use self::connect::{Readable, Writable};
pub use change_log::{ChangeLog, LOG_DAYS, LogStart, PublishedSnapshot};
pub use changed_provisions::{
    ChangedProvisions, MAX_CHANGED_PROVISIONS, ProvisionChanges, ProvisionDigests, ProvisionsOfGeneration,
};
pub use documents::{Documents, DocumentsIter};
pub use entries::{ArtifactDigest, DocumentEntry, LydelseEntry};
pub use logged::{
    ChangeKind, ChangeLogEntry, ChangeSubject, DocumentNames, LastChanges, LoggedChanges, WithdrawnDocument,
};
pub use parsed::ParsedFrom;
pub(crate) use read::attached;
pub use read::attached::StoredAttachments;
pub use read::{ArtifactIdentity, CorpusReader, CorpusState, ReaderPool, StatusEntry};
pub(crate) use write::{
    ArtifactRole, CorpusWriter, IncomingArtifact, KeyedEntry, Origin, PutOutcome, Removal, SourcedUri,
};

/// A failure of the store.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// The database failed.
    #[error("the corpus database {path}: {source}")]
    Database {
        /// The database file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// A stored artifact cannot be decompressed to what was stored.
    #[error("stored artifact {0:?} is damaged: {1}")]
    Damaged(StoredId, std::io::Error),
    /// A file of the store cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is no corpus in the folder.
    #[error("no corpus in {0}: import one first (lagrum import SOURCE… --data DIR)")]
    Missing(PathBuf),
    /// The corpus was written by another version of the program.
    #[error("the corpus in {path} has format {found}, this program reads {FORMAT}")]
    Format {
        /// The database file.
        path: PathBuf,
        /// The format it says it has.
        found: String,
    },
    /// An import began while the database was read as one that does not change.
    #[error("the corpus database {0} was changed while it was read; try again")]
    Changed(PathBuf),
    /// Another import is running.
    #[error("another import is writing to the corpus in {0}; wait until it has ended")]
    Busy(PathBuf),
}

/// The version of the database's layout.
const FORMAT: &str = "1";

/// A corpus on disk. Opening it is cheap; it holds no connection of its own.
#[derive(Clone, Debug)]
pub struct Corpus {
    database: PathBuf,
}

impl Corpus {
    /// Opens the corpus of a data folder, which must have been created by an import.
    pub fn open(data: &Path) -> Result<Self, CorpusError> {
        let corpus = Self::at(data);
        if !corpus.database.is_file() {
            return Err(CorpusError::Missing(data.to_owned()));
        }
        Ok(corpus)
    }

    /// Opens the corpus of a data folder, making an empty one when there is none. A corpus of another format is refused and
    /// left as it is.
    pub fn create(data: &Path) -> Result<Self, CorpusError> {
        let corpus = Self::at(data);
        let folder = corpus.folder();
        std::fs::create_dir_all(folder)
            .map_err(|source| CorpusError::File { path: folder.to_owned(), source })?;
        let connection = corpus.writable(true)?;
        corpus.checked(connection.execute_batch(include_str!("schema.sql")).and_then(|()| {
            connection.execute("INSERT OR IGNORE INTO property VALUES ('format', ?1)", [FORMAT])?;
            change_log::begin(&connection, jiff::Timestamp::now().as_second())
        }))?;
        Ok(corpus)
    }

    fn at(data: &Path) -> Self {
        Self { database: data.join("corpus").join("corpus.db") }
    }

    /// The folder of the corpus.
    pub fn folder(&self) -> &Path {
        self.database.parent().unwrap_or(Path::new("."))
    }

    /// Bytes on disk, the write-ahead log included.
    pub fn bytes_on_disk(&self) -> u64 {
        ["", "-wal"]
            .iter()
            .filter_map(|tail| {
                let mut name = self.database.clone().into_os_string();
                name.push(tail);
                Some(std::fs::metadata(name).ok()?.len())
            })
            .sum()
    }

    /// A reader with a connection of its own.
    pub fn reader(&self) -> Result<CorpusReader, CorpusError> {
        let connection = self.checked(Readable::open(&self.database))?;
        self.check_format(&connection)?;
        Ok(CorpusReader::new(self.clone(), connection))
    }

    /// Readers shared by threads.
    pub fn reader_pool(&self) -> ReaderPool {
        ReaderPool::new(self.clone())
    }

    /// The only writer. Fails at once when another process imports.
    pub(crate) fn writer(&self) -> Result<CorpusWriter, CorpusError> {
        let connection = self.writable(false)?;
        CorpusWriter::new(self.clone(), connection)
    }

    /// Records that a snapshot was published, so that a reader of the change log may name it.
    pub fn record_published(&self, snapshot: &PublishedSnapshot) -> Result<(), CorpusError> {
        let connection = self.writable(false)?;
        let record = || {
            let PublishedSnapshot { id, generation, at } = snapshot;
            if change_log::has_log(&connection)? {
                let insert = "INSERT OR IGNORE INTO published VALUES (?1, ?2, ?3)";
                connection.execute(insert, (id, generation, at))?;
            }
            Ok(())
        };
        self.checked(record())
    }

    /// Deletes replaced and removed artifacts that no snapshot of `oldest_generation` or later uses. Returns their number.
    pub fn sweep(&self, oldest_generation: i64) -> Result<usize, CorpusError> {
        let connection = self.writable(false)?;
        let swept =
            self.checked(connection.execute("DELETE FROM stored WHERE until <= ?1", [oldest_generation]))?;
        // A running import may have stored a file that no row names yet. Then the files are left to the next sweep.
        if let Ok(mut writer) = CorpusWriter::new(self.clone(), connection) {
            writer.sweep_attachments(oldest_generation)?;
        }
        Ok(swept)
    }

    /// A connection that may write. The format is read by another before it, which changes nothing in the file.
    fn writable(&self, create: bool) -> Result<Writable, CorpusError> {
        if self.database.is_file() {
            let connection = self.checked(Readable::open(&self.database))?;
            let holds = |what| self.checked(connection.query_row(what, [], |row| row.get::<_, bool>(0)));
            // Without a format, the creation was interrupted.
            if holds("SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'property'")?
                && holds("SELECT count(*) > 0 FROM property WHERE name = 'format'")?
            {
                self.check_format(&connection)?;
            }
        }
        self.checked(Writable::open(&self.database, create))
    }

    fn check_format(&self, connection: &Connection) -> Result<(), CorpusError> {
        let found: String = self.checked(connection.query_row(
            "SELECT value FROM property WHERE name = 'format'",
            [],
            |r| r.get(0),
        ))?;
        if found == FORMAT { Ok(()) } else { Err(CorpusError::Format { path: self.database.clone(), found }) }
    }

    fn checked<T>(&self, result: rusqlite::Result<T>) -> Result<T, CorpusError> {
        result.map_err(|source| CorpusError::Database { path: self.database.clone(), source })
    }
}
