//! Why a model folder cannot be used.

use std::path::{Path, PathBuf};

/// Why a model folder cannot be used, or a model gives no vector.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A file of the folder is missing.
    #[error(
        "{path} is missing: a model folder has config.json, tokenizer.json and model.safetensors, as on model hubs"
    )]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// A file cannot be read.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A file is not what this program can use.
    #[error("{path}: {problem}")]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What it is or lacks, and what to use instead.
        problem: String,
    },
    /// The weights give numbers that are infinite or none.
    #[error("the model gives no finite numbers for a text: its weights are damaged, get the folder again")]
    NotFinite,
    /// The work was cancelled.
    #[error(transparent)]
    Cancelled(#[from] lagrum_cancel::Cancelled),
}

/// A file that is not what this program can use.
pub(crate) fn unusable(path: &Path, problem: impl Into<String>) -> ModelError {
    ModelError::Unusable { path: path.to_owned(), problem: problem.into() }
}

/// The error of a file that could not be read.
pub(crate) fn file_error(path: &Path) -> impl FnOnce(std::io::Error) -> ModelError {
    move |source| match source.kind() {
        std::io::ErrorKind::NotFound => ModelError::Missing { path: path.to_owned() },
        _ => ModelError::File { path: path.to_owned(), source },
    }
}
