//! Runs: a walk over all acts, or the changes since the watermark.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use lagrum_raw::{AskedRun, NewRecord, SourceState};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::page::{self, Page};
use super::query::{PAGE, Wanted, request};
use crate::due_run::{DueRun, stamp};
use crate::polite_client::Stop;
use crate::row_limit::most_rows;
use crate::session::Session;

/// The position of a run.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
struct Cursor {
    /// The time since when changes are asked for; None in a walk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<String>,
    /// The sort values of the last act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<Vec<Value>>,
    /// The number of acts received.
    seen: u64,
    /// Whether the watermark stays where it is.
    #[serde(default)]
    leaves_mark: bool,
}

/// Fetches pages until the run is complete or its limit is reached.
pub(super) fn run(session: &mut Session<'_>) -> Result<(), Stop> {
    let mut state = session.state()?;
    let (mut run, mut cursor) = begin(session, &state)?;
    let wanted = match &cursor.since {
        Some(since) => Wanted::ChangedSince(since.clone()),
        None => Wanted::All,
    };
    let name = if run.is_walk { "all acts" } else { "changed acts" };
    session.progress.begin(&format!("fetch {}: {name}", session.source()), None);
    let url = session.base().to_string();
    loop {
        let size = PAGE.min(session.left());
        if size == 0 {
            return Ok(());
        }
        let after = cursor.after.clone();
        let request = request(&wanted, after.as_deref(), size);
        let address = format!("{url}{}", request.path);
        let page = session.ask(&request, |answer| page::read(answer, &address, after.as_deref(), size))?;
        let Page { total, is_exact, acts, last } = page;
        let count = acts.len() as u64;
        if count == 0 {
            return finish(session, &mut state, &cursor, total);
        }
        cursor.seen += count;
        if cursor.seen > most_rows(total, is_exact, PAGE) {
            let problem = format!("it states {total} acts and has sent {}, and goes on", cursor.seen);
            return Err(session.give_up(&mut state, &problem));
        }
        cursor.after = last;
        let mut records: Vec<NewRecord> = Vec::with_capacity(acts.len());
        for act in acts {
            match act {
                Ok(act) => {
                    if !cursor.leaves_mark {
                        run.mark = later(run.mark.as_deref(), act.changed, run.begun);
                    }
                    records.push(act.record);
                }
                Err(problem) => session.fail(problem),
            }
        }
        run.cursor = serde_json::to_string(&cursor).ok();
        state.run = Some(run.clone());
        session.keep(&records, Some(&state))?;
        // With an exact total, a page that is not full is the last one. Else only an empty page ends the run.
        if count < size && is_exact {
            return finish(session, &mut state, &cursor, total);
        }
    }
}

/// The run to do: the unfinished one if it fits the wanted extent, else a new one.
fn begin(session: &Session<'_>, state: &SourceState) -> Result<(AskedRun, Cursor), Stop> {
    let due = DueRun::of(session, state)?;
    let unfinished = state.run.as_ref().and_then(|run| {
        let cursor: Cursor = serde_json::from_str(run.cursor.as_deref()?).ok()?;
        due.is_continued_by(session.options.extent, run, cursor.since.as_deref())
            .then(|| (run.clone(), cursor))
    });
    let begun = session.now();
    Ok(unfinished.unwrap_or_else(|| match due {
        DueRun::Walk => (AskedRun { is_walk: true, begun, ..AskedRun::default() }, Cursor::default()),
        DueRun::Changes { since, leaves_mark } => (
            AskedRun { is_walk: false, begun, cursor: None, mark: state.watermark.clone() },
            Cursor { since: Some(since), leaves_mark, ..Cursor::default() },
        ),
    }))
}

/// Ends a run. A run that got fewer acts than the publisher has is not complete, and the next run begins anew.
fn finish(
    session: &mut Session<'_>,
    state: &mut SourceState,
    cursor: &Cursor,
    total: u64,
) -> Result<(), Stop> {
    if cursor.seen < total {
        let problem = format!("{} of {total} acts came, and no further ones", cursor.seen);
        return Err(session.give_up(state, &problem));
    }
    if cursor.leaves_mark {
        return Ok(session.complete_part(state)?);
    }
    Ok(session.complete()?)
}

/// The later of a mark and a stamp. A stamp more than a day in the future is ignored: no later change would be newer than it.
fn later(mark: Option<&str>, changed: Option<DateTime>, begun: i64) -> Option<String> {
    let now = Timestamp::from_second(begun).ok()?.to_zoned(TimeZone::UTC).datetime();
    let limit = now.checked_add(1.days()).unwrap_or(now);
    let known = mark.and_then(|mark| mark.parse::<DateTime>().ok());
    let changed = changed.filter(|changed| *changed <= limit);
    known.max(changed).map(stamp)
}
