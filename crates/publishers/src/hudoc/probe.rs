//! Compares a few answers of the publisher with the form that this program expects.

use jiff::civil::date;
use serde_json::Value;

use super::body;
use super::page;
use super::query::{self, Span};
use crate::polite_client::Stop;
use crate::probe_report::ProbeReport;
use crate::session::Session;

/// The columns that a record is made of.
const COLUMNS: [&str; 11] = [
    "/columns/itemid",
    "/columns/docname",
    "/columns/appno",
    "/columns/documentcollectionid2",
    "/columns/languageisocode",
    "/columns/kpdate",
    "/columns/ecli",
    "/columns/respondent",
    "/columns/importance",
    "/columns/article",
    "/columns/conclusion",
];

/// How many judgments in English there are at least, and how many of a year that is long past.
const LEAST: u64 = 20_000;
const LEAST_OF_2010: u64 = 500;

/// Asks for the records of a year, for those of all years, and for a text: four requests with robots.txt.
pub(super) fn probe(session: &mut Session<'_>) -> Result<ProbeReport, Stop> {
    let mut report = ProbeReport::default();
    let first = query::list(Span::from(date(2010, 1, 1)), 0, 2);
    let page = session.ask(&first, |answer| page::read(answer, &first.path, 2, &[]))?;
    report.note(page.total >= LEAST_OF_2010, format!("{} judgments of 2010", page.total));
    report.note(page.listed.len() == 2, format!("asked for two records, {} came", page.listed.len()));
    for listed in &page.listed {
        match listed {
            Ok(listed) => {
                let columns: Value = serde_json::from_slice(&listed.record.body).unwrap_or_default();
                for path in COLUMNS {
                    let is_text =
                        columns.pointer(path).is_some_and(|value| value.is_string() || value.is_null());
                    report.note(is_text, format!("{}: {path}", listed.record.key));
                }
            }
            Err(problem) => report.note(false, problem.as_str()),
        }
    }
    let all = query::list(Span { first: Span::beginning(), last: date(2025, 12, 31) }, 0, 1);
    match session.ask(&all, |answer| page::read(answer, &all.path, 1, &[])) {
        Ok(page) => report.note(page.total >= LEAST, format!("{} judgments in all", page.total)),
        Err(Stop::Publisher(problem)) => report.note(false, format!("all judgments: {problem}")),
        Err(error) => return Err(error),
    }
    if let Some(listed) = page.listed.iter().flatten().next() {
        match body::ask(session, &listed.record.key) {
            Ok(text) => report.note(
                text.status == 200,
                format!("the text of {} has {} bytes", listed.record.key, text.body.len()),
            ),
            Err(Stop::Publisher(problem)) => report.note(false, format!("a text: {problem}")),
            Err(error) => return Err(error),
        }
    }
    Ok(report)
}
