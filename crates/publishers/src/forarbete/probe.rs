//! Compares a few answers of the publisher with the form that this program expects.

use serde_json::Value;

use super::list::{ListPage, ListRow};
use super::query::{self, ListSlice, PAGE};
use super::run::day_of;
use super::{catalog, lists, sessions};
use crate::polite_client::Stop;
use crate::probe_report::ProbeReport;
use crate::session::Session;

/// The fields that a document is made of, as JSON pointers.
const FIELDS: [&str; 9] = [
    "/dokumentstatus/dokument/dok_id",
    "/dokumentstatus/dokument/rm",
    "/dokumentstatus/dokument/beteckning",
    "/dokumentstatus/dokument/doktyp",
    "/dokumentstatus/dokument/subtyp",
    "/dokumentstatus/dokument/datum",
    "/dokumentstatus/dokument/systemdatum",
    "/dokumentstatus/dokument/titel",
    "/dokumentstatus/dokument/html",
];

/// How many data sets there are at least.
const LEAST: usize = 20;

/// The page of a list that is beyond its end.
const BEYOND: u64 = 40;

/// Asks for the data sets, a list, a page beyond its end and a record: five requests with robots.txt.
pub(super) fn probe(session: &mut Session<'_>) -> Result<ProbeReport, Stop> {
    let mut report = ProbeReport::default();
    match session.ask(&query::catalog(), catalog::read) {
        Ok(found) => {
            report.note(
                found.len() >= LEAST,
                format!("{} data sets of the types that are asked for", found.len()),
            );
        }
        Err(Stop::Publisher(problem)) => report.note(false, format!("the data sets: {problem}")),
        Err(error) => return Err(error),
    }
    let slices = sessions::lists(day_of(session.now()), None);
    // The session before this one is whole.
    let Some(slice) = slices.into_iter().find(|slice| slice.doktyp == "prop") else { return Ok(report) };
    let first = lists::ask_page(session, &slice, 1)?;
    let ListSlice { doktyp, session: of } = &slice;
    report.note(first.total > 0, format!("{} rows in the list of {doktyp} {of} (@traffar)", first.total));
    report.note(
        first.rows.len() as u64 == PAGE.min(first.total),
        format!("asked for {PAGE} rows, {} came", first.rows.len()),
    );
    check_end(session, &slice, &mut report)?;
    check_record(session, &first, &mut report)?;
    Ok(report)
}

fn check_end(session: &mut Session<'_>, slice: &ListSlice, report: &mut ProbeReport) -> Result<(), Stop> {
    match lists::ask_page(session, slice, BEYOND) {
        Ok(page) => report.note(
            page.number < BEYOND || page.rows.is_empty(),
            format!("page {BEYOND} is beyond the end: it says that it is page {} (@sida)", page.number),
        ),
        Err(Stop::Publisher(problem)) => report.note(false, format!("page {BEYOND}: {problem}")),
        Err(error) => return Err(error),
    }
    Ok(())
}

fn check_record(session: &mut Session<'_>, page: &ListPage, report: &mut ProbeReport) -> Result<(), Stop> {
    let Some(ListRow { id, stamp, .. }) = page.rows.iter().flatten().next() else {
        report.note(false, "the list has no document");
        return Ok(());
    };
    report.note(stamp.is_known(), format!("{id}: a row of the list has systemdatum"));
    match lists::ask_record(session, id) {
        Ok(Some(read)) => {
            let record: Value = serde_json::from_slice(&read.record.body).unwrap_or_default();
            for path in FIELDS {
                report.note(record.pointer(path).is_some_and(Value::is_string), format!("{id}: {path}"));
            }
            report.note(read.stamp == *stamp, format!("{id}: systemdatum of the list and of the record"));
        }
        Ok(None) => report.note(false, format!("{id}: the list has it, and it is not there")),
        Err(Stop::Publisher(problem)) => report.note(false, format!("{id}: {problem}")),
        Err(error) => return Err(error),
    }
    Ok(())
}
