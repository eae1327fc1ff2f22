//! Reads the archive.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row};

use crate::RawError;
use crate::pack::{self, Place};
use crate::record::{BodyDigest, RawDocument, Record};
use crate::runs::{AskedRun, SourceState};

/// The version of the archive's layout.
pub(crate) const FORMAT: &str = "1";

/// How long to wait while another process commits.
const LOCK_TIMEOUT: std::time::Duration = std::time::Duration::from_mins(1);

/// The raw archive of a data folder, to be read.
#[derive(Debug)]
pub struct Archive {
    pub(crate) folder: PathBuf,
    pub(crate) connection: Connection,
}

const COLUMNS: &str =
    "id, source, key, part, url, fetched_at, seen_at, status, etag, last_modified, body, norm_hash";

impl Archive {
    /// Opens the archive of a data folder, which must have been made by a fetch.
    pub fn open(data: &Path) -> Result<Self, RawError> {
        let folder = folder_of(data);
        let database = folder.join("raw.db");
        if !database.is_file() {
            return Err(RawError::Missing(data.to_owned()));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Self::connect(folder, flags)
    }

    pub(crate) fn connect(folder: PathBuf, flags: OpenFlags) -> Result<Self, RawError> {
        let path = folder.join("raw.db");
        let connect = || {
            let connection = Connection::open_with_flags(&path, flags)?;
            connection.busy_timeout(LOCK_TIMEOUT)?;
            Ok(connection)
        };
        let connection = connect().map_err(|source| RawError::Database { path, source })?;
        let archive = Self { folder, connection };
        archive.check_format()?;
        Ok(archive)
    }

    /// Whether the database is of this version of the program, or empty.
    fn check_format(&self) -> Result<(), RawError> {
        let has_tables: i64 = self.checked(self.connection.query_row(
            "SELECT count(*) FROM sqlite_schema WHERE name = 'property'",
            [],
            |row| row.get(0),
        ))?;
        if has_tables == 0 {
            return Ok(());
        }
        let query = "SELECT value FROM property WHERE name = 'format'";
        let found: Option<String> =
            self.checked(self.connection.query_row(query, [], |row| row.get(0)).optional())?;
        match found {
            Some(found) if found != FORMAT => {
                Err(RawError::Format { path: self.folder.join("raw.db"), found, expected: FORMAT })
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn checked<T>(&self, result: rusqlite::Result<T>) -> Result<T, RawError> {
        result.map_err(|source| RawError::Database { path: self.folder.join("raw.db"), source })
    }

    /// The sources that have rows, in order.
    pub fn sources(&self) -> Result<Vec<String>, RawError> {
        let read = || {
            self.connection
                .prepare("SELECT DISTINCT source FROM record ORDER BY source")?
                .query_map([], |row| row.get(0))?
                .collect()
        };
        self.checked(read())
    }

    /// How far a source has been fetched.
    pub fn state(&self, source: &str) -> Result<SourceState, RawError> {
        let query = "SELECT watermark, complete_at, run_is_walk, run_begun, run_cursor, run_mark
                     FROM source WHERE name = ?1";
        let state = self.connection.query_row(query, [source], |row| {
            let begun: Option<i64> = row.get(3)?;
            let run = match begun {
                Some(begun) => {
                    Some(AskedRun { is_walk: row.get(2)?, begun, cursor: row.get(4)?, mark: row.get(5)? })
                }
                None => None,
            };
            Ok(SourceState { watermark: row.get(0)?, complete_at: row.get(1)?, run })
        });
        Ok(self.checked(state.optional())?.unwrap_or_default())
    }

    /// When the last complete walk of a source began, in seconds since 1970.
    pub fn last_walk(&self, source: &str) -> Result<Option<i64>, RawError> {
        let query = "SELECT max(begun) FROM walk WHERE source = ?1";
        self.checked(self.connection.query_row(query, [source], |row| row.get(0)))
    }

    /// The last row of a part of a document.
    pub fn latest(&self, source: &str, key: &str, part: &str) -> Result<Option<Record>, RawError> {
        let query = format!(
            "SELECT {COLUMNS} FROM record WHERE source = ?1 AND key = ?2 AND part = ?3 ORDER BY id DESC LIMIT 1"
        );
        let read =
            || self.connection.prepare_cached(&query)?.query_row([source, key, part], record).optional();
        self.checked(read())
    }

    /// All rows of a source, oldest first.
    pub fn records(&self, source: &str) -> Result<Vec<Record>, RawError> {
        let query = format!("SELECT {COLUMNS} FROM record WHERE source = ?1 ORDER BY id");
        let read = || self.connection.prepare(&query)?.query_map([source], record)?.collect();
        self.checked(read())
    }

    /// The documents of a source with all rows of each, by key.
    pub fn documents(&self, source: &str) -> Result<Vec<RawDocument>, RawError> {
        let query = format!("SELECT {COLUMNS} FROM record WHERE source = ?1 ORDER BY key, id");
        let read = || {
            let mut statement = self.connection.prepare(&query)?;
            let mut rows = statement.query([source])?;
            let mut documents: Vec<RawDocument> = Vec::new();
            while let Some(row) = rows.next()? {
                let record = record(row)?;
                match documents.last_mut().filter(|document| document.key == record.key) {
                    Some(document) => document.records.push(record),
                    None => documents.push(RawDocument {
                        key: record.key.clone(),
                        records: vec![record],
                        gone_at: None,
                    }),
                }
            }
            let mut gone = self.connection.prepare("SELECT key, at FROM tombstone WHERE source = ?1")?;
            let mut gone = gone.query([source])?;
            while let Some(row) = gone.next()? {
                let key: String = row.get(0)?;
                if let Ok(at) = documents.binary_search_by(|document| document.key.cmp(&key)) {
                    documents[at].gone_at = Some(row.get(1)?);
                }
            }
            Ok(documents)
        };
        self.checked(read())
    }

    /// A body, verified. None where the archive has no such body.
    pub fn body(&self, digest: &BodyDigest) -> Result<Option<Vec<u8>>, RawError> {
        match self.place(digest)? {
            Some(place) => pack::body(&self.folder, &place, digest).map(Some),
            None => Ok(None),
        }
    }

    pub(crate) fn place(&self, digest: &BodyDigest) -> Result<Option<Place>, RawError> {
        let query = "SELECT pack, begins, length, size FROM body WHERE digest = ?1";
        let read = || self.connection.prepare_cached(query)?.query_row([digest], place).optional();
        self.checked(read())
    }

    /// The folder of the archive.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The folder of the archive of a data folder.
pub(crate) fn folder_of(data: &Path) -> PathBuf {
    data.join("raw")
}

pub(crate) fn place(row: &Row<'_>) -> rusqlite::Result<Place> {
    Ok(Place { pack: row.get(0)?, begins: row.get(1)?, length: row.get(2)?, size: row.get(3)? })
}

fn record(row: &Row<'_>) -> rusqlite::Result<Record> {
    Ok(Record {
        id: row.get(0)?,
        source: row.get(1)?,
        key: row.get(2)?,
        part: row.get(3)?,
        url: row.get(4)?,
        fetched_at: row.get(5)?,
        seen_at: row.get(6)?,
        status: row.get(7)?,
        etag: row.get(8)?,
        last_modified: row.get(9)?,
        body: row.get(10)?,
        norm_hash: row.get(11)?,
    })
}
