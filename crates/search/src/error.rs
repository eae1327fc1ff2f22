//! The errors of making, opening and searching an index.

use std::path::Path;

/// Why an index cannot be made or opened.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// A file cannot be read or written.
    #[error("{path}: {problem}")]
    Io {
        /// The file.
        path: String,
        /// The error of the system.
        problem: std::io::Error,
    },
    /// The rows of documents cannot be read back while the index is made.
    #[error("the rows of the index: {0}")]
    Rows(#[from] std::io::Error),
    /// The index was made by another version of the program.
    #[error(
        "the index has format {found}, this program reads {expected}: build again (lagrum build --data DIR)"
    )]
    Format {
        /// The format found.
        found: u32,
        /// The format of this program.
        expected: u32,
    },
    /// The contents of the index contradict each other.
    #[error("the index is damaged: {0}; build again (lagrum build --data DIR)")]
    Damaged(String),
    /// tantivy failed.
    #[error("the index: {0}")]
    Engine(#[from] tantivy::TantivyError),
    /// The vocabulary is damaged.
    #[error("the words of the index: {0}")]
    Vocabulary(#[from] lagrum_words::VocabularyError),
    /// The list of compounds is damaged.
    #[error("the compounds of the index: {0}")]
    Compounds(#[from] lagrum_files::sections::PackedError),
    /// A table cannot be packed or read.
    #[error("the index: {0}")]
    Packed(#[from] postcard::Error),
    /// The description of the index is damaged.
    #[error("the index: {0}")]
    Json(#[from] serde_json::Error),
}

impl IndexError {
    pub(crate) fn io(path: &Path, problem: std::io::Error) -> Self {
        Self::Io { path: path.display().to_string(), problem }
    }
}

/// Why a search fails.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The query needs more work than is allowed for one query.
    #[error("the query asks for too much work: use fewer or longer words")]
    TooMuchWork,
    /// The search was cancelled, since its request has ended.
    #[error(transparent)]
    Cancelled(#[from] lagrum_cancel::Cancelled),
    /// The index cannot be read.
    #[error("the index cannot be read: {0}")]
    Index(String),
    /// The cluster does not answer. The text is for the log.
    #[error("the search engine does not answer: {0}")]
    Unavailable(String),
}

impl From<tantivy::TantivyError> for SearchError {
    fn from(error: tantivy::TantivyError) -> Self {
        Self::Index(error.to_string())
    }
}

impl From<std::io::Error> for SearchError {
    fn from(error: std::io::Error) -> Self {
        Self::Index(error.to_string())
    }
}
