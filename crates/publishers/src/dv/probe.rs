//! Compares a few answers of the publisher with the form that this program expects.

use serde_json::Value;

use super::page::{self, Page};
use super::query::{self, PAGE};
use super::record::Publication;
use crate::polite_client::Stop;
use crate::probe_report::ProbeReport;
use crate::session::Session;

/// Whether a value has the expected form.
type Form = fn(&Value) -> bool;

/// The fields that a decision is made of, as JSON pointers, and whether each is a text, a list or true or false.
const FIELDS: [(&str, Form); 15] = [
    ("/id", Value::is_string),
    ("/typ", Value::is_string),
    ("/gruppKorrelationsnummer", Value::is_string),
    ("/domstol/domstolKod", Value::is_string),
    ("/domstol/domstolNamn", Value::is_string),
    ("/avgorandedatum", Value::is_string),
    ("/publiceringstid", Value::is_string),
    ("/referatNummerLista", Value::is_array),
    ("/malNummerLista", Value::is_array),
    ("/lagrumLista", Value::is_array),
    ("/forarbeteLista", Value::is_array),
    ("/hanvisadePubliceringarLista", Value::is_array),
    ("/nyckelordLista", Value::is_array),
    ("/rattsomradeLista", Value::is_array),
    ("/bilagaLista", Value::is_array),
];

/// How many publications there are at least.
const LEAST: u64 = 17_000;

/// Asks for the first two pages, for a group and for a file: five requests with robots.txt.
pub(super) fn probe(session: &mut Session<'_>) -> Result<ProbeReport, Stop> {
    let mut report = ProbeReport::default();
    let first = ask_page(session, 0, &[])?;
    let total = first.total.unwrap_or_default();
    report.note(total >= LEAST, format!("{total} publications in all, as the header X-Total-Count has it"));
    report.note(
        first.rows.len() as u64 == PAGE,
        format!("asked for {PAGE} records, {} came", first.rows.len()),
    );
    for row in first.rows.iter().take(2) {
        match row {
            Ok(row) => check_fields(row, &mut report),
            Err(problem) => report.note(false, problem.as_str()),
        }
    }
    match ask_page(session, 1, &first.ids()) {
        Ok(second) => {
            let ids = second.ids();
            let new = ids.iter().filter(|id| !first.ids().contains(id)).count();
            report.note(
                new == ids.len(),
                format!("of the {} records of the next page {new} are others", ids.len()),
            );
        }
        Err(Stop::Publisher(problem)) => report.note(false, format!("the next page: {problem}")),
        Err(error) => return Err(error),
    }
    let rows: Vec<&Publication> = first.rows.iter().flatten().collect();
    check_group(session, &rows, &mut report)?;
    check_file(session, &rows, &mut report)?;
    Ok(report)
}

fn ask_page(session: &mut Session<'_>, number: u64, before: &[String]) -> Result<Page, Stop> {
    let request = query::list(number, PAGE);
    session.ask(&request, |answer| page::read(answer, &request.path, PAGE, before))
}

fn check_fields(row: &Publication, report: &mut ProbeReport) {
    let record: Value = serde_json::from_slice(&row.record.body).unwrap_or_default();
    for (path, is_so) in FIELDS {
        report.note(record.pointer(path).is_some_and(is_so), format!("{}: {path}", row.id));
    }
    report.note(record.get("innehall").is_some(), format!("{}: /innehall", row.id));
}

fn check_group(
    session: &mut Session<'_>,
    rows: &[&Publication],
    report: &mut ProbeReport,
) -> Result<(), Stop> {
    let Some((row, group)) = rows.iter().find_map(|row| Some((row, row.group.as_ref()?))) else {
        report.note(false, "no record has a group");
        return Ok(());
    };
    let request = query::group(group);
    match session.ask(&request, |answer| page::read_group(answer, &request.path)) {
        Ok(members) => {
            let members = members.unwrap_or_default();
            let has_row = members.iter().flatten().any(|member| member.id == row.id);
            report.note(has_row, format!("the group {group} has {} records", members.len()));
        }
        Err(Stop::Publisher(problem)) => report.note(false, format!("the group {group}: {problem}")),
        Err(error) => return Err(error),
    }
    Ok(())
}

fn check_file(
    session: &mut Session<'_>,
    rows: &[&Publication],
    report: &mut ProbeReport,
) -> Result<(), Stop> {
    let mut files = rows.iter().flat_map(|row| &row.files);
    let Some((name, id)) = files.find_map(|file| Some((&file.name, file.id.as_ref()?))) else {
        report.note(false, "no record of the first page has a file with an id");
        return Ok(());
    };
    match session.ask(&query::attachment(id), |answer| super::attachment::check(answer, name)) {
        Ok(()) => report.note(true, format!("the file {name:?}")),
        Err(Stop::Publisher(problem)) => report.note(false, format!("the file {name:?}: {problem}")),
        Err(error) => return Err(error),
    }
    Ok(())
}
