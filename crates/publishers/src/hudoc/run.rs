//! Runs: a walk over the years.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use lagrum_raw::{AskedRun, NewRecord, SourceState};
use serde::{Deserialize, Serialize};

use super::body;
use super::page::{self, Page};
use super::query::{self, MAX_HITS, PAGE, Span};
use crate::polite_client::Stop;
use crate::session::{Extent, Session};

/// The position of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Cursor {
    /// The span of days that is walked.
    #[serde(with = "iso_day")]
    first: Date,
    #[serde(with = "iso_day")]
    last: Date,
    /// The index of the next record in the span.
    start: u64,
    /// The number of records received in the whole run.
    seen: u64,
    /// What the publisher counted and did not send, in words; empty so far.
    #[serde(default)]
    short: String,
}

/// A day as text, `2031-02-03`.
mod iso_day {
    use jiff::civil::Date;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(day: &Date, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(day)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Date, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

impl Cursor {
    fn at(first: Date) -> Self {
        let Span { first, last } = Span::from(first);
        Self { first, last, start: 0, seen: 0, short: String::new() }
    }

    fn span(&self) -> Span {
        Span { first: self.first, last: self.last }
    }

    /// Moves to the days after the span. False when they have not come yet.
    fn advance(&mut self, today: Date) -> bool {
        let Ok(next) = self.last.checked_add(1.days()) else { return false };
        let Span { first, last } = Span::from(next);
        (self.first, self.last, self.start) = (first, last, 0);
        next <= today
    }
}

/// A run in progress.
struct Walk {
    run: AskedRun,
    cursor: Cursor,
    state: SourceState,
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
    // A day ahead, since days of judgments have no time zone.
    let today = Timestamp::from_second(session.now()).unwrap_or_default().to_zoned(TimeZone::UTC).date();
    let today = today.checked_add(1.days()).unwrap_or(today);
    session.progress.begin(&format!("fetch {}: judgments by year", session.source()), None);
    let mut before: Vec<String> = Vec::new();
    loop {
        let size = PAGE.min(session.left());
        if size == 0 {
            return Ok(());
        }
        let request = query::list(walk.cursor.span(), walk.cursor.start, size);
        let address = format!("{}{}", session.base(), request.path);
        let page = session.ask(&request, |answer| page::read(answer, &address, size, &before))?;
        if page.total >= MAX_HITS
            && let Some(half) = walk.cursor.span().first_half()
        {
            walk.cursor.last = half.last;
            continue;
        }
        before = page.listed.iter().flatten().map(|listed| listed.record.key.clone()).collect();
        let (came, total) = (page.listed.len() as u64, page.total);
        keep_page(session, &mut walk, page)?;
        if session.left() == 0 && walk.cursor.start < total {
            return Ok(());
        }
        if came > 0 && walk.cursor.start < total {
            continue;
        }
        end_span(&mut walk.cursor, total);
        before.clear();
        let goes_on = walk.cursor.advance(today);
        if !goes_on {
            return finish(session, walk);
        }
        walk.keep(session, &[])?;
    }
}

/// Notes what a span lacks: less came than the publisher counts.
fn end_span(cursor: &mut Cursor, total: u64) {
    if cursor.start < total && cursor.short.is_empty() {
        cursor.short =
            format!("{} to {}: {} of {total} judgments came", cursor.first, cursor.last, cursor.start);
    }
}

/// Keeps the records of a page, with the texts that are wanted. Each text is kept with all records before it.
fn keep_page(session: &mut Session<'_>, walk: &mut Walk, page: Page) -> Result<(), Stop> {
    let mut records = Vec::new();
    for listed in page.listed {
        walk.cursor.start += 1;
        walk.cursor.seen += 1;
        let listed = match listed {
            Ok(listed) => listed,
            Err(problem) => {
                session.fail(problem);
                continue;
            }
        };
        let is_wanted = body::is_wanted(session, &listed)?;
        let text = is_wanted.then(|| body::ask(session, &listed.record.key)).transpose()?;
        records.push(listed.record);
        if let Some(text) = text {
            records.push(text);
            walk.keep(session, &std::mem::take(&mut records))?;
        }
    }
    walk.keep(session, &records)
}

/// The run to do: the unfinished one if it fits the wanted extent, else a new one.
fn begin(session: &Session<'_>) -> Result<Walk, Stop> {
    let state = session.state()?;
    let begun = session.now();
    let (is_walk, first) = match session.options.extent {
        Extent::Since(day) => (false, day),
        Extent::Due | Extent::Everything => (true, Span::beginning()),
    };
    let unfinished = state.run.as_ref().filter(|run| run.is_walk == is_walk && is_walk).and_then(|run| {
        let cursor = serde_json::from_str(run.cursor.as_deref()?).ok()?;
        Some((run.clone(), cursor))
    });
    let (run, cursor) =
        unfinished.unwrap_or_else(|| (AskedRun { is_walk, begun, ..AskedRun::default() }, Cursor::at(first)));
    Ok(Walk { run, cursor, state })
}

/// Ends a run. One that got fewer records than the publisher counts, or none at all, is not complete.
fn finish(session: &mut Session<'_>, mut walk: Walk) -> Result<(), Stop> {
    let problem = match &walk.cursor {
        Cursor { short, .. } if !short.is_empty() => Some(short.clone()),
        Cursor { seen: 0, .. } if walk.run.is_walk => Some("no query found a judgment".to_owned()),
        _ => None,
    };
    let Some(problem) = problem else {
        walk.keep(session, &[])?;
        return Ok(session.complete()?);
    };
    Err(session.give_up(&mut walk.state, &problem))
}
