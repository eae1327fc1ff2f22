//! Compares a few answers of the publisher with the form that this program expects.

use jiff::Timestamp;
use jiff::ToSpan as _;
use jiff::tz::TimeZone;

use super::text::{self, Markup, Taken, TextForm, TextLanguage};
use super::{list, notices};
use crate::due_run::stamp;
use crate::polite_client::Stop;
use crate::probe_report::ProbeReport;
use crate::session::Session;

/// An act that has consolidated texts and all forms.
const ACT: &str = "32014L0065";

/// Asks for the lists of an act, for its text (two requests, since its address leads on) and for the notices of a day: five requests.
/// The robots.txt of the host is asked for as well where the archive has none of today.
pub(super) fn probe(session: &mut Session<'_>) -> Result<ProbeReport, Stop> {
    let mut report = ProbeReport::default();
    let works = list::works(session, &[ACT.to_owned()])?;
    let work = works.first().cloned().unwrap_or_default();
    let swedish = TextForm { language: TextLanguage::Swedish, markup: Markup::Formex };
    report.note(!works.is_empty(), format!("the lists know {ACT}"));
    report.note(!work.consolidated.is_empty(), format!("{} consolidated texts", work.consolidated.len()));
    report.note(work.forms.contains(&swedish), format!("forms: {:?}", work.forms));
    match text::ask(session, ACT, swedish, None) {
        Ok(Taken::Text(record)) => {
            report.note(true, format!("Formex in Swedish, {} bytes", record.body.len()));
        }
        Ok(Taken::Nothing(why)) => report.note(false, format!("Formex in Swedish: {why}")),
        Ok(_) => report.note(false, "Formex in Swedish: an answer without a text"),
        Err(Stop::Publisher(problem)) => report.note(false, format!("Formex in Swedish: {problem}")),
        Err(error) => return Err(error),
    }
    if session.report.requests >= crate::probe::MAX_REQUESTS {
        return Ok(report);
    }
    let now = Timestamp::from_second(session.now()).unwrap_or_default().to_zoned(TimeZone::UTC).datetime();
    let since = now.checked_sub(1.day()).unwrap_or(now);
    let request = notices::request("UPDATE", &stamp(since), &stamp(now), 1);
    match session.ask(&request, notices::read) {
        Ok(page) => report.note(true, format!("notices of a day: {}", page.words())),
        Err(Stop::Publisher(problem)) => report.note(false, format!("notices: {problem}")),
        Err(error) => return Err(error),
    }
    Ok(report)
}
