//! Calendar dates as text.

use std::fmt;

/// A date `YYYY-MM-DD` that the calendar has. Dates compare in time order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IsoDate(String);

impl IsoDate {
    /// Reads exactly `YYYY-MM-DD`; None for anything else, and for days no month has.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let shaped = bytes.len() == 10
            && bytes.iter().enumerate().all(|(at, byte)| match at {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !shaped {
            return None;
        }
        let (year, month, day): (u16, u8, u8) =
            (text[..4].parse().ok()?, text[5..7].parse().ok()?, text[8..].parse().ok()?);
        (1..=days_in(year, month)?).contains(&day).then(|| Self(text.to_owned()))
    }

    /// The date of what ended on a day nobody recorded: before every other date.
    pub fn before_all() -> Self {
        Self("0001-01-01".to_owned())
    }

    /// The date as `YYYY-MM-DD`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for IsoDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn days_in(year: u16, month: u8) -> Option<u8> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    Some(match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_date() {
        for text in ["2031-01-31", "0001-01-01", "2028-02-29", "2000-02-29"] {
            assert_eq!(IsoDate::parse(text).unwrap().as_str(), text);
        }
        for text in [
            "",
            "2031",
            "2031-02",
            "2031-02-29",
            "1900-02-29",
            "2031-13-01",
            "2031-00-10",
            "2031-01-00",
            "2031-01-01T00:00",
            "31-01-2031",
            "2031/01/01",
            "åå-01-01",
            "+031-01-01",
        ] {
            assert_eq!(IsoDate::parse(text), None, "{text}");
        }
    }

    #[test]
    fn an_unrecorded_end_lies_before_every_date() {
        assert!(IsoDate::before_all() <= IsoDate::parse("0001-01-01").unwrap());
    }
}
