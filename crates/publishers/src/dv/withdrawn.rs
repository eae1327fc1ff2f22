//! Single publications that a group no longer has, while it has others.
//!
//! One that the answer for its group lacks is asked for by its id. The first empty answer is noted in a part of the document ([`NOTED`]),
//! which lists the ids. After the second one, at least a day later, an empty row takes the place of the record.

use lagrum_raw::{NewRecord, Record, TOMBSTONE_AFTER, digest};

use super::record::{Publication, record_of_part};
use crate::polite_client::Stop;
use crate::session::Session;

/// The part that has the ids of the records that were not there, one a line.
const NOTED: &str = "saknas";

/// What became of the held records that a group lacks.
#[derive(Debug, Default)]
pub(super) struct Lacking {
    /// Those that are there by their ids.
    pub(super) found: Vec<Publication>,
    /// The rows that say of the others that they are not there.
    pub(super) rows: Vec<NewRecord>,
}

/// Whether a record of a group is to be asked for again, since it was not there a day ago.
pub(super) fn is_due(session: &Session<'_>, key: &str) -> Result<bool, Stop> {
    let noted = session.archive.latest(session.source(), key, NOTED)?;
    Ok(noted.is_some_and(|noted| noted.status == 200 && session.now() - noted.fetched_at >= TOMBSTONE_AFTER))
}

/// Asks for the held records of a group that its answer lacks. `ask` asks for one by its id.
pub(super) fn ask(
    session: &mut Session<'_>,
    key: &str,
    members: &[Publication],
    ask: fn(&mut Session<'_>, &str) -> Result<Option<Publication>, Stop>,
) -> Result<Lacking, Stop> {
    let rows = session.archive.document(session.source(), key)?;
    let noted = rows.iter().rfind(|row| row.part == NOTED);
    let before = noted.map(|noted| ids(session, noted)).unwrap_or_default();
    let is_day_later = noted.is_some_and(|noted| session.now() - noted.fetched_at >= TOMBSTONE_AFTER);
    let (mut lacking, mut gone) = (Lacking::default(), Vec::new());
    for (part, id) in held_parts(&rows) {
        if members.iter().any(|member| member.id == id) {
            continue;
        }
        match ask(session, id)?.filter(|found| found.record.key == key) {
            Some(found) => lacking.found.push(found),
            None if is_day_later && before.iter().any(|noted| noted == id) => {
                session.note(format!("{key}: the publisher no longer has the record {id}"));
                lacking.rows.push(row(key, part, ""));
            }
            None => gone.push(id),
        }
    }
    if noted.is_some() || !gone.is_empty() {
        lacking.rows.push(row(key, NOTED, &gone.join("\n")));
    }
    Ok(lacking)
}

/// The parts that are records and are not withdrawn, with their ids.
fn held_parts(rows: &[Record]) -> Vec<(&str, &str)> {
    let newest = |row: &&Record| {
        rows.iter().rfind(|other| other.part == row.part).is_some_and(|last| last.id == row.id)
    };
    let held = rows.iter().filter(newest).filter(|row| row.status == 200);
    held.filter_map(|row| Some((&*row.part, record_of_part(&row.part)?))).collect()
}

fn ids(session: &Session<'_>, noted: &Record) -> Vec<String> {
    let body = session.archive.body(&noted.body).ok().flatten().unwrap_or_default();
    String::from_utf8_lossy(&body).lines().map(str::to_owned).collect()
}

/// A row that is no record. Without a text it has the status of an empty answer.
fn row(key: &str, part: &str, text: &str) -> NewRecord {
    NewRecord {
        key: key.to_owned(),
        part: part.to_owned(),
        status: if text.is_empty() { 204 } else { 200 },
        body: text.as_bytes().to_vec(),
        norm_hash: digest(text.as_bytes()),
        ..NewRecord::default()
    }
}
