//! Makes the rows of an archive from its packs, where the database is lost or older than they are.
//!
//! A body states what it was kept as ([`crate::origin`]). One of an earlier version of the program does not; then the caller is asked
//! what it is. Rows that the database has stay. A row is made only where the part has none that came at the same time or later, so a
//! body that a killed writer left behind is never taken for the newest.
//!
//! How far sources have been fetched is not known from packs: the next fetch asks for everything. So a body that came a second time,
//! which lies in the packs once, becomes the newest again, and documents that are gone get their tombstones.

use std::collections::HashSet;
use std::path::Path;

use lagrum_progress::Progress;
use rusqlite::{OptionalExtension, params};

use crate::origin::{self, Origin, StatedOrigin};
use crate::pack::{self, HEAD, MAX_BODY, Place, file_error};
use crate::record::{BodyDigest, Kept, NewRecord};
use crate::store::{ArchiveWriter, put_place, put_record};
use crate::{Archive, RawError};

/// Entries that are written to the database at once.
const BATCH: usize = 256;

/// What was made of packs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Bodies that the database named already.
    pub held: u64,
    /// Bodies that it names now.
    pub bodies: u64,
    /// Rows that were made.
    pub rows: u64,
    /// Bodies of which the part has a row that came later.
    pub superseded: u64,
    /// Bodies of which nobody knows what they are.
    pub unknown: u64,
    /// Bytes that are no whole body, with the packs in which they lie.
    pub damaged: Vec<String>,
}

/// What a body is: the sources that it may belong to, each with its records.
pub type BodyReader<'a> = dyn Fn(Vec<u8>) -> Option<(String, Vec<NewRecord>)> + 'a;

/// A row that is to be made.
struct NewRow {
    source: String,
    record: NewRecord,
    digest: BodyDigest,
    at: i64,
}

/// Makes rows of the packs of a data folder. `read` says what a body is that does not state it. Fails at once when another process
/// writes.
pub fn rebuild(data: &Path, read: &BodyReader<'_>, progress: &dyn Progress) -> Result<Rebuilt, RawError> {
    let mut writer = ArchiveWriter::open_whole_or_not(data, false)?;
    let mut rebuilt = Rebuilt::default();
    // Parts of which a row was made of a body that does not state when it came. Later bodies of them are newer.
    let mut untimed: HashSet<(String, String, String)> = HashSet::new();
    let packs = pack::lengths(writer.folder())?;
    progress.begin("read packs", Some(packs.values().sum()));
    for (number, length) in packs {
        let path = pack::path(writer.folder(), number);
        let bytes = std::fs::read(&path).map_err(file_error(&path))?;
        let modified = std::fs::metadata(&path).and_then(|file| file.modified()).ok();
        let modified = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        let modified = modified.and_then(|time| i64::try_from(time.as_secs()).ok()).unwrap_or_default();
        let (mut places, mut rows) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < bytes.len() {
            let Some(entry) = entry_at(&bytes, at, number) else {
                let next = (at + 1..bytes.len()).find(|next| entry_at(&bytes, *next, number).is_some());
                let until = next.unwrap_or(bytes.len());
                rebuilt.damaged.push(format!("{}: bytes {at} to {until} are no whole body", path.display()));
                at = until;
                continue;
            };
            at += entry.place.length as usize;
            let FoundEntry { digest, place, body, origin } = entry;
            if writer.has_sound_body(&digest)? || places.iter().any(|(known, _)| *known == digest) {
                rebuilt.held += 1;
                continue;
            }
            places.push((digest, place));
            match origin {
                Some(origin) => {
                    let (source, at) = (origin.source.clone(), origin.at);
                    match origin.record(Vec::new()) {
                        Some(record) => rows.push(NewRow { source, record, digest, at }),
                        None => rebuilt.unknown += 1,
                    }
                }
                None => match read(body) {
                    Some((source, records)) => rows.extend(records.into_iter().filter_map(|record| {
                        let part = (source.clone(), record.key.clone(), record.part.clone());
                        let is_known = has_part(&writer, &part).unwrap_or(true);
                        if is_known && !untimed.contains(&part) {
                            rebuilt.superseded += 1;
                            return None;
                        }
                        untimed.insert(part);
                        Some(NewRow { source: source.clone(), record, digest, at: modified })
                    })),
                    None => rebuilt.unknown += 1,
                },
            }
            if places.len() >= BATCH {
                write(&mut writer, &mut places, &mut rows, &mut rebuilt)?;
            }
        }
        write(&mut writer, &mut places, &mut rows, &mut rebuilt)?;
        progress.advance(length);
    }
    progress.end();
    Ok(rebuilt)
}

/// A whole entry of a pack.
struct FoundEntry {
    digest: BodyDigest,
    place: Place,
    body: Vec<u8>,
    origin: Option<Origin>,
}

/// The whole entry that begins at a byte of a pack.
fn entry_at(bytes: &[u8], at: usize, pack: u32) -> Option<FoundEntry> {
    let head = bytes.get(at..at + HEAD as usize)?;
    let digest: BodyDigest = *head.first_chunk::<32>()?;
    let number = |from: usize| Some(u64::from_le_bytes(*head.get(from..)?.first_chunk::<8>()?));
    let (size, follows) = (number(32)?, number(40)?);
    let length = usize::try_from(follows).ok()?.checked_add(HEAD as usize)?;
    if size > MAX_BODY as u64 {
        return None;
    }
    let entry = bytes.get(at..at.checked_add(length)?)?;
    let frame = entry.get(HEAD as usize..)?;
    if !origin::begins_frame(frame) {
        return None;
    }
    let body = pack::unpacked(entry, size, &digest).ok()?;
    let place = Place { pack, begins: at as u64, length: length as u64, size };
    let origin = match origin::split(frame).0 {
        StatedOrigin::Sound(origin) => Some(origin),
        StatedOrigin::None | StatedOrigin::Damaged => None,
    };
    Some(FoundEntry { digest, place, body, origin })
}

/// Whether the database has a row of a part.
fn has_part(archive: &Archive, part: &(String, String, String)) -> Result<bool, RawError> {
    Ok(archive.latest(&part.0, &part.1, &part.2)?.is_some())
}

/// Writes places and rows to the database, and empties both.
fn write(
    writer: &mut ArchiveWriter,
    places: &mut Vec<(BodyDigest, Place)>,
    rows: &mut Vec<NewRow>,
    rebuilt: &mut Rebuilt,
) -> Result<(), RawError> {
    if places.is_empty() {
        return Ok(());
    }
    let (places, rows) = (std::mem::take(places), std::mem::take(rows));
    let (made, superseded) = writer.transaction(|transaction| {
        transaction.execute("INSERT OR IGNORE INTO property VALUES ('has_bodies', 'yes')", [])?;
        for (digest, place) in &places {
            put_place(transaction, digest, place)?;
        }
        let (mut made, mut superseded) = (0, 0);
        for NewRow { source, record, digest, at } in &rows {
            let newest: Option<i64> = transaction
                .prepare_cached(
                    "SELECT fetched_at FROM record WHERE source = ?1 AND key = ?2 AND part = ?3
                     AND (fetched_at > ?4 OR (fetched_at = ?4 AND norm_hash = ?5)) LIMIT 1",
                )?
                .query_row(params![source, record.key, record.part, at, record.norm_hash], |row| row.get(0))
                .optional()?;
            if newest.is_some() {
                superseded += 1;
            } else {
                put_record(transaction, source, record, Kept::Changed, digest, *at)?;
                made += 1;
            }
        }
        Ok((made, superseded))
    })?;
    rebuilt.bodies += places.len() as u64;
    rebuilt.rows += made;
    rebuilt.superseded += superseded;
    Ok(())
}
