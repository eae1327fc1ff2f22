//! The marks of an outline at the beginning of a block.

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

#[cfg(test)]
mod tests {
    use super::*;

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
