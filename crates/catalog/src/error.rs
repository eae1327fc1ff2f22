use std::path::PathBuf;

use lagrum_cancel::Cancelled;
use rusqlite::ErrorCode;

/// Why the catalog cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// SQLite failed, or the database is damaged.
    #[error("the catalog {path}: {source}")]
    Database {
        /// The database file.
        path: PathBuf,
        /// The error of SQLite.
        source: rusqlite::Error,
    },
    /// The catalog was built by another version of the program.
    #[error(
        "the catalog {path} has format {found:?}, this program reads {}; build the snapshot again",
        crate::FORMAT
    )]
    Format {
        /// The database file.
        path: PathBuf,
        /// Its format.
        found: String,
    },
    /// The request of the work has ended.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The data in the catalog contradict each other.
    #[error("the catalog {path} is damaged: {what}")]
    Damaged {
        /// The database file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

/// An error inside [`Catalog::with`](crate::Catalog::with), which becomes a [`CatalogError`] with the path of the file.
#[derive(Debug)]
pub enum CatalogProblem {
    /// SQLite failed.
    Database(rusqlite::Error),
    /// The request of the work has ended.
    Cancelled,
    /// The data contradict each other.
    Damaged(String),
}

impl CatalogProblem {
    /// An interrupted statement is cancelled work, not a fault.
    pub(crate) fn or_cancelled(self) -> Self {
        match self {
            Self::Database(error) if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => {
                Self::Cancelled
            }
            other => other,
        }
    }
}

impl From<Cancelled> for CatalogProblem {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<rusqlite::Error> for CatalogProblem {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl From<serde_json::Error> for CatalogProblem {
    fn from(error: serde_json::Error) -> Self {
        Self::Damaged(error.to_string())
    }
}
