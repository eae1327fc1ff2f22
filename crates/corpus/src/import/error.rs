//! Why an import ends early.

use std::path::PathBuf;

use lagrum_artifact::Base;

use super::mirror_error::MirrorError;
use crate::{CorpusError, TooMuchRemoved};

/// Why an import stopped.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The store failed.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// An origin is neither a file, a folder nor an address.
    #[error("{0}: no such file or folder")]
    NoOrigin(PathBuf),
    /// A folder of attachments has none of the expected folders.
    #[error("{0}: no attachments: expected a folder with pdf/index.json, verdicts/ or graphics/ in it")]
    NoAttachments(PathBuf),
    /// The corpus is empty and no base was given.
    #[error("the corpus is empty: import documents first, or name the base of its uris with --base")]
    NoBase,
    /// The name of a file does not state what it holds.
    #[error(
        "{0}: cannot tell what this file holds; expected <source>.ndjson.gz, or name the source with --source"
    )]
    Unnamed(PathBuf),
    /// A file cannot be opened.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The corpus has another base than the given one.
    #[error("this corpus has the base {recorded}, not {wanted}; import into a --data folder of its own")]
    OtherBase {
        /// The base recorded in the corpus.
        recorded: Base,
        /// The given base.
        wanted: Base,
    },
    /// A line could not be read, and the import is strict.
    #[error("{file}, {problem} (strict: nothing after it was read)")]
    Strict {
        /// The file.
        file: String,
        /// The line and its problem.
        problem: String,
    },
    /// The documents of a source come from its publisher, and were to be imported.
    #[error(
        "the documents of {0} in this corpus come from their publisher (lagrum fetch {0}), and a source takes its documents from one \
         origin only: import them into a --data folder of its own"
    )]
    FromPublisher(String),
    /// The documents of a source were imported, and were to be parsed from what its publisher sent.
    #[error(
        "the documents of {0} in this corpus were imported, and a source takes its documents from one origin only: fetch them into \
         a --data folder of its own. What was fetched is kept in the raw archive"
    )]
    Imported(String),
    /// The import would leave much less than what is published.
    #[error("{0} would go. Nothing was removed. If that is right, run it again with --allow-removals")]
    Removals(TooMuchRemoved),
    /// A service could not be mirrored.
    #[error(transparent)]
    Mirror(#[from] MirrorError),
}
