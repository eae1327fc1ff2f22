//! The list of changes: records of the log and documents that expired by the calendar, in one order.

use std::collections::HashSet;

use jiff::civil::Date;
use lagrum_artifact::{ChangeKind, Generation, LastChanges};
use lagrum_catalog::{
    CatalogProblem, CatalogReader, ChangeLogColumns, ChangeRecord, DocumentNumber, Publications, RecordsAfter,
};
use lagrum_snapshot::midnight;

use super::cursor::ChangeCursor;
use super::question::ChangesQuestion;
use super::since::Since;
use crate::SourceName;

/// The generation of a document that expired by the calendar, in the order of changes of one second.
pub(super) const BY_CALENDAR: Generation = Generation::MAX;

/// A change that passes the filters.
#[derive(Clone, Debug)]
pub(super) struct FoundChange {
    pub(super) record: ChangeRecord,
    pub(super) kind: ChangeKind,
    /// When it was first served, in seconds since 1970.
    pub(super) at: i64,
    /// The generation of the change, or [`BY_CALENDAR`].
    pub(super) last: Generation,
}

/// A document that expired by the calendar.
struct Expired {
    number: DocumentNumber,
    at: i64,
    /// The index of its record in the log, if it has one.
    record: Option<usize>,
}

/// Changes since a point, in the order in which they were first served.
///
/// A document that both changed and expired is listed once, at the later time.
pub(super) struct Changes<'a, F> {
    catalog: &'a CatalogReader<'a>,
    publications: &'a Publications,
    since: &'a Since,
    question: &'a ChangesQuestion,
    log: &'a ChangeLogColumns,
    after: RecordsAfter<'a>,
    expired: Vec<Expired>,
    /// The records of expired documents and when these expired, in the order of records.
    expiries: Vec<(usize, i64)>,
    /// Whether a record has the source and the kind of the question.
    passes: F,
}

/// Finds what changed since a point until a day. With `only`, only of documents with these numbers.
pub(super) fn changes_since<'a>(
    catalog: &'a CatalogReader<'a>,
    publications: &'a Publications,
    since: &'a Since,
    today: Date,
    question: &'a ChangesQuestion,
    only: Option<&'a HashSet<DocumentNumber>>,
) -> Result<Changes<'a, impl Fn(&ChangeRecord) -> bool>, CatalogProblem> {
    let log = catalog.change_log()?;
    let after = log.after(since.generation);
    let expired = expired(catalog, after, since.day, today)?;
    let mut expiries: Vec<(usize, i64)> =
        expired.iter().filter_map(|expired| Some((expired.record?, expired.at))).collect();
    expiries.sort_unstable();
    let of_question =
        catalog.change_filter(question.source.as_ref().map(SourceName::current), question.kind.as_deref())?;
    let is_one = move |record: &ChangeRecord| {
        only.is_none_or(|only| record.document().is_some_and(|number| only.contains(&number)))
    };
    let passes = move |record: &ChangeRecord| is_one(record) && of_question(record);
    Ok(Changes { catalog, publications, since, question, log, after, expired, expiries, passes })
}

/// Steps between two checks whether the request has ended.
const CHECKED: usize = 1 << 14;

impl<F: Fn(&ChangeRecord) -> bool> Changes<'_, F> {
    /// How many there are. Without a filter, records need not be looked at one by one.
    pub(super) fn total(&self) -> Result<u64, CatalogProblem> {
        let ChangesQuestion { source, kind, changes, versions, .. } = self.question;
        let records = self.after.records().len();
        if source.is_none() && kind.is_none() && changes.is_empty() {
            let lydelser = if *versions { 0 } else { self.after.lydelser() };
            let by_calendar_alone = self.expired.iter().filter(|expired| expired.record.is_none()).count();
            return Ok((records - lydelser + by_calendar_alone) as u64);
        }
        let mut total = 0;
        walk(0..records, |index| {
            total += u64::from(self.kind_of_record(index).is_some());
            true
        })?;
        walk(0..self.expired.len(), |index| {
            total += u64::from(self.of_expired(index).is_some());
            true
        })?;
        Ok(total)
    }

    /// At most `limit` changes after a cursor, or from the beginning.
    pub(super) fn page(
        &self,
        after: Option<&ChangeCursor>,
        limit: usize,
    ) -> Result<Vec<FoundChange>, CatalogProblem> {
        let (records, expired) = (self.after.records(), &self.expired);
        let (record, day) = match after {
            Some(cursor) => begin(self.catalog, self.publications, records, expired, cursor)?,
            None => (0, 0),
        };
        let mut found = first(record..records.len(), limit, |index| self.of_record(index))?;
        found.extend(first(day..expired.len(), limit, |index| self.of_expired(index))?);
        // Of changes in one second, those of the log come first.
        found.sort_by_key(|change| change.at);
        found.truncate(limit);
        Ok(found)
    }

    /// The last `count` changes, the newest first.
    pub(super) fn latest(&self, count: usize) -> Result<Vec<FoundChange>, CatalogProblem> {
        let mut found = first((0..self.expired.len()).rev(), count, |index| self.of_expired(index))?;
        found.extend(first((0..self.after.records().len()).rev(), count, |index| self.of_record(index))?);
        found.sort_by_key(|change| std::cmp::Reverse(change.at));
        found.truncate(count);
        // Only the last change of each document is listed here: an old document that was amended is not new.
        for change in found.iter_mut().filter(|change| change.last != BY_CALENDAR) {
            change.kind = change.record.changes.latest().unwrap_or(change.kind);
        }
        for change in found.iter_mut().filter(|change| change.last == BY_CALENDAR) {
            change.kind = ChangeKind::Status;
        }
        Ok(found)
    }

    /// The last changes that added a document or changed its text and that pass the filter, the newest first.
    pub(super) fn latest_of_texts(
        &self,
        limits: super::question::LatestLimits,
        is_wanted: super::question::LatestFilter<'_>,
    ) -> Result<Vec<FoundChange>, CatalogProblem> {
        let mut found = Vec::new();
        let changes = (0..self.after.records().len()).rev().filter_map(|index| self.of_record(index));
        for mut change in changes.take(limits.looked_at) {
            lagrum_cancel::check()?;
            if !is_wanted(self.catalog, &change.record)? {
                continue;
            }
            let changes = change.record.changes;
            let (added, text) = (changes.of(ChangeKind::Added), changes.of(ChangeKind::Text));
            change.kind = if added >= text { ChangeKind::Added } else { ChangeKind::Text };
            change.at = self.publications.at(added.max(text));
            found.push(change);
            if found.len() == limits.listed {
                break;
            }
        }
        found.sort_by_key(|change| std::cmp::Reverse(change.at));
        Ok(found)
    }

    /// The change of a record; None if the question is not about it, or if its document expired later.
    fn of_record(&self, index: usize) -> Option<FoundChange> {
        let kind = self.kind_of_record(index)?;
        let record = self.after.records()[index];
        let last = record.last();
        Some(FoundChange { record, kind, at: self.publications.at(last), last })
    }

    /// The kind of the change of a record, None as for [`of_record`](Self::of_record). The log may have hundreds of
    /// thousands of records, so cheap conditions are checked first.
    fn kind_of_record(&self, index: usize) -> Option<ChangeKind> {
        let record = &self.after.records()[index];
        let kind = record.changes.after(self.since.generation)?;
        if !self.is_wanted(kind) && !self.is_wanted(with_status(kind)) {
            return None;
        }
        if !(self.passes)(record) || !self.question.versions && self.log.is_lydelse(record) {
            return None;
        }
        let expiry = self.expiries.binary_search_by_key(&index, |(record, _)| *record);
        let kind = match expiry.ok().map(|expiry| self.expiries[expiry].1) {
            Some(day) if day > self.publications.at(record.last()) => return None,
            Some(_) => with_status(kind),
            None => kind,
        };
        self.is_wanted(kind).then_some(kind)
    }

    /// The change of a document that expired; None if the question is not about it, or if it changed later.
    fn of_expired(&self, index: usize) -> Option<FoundChange> {
        let Expired { number, at, record } = self.expired[index];
        let mut kind = ChangeKind::Status;
        if let Some(record) = record.and_then(|record| self.after.records().get(record)) {
            if self.publications.at(record.last()) >= at {
                return None;
            }
            kind = with_status(record.changes.after(self.since.generation)?);
        }
        let record = ChangeRecord { subject: number.0, changes: LastChanges::default() };
        (self.is_wanted(kind) && (self.passes)(&record)).then_some(FoundChange {
            record,
            kind,
            at,
            last: BY_CALENDAR,
        })
    }

    fn is_wanted(&self, kind: ChangeKind) -> bool {
        self.question.changes.is_empty() || self.question.changes.contains(&kind)
    }
}

/// The changes of the first indexes that have one, at most `limit`.
fn first(
    indexes: impl Iterator<Item = usize>,
    limit: usize,
    change: impl Fn(usize) -> Option<FoundChange>,
) -> Result<Vec<FoundChange>, CatalogProblem> {
    let mut found = Vec::new();
    walk(indexes, |index| {
        found.extend(change(index));
        found.len() < limit
    })?;
    Ok(found)
}

/// Calls `step` with each index until it returns false.
fn walk(
    indexes: impl Iterator<Item = usize>,
    mut step: impl FnMut(usize) -> bool,
) -> Result<(), CatalogProblem> {
    for (walked, index) in indexes.enumerate() {
        if walked.is_multiple_of(CHECKED) {
            lagrum_cancel::check()?;
        }
        if !step(index) {
            break;
        }
    }
    Ok(())
}

/// The kind of change listed for a document that changed and expired: `status`, unless more than its metadata changed.
fn with_status(kind: ChangeKind) -> ChangeKind {
    if kind == ChangeKind::Metadata { ChangeKind::Status } else { kind }
}

/// The documents that expired after a day up to another, by day and number.
fn expired(
    catalog: &CatalogReader<'_>,
    log: RecordsAfter<'_>,
    after: Date,
    today: Date,
) -> Result<Vec<Expired>, CatalogProblem> {
    let found = catalog.expired_between(&after.to_string(), &today.to_string())?;
    let at = |day: String| day.parse::<Date>().ok().map(midnight);
    let expired = |(number, day)| Some(Expired { number, at: at(day)?, record: log.of_document(number) });
    Ok(found.into_iter().filter_map(expired).collect())
}

/// The first record and the first expired document after a cursor. A document that has gone since then keeps its place.
fn begin(
    catalog: &CatalogReader<'_>,
    publications: &Publications,
    records: &[ChangeRecord],
    expired: &[Expired],
    after: &ChangeCursor,
) -> Result<(usize, usize), CatalogProblem> {
    let &ChangeCursor { at, last, ref uri, .. } = after;
    if last != BY_CALENDAR {
        let same = records.partition_point(|record| record.last() < last);
        let end = records.partition_point(|record| record.last() <= last);
        let first =
            partition(same..end, |index| Ok(catalog.changed_uri(&records[index])?.as_str() <= uri.as_str()))?;
        return Ok((first, expired.partition_point(|expired| expired.at < at)));
    }
    let first = records.partition_point(|record| publications.at(record.last()) <= at);
    let same = expired.partition_point(|expired| expired.at < at);
    let end = expired.partition_point(|expired| expired.at <= at);
    let number = partition(same..end, |index| {
        let record = ChangeRecord { subject: expired[index].number.0, changes: LastChanges::default() };
        Ok(catalog.changed_uri(&record)?.as_str() <= uri.as_str())
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
