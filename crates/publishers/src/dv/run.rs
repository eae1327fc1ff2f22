//! Runs: a walk over all pages of the list, and then over what it did not have.

use jiff::civil::Date;
use lagrum_raw::{AskedRun, NewRecord, RawDocument, Record, SourceState};
use serde::{Deserialize, Serialize};

use super::page::{self, Page};
use super::query::{self, PAGE};
use super::record::{Publication, digest_without_text, record_of_part};
use super::{attachment, record, withdrawn};
use crate::lacking::{TooMany, not_met};
use crate::polite_client::Stop;
use crate::row_limit::most_rows;
use crate::session::{Extent, Session};

/// The position of a run.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
struct Cursor {
    /// The day since when publications are asked for, `2031-02-03`; None in a walk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<String>,
    /// The next page.
    page: u64,
    /// The number of rows received.
    seen: u64,
    /// Whether the list has come to its end.
    #[serde(default)]
    is_listed: bool,
    /// The last group that was asked for since the list lacked it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lacking_after: Option<String>,
}

/// A run in progress.
struct Walk {
    run: AskedRun,
    cursor: Cursor,
    state: SourceState,
    /// Whether it goes on with a run that ended early, which may have met rows of the page before.
    is_resumed: bool,
}

impl Walk {
    /// Keeps records with the position after them.
    fn keep(&mut self, session: &mut Session<'_>, records: &[NewRecord]) -> Result<(), Stop> {
        self.run.cursor = serde_json::to_string(&self.cursor).ok();
        self.state.run = Some(self.run.clone());
        Ok(session.keep_parts(records, Some(&self.state))?)
    }
}

/// Walks until the run is complete or its limit is reached.
pub(super) fn run(session: &mut Session<'_>) -> Result<(), Stop> {
    let mut walk = begin(session)?;
    session.progress.begin(&format!("fetch {}: all publications", session.source()), None);
    if !walk.cursor.is_listed && !walk_list(session, &mut walk)? {
        return Ok(());
    }
    if walk.run.is_walk {
        if !ask_lacking(session, &mut walk)? {
            return Ok(());
        }
        walk.keep(session, &[])?;
        return Ok(session.complete()?);
    }
    Ok(session.complete_part(&mut walk.state)?)
}

/// Walks the pages of the list. False when the limit was reached before its end.
fn walk_list(session: &mut Session<'_>, walk: &mut Walk) -> Result<bool, Stop> {
    let mut before: Vec<String> = Vec::new();
    loop {
        if session.left() == 0 {
            return Ok(false);
        }
        let page = ask_page(session, walk.cursor.page, &before)?;
        if page.rows.is_empty() {
            return end_list(session, walk, &page).map(|()| true);
        }
        before = page.ids();
        let (total, rows) = (page.total, page.rows.len() as u64);
        let sent = walk.cursor.seen + rows;
        if sent > most_rows(total.unwrap_or_default(), total.is_some(), PAGE) {
            let total = total.map_or("no number of".to_owned(), |total| total.to_string());
            let problem = format!("it states {total} publications and has sent {sent}, and goes on");
            return Err(session.give_up(&mut walk.state, &problem));
        }
        if !keep_page(session, walk, page)? {
            return Ok(false);
        }
        walk.cursor.page += 1;
        walk.cursor.seen += rows;
        walk.keep(session, &[])?;
    }
}

fn ask_page(session: &mut Session<'_>, number: u64, before: &[String]) -> Result<Page, Stop> {
    let request = query::list(number, PAGE);
    let url = format!("{}{}", session.base(), request.path);
    session.ask(&request, |answer| page::read(answer, &url, PAGE, before))
}

/// Ends the list at an empty page. A page after it that is not empty, and fewer rows than the publisher counts, are signs of a broken list.
fn end_list(session: &mut Session<'_>, walk: &mut Walk, last: &Page) -> Result<(), Stop> {
    let beyond = ask_page(session, walk.cursor.page + 1, &[])?;
    if !beyond.rows.is_empty() {
        let problem = format!("page {} is empty, and the next is not", walk.cursor.page);
        return Err(session.give_up(&mut walk.state, &problem));
    }
    let seen = walk.cursor.seen;
    if let Some(total) = last.total.filter(|total| *total > seen) {
        let problem = format!("{seen} of {total} publications came, and no further ones");
        return Err(session.give_up(&mut walk.state, &problem));
    }
    if seen == 0 && walk.run.is_walk {
        return Err(session.give_up(&mut walk.state, "the list has no publication"));
    }
    walk.cursor.is_listed = true;
    walk.keep(session, &[])
}

/// Keeps the rows of a page. False when the limit was reached before its end.
fn keep_page(session: &mut Session<'_>, walk: &mut Walk, page: Page) -> Result<bool, Stop> {
    let mut same: Vec<NewRecord> = Vec::new();
    for row in page.rows {
        let row = match row {
            Ok(row) => row,
            Err(problem) => {
                session.fail(problem);
                continue;
            }
        };
        let is_before = walk.cursor.since.as_ref().is_some_and(|since| *row.published < **since);
        let held = held(session, &row)?;
        let is_met = walk.is_resumed && held.as_ref().is_some_and(|held| held.seen_at >= walk.run.begun);
        if is_before || is_met {
            continue;
        }
        if session.left() <= same.len() as u64 {
            walk.keep(session, &same)?;
            return Ok(false);
        }
        let as_held = match held {
            Some(held) if session.options.extent != Extent::Everything => as_held(session, &row, &held),
            _ => None,
        };
        match as_held {
            Some(record)
                if !attachment::is_missing(session, &row)? && !withdrawn::is_due(session, &record.key)? =>
            {
                same.push(record);
            }
            _ => {
                walk.keep(session, &std::mem::take(&mut same))?;
                keep_group(session, walk, row)?;
            }
        }
    }
    walk.keep(session, &same)?;
    Ok(true)
}

fn held(session: &Session<'_>, row: &Publication) -> Result<Option<Record>, Stop> {
    let NewRecord { key, part, .. } = &row.record;
    Ok(session.archive.latest(session.source(), key, part)?)
}

/// The held record, if a row says that it is still that of the publisher.
fn as_held(session: &Session<'_>, row: &Publication, held: &Record) -> Option<NewRecord> {
    if row.has_text {
        return (held.norm_hash == row.record.norm_hash).then(|| row.record.clone());
    }
    // A damaged body is asked for again.
    let body = session.archive.body(&held.body).ok().flatten()?;
    let is_same = digest_without_text(&body) == digest_without_text(&row.record.body);
    is_same.then(|| NewRecord { norm_hash: held.norm_hash, body, ..row.record.clone() })
}

/// Asks for all publications of the group of a row and for the files beside them, and keeps them together.
fn keep_group(session: &mut Session<'_>, walk: &mut Walk, row: Publication) -> Result<(), Stop> {
    let key = row.record.key.clone();
    let mut members = match row.group.clone() {
        Some(group) => ask_group(session, &group)?,
        None => Vec::new(),
    };
    members.retain(|member| member.record.key == key);
    if !members.iter().any(|member| member.id == row.id) {
        members.push(row);
    }
    let lacking = withdrawn::ask(session, &key, &members, ask_one)?;
    members.extend(lacking.found);
    members.sort_by(|one, other| (&one.published, &one.id).cmp(&(&other.published, &other.id)));
    let mut records = lacking.rows;
    for member in members {
        let member = if member.is_whole { member } else { ask_whole(session, member)? };
        attachment::keep(session, &member, walk.run.begun)?;
        records.push(member.record);
    }
    walk.keep(session, &records)
}

fn ask_group(session: &mut Session<'_>, group: &str) -> Result<Vec<Publication>, Stop> {
    let request = query::group(group);
    let url = format!("{}{}", session.base(), request.path);
    let Some(members) = session.ask(&request, |answer| page::read_group(answer, &url))? else {
        session
            .note(format!("{group}: the answer for the group is empty, so only what the list has is kept"));
        return Ok(Vec::new());
    };
    let mut sound = Vec::with_capacity(members.len());
    for member in members {
        match member {
            Ok(member) => sound.push(member),
            Err(problem) => session.fail(format!("{group}: {problem}")),
        }
    }
    Ok(sound)
}

/// Asks for the record of which the list has no text. One that has none itself is kept as it came.
fn ask_whole(session: &mut Session<'_>, row: Publication) -> Result<Publication, Stop> {
    let one = ask_one(session, &row.id)?;
    if one.is_none() {
        session.note(format!("{}: the answer for the record {} is empty", row.record.key, row.id));
    }
    Ok(one.filter(|one| one.record.key == row.record.key).unwrap_or(row))
}

fn ask_one(session: &mut Session<'_>, id: &str) -> Result<Option<Publication>, Stop> {
    let request = query::record(id);
    let url = format!("{}{}", session.base(), request.path);
    session.ask(&request, |answer| page::read_one(answer, &url))
}

/// Asks for what is held and the list did not have, by the ids of the records. False when the limit was reached.
fn ask_lacking(session: &mut Session<'_>, walk: &mut Walk) -> Result<bool, Stop> {
    let lacking = match not_met(session, walk.run.begun)? {
        Ok(lacking) => lacking,
        Err(TooMany { lacking, held }) => {
            let problem = format!("its list lacks {lacking} of {held} groups that are held");
            return Err(session.give_up(&mut walk.state, &problem));
        }
    };
    for document in &lacking {
        if walk.cursor.lacking_after.as_ref().is_some_and(|after| document.key <= *after) {
            continue;
        }
        if session.left() == 0 {
            return Ok(false);
        }
        let found = ask_records_of(session, document)?;
        walk.cursor.lacking_after = Some(document.key.clone());
        if let Some(found) = found {
            keep_group(session, walk, found)?;
        } else {
            session.note(format!(
                "{}: the publisher no longer has it; it is gone when it is so a day later",
                document.key
            ));
            walk.keep(session, &[])?;
        }
    }
    Ok(true)
}

/// Asks for the records of a document until one is there.
fn ask_records_of(session: &mut Session<'_>, document: &RawDocument) -> Result<Option<Publication>, Stop> {
    let mut ids: Vec<&str> = document.records.iter().filter_map(|row| record_of_part(&row.part)).collect();
    ids.sort_unstable();
    ids.dedup();
    for id in ids.into_iter().filter(|id| record::is_id(id)) {
        let found = ask_one(session, id)?;
        if found.as_ref().is_some_and(|found| found.record.key == document.key) {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The run to do: the unfinished one if it fits the wanted extent, else a new one.
fn begin(session: &Session<'_>) -> Result<Walk, Stop> {
    let state = session.state()?;
    let since = match session.options.extent {
        Extent::Since(day) => Some(Date::to_string(&day)),
        Extent::Due | Extent::Everything => None,
    };
    let unfinished = state.run.as_ref().and_then(|run| {
        let cursor: Cursor = serde_json::from_str(run.cursor.as_deref()?).ok()?;
        (cursor.since == since).then(|| (run.clone(), cursor))
    });
    let (is_walk, begun, is_resumed) = (since.is_none(), session.now(), unfinished.is_some());
    let (run, cursor) = unfinished.unwrap_or_else(|| {
        (AskedRun { is_walk, begun, ..AskedRun::default() }, Cursor { since, ..Cursor::default() })
    });
    Ok(Walk { run, cursor, state, is_resumed })
}
