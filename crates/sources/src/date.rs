//! Dates as artifacts write them.

use jiff::civil::{Date, date};

/// The end of a document that stopped applying on a day that is not recorded. It is before every recorded end.
pub const UNKNOWN_END: Date = date(1, 1, 1);

/// Parses exactly `YYYY-MM-DD`; None for any other text, and for a day that the calendar does not have.
pub fn parse_date(text: &str) -> Option<Date> {
    let bytes = text.as_bytes();
    let shaped = bytes.len() == 10
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if !shaped {
        return None;
    }
    Date::new(text[..4].parse().ok()?, text[5..7].parse().ok()?, text[8..].parse().ok()?).ok()
}

/// A day as readers see it. Where a publisher states only a year, artifacts have its first or its last day: such a day is shown as
/// the year. Nobody issues an act on New Year's Day; preparatory works bear the last day of their year as well.
pub fn shown_day<'a>(source: &str, day: &'a str) -> &'a str {
    let is_invented = match day.get(4..) {
        Some("-01-01") => true,
        Some("-12-31") => source == crate::forarbete::SOURCE.name,
        _ => false,
    };
    if is_invented { &day[..4] } else { day }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invented_day_is_shown_as_its_year() {
        for (source, day, expected) in [
            ("forarbete", "1997-01-01", "1997"),
            ("forarbete", "1987-12-31", "1987"),
            ("forarbete", "1988-03-24", "1988-03-24"),
            ("sfs", "1975-12-31", "1975-12-31"),
            ("sfs", "1736-01-23", "1736-01-23"),
            ("sfs", "", ""),
        ] {
            assert_eq!(shown_day(source, day), expected, "{source} {day}");
        }
    }

    #[test]
    fn what_is_a_date() {
        for text in ["2031-01-31", "0001-01-01", "0000-12-31", "9999-12-31", "2028-02-29", "2000-02-29"] {
            assert_eq!(parse_date(text).unwrap().to_string(), text);
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
            assert_eq!(parse_date(text), None, "{text}");
        }
    }

    #[test]
    fn an_unrecorded_end_lies_before_every_date() {
        assert!(UNKNOWN_END <= parse_date("0001-01-01").unwrap());
    }
}
