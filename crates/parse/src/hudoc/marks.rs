//! The marks at the beginning of a block: numbers of paragraphs, and marks of an outline.

use crate::outline::{MarkReading, readings};

/// A mark of an outline at the beginning of a text: `II. `, `(a) `, `b) `.
#[derive(Debug)]
pub(super) struct OutlineMark {
    pub(super) readings: Vec<MarkReading>,
    /// Whether the mark stands in parentheses, which sets `(1)` apart from `1.`
    pub(super) is_bracketed: bool,
}

/// The mark of an outline that a text begins with.
pub(super) fn outline_mark(text: &str) -> Option<OutlineMark> {
    const LONGEST: usize = 12;
    let (inner, is_bracketed) = match text.strip_prefix('(') {
        Some(inner) => (inner, true),
        None => (text, false),
    };
    let end = inner.char_indices().take(LONGEST).find(|(_, c)| !c.is_alphanumeric())?.0;
    let (mark, rest) = inner.split_at(end);
    let rest =
        if is_bracketed { rest.strip_prefix(')')? } else { rest.trim_start().strip_prefix(['.', ')'])? };
    // `J.A. Doe` begins with initials.
    let is_initial = rest.chars().nth(1) == Some('.');
    let is_alone = rest.is_empty()
        || rest.starts_with(char::is_whitespace)
        || rest.starts_with(char::is_uppercase) && !is_initial;
    let readings = readings(mark);
    (is_alone && !readings.is_empty()).then_some(OutlineMark { readings, is_bracketed })
}

/// The number of a paragraph that a text begins with, and the bytes before its words: `12. `, `12 . `.
pub(super) fn paragraph_number(text: &str) -> Option<(u32, usize)> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if !(1..=4).contains(&digits) {
        return None;
    }
    let (number, rest) = text.split_at(digits);
    let after = rest.trim_start().strip_prefix('.')?;
    // `1.5 million` and `12.3.2001` are no numbers of paragraphs.
    if after.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let words = after.trim_start();
    (!words.is_empty()).then_some((number.parse().ok()?, text.len() - words.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_paragraphs() {
        for (text, expected) in [
            ("12. The applicant", Some((12, 4))),
            ("12 . The applicant", Some((12, 5))),
            ("3.The applicant", Some((3, 2))),
            ("1.5 million", None),
            ("12.3.2001 was", None),
            ("1998 was", None),
            ("12345. The", None),
            ("7.", None),
        ] {
            assert_eq!(paragraph_number(text), expected, "{text}");
        }
    }

    #[test]
    fn marks_of_an_outline() {
        for (text, expected) in [
            ("II. THE LAW", Some(false)),
            ("(a) General", Some(true)),
            ("b) General", Some(false)),
            ("A.Background", Some(false)),
            ("The law.", None),
            ("Mr. Doe", None),
            ("J.A. DOE LTD", None),
            ("(see above)", None),
            ("", None),
        ] {
            assert_eq!(outline_mark(text).map(|mark| mark.is_bracketed), expected, "{text}");
        }
    }
}
