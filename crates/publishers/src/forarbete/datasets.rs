//! Data sets: zips with all records of a type and some years.

use std::path::PathBuf;

use lagrum_raw::{NewRecord, RecordName};

use super::catalog::{self, DataSet};
use super::members::{self, DataSetZip, KnownMembers, Member};
use super::query;
use super::record::{self, Stamp, StatusRecord};
use super::walk::Walk;
use crate::download::{Download, Received, Validators};
use crate::polite_client::Stop;
use crate::session::{Extent, Session};

/// The greatest length of a zip.
const MAX_ZIP: u64 = 1 << 30;

/// How often a zip that came whole and cannot be read is asked for.
const TRIES: usize = 2;

/// Records are written to the archive when there are so many, or when they have so many bytes together.
const BATCH: usize = 200;
const BATCH_BYTES: usize = 16 << 20;

/// Takes all data sets. False when the limit was reached before the end.
pub(super) fn take(session: &mut Session<'_>, walk: &mut Walk) -> Result<bool, Stop> {
    for data_set in session.ask(&query::catalog(), catalog::read)? {
        if walk.cursor.after.as_ref().is_some_and(|after| data_set.name <= *after) {
            continue;
        }
        if session.left() == 0 || !take_one(session, walk, &data_set)? {
            return Ok(false);
        }
    }
    walk.cursor.has_data_sets = true;
    walk.keep(session, &[])?;
    Ok(true)
}

fn take_one(session: &mut Session<'_>, walk: &mut Walk, data_set: &DataSet) -> Result<bool, Stop> {
    let known = members::known(session, &data_set.name)?;
    let held = match &known {
        // Everything is to come again, also what is as it was.
        _ if session.options.extent == Extent::Everything => Validators::default(),
        Some(known) => known.validators.clone(),
        None => Validators::default(),
    };
    let failed = |error: std::io::Error| Stop::Publisher(format!("{}: {error}", data_set.name));
    let download = Download::new(&folder(session), &data_set.name, held, MAX_ZIP).map_err(failed)?;
    let mut problem = String::new();
    for _ in 0..TRIES {
        let is_begun = walk.cursor.data_set.as_ref() == Some(&data_set.name) && download.is_whole();
        if !is_begun {
            let received = session.download(&data_set.path, &download)?;
            if received == Received::AsHeld && !download.is_whole() {
                meet(session, walk, known.as_ref())?;
                return end(session, walk, data_set).map(|()| true);
            }
            (walk.cursor.data_set, walk.cursor.member) = (Some(data_set.name.clone()), 0);
            walk.keep(session, &[])?;
        }
        match keep_members(session, walk, &download)? {
            Taken::All(names) => {
                let validators = download.validators().unwrap_or_default();
                members::note(session, &data_set.name, KnownMembers { validators, names })?;
                end(session, walk, data_set)?;
                download.remove().map_err(failed)?;
                return Ok(true);
            }
            Taken::Some => return Ok(false),
            Taken::Broken(why) => {
                download.remove().map_err(failed)?;
                problem = why;
            }
        }
    }
    Err(Stop::Publisher(format!("{}{}: {problem} ({TRIES} tries)", session.base(), data_set.path)))
}

/// The folder of zips while they are read.
fn folder(session: &Session<'_>) -> PathBuf {
    session.archive.folder().join("downloads").join(session.source())
}

/// Counts the records of a data set that is as it was.
fn meet(session: &mut Session<'_>, walk: &mut Walk, known: Option<&KnownMembers>) -> Result<(), Stop> {
    let names = known.map(|known| &*known.names).unwrap_or_default();
    for some in names.chunks(1000) {
        walk.meet(session, some)?;
    }
    Ok(())
}

/// Notes that a data set was taken.
fn end(session: &mut Session<'_>, walk: &mut Walk, data_set: &DataSet) -> Result<(), Stop> {
    walk.cursor.after = Some(data_set.name.clone());
    (walk.cursor.data_set, walk.cursor.member) = (None, 0);
    walk.keep(session, &[])
}

/// What was taken of a zip.
enum Taken {
    /// All of its records.
    All(Vec<RecordName>),
    /// As many as the limit allowed.
    Some,
    /// It cannot be read on.
    Broken(String),
}

/// Records that are to be written to the archive together.
#[derive(Default)]
struct Batch {
    records: Vec<NewRecord>,
    /// Those that are held in a later form.
    older: Vec<RecordName>,
    bytes: usize,
}

impl Batch {
    fn add(&mut self, session: &Session<'_>, read: StatusRecord) -> Result<(), Stop> {
        if is_older(session, &read)? {
            self.older.push(read.name());
        } else {
            self.bytes += read.record.body.len();
            self.records.push(read.record);
        }
        Ok(())
    }

    fn is_full(&self, left: u64) -> bool {
        let count = self.records.len();
        count + self.older.len() >= BATCH || self.bytes >= BATCH_BYTES || count as u64 >= left
    }

    /// Writes the records, with the next member.
    fn keep(&mut self, session: &mut Session<'_>, walk: &mut Walk, next: usize) -> Result<(), Stop> {
        let Self { records, older, .. } = std::mem::take(self);
        session.meet(&older, None)?;
        walk.cursor.member = next;
        walk.keep(session, &records)
    }
}

fn keep_members(session: &mut Session<'_>, walk: &mut Walk, download: &Download) -> Result<Taken, Stop> {
    let mut zip = match DataSetZip::open(download.path()) {
        Ok(zip) => zip,
        Err(problem) => return Ok(Taken::Broken(problem)),
    };
    let (mut names, mut batch, mut others) = (Vec::new(), Batch::default(), 0);
    for at in 0..zip.len() {
        // Members that were kept before are read for their names.
        let is_next = at >= walk.cursor.member;
        if is_next && batch.is_full(session.left()) {
            batch.keep(session, walk, at)?;
        }
        if is_next && session.left() == 0 {
            return Ok(Taken::Some);
        }
        let (member, body) = match zip.read(at) {
            Ok(Member::Record { name, body }) => (name, body),
            Ok(Member::Other) => continue,
            Ok(Member::TooLong(name)) => {
                if is_next {
                    session.fail(format!("{name}: it is longer than {} MiB", record::MAX_RECORD >> 20));
                }
                continue;
            }
            Err(problem) => return Ok(Taken::Broken(problem)),
        };
        let url = format!("{}/dataset/dokument/{}", session.base(), file_name(download));
        match record::read(&body, &format!("{url}#{member}")) {
            Ok(read) if read.is_wanted => {
                names.push(read.name());
                if is_next {
                    batch.add(session, read)?;
                }
            }
            Ok(_) => others += 1,
            Err(problem) if is_next => session.fail(format!("{member}: {problem}")),
            Err(_) => {}
        }
    }
    batch.keep(session, walk, zip.len())?;
    if others > 0 {
        let name = file_name(download);
        session.note(format!("{name}: {others} records are of other types than those that are kept"));
    }
    Ok(Taken::All(names))
}

fn file_name(download: &Download) -> String {
    download.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Whether the archive has a later form of a record than a data set.
fn is_older(session: &Session<'_>, read: &StatusRecord) -> Result<bool, Stop> {
    let RecordName { key, part } = read.name();
    let held = session.archive.latest(session.source(), &key, &part)?;
    let Some(held) = held.filter(|held| held.norm_hash != read.record.norm_hash) else { return Ok(false) };
    let Ok(Some(body)) = session.archive.body(&held.body) else { return Ok(false) };
    let stamp = record::read(&body, "").map_or_else(|_| Stamp::default(), |held| held.stamp);
    Ok(read.stamp < stamp)
}
