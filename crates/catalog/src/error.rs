use std::path::PathBuf;

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
    Cancelled(#[from] lagrum_cancel::Cancelled),
    /// The data in the catalog contradict each other.
    #[error("the catalog {path} is damaged: {what}")]
    Damaged {
        /// The database file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}
