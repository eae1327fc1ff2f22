//! The lists of documents by type and session.

use lagrum_raw::{Record, RecordName};

use super::list::{self, ListPage, ListRow};
use super::query::{self, ListSlice, PAGE};
use super::record::{self, StatusRecord};
use super::walk::Walk;
use crate::polite_client::Stop;
use crate::refusal::{Refusal, check_json};
use crate::row_limit::most_rows;
use crate::session::Session;

/// The greatest number of pages of a list. The publisher's have fifty at most.
const MAX_PAGES: u64 = 500;

/// Walks lists. False when the limit was reached before the end.
pub(super) fn walk(session: &mut Session<'_>, walk: &mut Walk, slices: &[ListSlice]) -> Result<bool, Stop> {
    while let Some(slice) = slices.get(walk.cursor.lists) {
        if !walk_one(session, walk, slice)? {
            return Ok(false);
        }
        walk.cursor.lists += 1;
        (walk.cursor.pages, walk.cursor.rows) = (0, 0);
        walk.keep(session, &[])?;
    }
    Ok(true)
}

fn walk_one(session: &mut Session<'_>, walk: &mut Walk, slice: &ListSlice) -> Result<bool, Stop> {
    while walk.cursor.pages < MAX_PAGES {
        if session.left() == 0 {
            return Ok(false);
        }
        let wanted = walk.cursor.pages + 1;
        let page = ask_page(session, slice, wanted)?;
        let (total, rows) = (page.total, page.rows.len() as u64);
        let is_last = page.pages <= wanted;
        if page.number == wanted && rows > 0 {
            let sent = walk.cursor.rows + rows;
            if sent > most_rows(total, true, PAGE) {
                let ListSlice { doktyp, session: of } = slice;
                let problem = format!(
                    "it states {total} rows of the list of {doktyp} {of} and has sent {sent}, and goes on"
                );
                return Err(session.give_up(&mut walk.state, &problem));
            }
            if !keep_page(session, walk, page.rows)? {
                return Ok(false);
            }
            walk.cursor.pages = wanted;
            walk.cursor.rows += rows;
            if !is_last {
                walk.keep(session, &[])?;
                continue;
            }
        }
        let ListSlice { doktyp, session: of } = slice;
        if walk.cursor.rows < total {
            let came = walk.cursor.rows;
            let problem =
                format!("{came} of {total} rows of the list of {doktyp} {of} came, and no further ones");
            return Err(session.give_up(&mut walk.state, &problem));
        }
        return Ok(true);
    }
    let ListSlice { doktyp, session: of } = slice;
    let problem = format!("the list of {doktyp} {of} has more than {MAX_PAGES} pages");
    Err(session.give_up(&mut walk.state, &problem))
}

/// Asks for a page. Its number is that of an earlier page when the list has come to its end.
pub(super) fn ask_page(session: &mut Session<'_>, slice: &ListSlice, wanted: u64) -> Result<ListPage, Stop> {
    session.ask(&query::list(slice, wanted), |answer| {
        let page = list::read(answer)?;
        if page.number > wanted || page.number == 0 && !page.rows.is_empty() {
            return Err(Refusal::passing(format!("page {wanted} was asked for, and {} came", page.number)));
        }
        if page.rows.len() as u64 > PAGE {
            let came = page.rows.len();
            return Err(Refusal::passing(format!("{PAGE} rows were asked for, and {came} came")));
        }
        Ok(page)
    })
}

/// Asks for the records of a page that are new or others. False when the limit was reached before its end.
fn keep_page(
    session: &mut Session<'_>,
    walk: &mut Walk,
    rows: Vec<Result<ListRow, String>>,
) -> Result<bool, Stop> {
    let mut met: Vec<RecordName> = Vec::new();
    for row in rows {
        let row = match row {
            Ok(row) => row,
            Err(problem) => {
                session.fail(problem);
                continue;
            }
        };
        let is_before = walk.cursor.since.as_ref().is_some_and(|since| row.stamp.is_before(since));
        let held = session.archive.latest(session.source(), &row.name.key, &row.name.part)?;
        let is_met = held.as_ref().is_some_and(|held| held.seen_at >= walk.run.begun);
        let compared = held.map_or(Compared::Other, |held| compare(session, &row, &held));
        let is_asked = match compared {
            Compared::Same => false,
            // A run that ended early asked for it already.
            Compared::TextMayCome | Compared::NotStated => !(is_met && walk.is_resumed),
            Compared::Other => true,
        };
        if is_before || !is_asked {
            if !is_before && !is_met {
                met.push(row.name);
            }
            continue;
        }
        if session.left() == 0 {
            walk.meet(session, &met)?;
            return Ok(false);
        }
        keep_record(session, walk, &row)?;
    }
    walk.meet(session, &met)?;
    Ok(true)
}

/// A row of a list beside the record that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compared {
    Same,
    /// The same, and its text may still come.
    TextMayCome,
    /// The row does not state when the record was changed.
    NotStated,
    /// Another one, or the held one cannot be read.
    Other,
}

fn compare(session: &Session<'_>, row: &ListRow, held: &Record) -> Compared {
    let Ok(Some(body)) = session.archive.body(&held.body) else { return Compared::Other };
    let Ok(held) = record::read(&body, "") else { return Compared::Other };
    if !row.stamp.is_known() {
        Compared::NotStated
    } else if held.stamp != row.stamp {
        Compared::Other
    } else if held.may_get_text(session.now()) {
        Compared::TextMayCome
    } else {
        Compared::Same
    }
}

fn keep_record(session: &mut Session<'_>, walk: &mut Walk, row: &ListRow) -> Result<(), Stop> {
    match ask_record(session, &row.id)? {
        Some(read) if read.is_wanted => walk.keep(session, &[read.record]),
        Some(_) => {
            session.note(format!("{}: the list has it, and it is of another type", row.id));
            Ok(())
        }
        None => {
            session.note(format!("{}: the list has it, and it is not there", row.id));
            Ok(())
        }
    }
}

/// Asks for a record. None when there is none.
pub(super) fn ask_record(session: &mut Session<'_>, id: &str) -> Result<Option<StatusRecord>, Stop> {
    let request = query::record(id);
    let url = format!("{}{}", session.base(), request.path);
    session.ask(&request, |answer| {
        if matches!(answer.status, 404 | 410) {
            return Ok(None);
        }
        check_json(answer)?;
        let read = record::read(&answer.body, &url).map_err(Refusal::passing)?;
        if !read.id.eq_ignore_ascii_case(id) {
            return Err(Refusal::passing(format!("it answered with the record {}", read.id)));
        }
        Ok(Some(read))
    })
}
