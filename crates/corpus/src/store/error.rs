//! Why the store fails.

use std::path::PathBuf;

use lagrum_artifact::StoredId;

/// The version of the database's layout.
pub(super) const FORMAT: &str = "1";

/// A failure of the store.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// The database failed.
    #[error("the corpus database {path}: {source}")]
    Database {
        /// The database file.
        path: PathBuf,
        /// The error of SQLite.
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
        /// The error of the system.
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
        /// The format that it states.
        found: String,
    },
    /// An import began while the database was read as one that does not change.
    #[error("the corpus database {0} was changed while it was read; try again")]
    Changed(PathBuf),
    /// Another import is running.
    #[error("another import is writing to the corpus in {0}; wait until it has ended")]
    Busy(PathBuf),
}
