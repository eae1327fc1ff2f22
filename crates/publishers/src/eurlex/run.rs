//! Runs: a walk over all wanted works, or what the notices name.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use lagrum_raw::{AskedRun, NewRecord, RawError, Record, SourceState};
use serde::{Deserialize, Serialize};

use super::list::{self, ListedWork};
use super::plan::{self, Window};
use super::text::{self, Taken, TextForm};
use crate::due_run::{DueRun, stamp};
use crate::polite_client::Stop;
use crate::session::{Extent, Session};

/// The most works that the lists are asked about at a time.
const CHUNK: usize = 200;

/// The position of a run.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
struct Cursor {
    /// The time since when changes are asked for; None in a walk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<String>,
    /// The index of the window.
    window: usize,
    /// The last work of the window that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<String>,
    /// Whether the watermark stays where it is.
    #[serde(default)]
    leaves_mark: bool,
}

/// A run in progress.
struct Progressing {
    run: AskedRun,
    cursor: Cursor,
    state: SourceState,
}

impl Progressing {
    /// Keeps records with the position after them.
    fn keep(&mut self, session: &mut Session<'_>, records: &[NewRecord]) -> Result<(), Stop> {
        self.run.cursor = serde_json::to_string(&self.cursor).ok();
        self.state.run = Some(self.run.clone());
        Ok(session.keep_parts(records, Some(&self.state))?)
    }
}

/// Asks until the run is complete or its limit is reached.
pub(super) fn run(session: &mut Session<'_>) -> Result<(), Stop> {
    let mut run = begin(session)?;
    let windows = match run.cursor.since.clone() {
        None => plan::walk(session)?,
        Some(since) => plan::changes(session, &since)?,
    };
    let name = if run.run.is_walk { "all wanted works" } else { "changed works" };
    session.progress.begin(&format!("fetch {}: {name}", session.source()), None);
    while let Some(window) = windows.get(run.cursor.window) {
        if !ask_window(session, &mut run, window)? {
            return Ok(());
        }
        run.cursor.window += 1;
        run.cursor.after = None;
        run.keep(session, &[])?;
    }
    if run.cursor.leaves_mark {
        return Ok(session.complete_part(&mut run.state)?);
    }
    Ok(session.complete()?)
}

/// Asks for the works of a window. False when the limit was reached before its end.
fn ask_window(session: &mut Session<'_>, run: &mut Progressing, window: &Window) -> Result<bool, Stop> {
    let works = plan::works_of(session, window)?;
    let rest: Vec<String> = works
        .into_iter()
        .filter(|celex| run.cursor.after.as_ref().is_none_or(|after| celex > after))
        .collect();
    for chunk in rest.chunks(CHUNK) {
        if session.left() == 0 {
            return Ok(false);
        }
        let listed = list::works(session, chunk)?;
        check_lists(session, chunk, &listed)?;
        for work in &listed {
            if session.left() == 0 {
                return Ok(false);
            }
            let records = ask_work(session, work, run.run.is_walk)?;
            run.cursor.after = Some(work.celex.clone());
            run.keep(session, &records)?;
        }
        run.cursor.after = chunk.last().cloned();
        run.keep(session, &[])?;
    }
    Ok(true)
}

/// Tells which works the lists lack. Stops when they lack all, and the archive has one of them: the service is broken then.
fn check_lists(session: &mut Session<'_>, asked: &[String], listed: &[ListedWork]) -> Result<(), Stop> {
    let known: BTreeSet<&str> = listed.iter().map(|work| &*work.celex).collect();
    let missing: Vec<&str> =
        asked.iter().map(String::as_str).filter(|celex| !known.contains(celex)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    if known.is_empty() && asked.len() > 1 {
        for celex in asked {
            if !rows_of(session, celex)?.is_empty() {
                return Err(Stop::Publisher(format!(
                    "{}: its lists know none of {} works, of which one at least is held",
                    session.base(),
                    asked.len()
                )));
            }
        }
    }
    let (first, more) = (missing[0], missing.len() - 1);
    let others = if more == 0 { String::new() } else { format!(" and {more} more") };
    session.note(format!("{first}{others}: the publisher has no such work"));
    Ok(())
}

/// The newest rows of all parts of a work.
fn rows_of(session: &Session<'_>, celex: &str) -> Result<Vec<Record>, RawError> {
    let mut rows = Vec::new();
    for form in TextForm::all() {
        rows.extend(session.archive.latest(session.source(), celex, &form.part())?);
    }
    Ok(rows)
}

/// Asks for the text of a work and for its consolidated texts.
fn ask_work(session: &mut Session<'_>, work: &ListedWork, is_walk: bool) -> Result<Vec<NewRecord>, Stop> {
    let mut records = Vec::new();
    let own = TextOf { key: &work.celex, celex: &work.celex, day: None, forms: &work.forms };
    records.extend(ask_text(session, own)?);
    let newest = work.consolidated.keys().next_back().cloned();
    for (day, (celex, forms)) in &work.consolidated {
        let text = TextOf { key: &work.celex, celex, day: Some(day), forms };
        let is_held = !text.held(session)?.is_empty();
        let is_everything = session.options.extent == Extent::Everything;
        if !is_held || is_everything || (is_walk && newest.as_ref() == Some(day)) {
            records.extend(ask_text(session, text)?);
        }
    }
    Ok(records)
}

/// A text of a work.
#[derive(Clone, Copy)]
struct TextOf<'w> {
    key: &'w str,
    celex: &'w str,
    /// The day of a consolidated text.
    day: Option<&'w str>,
    /// The forms that the lists state. Empty where they state none: then all are tried.
    forms: &'w BTreeSet<TextForm>,
}

impl TextOf<'_> {
    fn part(&self, form: TextForm) -> String {
        self.day.map_or_else(|| form.part(), |day| format!("{day}.{}", form.part()))
    }

    /// The held rows, one a form.
    fn held(&self, session: &Session<'_>) -> Result<Vec<Record>, RawError> {
        let row = |form| session.archive.latest(session.source(), self.key, &self.part(form)).transpose();
        TextForm::all().filter_map(row).collect()
    }
}

/// Asks for a text in the preferred form that there is.
fn ask_text(session: &mut Session<'_>, text: TextOf<'_>) -> Result<Option<NewRecord>, Stop> {
    let held = text.held(session)?;
    let mut reason = "it has no text in Swedish or English";
    for form in TextForm::all().filter(|form| text.forms.is_empty() || text.forms.contains(form)) {
        let part = text.part(form);
        let held = held.iter().find(|row| row.part == part);
        // A row whose body cannot be read is no copy.
        let body = held.and_then(|row| session.archive.body(&row.body).ok().flatten());
        match text::ask(session, text.celex, form, held.filter(|_| body.is_some()))? {
            Taken::Text(record) => {
                return Ok(Some(NewRecord { key: text.key.to_owned(), part, ..*record }));
            }
            Taken::Held => return Ok(held.zip(body).map(|(row, body)| as_held(row, body))),
            Taken::Nothing(why) => reason = why,
            Taken::Leads(_) => {}
        }
    }
    session.note(format!("{}: {reason}", text.celex));
    Ok(None)
}

/// A held row as it would come.
fn as_held(row: &Record, body: Vec<u8>) -> NewRecord {
    NewRecord {
        key: row.key.clone(),
        part: row.part.clone(),
        url: row.url.clone(),
        status: row.status,
        etag: row.etag.clone(),
        last_modified: row.last_modified.clone(),
        norm_hash: row.norm_hash,
        body,
    }
}

/// The run to do: the unfinished one if it fits the wanted extent, else a new one.
fn begin(session: &Session<'_>) -> Result<Progressing, Stop> {
    let state = session.state()?;
    let due = DueRun::of(session, &state)?;
    let unfinished = state.run.as_ref().and_then(|run| {
        let cursor: Cursor = serde_json::from_str(run.cursor.as_deref()?).ok()?;
        due.is_continued_by(session.options.extent, run, cursor.since.as_deref())
            .then(|| (run.clone(), cursor))
    });
    let begun = session.now();
    let mark = Timestamp::from_second(begun).ok().map(|time| stamp(time.to_zoned(TimeZone::UTC).datetime()));
    let run = AskedRun { is_walk: due == DueRun::Walk, begun, cursor: None, mark };
    let (run, cursor) = unfinished.unwrap_or_else(|| match due {
        DueRun::Walk => (run, Cursor::default()),
        DueRun::Changes { since, leaves_mark } => {
            (run, Cursor { since: Some(since), leaves_mark, ..Cursor::default() })
        }
    });
    Ok(Progressing { run, cursor, state })
}
