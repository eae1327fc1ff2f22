//! The beginning of a list of changes: a snapshot, or a time.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use lagrum_artifact::Generation;
use lagrum_catalog::{ChangeLogColumns, Publications};
use lagrum_snapshot::{Snapshot, SnapshotId, by_the_clock, day_at, midnight};

use crate::AnswerError;

const SECONDS_OF_DAY: i64 = 24 * 60 * 60;

/// The beginning of a list of changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Since {
    /// As it was given.
    pub(super) text: String,
    /// Changes after this generation of the corpus are listed.
    pub(super) generation: Generation,
    /// Documents that expired after this day are listed.
    pub(super) day: Date,
}

impl Since {
    /// The earliest point from which the log is complete.
    pub(super) fn start(log: &ChangeLogColumns, today: Date) -> Self {
        let start = log.start();
        let days = jiff::Span::new().try_days(start.days).unwrap_or_default();
        Self {
            text: String::new(),
            generation: start.generation,
            day: today.checked_sub(days).unwrap_or(today),
        }
    }

    /// Finds what a text names: the id of a snapshot that was served, or a time. On a later day the log may no longer
    /// reach back so far. The demo has a day of its own, years after its log was written.
    pub(super) fn find(
        snapshot: &Snapshot,
        log: &ChangeLogColumns,
        publications: &Publications,
        today: Date,
        text: &str,
    ) -> Result<Self, AnswerError> {
        let manifest = snapshot.manifest();
        let start = log.start();
        let own = (text == manifest.id.as_str()).then(|| (manifest.generation, manifest.published_at()));
        let known = || {
            let found = log.published().iter().find(|published| published.id == text)?;
            Some((found.generation, found.at))
        };
        let (generation, at) = match own.or_else(known) {
            Some(served) => served,
            None => match parse_time(text) {
                Some(at) => (publications.served_at(at).unwrap_or_default(), at),
                None => return Err(unknown(text, snapshot, start.at)),
            },
        };
        let oldest = midnight(by_the_clock(today)) - start.days * SECONDS_OF_DAY;
        let reaches = generation >= start.generation || start.at.is_none();
        if own.is_none() && (at < oldest || !reaches) {
            return Err(gone(text, start.at, start.days));
        }
        // What had ended by the day of the served snapshot is in it. Its day may be another than that of the clock: the demo has one of
        // its own.
        let day = own.and_then(|_| manifest.day.parse().ok()).unwrap_or_else(|| day_at(at));
        Ok(Self { text: text.to_owned(), generation, day })
    }
}

/// The failure for a text that is no time and names no snapshot that was served. An id older than the log is reported
/// as such.
fn unknown(text: &str, snapshot: &Snapshot, start: Option<i64>) -> AnswerError {
    let is_old = begun(text).zip(start).is_some_and(|(begun, start)| begun <= start);
    if is_old && text != snapshot.id().as_str() {
        return gone(text, start, lagrum_corpus::LOG_DAYS);
    }
    AnswerError::Invalid {
        parameter: "since",
        input: Some(text.to_owned()),
        message:
            "is neither the id of a snapshot that this service has served (`snapshot` of an earlier answer) \
                  nor a time such as 2031-02-03T04:05:06Z"
                .to_owned(),
    }
}

/// When a snapshot was begun, by its id.
fn begun(text: &str) -> Option<i64> {
    let id = SnapshotId::parse(text)?;
    let (time, generation) = id.as_str().split_once("Z-g")?;
    generation.parse::<u32>().ok()?;
    let seconds = time.get(..15)?;
    let time = DateTime::strptime("%Y%m%dT%H%M%S", seconds).ok()?;
    Some(time.to_zoned(TimeZone::UTC).ok()?.timestamp().as_second())
}

fn gone(text: &str, start: Option<i64>, days: i64) -> AnswerError {
    let from = start.and_then(|start| Timestamp::from_second(start).ok());
    let reach = from.map_or(String::new(), |from| format!(" and begins at {from}"));
    AnswerError::Gone(format!(
        "the log of changes does not reach back to {text}: it has {days} days{reach}. Take the dumps instead \
         (/api/v1/dumps), and then ask for changes since the snapshot they are of"
    ))
}

/// A time in seconds since 1970: with an offset, without one (UTC), or a date (midnight in Stockholm).
pub fn parse_time(text: &str) -> Option<i64> {
    // An unescaped plus sign of an offset arrives as a blank.
    let text = text.trim().replace(' ', "+");
    if let Ok(date) = text.parse::<Date>()
        && text.len() == 10
    {
        return Some(midnight(date));
    }
    if let Ok(time) = text.parse::<Timestamp>() {
        return Some(time.as_second());
    }
    let time: DateTime = text.parse().ok()?;
    Some(time.to_zoned(TimeZone::UTC).ok()?.timestamp().as_second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_and_without_offset() {
        let expected = Some(1_927_857_906);
        for text in [
            "2031-02-03T04:05:06Z",
            "2031-02-03T05:05:06+01:00",
            "2031-02-03T05:05:06 01:00",
            "2031-02-03T04:05:06",
        ] {
            assert_eq!(parse_time(text), expected, "{text}");
        }
        assert_eq!(parse_time("2031-02-03"), parse_time("2031-02-02T23:00:00Z"));
        for text in ["", "x", "2031", "2031-02-30", "20310203T040506000Z-g7", "-1"] {
            assert_eq!(parse_time(text), None, "{text}");
        }
    }

    #[test]
    fn an_id_says_when_its_snapshot_was_begun() {
        assert_eq!(begun("20310203T040506789Z-g7"), Some(1_927_857_906));
        for text in
            ["", "x", "20310203T040506789Z", "20310203T040506789Z-gx", "20319903T040506789Z-g7", "åäöZ-g7"]
        {
            assert_eq!(begun(text), None, "{text}");
        }
    }
}
