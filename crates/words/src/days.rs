//! Days from one to another, as a query asks for them: `2010-01-01..2015-06-30`.

use std::fmt;
use std::str::FromStr;

/// Days from one to another, both included. Days are `YYYY-MM-DD`, whose order is that of the texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DayRange {
    /// The first day; None for no beginning.
    pub from: Option<String>,
    /// The last day; None for no end.
    pub to: Option<String>,
}

/// Why a text is no range of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DayRangeError {
    /// It is neither a day nor a range of them.
    #[error(
        "is no day and no range of days: write 2010-01-31, 2010-01-01..2015-06-30, 2010-01-01.. or ..2015-06-30"
    )]
    NoDays,
    /// The first day is after the last.
    #[error("begins after it ends: write the earlier day first")]
    Reversed,
}

impl DayRange {
    /// Parses `2010-01-31`, `2010-01-01..2015-06-30`, `2010-01-01..` or `..2015-06-30`.
    pub fn parse(text: &str) -> Result<Self, DayRangeError> {
        let day = |text: &str| match text {
            day if is_day(day) => Ok(Some(day.to_owned())),
            _ => Err(DayRangeError::NoDays),
        };
        let range = match text.split_once("..") {
            None => Self { from: day(text)?, to: day(text)? },
            Some(("", "")) => return Err(DayRangeError::NoDays),
            Some((from, "")) => Self { from: day(from)?, to: None },
            Some(("", to)) => Self { from: None, to: day(to)? },
            Some((from, to)) => Self { from: day(from)?, to: day(to)? },
        };
        let is_reversed = matches!((&range.from, &range.to), (Some(from), Some(to)) if from > to);
        if is_reversed { Err(DayRangeError::Reversed) } else { Ok(range) }
    }

    /// The days that both ranges have; the range contains no day if there are none.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let to = match (self.to, other.to) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        // No beginning is less than any.
        Self { from: self.from.max(other.from), to }
    }

    /// Whether a day (`YYYY-MM-DD`) is in the range. What is no whole day is in none.
    pub fn contains(&self, day: &str) -> bool {
        is_day(day)
            && self.from.as_deref().is_none_or(|from| from <= day)
            && self.to.as_deref().is_none_or(|to| day <= to)
    }
}

impl FromStr for DayRange {
    type Err = DayRangeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl fmt::Display for DayRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.from, &self.to) {
            (Some(from), Some(to)) if from == to => write!(f, "{from}"),
            (from, to) => {
                write!(f, "{}..{}", from.as_deref().unwrap_or_default(), to.as_deref().unwrap_or_default())
            }
        }
    }
}

/// Whether a text is a day of the calendar as `YYYY-MM-DD`.
fn is_day(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has_form = bytes.len() == 10
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    let number = |bytes: &[u8]| bytes.iter().fold(0_u32, |sum, byte| sum * 10 + u32::from(byte - b'0'));
    if !has_form {
        return false;
    }
    let (year, month, day) = (number(&bytes[..4]), number(&bytes[5..7]), number(&bytes[8..]));
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(is_leap),
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_days_are_read_and_written() {
        for text in ["2010-01-31", "2010-01-01..2015-06-30", "2010-01-01..", "..2024-02-29"] {
            assert_eq!(DayRange::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "..", "2010", "2010-13-01", "2010-02-29", "2010-1-1", "2010-01-01...", "2010-01-00"]
        {
            assert_eq!(DayRange::parse(text), Err(DayRangeError::NoDays), "{text}");
        }
        assert_eq!(DayRange::parse("2015-01-02..2015-01-01"), Err(DayRangeError::Reversed));
        let range = DayRange::parse("2010-01-01..2015-06-30").unwrap();
        let days = ["2009-12-31", "2010-01-01", "2015-06-30", "2015-07-01", "2012", "2012-02"];
        assert_eq!(days.map(|day| range.contains(day)), [false, true, true, false, false, false]);
        let later = range.and(DayRange::parse("2012-01-01..").unwrap());
        assert_eq!(later.to_string(), "2012-01-01..2015-06-30");
        let none = later.and(DayRange::parse("..2011-01-01").unwrap());
        assert!(!none.contains("2011-01-01") && !none.contains("2012-01-01"));
    }
}
