//! Why an export fails.

use std::path::PathBuf;

use lagrum_artifact::ArtifactError;
use lagrum_catalog::CatalogError;
use lagrum_corpus::CorpusError;

/// Why an export fails.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The catalog cannot be read.
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    /// The corpus cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// A stored artifact cannot be read.
    #[error("the artifact of {uri} cannot be read: run `lagrum check`")]
    Artifact {
        /// The document or lydelse.
        uri: String,
        /// What is wrong with it; None when it is missing.
        source: Option<ArtifactError>,
    },
    /// The output cannot be written.
    #[error("the export cannot be written")]
    Output(#[from] std::io::Error),
    /// A row of a table cannot be written.
    #[error("a row cannot be written")]
    Row(#[from] csv::Error),
    /// A database cannot be written.
    #[error("the database cannot be written")]
    Database(#[from] rusqlite::Error),
    /// A table cannot be written as Parquet.
    #[cfg(feature = "parquet")]
    #[error("the table cannot be written as Parquet")]
    Parquet(#[from] parquet::errors::ParquetError),
    /// git cannot be started, or fails.
    #[error("git in {}: {problem}", folder.display())]
    Git {
        /// The folder of the repository.
        folder: PathBuf,
        /// The error message of git.
        problem: String,
    },
    /// The provisions of a document cannot be read.
    #[error("the provisions of {uri} cannot be read")]
    Provisions {
        /// The document.
        uri: String,
        /// The cause.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A text cannot be written in a form.
    #[error("{uri} cannot be written in this form")]
    Form {
        /// The text.
        uri: String,
        /// The cause.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A zip cannot be written.
    #[error("the zip cannot be written")]
    Zip(#[from] zip::result::ZipError),
    /// No document is of the source.
    #[error("no document is of the source {0}: `lagrum status` lists the sources")]
    NoDocuments(String),
    /// A text is not a valid name of a branch.
    #[error("{0:?} is no name of a branch: use letters, digits, '-', '_', '.' and '/'")]
    BranchName(String),
}

impl ExportError {
    /// Whether the reader of the output has closed the pipe.
    pub fn is_closed_pipe(&self) -> bool {
        let is_closed = |error: &std::io::Error| error.kind() == std::io::ErrorKind::BrokenPipe;
        match self {
            Self::Output(error) => is_closed(error),
            Self::Zip(zip::result::ZipError::Io(error)) => is_closed(error),
            Self::Row(error) => matches!(error.kind(), csv::ErrorKind::Io(error) if is_closed(error)),
            _ => false,
        }
    }
}
