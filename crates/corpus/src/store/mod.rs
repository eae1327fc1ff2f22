//! Where artifacts are kept.
//!
//! One SQLite file, `corpus.db`, holds every artifact as a compressed blob beside a small table of what is current.
//! SQLite gives what the store must promise: a write that was reported is on disk (`synchronous = FULL`), a kill at
//! any moment leaves the last committed state, readers go on while an import writes, and a blob is found by its
//! number in microseconds. Reading needs no right to write, neither to the file nor to its folder ([`connect`]).
//!
//! **Versions and generations.** A stored artifact is never changed. Importing a new text of a document stores it
//! beside the old one and points the document at it; the old row is stamped with the *generation*, a counter that
//! each committed change raises. A snapshot remembers the generation it was built from and the [`StoredId`] of every
//! document, so it finds exactly what it was built from until [`Corpus::sweep`] is told that no snapshot so old is
//! left. Row numbers are never used twice: an id that is gone answers None, never another document.
//!
//! **Compression.** zstd, with a dictionary per source trained on the first batch large enough to learn from
//! ([`codec`]); artifacts are mostly a few kilobytes of alike-looking JSON, where a dictionary halves what is left.

mod codec;
mod connect;
mod read;
mod write;

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use self::connect::{Readable, Writable};
pub(crate) use read::attached;
pub use read::attached::StoredAttachments;
pub use read::{CorpusReader, CorpusState, DocumentEntry, LydelseEntry, ReaderPool, StatusEntry};
pub(crate) use write::{ArtifactRole, CorpusWriter, IncomingArtifact, PutOutcome};

/// The number of one stored version of an artifact; never used twice in a corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoredId(pub i64);

/// What can go wrong with the store itself.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// The database refused.
    #[error("the corpus database {path}: {source}")]
    Database {
        /// The database file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// A stored artifact does not decompress to what was stored.
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
    /// An import began while a database was read that nobody was expected to change.
    #[error("the corpus database {0} was changed while it was read; try again")]
    Changed(PathBuf),
    /// Another import is at work.
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

    /// Opens the corpus of a data folder, making an empty one when there is none.
    pub fn create(data: &Path) -> Result<Self, CorpusError> {
        let corpus = Self::at(data);
        let folder = corpus.folder();
        std::fs::create_dir_all(folder)
            .map_err(|source| CorpusError::File { path: folder.to_owned(), source })?;
        let connection = corpus.checked(Writable::open(&corpus.database, true))?;
        corpus.checked(connection.execute_batch(include_str!("schema.sql")).and_then(|()| {
            connection.execute("INSERT OR IGNORE INTO property VALUES ('format', ?1)", [FORMAT])
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

    /// Readers to share between threads.
    pub fn reader_pool(&self) -> ReaderPool {
        ReaderPool::new(self.clone())
    }

    /// The one writer. Fails at once when another process is importing.
    pub(crate) fn writer(&self) -> Result<CorpusWriter, CorpusError> {
        let connection = self.checked(Writable::open(&self.database, false))?;
        self.check_format(&connection)?;
        CorpusWriter::new(self.clone(), connection)
    }

    /// Removes replaced and removed artifacts that no snapshot built at `oldest_generation` or later refers to.
    /// Returns how many went.
    pub fn sweep(&self, oldest_generation: i64) -> Result<usize, CorpusError> {
        let connection = self.checked(Writable::open(&self.database, false))?;
        let swept =
            self.checked(connection.execute("DELETE FROM stored WHERE until <= ?1", [oldest_generation]))?;
        // An import at work may be about to name a file that no row names yet: the next sweep comes.
        if let Ok(mut writer) = CorpusWriter::new(self.clone(), connection) {
            writer.sweep_attachments(oldest_generation)?;
        }
        Ok(swept)
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
