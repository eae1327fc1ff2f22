//! Runs: the data sets in a walk, the lists in every run, and then what a walk did not meet.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use lagrum_raw::AskedRun;

use super::walk::{Cursor, Walk};
use super::{datasets, lacking, lists, sessions};
use crate::due_run::is_walk_due;
use crate::polite_client::Stop;
use crate::session::{Extent, Session};

/// Asks until the run is complete or its limit is reached.
pub(super) fn run(session: &mut Session<'_>) -> Result<(), Stop> {
    let mut walk = begin(session)?;
    let what = if walk.run.is_walk { "all documents" } else { "changes" };
    session.progress.begin(&format!("fetch {}: {what}", session.source()), None);
    if walk.run.is_walk && !walk.cursor.has_data_sets && !datasets::take(session, &mut walk)? {
        return Ok(());
    }
    let since = walk.cursor.since.as_deref().and_then(|day| day.parse().ok());
    let slices = sessions::lists(day_of(walk.run.begun), since);
    if !lists::walk(session, &mut walk, &slices)? {
        return Ok(());
    }
    if walk.run.is_walk && !lacking::ask(session, &mut walk)? {
        return Ok(());
    }
    if since.is_some() {
        // Changes before that day were not asked for, so nothing is known to be complete.
        return Ok(session.complete_part(&mut walk.state)?);
    }
    walk.keep(session, &[])?;
    Ok(session.complete()?)
}

/// The day of a time in seconds since 1970.
pub(super) fn day_of(now: i64) -> Date {
    Timestamp::from_second(now).unwrap_or_default().to_zoned(TimeZone::UTC).date()
}

/// The run to do: the unfinished one if it fits the wanted extent, else a new one.
fn begin(session: &Session<'_>) -> Result<Walk, Stop> {
    let state = session.state()?;
    let since = match session.options.extent {
        Extent::Since(day) => Some(Date::to_string(&day)),
        Extent::Due | Extent::Everything => None,
    };
    let is_walk = match session.options.extent {
        Extent::Since(_) => false,
        Extent::Everything => true,
        Extent::Due => is_walk_due(session)?,
    };
    let unfinished = state.run.as_ref().and_then(|run| {
        let cursor: Cursor = serde_json::from_str(run.cursor.as_deref()?).ok()?;
        let fits = cursor.since == since && (run.is_walk || !is_walk);
        fits.then(|| (run.clone(), cursor))
    });
    let (begun, is_resumed) = (session.now(), unfinished.is_some());
    let (run, cursor) = unfinished.unwrap_or_else(|| {
        (AskedRun { is_walk, begun, ..AskedRun::default() }, Cursor { since, ..Cursor::default() })
    });
    Ok(Walk { run, cursor, state, is_resumed })
}
