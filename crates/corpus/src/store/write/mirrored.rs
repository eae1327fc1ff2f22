//! Records of the dumps that were mirrored from services.

use rusqlite::{OptionalExtension, params};

use super::CorpusWriter;
use crate::CorpusError;

impl CorpusWriter {
    /// The recorded digest of a dump of a service.
    pub(crate) fn mirrored(&self, address: &str, file: &str) -> Result<Option<String>, CorpusError> {
        self.corpus.checked(
            self.connection
                .query_row(
                    "SELECT sha256 FROM mirrored WHERE address = ?1 AND file = ?2",
                    [address, file],
                    |row| row.get(0),
                )
                .optional(),
        )
    }

    /// Records the digest of a dump of a service.
    pub(crate) fn set_mirrored(&self, address: &str, file: &str, sha256: &str) -> Result<(), CorpusError> {
        self.corpus.checked(
            self.connection
                .execute("INSERT OR REPLACE INTO mirrored VALUES (?1, ?2, ?3)", [address, file, sha256])
                .map(drop),
        )
    }

    /// The recorded files of a service, by name.
    pub(crate) fn mirrored_files(&self, address: &str) -> Result<Vec<String>, CorpusError> {
        let read = || {
            self.connection
                .prepare("SELECT file FROM mirrored WHERE address = ?1 ORDER BY file")?
                .query_map([address], |row| row.get(0))?
                .collect()
        };
        self.corpus.checked(read())
    }

    /// Deletes the record of a file.
    pub(crate) fn forget_mirrored(&self, address: &str, file: &str) -> Result<(), CorpusError> {
        self.corpus.checked(
            self.connection
                .execute("DELETE FROM mirrored WHERE address = ?1 AND file = ?2", params![address, file])
                .map(drop),
        )
    }
}
