//! Where a corpus lies on disk.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::error::{CorpusError, FORMAT};

/// A corpus on disk. Opening it is cheap; it holds no connection of its own.
#[derive(Clone, Debug)]
pub struct Corpus {
    pub(super) database: PathBuf,
}

impl Corpus {
    pub(super) fn at(data: &Path) -> Self {
        Self { database: data.join("corpus").join("corpus.db") }
    }

    /// The folder of the corpus.
    pub fn folder(&self) -> &Path {
        self.database.parent().unwrap_or(Path::new("."))
    }

    /// Bytes on disk, the write-ahead log included.
    pub fn bytes_on_disk(&self) -> u64 {
        ["", "-wal"]
            .iter()
            .filter_map(|tail| {
                let mut name = self.database.clone().into_os_string();
                name.push(tail);
                Some(std::fs::metadata(name).ok()?.len())
            })
            .sum()
    }

    pub(super) fn check_format(&self, connection: &Connection) -> Result<(), CorpusError> {
        let found: String = self.checked(connection.query_row(
            "SELECT value FROM property WHERE name = 'format'",
            [],
            |r| r.get(0),
        ))?;
        if found == FORMAT { Ok(()) } else { Err(CorpusError::Format { path: self.database.clone(), found }) }
    }

    pub(super) fn checked<T>(&self, result: rusqlite::Result<T>) -> Result<T, CorpusError> {
        result.map_err(|source| CorpusError::Database { path: self.database.clone(), source })
    }
}
