//! The queries that are sent.

use jiff::civil::{Date, date};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::wire::Request;

/// Records in a page.
pub(super) const PAGE: u64 = 500;

/// The most hits that a query can have.
pub(super) const MAX_HITS: u64 = 10_000;

/// The year of the first judgment.
const FIRST_YEAR: i16 = 1959;

/// The greatest length of a page of records, and of the text of a document.
const MAX_PAGE: u64 = 64 << 20;
const MAX_TEXT: u64 = 64 << 20;

/// The columns of a record that are asked for.
const COLUMNS: [&str; 17] = [
    "itemid",
    "docname",
    "doctype",
    "appno",
    "documentcollectionid2",
    "languageisocode",
    "judgementdate",
    "kpdate",
    "ecli",
    "respondent",
    "originatingbody",
    "importance",
    "separateopinion",
    "article",
    "conclusion",
    "publishedby",
    "isplaceholder",
];

/// A span of days, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: Date,
    pub(super) last: Date,
}

impl Span {
    /// The rest of the year of a day.
    pub(super) fn from(first: Date) -> Self {
        Self { first, last: date(first.year(), 12, 31) }
    }

    /// The day on which a walk begins.
    pub(super) fn beginning() -> Date {
        date(FIRST_YEAR, 1, 1)
    }

    /// The first half; None of a single day.
    pub(super) fn first_half(self) -> Option<Self> {
        let days = (self.first.until(self.last).ok()?.get_days()) / 2;
        let last = self.first.checked_add(jiff::Span::new().days(days)).ok()?;
        (self.first < self.last).then_some(Self { last, ..self })
    }
}

/// The request for the records of a span from an index on. The newest come first.
pub(super) fn list(span: Span, start: u64, length: u64) -> Request {
    let query = format!(
        "contentsitename:ECHR AND documentcollectionid2:\"JUDGMENTS\" AND languageisocode:\"ENG\" AND \
         (kpdate>=\"{}T00:00:00.0Z\" AND kpdate<=\"{}T23:59:59.0Z\")",
        span.first, span.last
    );
    let path = format!(
        "/app/query/results?query={}&select={}&sort=kpdate%20Descending&start={start}&length={length}",
        utf8_percent_encode(&query, NON_ALPHANUMERIC),
        COLUMNS.join(","),
    );
    Request { path, max_bytes: MAX_PAGE, ..Request::default() }
}

/// The request for the text of a document.
pub(super) fn text(item: &str) -> Request {
    let path = format!("/app/conversion/docx/html/body?library=ECHR&id={item}");
    Request { path, max_bytes: MAX_TEXT, ..Request::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_halved_down_to_a_day() {
        let mut span = Span::from(date(2031, 1, 1));
        assert_eq!(span.last, date(2031, 12, 31));
        let mut halves = 0;
        while let Some(half) = span.first_half() {
            assert!(half.first == span.first && half.last < span.last, "{half:?}");
            span = half;
            halves += 1;
        }
        assert_eq!((span.last, halves), (date(2031, 1, 1), 9));
    }
}
