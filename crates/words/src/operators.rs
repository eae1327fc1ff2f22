//! What a query says beside its clauses: years, days, and signs that look like operators and are none.
//!
//! `år:2010..2015` (in English `year:`) asks for documents of these years; either end may be left out, and one year may stand alone.
//! `datum:2010-01-01..2015-06-30` (`date:`) asks for documents of these days in the same way. Both are taken out of the query. What looks like an operator and is none is told: `foo:bar` is read as two words, and a `~` after
//! a phrase counts for nothing without a number. Nothing of this stands within quotes. Fields of words and `~` with a number are
//! clauses, which [`ParsedQuery`](crate::ParsedQuery) reads.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::days::{DayRange, DayRangeError};
use crate::fields::{QueryField, is_quote};
use crate::query::nearness_at_start_of;

/// Years from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YearRange {
    /// The first year.
    pub from: u16,
    /// The last year.
    pub to: u16,
}

/// Why a text is no range of years.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum YearRangeError {
    /// It is neither a year nor a range of them.
    #[error("is no year and no range of years: write 2010, 2010..2015, 2010.. or ..2015")]
    NoYears,
    /// The first year is after the last.
    #[error("begins after it ends: write the earlier year first")]
    Reversed,
}

impl YearRange {
    /// One year.
    pub fn of(year: u16) -> Self {
        Self { from: year, to: year }
    }

    /// Parses `2010`, `2010..2015`, `2010..` or `..2015`; years have four digits.
    pub fn parse(text: &str) -> Result<Self, YearRangeError> {
        let year = |text: &str| {
            let has_four_digits = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| has_four_digits).ok_or(YearRangeError::NoYears)
        };
        let range = match text.split_once("..") {
            None => Self::of(year(text)?),
            Some(("", "")) => return Err(YearRangeError::NoYears),
            Some((from, "")) => Self { from: year(from)?, to: u16::MAX },
            Some(("", to)) => Self { from: 0, to: year(to)? },
            Some((from, to)) => Self { from: year(from)?, to: year(to)? },
        };
        if range.from > range.to { Err(YearRangeError::Reversed) } else { Ok(range) }
    }

    /// Whether it is one year, and which.
    pub fn single(self) -> Option<u16> {
        (self.from == self.to).then_some(self.from)
    }

    /// Whether a year is in the range.
    pub fn contains(self, year: u16) -> bool {
        self.from <= year && year <= self.to
    }

    /// The years that both ranges have; the range contains no year if there are none.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { from: self.from.max(other.from), to: self.to.min(other.to) }
    }
}

impl FromStr for YearRange {
    type Err = YearRangeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl fmt::Display for YearRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { from, to } if from == to => write!(f, "{from}"),
            Self { from: 0, to } => write!(f, "..{to}"),
            Self { from, to: u16::MAX } => write!(f, "{from}.."),
            Self { from, to } => write!(f, "{from}..{to}"),
        }
    }
}

/// A sign that looks like an operator and is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownOperator {
    /// What was typed.
    pub text: String,
    /// What it looks like.
    pub kind: UnknownOperatorKind,
}

/// What an unknown operator looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownOperatorKind {
    /// A field: `foo:bar`. It is read as two words.
    Field,
    /// A `~` behind a phrase, without a number. It counts for nothing.
    Nearness,
}

/// A query with what it says beside its words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryOperators {
    /// The query without the operators.
    pub rest: String,
    /// The years that it asks for.
    pub years: Option<YearRange>,
    /// The days that it asks for.
    pub days: Option<DayRange>,
    /// What looks like an operator and is none, in the order typed.
    pub unknown: Vec<UnknownOperator>,
}

/// Names of the field of years, with the sign behind them.
const YEAR_FIELDS: [&str; 3] = ["år:", "ar:", "year:"];

/// Names of the field of days.
const DAY_FIELDS: [&str; 2] = ["datum:", "date:"];

/// Why a query is rejected for its years or days: what was typed, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OperatorError {
    /// Its years.
    #[error("{0} {1}")]
    Years(String, YearRangeError),
    /// Its days.
    #[error("{0} {1}")]
    Days(String, DayRangeError),
}

/// The fewest letters of the name of a field. One letter is a drive or the head of a list.
const MIN_FIELD_LETTERS: usize = 2;

impl QueryOperators {
    /// Parses a query. A range that begins after it ends is an error.
    pub fn parse(query: &str) -> Result<Self, OperatorError> {
        let mut found = Self::default();
        let mut kept = 0;
        for bytes in pieces_outside_quotes(query) {
            let piece = &query[bytes.clone()];
            let mut cut = None;
            if let Some(years) = value_of(piece, &YEAR_FIELDS) {
                match YearRange::parse(years) {
                    Ok(range) => {
                        found.years = Some(found.years.map_or(range, |earlier| earlier.and(range)));
                        cut = Some(bytes.clone());
                    }
                    Err(YearRangeError::Reversed) => {
                        return Err(OperatorError::Years(piece.to_owned(), YearRangeError::Reversed));
                    }
                    Err(YearRangeError::NoYears) => found.note(piece, UnknownOperatorKind::Field),
                }
            } else if let Some(days) = value_of(piece, &DAY_FIELDS) {
                match DayRange::parse(days) {
                    Ok(range) => {
                        found.days = Some(found.days.take().unwrap_or_default().and(range));
                        cut = Some(bytes.clone());
                    }
                    Err(DayRangeError::Reversed) => {
                        return Err(OperatorError::Days(piece.to_owned(), DayRangeError::Reversed));
                    }
                    Err(DayRangeError::NoDays) => found.note(piece, UnknownOperatorKind::Field),
                }
            } else if piece.starts_with('~') && query[..bytes.start].ends_with(is_quote) {
                if nearness_at_start_of(piece).is_none() {
                    found.note("~", UnknownOperatorKind::Nearness);
                    cut = Some(bytes.start..bytes.start + 1);
                }
            } else if is_unknown_field(piece) {
                found.note(piece, UnknownOperatorKind::Field);
            }
            if let Some(cut) = cut {
                found.rest.push_str(&query[kept..cut.start]);
                kept = cut.end;
            }
        }
        found.rest.push_str(&query[kept..]);
        Ok(found)
    }

    fn note(&mut self, text: &str, kind: UnknownOperatorKind) {
        self.unknown.push(UnknownOperator { text: text.to_owned(), kind });
    }
}

/// The bytes of what stands between blanks, outside quotes. A quote that is not closed begins none.
fn pieces_outside_quotes(query: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let (mut begin, mut quoted_to) = (None, 0);
    for (at, char) in query.char_indices() {
        let quote_ends = |after: usize| query[after..].find(is_quote).map(|length| after + length);
        let ends_piece = at < quoted_to || char.is_whitespace() || is_quote(char);
        if at >= quoted_to && is_quote(char) {
            let after = at + char.len_utf8();
            // Up to the closing quote, with that quote.
            quoted_to = quote_ends(after)
                .map_or(quoted_to, |end| end + query[end..].chars().next().map_or(1, char::len_utf8));
        }
        if ends_piece {
            pieces.extend(begin.take().map(|begin| begin..at));
        } else if begin.is_none() {
            begin = Some(at);
        }
    }
    pieces.extend(begin.map(|begin| begin..query.len()));
    pieces
}

/// What stands behind the name of a field, of which these are the names.
fn value_of<'p>(piece: &'p str, names: &[&str]) -> Option<&'p str> {
    names.iter().find_map(|field| {
        let name = piece.get(..field.len())?;
        (name.to_lowercase() == *field).then(|| &piece[field.len()..])
    })
}

/// Whether a piece has the form of a field and is none: letters, a colon, and a letter, a figure or a bracket behind it.
fn is_unknown_field(piece: &str) -> bool {
    let field = piece.trim_start_matches(['-', '(']);
    let Some((name, value)) = field.split_once(':') else { return false };
    QueryField::at_start_of(field).is_none()
        && name.chars().count() >= MIN_FIELD_LETTERS
        && name.chars().all(char::is_alphabetic)
        && value.starts_with(|char: char| char.is_alphanumeric() || char == '(')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(query: &str) -> (String, Option<String>, Vec<String>) {
        let QueryOperators { rest, years, unknown, days } = QueryOperators::parse(query).unwrap();
        assert_eq!(days, None);
        let rest = rest.split_whitespace().collect::<Vec<_>>().join(" ");
        (rest, years.map(|years| years.to_string()), unknown.into_iter().map(|of| of.text).collect())
    }

    #[test]
    fn ranges_of_years_are_read_and_written() {
        for text in ["2010", "2010..2015", "2010..", "..2015"] {
            assert_eq!(YearRange::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "..", "10", "2010-2015", "20100", "x..2010", "2010...2015", "+201"] {
            assert_eq!(YearRange::parse(text), Err(YearRangeError::NoYears), "{text}");
        }
        assert_eq!(YearRange::parse("2015..2010"), Err(YearRangeError::Reversed));
        let range = YearRange::parse("2010..2015").unwrap();
        assert_eq!([2009, 2010, 2015, 2016].map(|year| range.contains(year)), [false, true, true, false]);
        let none = range.and(YearRange::of(2020));
        assert!((0..3000).all(|year| !none.contains(year)));
    }

    #[test]
    fn years_are_taken_out_of_a_query_and_what_is_no_operator_is_told() {
        for (query, rest, years, unknown) in [
            ("fårbete år:2010..2015", "fårbete", Some("2010..2015"), &[][..]),
            ("År:2010 fårbete", "fårbete", Some("2010"), &[]),
            ("year:..2015 får ar:2011..", "får", Some("2011..2015"), &[]),
            ("\"år:2010 får\"", "\"år:2010 får\"", None, &[]),
            ("år:länge får", "år:länge får", None, &["år:länge"]),
            ("foo:bar får", "foo:bar får", None, &["foo:bar"]),
            ("-foo:bar", "-foo:bar", None, &["-foo:bar"]),
            ("\"lamm och får\"~3 hage", "\"lamm och får\"~3 hage", None, &[]),
            ("\"lamm och får\"~", "\"lamm och får\"", None, &["~"]),
            ("”lamm och får”~x", "”lamm och får”x", None, &["~"]),
            (
                "rubrik:får -namn:(får | lamm) (text:\"får\" | heading:x)",
                "rubrik:får -namn:(får | lamm) (text:\"får\" | heading:x)",
                None,
                &[],
            ),
            ("rubriken:får", "rubriken:får", None, &["rubriken:får"]),
            ("får~3 ~4", "får~3 ~4", None, &[]),
            ("kl. 12:30 3:12 1999:175 c:x p: http://x", "kl. 12:30 3:12 1999:175 c:x p: http://x", None, &[]),
            ("får \"utan slut foo:bar", "får \"utan slut foo:bar", None, &["foo:bar"]),
            ("", "", None, &[]),
        ] {
            let unknown: Vec<String> = unknown.iter().map(|text| (*text).to_owned()).collect();
            assert_eq!(parsed(query), (rest.to_owned(), years.map(str::to_owned), unknown), "{query}");
        }
        let error = QueryOperators::parse("får år:2015..2010").unwrap_err();
        assert_eq!(error, OperatorError::Years("år:2015..2010".to_owned(), YearRangeError::Reversed));
    }

    #[test]
    fn days_are_taken_out_of_a_query() {
        let found =
            QueryOperators::parse("får Datum:2010-01-01.. date:..2015-06-30 hage datum:igår").unwrap();
        assert_eq!(found.rest.split_whitespace().collect::<Vec<_>>(), ["får", "hage", "datum:igår"]);
        assert_eq!(found.days.unwrap().to_string(), "2010-01-01..2015-06-30");
        assert_eq!(found.unknown.len(), 1);
        let error = QueryOperators::parse("datum:2015-01-02..2015-01-01").unwrap_err();
        assert_eq!(
            error.to_string(),
            "datum:2015-01-02..2015-01-01 begins after it ends: write the earlier day first"
        );
    }
}
