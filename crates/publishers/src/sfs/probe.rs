//! Compares a few answers of the publisher with the form that this program expects.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::page::{self, Page};
use super::query::{Wanted, request};
use crate::base_url::BaseUrl;
use crate::polite_client::Stop;
use crate::probe_report::ProbeReport;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::wire::{Answer, Request};

/// The documented interface, which is probed.
const ROUTE_B: &str = "https://rkrattsapi.gov.se";

/// The fields that acts are made of, as JSON pointers, and the values they may have.
const FIELDS: [(&str, Form); 17] = [
    ("/beteckning", Form::Text),
    ("/rubrik", Form::Text),
    ("/forfattningstypNamn", Form::Text),
    ("/organisation/namn", Form::Text),
    ("/publicerad", Form::Truth),
    ("/ikraftDateTime", Form::Time),
    ("/upphavdDateTime", Form::Time),
    ("/tidsbegransadDateTime", Form::Time),
    ("/uppdateradDateTime", Form::Time),
    ("/grundforfattningId", Form::Number),
    ("/fulltext/forfattningstext", Form::Text),
    ("/fulltext/andringInford", Form::Text),
    ("/fulltext/utfardadDateTime", Form::Time),
    ("/fulltext/omtryck", Form::Text),
    ("/register/forarbeten", Form::Text),
    ("/register/celexnummer", Form::Text),
    ("/andringsforfattningar", Form::List),
];

/// The entity sets of the documented interface.
const SETS_OF_B: [&str; 5] =
    ["SFSFulltext", "SFSRegister", "Kommittedirektiv", "Kommitteberattelser", "Skrivelser"];

/// The values that a field may have if it is not empty.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Text,
    Time,
    Truth,
    Number,
    List,
}

impl Form {
    fn takes(self, value: &RawValue) -> bool {
        let json = value.get();
        let is =
            |is_so: fn(&Value) -> bool| serde_json::from_str::<Value>(json).is_ok_and(|value| is_so(&value));
        match self {
            // A list or an object is not read: it may have any number of values.
            Self::List => json.starts_with('['),
            _ if json.starts_with(['[', '{']) => false,
            Self::Text => json == "null" || json.starts_with('"'),
            Self::Time => {
                let time = |text: String| text.trim_end_matches('Z').parse::<jiff::civil::DateTime>().is_ok();
                json == "null" || serde_json::from_str::<String>(json).is_ok_and(time)
            }
            Self::Truth => is(Value::is_boolean),
            Self::Number => is(Value::is_i64),
        }
    }
}

#[derive(Deserialize)]
struct Hit<'a> {
    #[serde(rename = "_source", borrow)]
    source: &'a RawValue,
}

/// The value at a path (`/fulltext/omtryck`) of an object.
fn field<'a>(object: &'a RawValue, path: &str) -> Option<&'a RawValue> {
    path.split('/').skip(1).try_fold(object, |object, name| {
        let fields: BTreeMap<String, &'a RawValue> = serde_json::from_str(object.get()).ok()?;
        fields.get(name).copied()
    })
}

/// Asks for two acts, for the acts after the first in the order of changes, and whether route B answers: at most five requests,
/// including the robots.txt of both hosts.
pub(super) fn probe(session: &mut Session<'_>) -> Result<ProbeReport, Stop> {
    let mut report = ProbeReport::default();
    let first = request(&Wanted::All, None, 2);
    let page = session.ask(&first, |answer| page::read(answer, &first.path, None, 2))?;
    check_page(&page, &mut report);
    if let Some(record) = page.acts.first().and_then(|act| act.as_ref().ok())
        && let Ok(hit) = serde_json::from_slice::<Hit<'_>>(&record.record.body)
        && let (Some(stamp), Some(id)) = (
            record.changed,
            field(hit.source, "/grundforfattningId").and_then(|id| id.get().parse::<i64>().ok()),
        )
    {
        // These sort values are those of the first act, so that only later ones are asked for.
        let millis = stamp.to_zoned(jiff::tz::TimeZone::UTC).map(|time| time.timestamp().as_millisecond());
        let after: Vec<Value> = vec![millis.unwrap_or_default().into(), id.into()];
        let second = request(&Wanted::ChangedSince(stamp.date().to_string()), Some(&after), 2);
        match session.ask(&second, |answer| page::read(answer, &second.path, Some(&after), 2)) {
            Ok(page) => {
                report.note(
                    true,
                    format!("changes by time: {} acts found, {} sent", page.total, page.acts.len()),
                );
            }
            Err(Stop::Publisher(problem)) => report.note(false, format!("changes by time: {problem}")),
            Err(error) => return Err(error),
        }
    } else {
        report.note(false, "the first act has no time of change, so changes cannot be asked for");
    }
    probe_route_b(session, &mut report)?;
    Ok(report)
}

fn check_page(page: &Page, report: &mut ProbeReport) {
    report.note(
        page.is_exact,
        format!("{} acts; the total is {}", page.total, if page.is_exact { "exact" } else { "a least" }),
    );
    report.note(page.total > 10_000, "there are more than 10,000 acts");
    report.note(page.acts.len() == 2, format!("asked for two acts, {} came", page.acts.len()));
    for act in &page.acts {
        match act {
            Ok(act) => match serde_json::from_slice::<Hit<'_>>(&act.record.body) {
                Ok(hit) => check_act(&act.record.key, hit.source, report),
                Err(error) => report.note(false, error.to_string()),
            },
            Err(problem) => report.note(false, problem.as_str()),
        }
    }
}

fn check_act(key: &str, act: &RawValue, report: &mut ProbeReport) {
    for (path, form) in FIELDS {
        match field(act, path) {
            Some(value) if form.takes(value) => report.note(true, format!("{key}: {path}")),
            Some(value) => {
                let value: String = value.get().chars().take(60).collect();
                report.note(false, format!("{key}: {path} is {value}, expected {form:?}"));
            }
            None => report.note(false, format!("{key}: {path} is not there")),
        }
    }
}

/// Notes whether the documented interface answers, and which entity sets it has.
fn probe_route_b(session: &mut Session<'_>, report: &mut ProbeReport) -> Result<(), Stop> {
    // If a test server stands in for the publisher, the real publisher is not asked.
    if session.base().is_local() {
        report.note(true, "route B was not asked: the publisher is this machine");
        return Ok(());
    }
    let base: BaseUrl = ROUTE_B.parse().map_err(Stop::Publisher)?;
    let ask = Request { path: "/".to_owned(), max_bytes: 1 << 20, ..Request::default() };
    let whole = |answer: &Answer| {
        Ok::<_, Refusal>((answer.status, String::from_utf8_lossy(&answer.body).into_owned()))
    };
    match session.ask_at(&base, &ask, whole) {
        Ok((status, body)) => {
            let named: Vec<&str> = SETS_OF_B.into_iter().filter(|set| body.contains(set)).collect();
            report.note(
                status == 200 && !named.is_empty(),
                format!("route B answered {status} and names {named:?}; report it, so that it can be used"),
            );
        }
        Err(Stop::Publisher(problem)) => report.note(false, format!("route B: {problem}")),
        Err(error) => return Err(error),
    }
    Ok(())
}
