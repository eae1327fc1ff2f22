//! The service that is mirrored, and the sources of its files.

use std::path::{Path, PathBuf};

use super::super::file_name::ImportFile;
use super::client::MirrorClient;

/// The service that is mirrored.
pub(super) struct Service {
    pub(super) client: MirrorClient,
    /// Without a slash at its end.
    pub(super) address: String,
    /// The folder for downloads.
    pub(super) incoming: PathBuf,
}

/// The source of a recorded file.
pub(super) fn source_of(file: &str) -> Option<String> {
    Some(ImportFile::from_path(Path::new(file))?.source().to_owned())
}
