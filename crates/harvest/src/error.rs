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
    /// So many documents would be withdrawn that the archive has probably lost them.
    #[error(
        "the raw archive no longer has {lost} of the {held} documents of {source_name} in the corpus. Nothing was withdrawn: restore the \
         folder raw of the data folder, or fetch into a --data folder of its own"
    )]
    Removals {
        /// The source.
        source_name: String,
        /// How many would be withdrawn.
        lost: usize,
        /// How many are held.
        held: usize,
    },
    /// There is no parser for the source.
    #[error("there is no parser for the source {0:?}")]
    UnknownSource(String),
    /// The base of uris cannot be used.
    #[error("the base of uris cannot be used: {0}")]
    Base(String),
}
