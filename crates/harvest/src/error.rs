//! Why parsing the archive fails as a whole.

use lagrum_corpus::CorpusError;
use lagrum_corpus::import::ImportError;
use lagrum_raw::RawError;

/// Why parsing the archive fails as a whole. Problems with single documents are in the summary.
#[derive(Debug, thiserror::Error)]
pub enum HarvestError {
    /// The raw archive failed.
    #[error(transparent)]
    Raw(#[from] RawError),
    /// The corpus failed, or refuses the documents.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// The corpus cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// There is no parser for the source.
    #[error("there is no parser for the source {0:?}")]
    UnknownSource(String),
    /// The base of uris cannot be used.
    #[error("the base of uris cannot be used: {0}")]
    Base(String),
}
