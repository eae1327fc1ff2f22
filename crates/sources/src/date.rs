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

#[cfg(test)]
mod tests {
    use super::*;

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
