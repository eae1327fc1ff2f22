//! The files of an index in a folder.

use std::path::Path;

use lagrum_files::write_synced;
use serde::{Deserialize, Serialize};
use tantivy::Directory;
use tantivy::directory::{MmapDirectory, OwnedBytes};

use crate::IndexError;

/// The format of the files, including their terms. An index of another format is made anew.
pub const FORMAT: u32 = 12;

/// The folder of the index of texts.
pub(super) const TEXTS: &str = "texts";
/// The folder of the index of documents.
pub(super) const DOCUMENTS: &str = "documents";
/// The folder of the index of citation contexts.
pub(super) const CONTEXTS: &str = "contexts";
pub(super) const COMPOUNDS: &str = "compounds";
pub(super) const VOCABULARY: &str = "vocabulary";
/// The file with the [`IndexContents`].
pub(super) const CONTENTS: &str = "index.json";

/// The values that apply to the whole index. A document refers to its source and kind by position in these lists.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct IndexContents {
    pub(super) format: u32,
    pub(super) sources: Vec<String>,
    pub(super) kinds: Vec<String>,
}

/// A file in a folder, mapped into memory.
pub(super) fn mapped(folder: &Path, name: &str) -> Result<OwnedBytes, IndexError> {
    let directory = MmapDirectory::open(folder).map_err(tantivy::TantivyError::from)?;
    let file = directory.open_read(Path::new(name)).map_err(tantivy::TantivyError::from)?;
    file.read_bytes().map_err(|error| IndexError::io(&folder.join(name), error))
}

/// Writes a file, and syncs it to disk.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), IndexError> {
    write_synced(path, bytes).map_err(|error| IndexError::io(path, error))
}

/// The files of the index in a folder whose checksums do not agree. Reads all of them.
pub(super) fn damaged_files(folder: &Path) -> Result<Vec<String>, IndexError> {
    let mut damaged = Vec::new();
    for part in [TEXTS, DOCUMENTS, CONTEXTS] {
        let index = tantivy::Index::open_in_dir(folder.join(part))?;
        damaged.extend(index.validate_checksum()?.iter().map(|file| format!("{part}/{}", file.display())));
    }
    damaged.sort();
    Ok(damaged)
}
