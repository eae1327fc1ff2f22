//! Opening the catalog, and sharing connections between threads.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use lagrum_artifact::Generation;
use lagrum_cancel::Cancelled;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, OptionalExtension};

use crate::FORMAT;
use crate::error::{CatalogError, CatalogProblem};
use crate::publications::Publication;
use crate::reader::{CatalogReader, SharedColumns};

/// The characters of a path that are encoded in a URI of SQLite.
const ENCODED_IN_PATHS: &AsciiSet = &CONTROLS.add(b'%').add(b'?').add(b'#');

/// Prepared statements kept per connection. There are about twenty different ones.
const STATEMENTS: usize = 64;

/// Steps of SQLite's virtual machine between two checks for cancellation: less than a millisecond of work.
const STEPS: i32 = 10_000;

/// An open catalog. It can be shared between threads; each thread gets a connection of its own while it reads.
#[derive(Debug)]
pub struct Catalog {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
    shared: SharedColumns,
    /// Whether the format has been checked. Until then every use begins with the check.
    checked: AtomicBool,
}

impl Catalog {
    /// Opens the catalog at `path`, and checks that this program can read it.
    pub fn open(path: &Path) -> Result<Self, CatalogError> {
        let catalog = Self::unchecked(path);
        catalog.check()?;
        Ok(catalog)
    }

    /// The catalog at `path`, without a check. Reading from one that is damaged fails.
    pub fn unchecked(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            idle: Mutex::default(),
            shared: SharedColumns::default(),
            checked: AtomicBool::new(false),
        }
    }

    /// Marks the catalog as that of a snapshot with this generation, published at this time (seconds since 1970). The
    /// times of changes are then those at which the changes were first served.
    #[must_use]
    pub fn published(mut self, generation: Generation, at: i64) -> Self {
        self.shared.served = Some(Publication { generation, at });
        self
    }

    fn check(&self) -> Result<(), CatalogError> {
        let found: Option<String> = self.with_any(|connected| {
            Ok(connected
                .connection
                .query_row("SELECT value FROM property WHERE name = 'format'", [], |row| row.get(0))
                .optional()?)
        })?;
        if found.as_deref() != Some(FORMAT) {
            return Err(CatalogError::Format { path: self.path.clone(), found: found.unwrap_or_default() });
        }
        self.checked.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Runs `work` with a connection. There are as many connections as threads call this at once, so a limit on threads
    /// limits the connections.
    pub fn with<T>(
        &self,
        work: impl FnOnce(&CatalogReader<'_>) -> Result<T, CatalogProblem>,
    ) -> Result<T, CatalogError> {
        if !self.checked.load(Ordering::Relaxed) {
            self.check()?;
        }
        self.with_any(work)
    }

    fn with_any<T>(
        &self,
        work: impl FnOnce(&CatalogReader<'_>) -> Result<T, CatalogProblem>,
    ) -> Result<T, CatalogError> {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let connection = match idle {
            Some(connection) => connection,
            None => self.connect().map_err(|source| self.error(source.into()))?,
        };
        let result = work(&CatalogReader::new(&connection, &self.shared));
        let result = result.map_err(CatalogProblem::or_cancelled);
        // After a fault the connection is dropped, since it may have cached damaged pages. Cancellation is not a fault.
        if matches!(result, Ok(_) | Err(CatalogProblem::Cancelled))
            && let Ok(mut idle) = self.idle.lock()
        {
            idle.push(connection);
        }
        result.map_err(|problem| self.error(problem))
    }

    /// Bytes of the database file.
    pub fn bytes_on_disk(&self) -> u64 {
        std::fs::metadata(&self.path).map_or(0, |file| file.len())
    }

    fn connect(&self) -> rusqlite::Result<Connection> {
        // `immutable`: the file never changes after it is published, so no locks are needed. The file is read, not
        // mapped: a failing disk then fails the request and not the process, and reading was measured to be no slower.
        let uri = format!(
            "file:{}?immutable=1",
            utf8_percent_encode(&self.path.to_string_lossy(), ENCODED_IN_PATHS)
        );
        let flags =
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
        let mut connection = Connection::open_with_flags(uri, flags)?;
        connection.progress_handler(STEPS, Some(lagrum_cancel::is_cancelled))?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        // Otherwise SQLite prepares a statement again for each new value that could change its plan, which costs more
        // than most queries here.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        Ok(connection)
    }

    fn error(&self, problem: CatalogProblem) -> CatalogError {
        match problem {
            CatalogProblem::Database(source) => CatalogError::Database { path: self.path.clone(), source },
            CatalogProblem::Cancelled => Cancelled.into(),
            CatalogProblem::Damaged(what) => CatalogError::Damaged { path: self.path.clone(), what },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use lagrum_cancel::CancelToken;

    use super::{Catalog, CatalogError, Connection};

    #[test]
    fn a_statement_without_end_is_stopped_and_its_connection_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("catalog.db");
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        let catalog = Catalog::unchecked(&path);
        let count = |numbers: &str| {
            let sql = format!("WITH RECURSIVE n(x) AS ({numbers}) SELECT count(*) FROM n");
            catalog
                .with_any(|catalog| Ok(catalog.connection.query_row(&sql, [], |row| row.get::<_, u64>(0))?))
        };
        let token = CancelToken::default();
        let request = token.cancel_on_drop();
        let ending = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            drop(request);
        });
        let endless = token.run(|| count("SELECT 1 UNION ALL SELECT x + 1 FROM n"));
        assert!(matches!(endless, Err(CatalogError::Cancelled(_))), "{endless:?}");
        ending.join().unwrap();
        // The connection is kept after a cancelled statement.
        assert_eq!(catalog.idle.lock().unwrap().len(), 1);
        let some = "SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 100000";
        assert_eq!(CancelToken::default().run(|| count(some)).unwrap(), 100_000);
        assert_eq!(count(some).unwrap(), 100_000);
    }
}
