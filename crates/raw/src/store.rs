//! Writes the archive.

use std::collections::HashMap;
use std::ops::Deref;
use std::path::Path;

use lagrum_files::FileLock;
use rusqlite::{OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params};

use crate::RawError;
use crate::origin::Origin;
use crate::pack::{self, PackWriter, Place, file_error};
use crate::read::{Archive, FORMAT, folder_of, is_lost};
use crate::record::{BodyDigest, Kept, NewRecord, Record, RecordName, digest};
use crate::runs::{SourceState, TOMBSTONE_AFTER};

/// The steps of writing, for tests that kill the process between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepStep {
    /// Bodies are appended, and may not be on the disk.
    Appended,
    /// Bodies are on the disk, and no row names them.
    Synced,
    /// Rows are written, and not committed.
    Written,
    /// Rows are committed.
    Committed,
}

/// The only writer of an archive. It excludes others while it exists.
pub struct ArchiveWriter {
    archive: Archive,
    packs: PackWriter,
    on_step: Option<Box<dyn FnMut(KeepStep) + Send>>,
    _lock: FileLock,
}

impl Deref for ArchiveWriter {
    type Target = Archive;

    fn deref(&self) -> &Archive {
        &self.archive
    }
}

impl ArchiveWriter {
    /// Opens the archive of a data folder for writing, making an empty one when there is none. Fails at once when another process
    /// writes, and when there are bodies and no database that names them.
    pub fn open(data: &Path) -> Result<Self, RawError> {
        Self::open_whole_or_not(data, true)
    }

    /// Opens the archive, with `whole` only where its database is not lost.
    pub(crate) fn open_whole_or_not(data: &Path, whole: bool) -> Result<Self, RawError> {
        let folder = folder_of(data);
        let packs = folder.join("packs");
        std::fs::create_dir_all(&packs).map_err(file_error(&packs))?;
        let lock_path = folder.join("fetch.lock");
        let Some(lock) = FileLock::try_exclusive(&lock_path).map_err(file_error(&lock_path))? else {
            return Err(RawError::Busy(folder));
        };
        if whole && is_lost(&folder)? {
            return Err(RawError::Lost(folder));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let archive = Archive::connect(folder, flags)?;
        let connection = &archive.connection;
        let prepare = || {
            connection.pragma_update(None, "synchronous", "FULL")?;
            // What is purged does not stay in free pages of the database.
            connection.pragma_update(None, "secure_delete", true)?;
            connection.execute_batch(include_str!("schema.sql"))?;
            connection.execute("INSERT OR IGNORE INTO property VALUES ('format', ?1)", [FORMAT])
        };
        archive.checked(prepare())?;
        delete_doomed(&archive)?;
        let packs = end_of_packs(&archive)?;
        Ok(Self { archive, packs, on_step: None, _lock: lock })
    }

    /// Calls this at every step of writing, for tests of being killed.
    pub fn on_step(&mut self, hook: impl FnMut(KeepStep) + Send + 'static) {
        self.on_step = Some(Box::new(hook));
    }

    fn step(&mut self, step: KeepStep) {
        if let Some(hook) = &mut self.on_step {
            hook(step);
        }
    }

    /// Keeps records of a source that came at `now` (seconds since 1970), together with how far the source has been fetched. When this
    /// succeeds, they are on the disk; when it fails, none of them is in the archive.
    pub fn keep(
        &mut self,
        source: &str,
        records: &[NewRecord],
        state: Option<&SourceState>,
        now: i64,
    ) -> Result<Vec<Kept>, RawError> {
        // Each record is compared with the last one of its part, which may stand earlier in the batch.
        let mut last: HashMap<(&str, &str), Option<LastBody>> = HashMap::new();
        let mut places: HashMap<BodyDigest, Place> = HashMap::new();
        let mut kept = Vec::with_capacity(records.len());
        let mut digests = Vec::with_capacity(records.len());
        for record in records {
            let part = (record.key.as_str(), record.part.as_str());
            let before = match last.get(&part) {
                Some(before) => *before,
                None => self.latest(source, part.0, part.1)?.map(|row| LastBody::of(&row)),
            };
            let name = digest(&record.body);
            let became = match before {
                None => Kept::New,
                Some(before) if before.norm_hash != record.norm_hash => Kept::Changed,
                Some(before) if places.contains_key(&before.body) || self.has_sound_body(&before.body)? => {
                    Kept::Same
                }
                Some(_) => Kept::Repaired,
            };
            if became != Kept::Same {
                last.insert(part, Some(LastBody { norm_hash: record.norm_hash, body: name }));
            }
            kept.push(became);
            digests.push(name);
            if became != Kept::Same && !places.contains_key(&name) && !self.has_sound_body(&name)? {
                if places.is_empty() {
                    self.note_first_body()?;
                }
                let origin = Origin::new(source, record, now);
                places.insert(name, self.packs.append(&name, &record.body, &origin)?);
            }
        }
        if !places.is_empty() {
            self.step(KeepStep::Appended);
            self.packs.sync()?;
            self.step(KeepStep::Synced);
        }
        let mut hook = self.on_step.take();
        let result = self.transaction(|transaction| {
            for (name, place) in &places {
                put_place(transaction, name, place)?;
            }
            for ((record, became), name) in records.iter().zip(&kept).zip(&digests) {
                put_record(transaction, source, record, *became, name, now)?;
            }
            if let Some(state) = state {
                put_state(transaction, source, state)?;
            }
            if let Some(hook) = &mut hook {
                hook(KeepStep::Written);
            }
            Ok(())
        });
        self.on_step = hook;
        result?;
        self.step(KeepStep::Committed);
        Ok(kept)
    }

    /// Notes that the publisher still has these parts as they are held, together with how far the source has been fetched. Their bodies
    /// need not have come. A part that is not held is passed over. Returns how many are held.
    pub fn touch(
        &mut self,
        source: &str,
        parts: &[RecordName],
        state: Option<&SourceState>,
        now: i64,
    ) -> Result<u64, RawError> {
        self.transaction(|transaction| {
            let mut touched = 0;
            for RecordName { key, part } in parts {
                let rows = transaction
                    .prepare_cached(
                        "UPDATE record SET seen_at = max(seen_at, ?4) WHERE id =
                         (SELECT max(id) FROM record WHERE source = ?1 AND key = ?2 AND part = ?3)",
                    )?
                    .execute(params![source, key, part, now])?;
                if rows > 0 {
                    touched += 1;
                    take_back(transaction, "tombstone", source, key)?;
                }
            }
            if let Some(state) = state {
                put_state(transaction, source, state)?;
            }
            Ok(touched)
        })
    }

    /// Records that bodies are about to be written where there is none. A database without this mark and without bodies, beside packs,
    /// has lost its rows ([`is_lost`]).
    fn note_first_body(&self) -> Result<(), RawError> {
        let note = "INSERT OR IGNORE INTO property VALUES ('has_bodies', 'yes')";
        self.archive.checked(self.archive.connection.execute(note, []).map(drop))
    }

    /// Whether a body is kept and can be read. A damaged body is written again when it next comes.
    pub(crate) fn has_sound_body(&self, digest: &BodyDigest) -> Result<bool, RawError> {
        match self.body(digest) {
            Ok(body) => Ok(body.is_some()),
            Err(RawError::Damaged { .. } | RawError::File { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Records how far a source has been fetched.
    pub fn set_state(&mut self, source: &str, state: &SourceState) -> Result<(), RawError> {
        self.transaction(|transaction| put_state(transaction, source, state))
    }

    /// Ends the run of a source as complete: the watermark moves to the mark of the run. After a walk, a key that was met neither by it
    /// nor by a walk at least [`TOMBSTONE_AFTER`] earlier, nor since, gets a tombstone. Returns the keys with a new tombstone.
    pub fn complete(&mut self, source: &str, now: i64) -> Result<Vec<String>, RawError> {
        let mut state = self.state(source)?;
        let Some(run) = state.run.take() else { return Ok(Vec::new()) };
        state.watermark = run.mark.or(state.watermark);
        state.complete_at = Some(run.begun);
        self.transaction(|transaction| {
            put_state(transaction, source, &state)?;
            if !run.is_walk {
                return Ok(Vec::new());
            }
            transaction.execute(
                "INSERT OR REPLACE INTO walk VALUES (?1, ?2, ?3)",
                params![source, run.begun, now],
            )?;
            // The last walk that is far enough back. A key that was seen after it began is not gone.
            let earlier: Option<i64> = transaction.query_row(
                "SELECT max(begun) FROM walk WHERE source = ?1 AND ended <= ?2",
                params![source, run.begun - TOMBSTONE_AFTER],
                |row| row.get(0),
            )?;
            let Some(earlier) = earlier else { return Ok(Vec::new()) };
            transaction
                .prepare(
                    "INSERT INTO tombstone
                     SELECT source, key, ?3 FROM record WHERE source = ?1 GROUP BY source, key
                     HAVING max(seen_at) < ?2
                     ON CONFLICT DO NOTHING RETURNING key",
                )?
                .query_map(params![source, earlier, now], |row| row.get(0))?
                .collect()
        })
    }

    pub(crate) fn transaction<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, RawError> {
        let run = || {
            let transaction =
                self.archive.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        let result = run();
        self.archive.checked(result)
    }

    /// A writer of packs that no other writer has touched.
    pub(crate) fn fresh_pack(&mut self) -> &mut PackWriter {
        let next = self.packs.pack + 1;
        self.packs = PackWriter::fresh(&self.archive.folder, next);
        &mut self.packs
    }

    /// Deletes the packs that a purge has replaced.
    pub(crate) fn delete_doomed(&mut self) -> Result<(), RawError> {
        delete_doomed(&self.archive)?;
        self.packs = end_of_packs(&self.archive)?;
        Ok(())
    }
}

/// The body of the last row of a part.
#[derive(Clone, Copy)]
struct LastBody {
    norm_hash: BodyDigest,
    body: BodyDigest,
}

impl LastBody {
    fn of(row: &Record) -> Self {
        Self { norm_hash: row.norm_hash, body: row.body }
    }
}

/// Deletes the packs that a purge has replaced: the only files of an archive that are ever deleted.
fn delete_doomed(archive: &Archive) -> Result<(), RawError> {
    let read = || {
        archive
            .connection
            .prepare("SELECT pack FROM doomed_pack")?
            .query_map([], |row| row.get(0))?
            .collect::<rusqlite::Result<Vec<u32>>>()
    };
    for pack in archive.checked(read())? {
        let path = pack::path(&archive.folder, pack);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(file_error(&path)(error));
            }
            _ => {}
        }
        let done = archive.connection.execute("DELETE FROM doomed_pack WHERE pack = ?1", [pack]);
        archive.checked(done.map(drop))?;
    }
    Ok(())
}

/// A writer that goes on after the last body. Where bytes follow that the database does not name, it begins a new pack: they may be
/// bodies of which the rows are lost.
fn end_of_packs(archive: &Archive) -> Result<PackWriter, RawError> {
    let named = archive.named_ends()?;
    let found = pack::lengths(&archive.folder)?;
    match (named.last_key_value(), found.last_key_value()) {
        (None, None) => Ok(PackWriter::fresh(&archive.folder, 1)),
        (Some((pack, end)), Some(last)) if (pack, end) == last => {
            PackWriter::open(&archive.folder, *pack, *end)
        }
        (named, found) => {
            let last = |pack: Option<(&u32, &u64)>| pack.map_or(0, |(number, _)| *number);
            Ok(PackWriter::fresh(&archive.folder, last(named).max(last(found)) + 1))
        }
    }
}

pub(crate) fn put_place(
    transaction: &Transaction<'_>,
    name: &BodyDigest,
    place: &Place,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT OR REPLACE INTO body VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![name, place.pack, place.begins, place.length, place.size])
        .map(drop)
}

pub(crate) fn put_record(
    transaction: &Transaction<'_>,
    source: &str,
    record: &NewRecord,
    became: Kept,
    name: &BodyDigest,
    now: i64,
) -> rusqlite::Result<()> {
    let NewRecord { key, part, url, status, etag, last_modified, norm_hash, .. } = record;
    if matches!(became, Kept::Same | Kept::Repaired) {
        let (last, body): (i64, BodyDigest) = transaction
            .prepare_cached(
                "SELECT id, body FROM record WHERE source = ?1 AND key = ?2 AND part = ?3 ORDER BY id DESC LIMIT 1",
            )?
            .query_row(params![source, key, part], |row| Ok((row.get(0)?, row.get(1)?)))?;
        transaction
            .prepare_cached(
                "UPDATE record SET seen_at = max(seen_at, ?2), etag = coalesce(?3, etag),
                 last_modified = coalesce(?4, last_modified), body = coalesce(?5, body) WHERE id = ?1",
            )?
            .execute(params![last, now, etag, last_modified, (became == Kept::Repaired).then_some(name)])?;
        if became == Kept::Repaired {
            // The damaged body, where another one has taken its place and no other row names it.
            transaction
                .prepare_cached(
                    "DELETE FROM body WHERE digest = ?1 AND digest NOT IN (SELECT body FROM record)",
                )?
                .execute([body])?;
        }
    } else {
        transaction
            .prepare_cached(
                "INSERT INTO record (source, key, part, url, fetched_at, seen_at, status, etag, last_modified, body, norm_hash)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .execute(params![source, key, part, url, now, status, etag, last_modified, name, norm_hash])?;
    }
    for table in ["tombstone", "purged"] {
        take_back(transaction, table, source, key)?;
    }
    Ok(())
}

/// Takes a document out of a table of those that are not there, since it is.
fn take_back(transaction: &Transaction<'_>, table: &str, source: &str, key: &str) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(&format!("DELETE FROM {table} WHERE source = ?1 AND key = ?2"))?
        .execute([source, key])
        .map(drop)
}

fn put_state(transaction: &Transaction<'_>, source: &str, state: &SourceState) -> rusqlite::Result<()> {
    let SourceState { watermark, complete_at, run } = state;
    let run = run.as_ref();
    transaction
        .prepare_cached("INSERT OR REPLACE INTO source VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
        .execute(params![
            source,
            watermark,
            complete_at,
            run.map(|run| run.is_walk),
            run.map(|run| run.begun),
            run.and_then(|run| run.cursor.as_deref()),
            run.and_then(|run| run.mark.as_deref()),
        ])
        .map(drop)
}

impl Archive {
    /// Whether a key has a tombstone.
    pub fn is_gone(&self, source: &str, key: &str) -> Result<bool, RawError> {
        let query = "SELECT 1 FROM tombstone WHERE source = ?1 AND key = ?2";
        let found = self.connection.query_row(query, [source, key], |_| Ok(())).optional();
        Ok(self.checked(found)?.is_some())
    }
}
