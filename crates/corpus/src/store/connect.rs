//! Opening the database, to write it and to read it.
//!
//! The database is in SQLite's WAL mode, so that readers go on while an import writes. Its readers need two files beside
//! it: `corpus.db-wal`, where changes go first, and `corpus.db-shm`, which says what of them counts. A reader that may
//! not write to the folder cannot make these files, but it can use those that are there, with no more than the right to
//! read them. SQLite removes them when the last connection that may write is closed; so ours leave them
//! ([`Writable`]). What they hold is moved into the database before, so a copy of `corpus.db` alone is whole.
//!
//! Two other ways were not taken. With a rollback journal instead of a WAL, readers would have to wait while an import
//! commits, and could not read at all after one was killed, since rolling back takes the right to write. Opened as
//! `immutable`, a database must not change, which it does during an import.
//!
//! Where both files are missing, though, nobody has written since they were left out: it is a copy, or the folder was
//! last written by an earlier version. Then the database is opened as immutable, and what was read is discarded when
//! the files have appeared meanwhile ([`Readable::is_outdated`]), since every writer makes them before it changes
//! anything.

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

/// How long the last act of a writer waits for readers.
const CHECKPOINT_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection that may write. When it goes, all changes are in the database file, and the files that readers need
/// stay.
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
        // It would remove the files that readers need.
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
        // Where it does not succeed, the changes stay in the WAL, which is as safe.
        let _ = self.0.busy_timeout(CHECKPOINT_TIMEOUT);
        let _ = self.0.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    }
}

/// A connection that only reads, and needs no right but that.
#[derive(Debug)]
pub(super) struct Readable {
    connection: Connection,
    /// The database file, if it was opened as one that does not change.
    unchanging: Option<PathBuf>,
}

impl Readable {
    /// Opens a database that is there.
    pub(super) fn open(path: &Path) -> rusqlite::Result<Self> {
        match connect(path, "mode=ro") {
            Ok(connection) => Ok(Self { connection, unchanging: None }),
            // Whatever went wrong: without these files, this is worth a try.
            Err(_) if !may_change(path) => {
                let connection = connect(path, "immutable=1")?;
                Ok(Self { connection, unchanging: Some(path.to_owned()) })
            }
            Err(error) => Err(error),
        }
    }

    /// Whether the database may have changed since it was opened as one that does not. Then what was read may be wrong,
    /// and is to be read again by another connection.
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
    // The files are opened by the first question.
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(connection)
}

/// Whether a writer may be at work, or has left changes that are not in the database file.
fn may_change(database: &Path) -> bool {
    let beside = |ending: &str| {
        let mut name = database.as_os_str().to_owned();
        name.push(ending);
        std::fs::metadata(name)
    };
    beside("-shm").is_ok() || beside("-wal").is_ok_and(|wal| wal.len() > 0)
}
