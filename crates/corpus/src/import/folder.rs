//! The entries of a folder.

use std::path::{Path, PathBuf};

use super::error::ImportError;

/// The entries of a folder, sorted by name.
pub(crate) fn sorted_entries(folder: &Path) -> Result<Vec<PathBuf>, ImportError> {
    let read = || -> std::io::Result<Vec<PathBuf>> {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        entries.sort();
        Ok(entries)
    };
    read().map_err(|source| ImportError::File { path: folder.to_owned(), source })
}
