//! Reads the archive.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, TransactionBehavior};

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
        if is_lost(&folder)? {
            return Err(RawError::Lost(folder));
        }
        if !database.is_file() {
            return Err(RawError::Missing(data.to_owned()));
        }
        Self::read_only(folder)
    }

    /// Opens the archive in a folder to be read.
    fn read_only(folder: PathBuf) -> Result<Self, RawError> {
        match Self::connect(folder.clone(), flags_to_read()) {
            // A writer was killed inside a commit. Who opens the database for writing rolls that back.
            Err(RawError::Database { source, path }) if is_hot(&source) => {
                let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                Self::connect(folder.clone(), flags).map_err(|_| RawError::HalfWritten(path))?;
                Self::connect(folder, flags_to_read())
            }
            opened => opened,
        }
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

    /// The rows of a document, oldest first.
    pub fn document(&self, source: &str, key: &str) -> Result<Vec<Record>, RawError> {
        let query = format!("SELECT {COLUMNS} FROM record WHERE source = ?1 AND key = ?2 ORDER BY id");
        let read = || self.connection.prepare_cached(&query)?.query_map([source, key], record)?.collect();
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

    /// Where the last named body of each pack ends.
    pub(crate) fn named_ends(&self) -> Result<BTreeMap<u32, u64>, RawError> {
        let read = || {
            self.connection
                .prepare("SELECT pack, max(begins + length) FROM body GROUP BY pack")?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        };
        self.checked(read())
    }

    /// Bytes of packs that follow the last named body of their pack. A writer that was killed left them, or the database is older than
    /// the packs.
    pub fn unnamed_bytes(&self) -> Result<u64, RawError> {
        let named = self.named_ends()?;
        let after =
            |(pack, length): (u32, u64)| length.saturating_sub(named.get(&pack).copied().unwrap_or_default());
        Ok(pack::lengths(&self.folder)?.into_iter().map(after).sum())
    }

    /// The numbers of documents that were purged and have not come again.
    pub fn purged(&self, source: &str) -> Result<HashSet<String>, RawError> {
        if !self.has_table("purged")? {
            return Ok(HashSet::new());
        }
        let read = || {
            self.connection
                .prepare("SELECT key FROM purged WHERE source = ?1")?
                .query_map([source], |row| row.get(0))?
                .collect()
        };
        self.checked(read())
    }

    /// Documents that had a text and came without one, each with the first day (UTC, `YYYY-MM-DD`) on which that was seen.
    pub fn emptied(&self, source: &str) -> Result<HashMap<String, String>, RawError> {
        if !self.has_table("emptied")? {
            return Ok(HashMap::new());
        }
        let read = || {
            self.connection
                .prepare("SELECT key, day FROM emptied WHERE source = ?1")?
                .query_map([source], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        };
        self.checked(read())
    }

    /// Records that these documents had a text and came without one on this day (UTC, `YYYY-MM-DD`), and of `whole` that they have a
    /// text. The first day stays. Another process may be writing to the archive.
    pub fn note_emptied(
        &self,
        source: &str,
        day: &str,
        emptied: &[String],
        whole: &[String],
    ) -> Result<(), RawError> {
        if emptied.is_empty() && whole.is_empty() {
            return Ok(());
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut writer = Self::connect(self.folder.clone(), flags)?;
        let connection = &mut writer.connection;
        let mut write = || {
            connection.execute_batch(include_str!("schema.sql"))?;
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for key in whole {
                let delete = "DELETE FROM emptied WHERE source = ?1 AND key = ?2";
                transaction.prepare_cached(delete)?.execute([source, key])?;
            }
            for key in emptied {
                let insert = "INSERT OR IGNORE INTO emptied VALUES (?1, ?2, ?3)";
                transaction.prepare_cached(insert)?.execute([source, key, day])?;
            }
            transaction.commit()
        };
        let written = write();
        self.checked(written)
    }

    /// Whether the database has a table, which one of an earlier version of the program may lack.
    fn has_table(&self, name: &str) -> Result<bool, RawError> {
        let query = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = ?1";
        self.checked(self.connection.query_row(query, [name], |row| row.get(0)))
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

/// Whether the archive in a folder has bodies, and a database that cannot have named them: it is missing, empty, was never finished, or
/// has no bodies and no mark that one was written.
pub(crate) fn is_lost(folder: &Path) -> Result<bool, RawError> {
    if pack::lengths(folder)?.values().all(|length| *length == 0) {
        return Ok(false);
    }
    let database = folder.join("raw.db");
    if !std::fs::metadata(&database).is_ok_and(|file| file.is_file() && file.len() > 0) {
        return Ok(true);
    }
    let archive = Archive::read_only(folder.to_owned())?;
    if !archive.has_table("property")? || !archive.has_table("body")? {
        return Ok(true);
    }
    let query = "SELECT EXISTS (SELECT 1 FROM body)
                 OR EXISTS (SELECT 1 FROM property WHERE name = 'has_bodies')";
    let has_bodies: bool = archive.checked(archive.connection.query_row(query, [], |row| row.get(0)))?;
    Ok(!has_bodies)
}

fn flags_to_read() -> OpenFlags {
    OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

/// Whether an error says that a killed writer has left a journal, which only a writer can roll back.
fn is_hot(error: &rusqlite::Error) -> bool {
    matches!(error, rusqlite::Error::SqliteFailure(error, _)
        if error.extended_code == rusqlite::ffi::SQLITE_READONLY_ROLLBACK)
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
