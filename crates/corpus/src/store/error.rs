//! Why the store fails.

use std::path::PathBuf;

use lagrum_artifact::StoredId;

use super::change_log::LOG_DAYS;

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
    /// The database is gone, and something that was made from it is there.
    #[error(
        "the corpus database {database} is lost or empty, and {beside} was made from it. Nothing was changed. Restore the database from \
         a backup. Without one, make a corpus in a --data folder of its own: import the dump files of the published snapshot \
         (lagrum import snapshots/…/dumps), and parse a copy of the folder raw where there is one (lagrum parse). Build it, and put that \
         folder in the place of this one"
    )]
    Lost {
        /// The database file.
        database: PathBuf,
        /// What was made from it.
        beside: PathBuf,
    },
    /// So much time has passed since the last change that the clock is probably wrong.
    #[error(
        "the last change of this corpus was on {last}, and the clock of this machine says {now}. The list of changes would be cut to \
         {LOG_DAYS} days before that. Set the clock; if it is right, allow it with --allow-removals"
    )]
    Clock {
        /// The day of the last change.
        last: jiff::civil::Date,
        /// The day by the clock.
        now: jiff::civil::Date,
    },
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
