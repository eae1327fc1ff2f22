//! What changed in the laws of a list, from what to what, and why.
//!
//! A list is a question: it names acts and parts of acts, and nothing of it is stored. Each change is told once, by the day on
//! which the law changes, with the same id before that day and after it.
//!
//! * `events` finds the events of the acts, by registers, metadata and texts as a build read them; `searched` the new documents that
//!   queries find, and `cited` the new ones that cite the acts.
//! * `rows` tells of each: the provisions with their texts on the day before and on the day, as [`lagrum_chronicle`] has them.
//! * `scope_words` puts the words of a register into those of a layperson, `why` finds the preparatory works, and `formal` says
//!   whether anything of substance differs.

mod added;
mod answer;
mod background;
mod cited;
mod cursor;
mod events;
mod formal;
mod found;
mod kind;
mod names;
mod question;
mod rows;
mod scope_words;
mod searched;
mod why;
mod words;

use jiff::civil::Date;
use lagrum_snapshot::Snapshot;

pub use self::answer::{
    ListChanges, ListedAct, ListedChange, ListedProvision, ListedProvisionChange, ListedReason, ListedText,
    ListedTextCounts, UnknownListItem,
};
pub use self::background::{EventBackground, event_backgrounds};
use self::cursor::ListPosition;
pub(crate) use self::events::of_act as events_of_act;
pub(crate) use self::found::FoundEvent;
pub use self::kind::ListedKind;
pub use self::names::{MAX_LIST_LINES, ReadNames, list_titles, read_list_names};
pub use self::question::{ListQuestion, MAX_LISTED, MAX_LISTED_CHANGES, MAX_LISTED_QUERIES};
use self::rows::RowWriter;
use crate::AnswerError;

/// Provisions that a page of changes is about, when it ends before its limit; the texts of each take up to some milliseconds to find.
/// One change is told whole, whatever it changed.
const MAX_PROVISIONS: usize = 100;

/// The same of a page without texts.
const MAX_PROVISIONS_WITHOUT_TEXTS: usize = 1_000;

/// Events that are told together, since acts are loaded once for those of a run.
const RUN: usize = 10;

/// What changed in the laws of a list.
#[expect(clippy::similar_names, reason = "a list and its last row")]
pub fn list_changes(
    snapshot: &Snapshot,
    today: Date,
    question: &ListQuestion,
) -> Result<ListChanges, AnswerError> {
    check(question)?;
    let after = cursor::parse(question)?;
    let list = question::read(&question.uris, &snapshot.manifest().base)?;
    let found = events::find(snapshot, today, question, list)?;
    let total = found.events.len();
    let from = after.map_or(0, |after| place_after(&found.events, &after));
    let rest = &found.events[from..];
    let page = of_page(snapshot, today, question, rest)?;
    let is_last = page.taken == rest.len();
    let last = page.taken.checked_sub(1).and_then(|at| rest.get(at)).filter(|_| !is_last);
    Ok(ListChanges {
        total,
        texts: counts(&page.rows),
        next_cursor: last.map(|last| cursor::format(question, position(last))),
        changes: page.rows,
        not_found: found.not_found,
        since: question.since.to_string(),
        until: question.until.map(|until| until.to_string()),
    })
}

fn check(question: &ListQuestion) -> Result<(), AnswerError> {
    if question.until.is_some_and(|until| until <= question.since) {
        return Err(AnswerError::Invalid {
            parameter: "until",
            input: question.until.map(|until| until.to_string()),
            message: "Input should be a day after since: until is the day after the last".to_owned(),
        });
    }
    if !(1..=MAX_LISTED_CHANGES).contains(&question.limit) {
        return Err(AnswerError::Invalid {
            parameter: "limit",
            input: Some(question.limit.to_string()),
            message: format!("Input should be 1 to {MAX_LISTED_CHANGES}"),
        });
    }
    Ok(())
}

fn position(event: &FoundEvent) -> ListPosition {
    ListPosition { date: event.day.map(|day| day.to_string()), id: event.id.clone() }
}

/// The index of the first event after a position. Where the event of the position is gone, that of the first older day.
fn place_after(events: &[FoundEvent], after: &ListPosition) -> usize {
    if let Some(at) = events.iter().position(|event| event.id == after.id) {
        return at + 1;
    }
    let is_older = |event: &FoundEvent| {
        let day = event.day.map(|day| day.to_string());
        day.is_some_and(|day| after.date.as_ref().is_none_or(|after| day < *after))
    };
    events.iter().position(is_older).unwrap_or(events.len())
}

/// The rows of a page, and how many events they are of: more than the rows where formal changes are left out.
struct ListPage {
    rows: Vec<ListedChange>,
    taken: usize,
}

fn of_page(
    snapshot: &Snapshot,
    today: Date,
    question: &ListQuestion,
    events: &[FoundEvent],
) -> Result<ListPage, AnswerError> {
    let mut writer = RowWriter::new(snapshot, today, question);
    let most = if question.texts { MAX_PROVISIONS } else { MAX_PROVISIONS_WITHOUT_TEXTS };
    let mut page = ListPage { rows: Vec::new(), taken: 0 };
    let mut provisions = 0;
    loop {
        let run = run_of(question.limit - page.rows.len(), most.saturating_sub(provisions));
        let next = &events[page.taken..events.len().min(page.taken + run)];
        if next.is_empty() {
            return Ok(page);
        }
        // Events of one act follow each other, so that each act is loaded once.
        let mut order: Vec<usize> = (0..next.len()).collect();
        order.sort_by(|a, b| next[*a].document.uri.cmp(&next[*b].document.uri).then(a.cmp(b)));
        let mut rows: Vec<Option<ListedChange>> = vec![None; next.len()];
        for at in order {
            rows[at] = Some(writer.row(&next[at])?);
        }
        page.taken += next.len();
        provisions += rows.iter().flatten().map(|row| row.provisions.len()).sum::<usize>();
        let is_told = |row: &ListedChange| question.formal || !row.formal;
        page.rows.extend(rows.into_iter().flatten().filter(is_told));
    }
}

/// How many events are told next on a page that has room for so many changes, and for changes of so many provisions; 0 where it ends.
fn run_of(changes: usize, provisions: usize) -> usize {
    if provisions > 0 { RUN.min(changes) } else { 0 }
}

fn counts(rows: &[ListedChange]) -> ListedTextCounts {
    let mut counts = ListedTextCounts::default();
    for row in rows {
        let has_both = row.provisions.iter().all(|provision| {
            let is_there = |text: &ListedText| {
                text.text.is_some()
                    || matches!(text.status, crate::PlaceStatus::Coming | crate::PlaceStatus::Expired)
            };
            is_there(&provision.before) && is_there(&provision.after)
        });
        let has_one = row
            .provisions
            .iter()
            .any(|provision| provision.before.text.is_some() || provision.after.text.is_some());
        match (has_both && !row.provisions.is_empty(), has_one) {
            (true, _) => counts.both += 1,
            (false, true) => counts.one += 1,
            (false, false) => counts.none += 1,
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_ends_at_its_limit_or_when_it_is_about_many_provisions() {
        for (changes, provisions, expected) in [
            (200, MAX_PROVISIONS, RUN),
            (3, MAX_PROVISIONS, 3),
            (0, MAX_PROVISIONS, 0),
            (200, 1, RUN),
            (200, 0, 0),
        ] {
            assert_eq!(run_of(changes, provisions), expected, "{changes} {provisions}");
        }
    }
}
