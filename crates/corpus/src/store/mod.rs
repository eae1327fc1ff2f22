//! The store of artifacts.
//!
//! One SQLite file, `corpus.db`, holds every artifact as a compressed blob, and a small table of the current ones. SQLite
//! guarantees what the store needs: a reported write is on disk (`synchronous = FULL`), a kill at any time leaves the last
//! committed state, readers continue while an import writes, and a blob is found by its id in microseconds. Reading needs
//! no write permission, neither to the file nor to its folder ([`connect`]).
//!
//! **Stored artifacts and generations.** A stored artifact is never changed. Importing a new text of a document stores
//! it beside the old one and makes it current; the old row gets the *generation*, a counter that each committed change
//! increments. A snapshot has the generation it was built from and the [`StoredId`] of every document, so it finds
//! exactly the artifacts that it was built from, until [`Corpus::sweep`] is called with a later generation. Ids are
//! never reused: a deleted id gives None, never another document.
//!
//! **The change log** states what changed in which generation ([`change_log`]). It cannot be derived: nothing else
//! records what was held before.
//!
//! **Compression.** zstd, with a dictionary per source that is trained on the first large batch ([`codec`]). Artifacts are
//! mostly a few kilobytes of similar JSON, where a dictionary halves the size.

mod allowed;
mod change_log;
mod changed_provisions;
mod codec;
mod connect;
mod corpus;
mod documents;
mod entries;
mod error;
mod learned;
mod logged;
mod lost;
mod parsed;
mod read;
mod write;

use std::path::Path;

use lagrum_artifact::Generation;
pub use lagrum_artifact::StoredId;

use self::connect::{Readable, Writable};
use self::error::FORMAT;
pub use change_log::{ChangeLog, LOG_DAYS, LogStart, MAX_PAUSE_DAYS, PublishedSnapshot};
pub use changed_provisions::{
    ChangedProvisions, MAX_CHANGED_PROVISIONS, ProvisionChanges, ProvisionDigests, ProvisionsOfGeneration,
};
pub use corpus::Corpus;
pub use documents::{Documents, DocumentsIter};
pub use entries::{ArtifactDigest, DocumentEntry, LydelseEntry};
pub use error::CorpusError;
pub use learned::LearnedAmendment;
pub use logged::{ChangeLogEntry, ChangeSubject, DocumentNames, LoggedChanges, WithdrawnDocument};
pub use parsed::ParsedFrom;
pub(crate) use read::attached;
pub use read::attached::StoredAttachments;
pub use read::{ArtifactIdentity, CorpusReader, CorpusState, ReaderPool, StatusEntry};
pub(crate) use write::{
    ArtifactRole, CorpusWriter, IncomingArtifact, KeyedEntry, Origin, PutOutcome, Removal, SourcedUri,
};

impl Corpus {
    /// Opens the corpus of a data folder, which must have been created by an import.
    pub fn open(data: &Path) -> Result<Self, CorpusError> {
        let corpus = Self::at(data);
        if corpus.is_made()? {
            return Ok(corpus);
        }
        Err(match lost::needs(data) {
            Some(beside) => CorpusError::Lost { database: corpus.database, beside },
            None => CorpusError::Missing(data.to_owned()),
        })
    }

    /// Opens the corpus of a data folder, making an empty one when there is none. A corpus of another format is refused and
    /// left as it is. So is a folder with what belongs to a corpus that is not there: its database was lost.
    pub fn create(data: &Path) -> Result<Self, CorpusError> {
        let corpus = Self::at(data);
        if !corpus.is_made()?
            && let Some(beside) = lost::needs(data)
        {
            return Err(CorpusError::Lost { database: corpus.database, beside });
        }
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

    /// Whether the database has been made. One that a killed process was making, or that is empty, has not.
    fn is_made(&self) -> Result<bool, CorpusError> {
        if !std::fs::metadata(&self.database).is_ok_and(|file| file.is_file() && file.len() > 0) {
            return Ok(false);
        }
        let connection = self.checked(Readable::open(&self.database))?;
        let made = "SELECT count(*) = 2 FROM sqlite_schema WHERE name IN ('property', 'document')";
        self.checked(connection.query_row(made, [], |row| row.get(0)))
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
                connection.execute(insert, (id, generation.0, at))?;
            }
            Ok(())
        };
        self.checked(record())
    }

    /// Deletes replaced and removed artifacts that no snapshot of `oldest_generation` or later uses. Returns their number.
    pub fn sweep(&self, oldest_generation: Generation) -> Result<usize, CorpusError> {
        let connection = self.writable(false)?;
        let swept =
            self.checked(connection.execute("DELETE FROM stored WHERE until <= ?1", [oldest_generation.0]))?;
        // A running import may have stored a file that no row names yet. Then the files are left to the next sweep.
        if let Ok(mut writer) = CorpusWriter::new(self.clone(), connection) {
            writer.sweep_attachments(oldest_generation)?;
        }
        Ok(swept)
    }

    /// A connection that may write. Another connection checks the format first, without changing the file.
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
}
