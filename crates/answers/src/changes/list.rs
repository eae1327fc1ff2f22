//! The list of changes: records of the log and documents that expired by the calendar, in one order.

use std::collections::HashMap;

use jiff::civil::Date;
use lagrum_catalog::{CatalogProblem, CatalogReader, ChangeRecord};
use lagrum_corpus::{ChangeKind, LastChanges};
use lagrum_snapshot::midnight;

use super::ChangesQuestion;
use super::since::{Publications, Since};
use crate::SourceName;

/// The generation of a document that expired by the calendar, in the order of changes of one second.
pub(super) const BY_CALENDAR: u32 = u32::MAX;

/// A change that passes the filters.
#[derive(Clone, Debug)]
pub(super) struct FoundChange {
    pub(super) record: ChangeRecord,
    pub(super) kind: ChangeKind,
    /// When it was first served, in seconds since 1970.
    pub(super) at: i64,
    /// The generation of the change, or [`BY_CALENDAR`].
    pub(super) last: u32,
}

/// What of the list is wanted.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'a> {
    /// So many changes after a position `(at, last, uri)`, or from the beginning.
    After(Option<(i64, u32, &'a str)>, usize),
    /// The last ones.
    Last(usize),
}

/// A document that expired by the calendar.
struct Expired {
    number: u32,
    at: i64,
}

/// Changes since a point, in the order in which they were first served: how many there are, and those that are wanted.
pub(super) fn list(
    catalog: &CatalogReader<'_>,
    (publications, since, today): (&Publications, &Since, Date),
    question: &ChangesQuestion,
    wanted: Wanted<'_>,
) -> Result<(u64, Vec<FoundChange>), CatalogProblem> {
    let log = catalog.change_log()?;
    let records = log.after(since.generation);
    let expired = expired(catalog, since.day, today)?;
    let passes =
        catalog.change_filter(question.source.as_ref().map(SourceName::current), question.kind.as_deref())?;
    let positions: HashMap<u32, usize> =
        expired.iter().enumerate().map(|(position, expired)| (expired.number, position)).collect();
    let logged = Logged::of(records, since.generation, &positions);
    let is_wanted = |kind: ChangeKind| question.changes.is_empty() || question.changes.contains(&kind);
    let begins = match wanted {
        Wanted::After(Some(position), _) => begin(catalog, publications, (records, &expired), position)?,
        Wanted::After(None, _) | Wanted::Last(_) => (0, 0),
    };

    let from_log = records.iter().enumerate().filter_map(|(index, record)| {
        let at = publications.at(record.last());
        let kind = LastChanges(record.generations).after(since.generation)?;
        let day = record.document().and_then(|number| positions.get(&number)).map(|&index| expired[index].at);
        let is_later = day.is_some_and(|day| day > at);
        let kind = if day.is_some() { with_status(kind) } else { kind };
        (!is_later && is_wanted(kind) && (question.versions || !log.is_lydelse(record)) && passes(record))
            .then_some((index >= begins.0, FoundChange { record: *record, kind, at, last: record.last() }))
    });
    let by_calendar = expired.iter().enumerate().filter_map(|(index, Expired { number, at })| {
        let record = ChangeRecord { subject: *number, generations: [0; 5] };
        let logged = logged.0.get(number);
        let is_earlier = logged.is_some_and(|(generation, _)| publications.at(*generation) >= *at);
        let kind = logged.map_or(ChangeKind::Status, |(_, kind)| with_status(*kind));
        (!is_earlier && is_wanted(kind) && passes(&record))
            .then_some((index >= begins.1, FoundChange { record, kind, at: *at, last: BY_CALENDAR }))
    });
    let mut page = Page { wanted, total: 0, found: Vec::new() };
    let (mut from_log, mut by_calendar) = (from_log.peekable(), by_calendar.peekable());
    loop {
        let next = match (from_log.peek(), by_calendar.peek()) {
            (Some((_, logged)), Some((_, expired))) if expired.at < logged.at => by_calendar.next(),
            (Some(_), _) => from_log.next(),
            (None, _) => by_calendar.next(),
        };
        let Some((is_after, change)) = next else { break };
        page.add(is_after, change)?;
    }
    Ok((page.total, page.found))
}

/// A document that changed and expired: what happened is the more telling of the two.
fn with_status(kind: ChangeKind) -> ChangeKind {
    if kind == ChangeKind::Metadata { ChangeKind::Status } else { kind }
}

/// What the log says of documents that expired by the calendar: last generation and kind, by number.
struct Logged(HashMap<u32, (u32, ChangeKind)>);

impl Logged {
    fn of(records: &[ChangeRecord], after: u32, expired: &HashMap<u32, usize>) -> Self {
        if expired.is_empty() {
            return Self(HashMap::new());
        }
        let of_expired = records.iter().filter_map(|record| {
            let number = record.document().filter(|number| expired.contains_key(number))?;
            Some((number, (record.last(), LastChanges(record.generations).after(after)?)))
        });
        Self(of_expired.collect())
    }
}

/// The documents that expired after a day up to another, by day and number.
fn expired(catalog: &CatalogReader<'_>, after: Date, today: Date) -> Result<Vec<Expired>, CatalogProblem> {
    let found = catalog.expired_between(&after.to_string(), &today.to_string())?;
    let at = |day: String| day.parse::<Date>().ok().map(midnight);
    Ok(found.into_iter().filter_map(|(number, day)| Some(Expired { number, at: at(day)? })).collect())
}

/// The first record and the first expired document after a position. A document that has gone since then keeps its place.
fn begin(
    catalog: &CatalogReader<'_>,
    publications: &Publications,
    (records, expired): (&[ChangeRecord], &[Expired]),
    (at, last, uri): (i64, u32, &str),
) -> Result<(usize, usize), CatalogProblem> {
    if last != BY_CALENDAR {
        let same = records.partition_point(|record| record.last() < last);
        let end = records.partition_point(|record| record.last() <= last);
        let first = partition(same..end, |index| Ok(catalog.changed_uri(&records[index])?.as_str() <= uri))?;
        return Ok((first, expired.partition_point(|expired| expired.at < at)));
    }
    let first = records.partition_point(|record| publications.at(record.last()) <= at);
    let same = expired.partition_point(|expired| expired.at < at);
    let end = expired.partition_point(|expired| expired.at <= at);
    let number = partition(same..end, |index| {
        let record = ChangeRecord { subject: expired[index].number, generations: [0; 5] };
        Ok(catalog.changed_uri(&record)?.as_str() <= uri)
    })?;
    Ok((first, number))
}

/// The first index of a range for which a condition does not hold; it holds for those before.
fn partition(
    range: std::ops::Range<usize>,
    holds: impl Fn(usize) -> Result<bool, CatalogProblem>,
) -> Result<usize, CatalogProblem> {
    let (mut low, mut high) = (range.start, range.end);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle)? {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

/// The wanted part of a list while it is gone through.
struct Page<'a> {
    wanted: Wanted<'a>,
    total: u64,
    found: Vec<FoundChange>,
}

/// Changes between two checks whether the request has ended.
const CHECKED: u64 = 1 << 14;

impl Page<'_> {
    fn add(&mut self, is_after: bool, change: FoundChange) -> Result<(), CatalogProblem> {
        if self.total.is_multiple_of(CHECKED) {
            lagrum_cancel::check()?;
        }
        self.total += 1;
        match self.wanted {
            Wanted::After(_, limit) => {
                if is_after && self.found.len() < limit {
                    self.found.push(change);
                }
            }
            Wanted::Last(count) => {
                // At most twice as many as are wanted are kept.
                if self.found.len() >= 2 * count {
                    self.found.drain(..count);
                }
                self.found.push(change);
            }
        }
        Ok(())
    }
}
