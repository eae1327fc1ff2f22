//! Opens the database for writing and for reading.
//!
//! The database is in SQLite's WAL mode, so readers continue while an import writes. Readers need two files beside it:
//! `corpus.db-wal`, where changes are written first, and `corpus.db-shm`, its index. A reader without write permission to
//! the folder cannot create these files, but it can use existing ones with read permission only. SQLite deletes them when
//! the last connection that may write is closed, so our connections keep them ([`Writable`]). Their content is moved into
//! the database before that, so a copy of `corpus.db` alone is complete.
//!
//! Two alternatives were rejected. With a rollback journal instead of a WAL, readers would wait while an import commits,
//! and could not read after one was killed, since a rollback needs write permission. A database opened as `immutable` must
//! not change, and an import changes it.
//!
//! Where both files are missing, the database is a copy, or the folder was last written by an earlier version. Then it is
//! opened as immutable, and what was read is discarded if the files exist afterwards ([`Readable::is_outdated`]), since
//! every writer creates them before it changes anything.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::time::Duration;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

/// The characters of a path that are encoded in a URI of SQLite.
const ENCODED_IN_PATHS: &AsciiSet = &CONTROLS.add(b'%').add(b'?').add(b'#');

/// How long to wait for another connection's lock.
const LOCK_TIMEOUT: Duration = Duration::from_mins(1);

/// How long the final checkpoint of a writer waits for readers.
const CHECKPOINT_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection that may write. When it is dropped, all changes are moved into the database file, and the files that
/// readers need stay.
pub(crate) struct Writable(Connection);

impl Writable {
    /// Opens the database, or makes an empty one if that is allowed.
    pub(super) fn open(path: &Path, create: bool) -> rusqlite::Result<Self> {
        let create = if create { OpenFlags::SQLITE_OPEN_CREATE } else { OpenFlags::empty() };
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | create;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(LOCK_TIMEOUT)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        // Otherwise the files that readers need would be deleted.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        Ok(Self(connection))
    }
}

impl Deref for Writable {
    type Target = Connection;
    fn deref(&self) -> &Connection {
        &self.0
    }
}

impl DerefMut for Writable {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.0
    }
}

impl Drop for Writable {
    fn drop(&mut self) {
        // If it fails, the changes stay in the WAL, which is as safe.
        let _ = self.0.busy_timeout(CHECKPOINT_TIMEOUT);
        let _ = self.0.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    }
}

/// A connection that only reads, and needs read permission only.
#[derive(Debug)]
pub(super) struct Readable {
    connection: Connection,
    /// The database file, if it was opened as immutable.
    unchanging: Option<PathBuf>,
}

impl Readable {
    /// Opens an existing database.
    pub(super) fn open(path: &Path) -> rusqlite::Result<Self> {
        match connect(path, "mode=ro") {
            Ok(connection) => Ok(Self { connection, unchanging: None }),
            // Without these files the database can be opened as immutable, whatever the error was.
            Err(_) if !may_change(path) => {
                let connection = connect(path, "immutable=1")?;
                Ok(Self { connection, unchanging: Some(path.to_owned()) })
            }
            Err(error) => Err(error),
        }
    }

    /// Whether the database may have changed since it was opened as immutable. Then everything must be read again with
    /// another connection.
    pub(super) fn is_outdated(&self) -> bool {
        self.unchanging.as_deref().is_some_and(may_change)
    }
}

impl Deref for Readable {
    type Target = Connection;
    fn deref(&self) -> &Connection {
        &self.connection
    }
}

fn connect(path: &Path, how: &str) -> rusqlite::Result<Connection> {
    let uri = format!("file:{}?{how}", utf8_percent_encode(&path.to_string_lossy(), ENCODED_IN_PATHS));
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(uri, flags)?;
    connection.busy_timeout(LOCK_TIMEOUT)?;
    // The files are opened by the first query.
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(connection)
}

/// Whether a writer may be running, or has left changes that are not in the database file.
fn may_change(database: &Path) -> bool {
    let beside = |ending: &str| {
        let mut name = database.as_os_str().to_owned();
        name.push(ending);
        std::fs::metadata(name)
    };
    beside("-shm").is_ok() || beside("-wal").is_ok_and(|wal| wal.len() > 0)
}
