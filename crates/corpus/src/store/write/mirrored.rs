//! Records of the dumps that were mirrored from services.

use rusqlite::{OptionalExtension, params};

use super::writer::CorpusWriter;
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

    /// The snapshot of a service up to which it has been mirrored.
    pub(crate) fn mirrored_until(&self, address: &str) -> Result<Option<String>, CorpusError> {
        self.corpus.checked(
            self.connection
                .query_row("SELECT snapshot FROM mirrored_until WHERE address = ?1", [address], |row| {
                    row.get(0)
                })
                .optional(),
        )
    }

    /// Records up to which snapshot a service has been mirrored; None when that is not known.
    pub(crate) fn set_mirrored_until(
        &self,
        address: &str,
        snapshot: Option<&str>,
    ) -> Result<(), CorpusError> {
        let set = match snapshot {
            Some(snapshot) => self
                .connection
                .execute("INSERT OR REPLACE INTO mirrored_until VALUES (?1, ?2)", [address, snapshot]),
            None => self.connection.execute("DELETE FROM mirrored_until WHERE address = ?1", [address]),
        };
        self.corpus.checked(set.map(drop))
    }

    /// Marks the recorded dumps of a service as older than what is stored, so that the next import of dumps fetches them.
    /// Status lists are imported beside changes, so their records stay.
    pub(crate) fn outdate_mirrored(&self, address: &str) -> Result<(), CorpusError> {
        self.corpus.checked(
            self.connection
                .execute(
                    "UPDATE mirrored SET sha256 = 'older than what is stored'
                     WHERE address = ?1 AND file NOT LIKE '%-status.json'",
                    [address],
                )
                .map(drop),
        )
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
