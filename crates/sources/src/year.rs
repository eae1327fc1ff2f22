//! Years in dates, numbers and local ids.

use crate::ListingRow;

/// The first four digits of the date.
pub(crate) fn of_date(row: &ListingRow) -> Option<u16> {
    leading(row.date?)
}

/// Four digits at the start of the text.
pub(crate) fn leading(text: &str) -> Option<u16> {
    let digits = text.get(..4)?;
    digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// Four digits at the start of the text, before one of the marks.
pub(crate) fn leading_before(text: &str, marks: &[char]) -> Option<u16> {
    let year = leading(text)?;
    text[4..].starts_with(marks).then_some(year)
}

/// Four digits at the end of the text, after one of the marks.
pub(crate) fn trailing_after(text: &str, marks: &[char]) -> Option<u16> {
    let at = text.len().checked_sub(5)?;
    let tail = text.get(at..)?.strip_prefix(marks)?;
    leading(tail)
}

/// Two digits as a year: of this century up to the pivot, of the last above it.
pub(crate) fn of_two_digits(text: &str, pivot: u16) -> Option<u16> {
    let digits: u16 =
        (text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())??;
    Some(if digits <= pivot { 2000 + digits } else { 1900 + digits })
}

/// The first four digits in a row that `wanted` accepts as a year.
pub(crate) fn first_anywhere(text: &str, wanted: impl Fn(u16) -> bool) -> Option<u16> {
    text.as_bytes().windows(4).enumerate().find_map(|(at, window)| {
        let digits = window.iter().all(u8::is_ascii_digit);
        digits.then(|| leading(&text[at..])).flatten().filter(|year| wanted(*year))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years() {
        assert_eq!(leading("2031-02"), Some(2031));
        assert_eq!(leading("203"), None);
        assert_eq!(leading("203å"), None);
        assert_eq!(leading_before("2031:3", &[':']), Some(2031));
        assert_eq!(leading_before("20313", &[':']), None);
        assert_eq!(trailing_after("12-2031", &['-']), Some(2031));
        assert_eq!(trailing_after("å2031", &['-']), None);
        assert_eq!(trailing_after("2031", &['-']), None);
        assert_eq!(of_two_digits("40", 40), Some(2040));
        assert_eq!(of_two_digits("41", 40), Some(1941));
        assert_eq!(of_two_digits("4", 40), None);
        assert_eq!(first_anywhere("pm/Ju2031/01595", |year| year > 1600), Some(2031));
        assert_eq!(first_anywhere("å1åäö", |_| true), None);
    }
}
