//! The change log: what was added, changed and withdrawn, and in which generation.
//!
//! An import writes it in the transaction that stores the artifact. For each uri it has the generation of the last
//! change of every kind. The question "what changed after generation *g*" needs no more. So the log has at most five
//! rows for each uri, and imports drop rows that are older than [`LOG_DAYS`].
//!
//! [`LogStart`] states from which generation on the log is complete: a corpus of an earlier version of the program has
//! no log of earlier changes. `published` lists the snapshots that were served, so that a reader can ask for the
//! changes after one of them.

use lagrum_artifact::{ChangeKind, Generation, LastChanges};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::changed_provisions::{self, ProvisionsOfGeneration};
use super::documents::Documents;
use super::entries::LydelseEntry;
use super::learned::{self, LearnedAmendment};
use super::logged::{DocumentNames, LoggedChanges, LoggedSubject, WithdrawnDocument};

/// How many days the log reaches back.
pub const LOG_DAYS: i64 = 400;

/// The longest time between two changes of a corpus that is taken for granted, in days. After a longer one the clock is probably wrong.
pub const MAX_PAUSE_DAYS: i64 = 2 * 365;

const SECONDS_OF_DAY: i64 = 24 * 60 * 60;

/// From where on the log is complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogStart {
    /// Every change after this generation is in the log.
    pub generation: Generation,
    /// When that generation was current, in seconds since 1970; None when the log is as old as the corpus.
    pub at: Option<i64>,
}

/// A snapshot that was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedSnapshot {
    /// Its id.
    pub id: String,
    /// The generation it was built from.
    pub generation: Generation,
    /// When it was published, in seconds since 1970.
    pub at: i64,
}

/// The change log of a corpus at one generation.
#[derive(Clone, Debug, Default)]
pub struct ChangeLog {
    /// What changed, by uri.
    pub entries: LoggedChanges,
    /// From where on it is complete.
    pub start: LogStart,
    /// The snapshots that were published, by generation and time.
    pub published: Vec<PublishedSnapshot>,
    /// The provisions that changed, by uri and generation.
    pub provisions: Vec<ProvisionsOfGeneration>,
    /// The entries of registers that later imports had, by uri and act.
    pub learned: Vec<LearnedAmendment>,
}

/// A change to be logged.
pub(super) struct NewLogRow<'a> {
    pub(super) uri: &'a str,
    pub(super) source: &'a str,
    pub(super) kind: ChangeKind,
    /// The document of an archived lydelse.
    pub(super) lydelse_of: Option<&'a str>,
    /// The names of a withdrawn document, as JSON.
    pub(super) names: Option<String>,
}

/// Logs changes of a generation.
pub(super) fn append<'a>(
    transaction: &Transaction<'_>,
    generation: Generation,
    now: i64,
    changes: impl IntoIterator<Item = NewLogRow<'a>>,
) -> rusqlite::Result<()> {
    let mut insert = transaction
        .prepare_cached("INSERT OR REPLACE INTO change_log VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    for NewLogRow { uri, source, kind, lydelse_of, names } in changes {
        insert.execute(params![uri, kind as i64, source, generation.0, now, lydelse_of, names])?;
    }
    Ok(())
}

/// Begins the log where there is none. Begins it again if a version of the program that keeps no log has imported
/// meanwhile.
pub(super) fn begin(connection: &Connection, now: i64) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    let number = |name: &str| {
        property(&transaction, name).map(|text| text.and_then(|text| text.parse().ok()).map(Generation))
    };
    let generation = number("generation")?.unwrap_or_default();
    let logged = number("logged_generation")?;
    if logged != Some(generation) {
        let at = if generation == Generation::NONE { String::new() } else { now.to_string() };
        transaction.execute("DELETE FROM change_log", [])?;
        set_start(&transaction, generation, &at)?;
        set_logged(&transaction, generation)?;
    }
    transaction.commit()
}

/// Records that the log has the changes of a generation.
pub(super) fn set_logged(transaction: &Transaction<'_>, generation: Generation) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT OR REPLACE INTO property VALUES ('logged_generation', ?1)")?
        .execute([generation.to_string()])
        .map(drop)
}

/// When the last logged change was made, in seconds since 1970.
pub(super) fn last_time(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    connection.query_row("SELECT max(at) FROM change_log", [], |row| row.get(0))
}

/// Drops changes that are older than [`LOG_DAYS`].
pub(super) fn prune(connection: &Connection, now: i64) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    let oldest = now - LOG_DAYS * SECONDS_OF_DAY;
    let dropped: Option<(Generation, i64)> = transaction.query_row(
        "SELECT max(generation), max(at) FROM change_log WHERE at < ?1",
        [oldest],
        |row| Ok(row.get::<_, Option<u32>>(0)?.map(Generation).zip(row.get::<_, Option<i64>>(1)?)),
    )?;
    if let Some((generation, at)) = dropped {
        transaction.execute("DELETE FROM change_log WHERE at < ?1", [oldest])?;
        changed_provisions::prune(&transaction, generation)?;
        let start = start(&transaction)?.unwrap_or_default();
        if generation > start.generation {
            set_start(&transaction, generation, &at.to_string())?;
        }
        transaction.execute(
            "DELETE FROM published WHERE generation < ?1 AND at < ?2",
            params![generation.0, oldest],
        )?;
    }
    transaction.commit()
}

fn set_start(transaction: &Transaction<'_>, generation: Generation, at: &str) -> rusqlite::Result<()> {
    let mut set = transaction.prepare("INSERT OR REPLACE INTO property VALUES (?1, ?2)")?;
    set.execute(["log_start", &generation.to_string()])?;
    set.execute(["log_start_time", at]).map(drop)
}

fn start(connection: &Connection) -> rusqlite::Result<Option<LogStart>> {
    let generation = property(connection, "log_start")?.and_then(|text| text.parse().ok()).map(Generation);
    let at = property(connection, "log_start_time")?.and_then(|text| text.parse().ok());
    Ok(generation.map(|generation| LogStart { generation, at }))
}

fn property(connection: &Connection, name: &str) -> rusqlite::Result<Option<String>> {
    connection.query_row("SELECT value FROM property WHERE name = ?1", [name], |row| row.get(0)).optional()
}

/// Whether the corpus has the tables of the log, which an import creates.
pub(super) fn has_log(connection: &Connection) -> rusqlite::Result<bool> {
    connection
        .query_row("SELECT count(*) FROM sqlite_schema WHERE name = 'published'", [], |row| {
            row.get::<_, i64>(0)
        })
        .map(|tables| tables > 0)
}

/// Reads the log, with the documents and lydelser of the same transaction, which are sorted by uri.
pub(super) fn read(
    connection: &Connection,
    generation: Generation,
    documents: &Documents,
    lydelser: &[LydelseEntry],
) -> rusqlite::Result<ChangeLog> {
    let Some(start) = logged_start(connection, generation)? else {
        // Written by a version of the program that keeps no log.
        let now = jiff::Timestamp::now().as_second();
        return Ok(ChangeLog { start: LogStart { generation, at: Some(now) }, ..ChangeLog::default() });
    };
    let mut published =
        connection.prepare("SELECT id, generation, at FROM published ORDER BY generation, at")?;
    let published = published
        .query_map([], |row| {
            Ok(PublishedSnapshot {
                id: row.get(0)?,
                generation: row.get(1).map(Generation)?,
                at: row.get(2)?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    let mut entries = LoggedChanges::default();
    let mut query = connection.prepare(
        "SELECT uri, kind, generation, source, lydelse_of, names FROM change_log ORDER BY uri, kind",
    )?;
    let mut rows = query.query([])?;
    let mut current = CurrentEntry::default();
    while let Some(row) = rows.next()? {
        let uri = row.get_ref(0)?.as_str()?;
        if current.subject.is_none() || current.uri != uri {
            current.finish(&mut entries);
            uri.clone_into(&mut current.uri);
            let lydelse_of: Option<String> = row.get(4)?;
            let position = |found: Option<usize>| found.and_then(|at| u32::try_from(at).ok());
            let subject = if lydelse_of.is_none() {
                position(documents.position(uri)).map(LoggedSubject::Document)
            } else {
                let found = lydelser.binary_search_by(|entry| entry.uri.as_str().cmp(uri));
                position(found.ok()).map(LoggedSubject::Lydelse)
            };
            current.subject = Some(match subject {
                Some(held) => held,
                None => entries.withdraw(WithdrawnDocument {
                    uri: uri.to_owned(),
                    source: row.get(3)?,
                    lydelse_of,
                    names: DocumentNames::default(),
                }),
            });
        }
        let kind: usize = row.get(1)?;
        if let Some(last) = current.changes.0.get_mut(kind) {
            *last = row.get(2).map(Generation)?;
        }
        if let (Some(LoggedSubject::Withdrawn(_)), Some(withdrawn), Some(names)) =
            (current.subject, entries.withdrawn.last_mut(), row.get::<_, Option<String>>(5)?)
        {
            withdrawn.names = serde_json::from_str(&names).unwrap_or_default();
        }
    }
    current.finish(&mut entries);
    entries.rows.shrink_to_fit();
    let provisions = changed_provisions::read(connection)?;
    let learned = learned::read(connection)?;
    Ok(ChangeLog { entries, start, published, provisions, learned })
}

/// The entry whose rows are being read.
#[derive(Default)]
struct CurrentEntry {
    uri: String,
    subject: Option<LoggedSubject>,
    changes: LastChanges,
}

impl CurrentEntry {
    fn finish(&mut self, entries: &mut LoggedChanges) {
        if let Some(subject) = self.subject.take() {
            entries.push(subject, std::mem::take(&mut self.changes));
        }
    }
}

/// From where on the log is complete; None where it lacks the changes of the generation.
fn logged_start(connection: &Connection, generation: Generation) -> rusqlite::Result<Option<LogStart>> {
    let logged =
        property(connection, "logged_generation")?.and_then(|text| text.parse().ok()).map(Generation);
    if logged == Some(generation) { start(connection) } else { Ok(None) }
}
