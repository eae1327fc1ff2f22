//! Paths of the files of a snapshot, and errors of files.

use std::io;
use std::path::{Path, PathBuf};

use lagrum_vectors::EncoderId;

use crate::SnapshotError;

/// The folder of the tables of vectors, in that of a snapshot.
pub(crate) const VECTORS: &str = "vectors";

/// The table of the vectors by an encoder, in the folder of a snapshot.
pub(crate) fn vector_table(folder: &Path, encoder: &EncoderId) -> PathBuf {
    folder.join(VECTORS).join(format!("{encoder}.table"))
}

pub(crate) fn file_error(path: &Path) -> impl FnOnce(io::Error) -> SnapshotError + use<> {
    let path = path.to_owned();
    move |source| SnapshotError::File { path, source }
}
