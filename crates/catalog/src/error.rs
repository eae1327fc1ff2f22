use std::path::PathBuf;

/// Why the catalog cannot answer.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// The database refused, or is damaged.
    #[error("the catalog {path}: {source}")]
    Database {
        /// The database file.
        path: PathBuf,
        /// What SQLite said.
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
        /// The format it says it has.
        found: String,
    },
    /// Nobody waits for the answer any more.
    #[error(transparent)]
    Cancelled(#[from] lagrum_cancel::Cancelled),
    /// Something in the catalog contradicts itself.
    #[error("the catalog {path} is damaged: {what}")]
    Damaged {
        /// The database file.
        path: PathBuf,
        /// What contradicts what.
        what: String,
    },
}
