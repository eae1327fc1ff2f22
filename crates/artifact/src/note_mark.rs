//! The mark of a note in a text, which is stored as a run of digits (`{"kind": "footnote", "text": "3"}`) and printed raised.
//!
//! Beside the word before it the digits would be read as a part of it: `judgment3`. They are shown as raised digits, behind a word
//! joiner: it has no width, holds the mark to its word at the end of a line, and ends the word for those who search or compare. So each
//! form of a text has the same mark.

use std::sync::LazyLock;

/// Stands before a mark of a note.
const JOINER: char = '\u{2060}';

const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// The marks of the first numbers. No real document has more notes; the digits of greater numbers stay as they are.
static MARKS: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..2_000).map(|number: u32| raised(number)).collect());

fn raised(number: u32) -> String {
    let digits = number.to_string();
    let raised = digits.bytes().map(|digit| RAISED[usize::from(digit - b'0')]);
    std::iter::once(JOINER).chain(raised).collect()
}

/// A mark as readers see it. One that is no number stays as it is stored.
pub(crate) fn shown_mark(stored: &str) -> &str {
    let is_number = stored.bytes().all(|byte| byte.is_ascii_digit()) && !stored.starts_with('0');
    let number = stored.parse::<usize>().ok().filter(|_| is_number);
    number.and_then(|number| MARKS.get(number)).map_or(stored, String::as_str)
}

/// The length in bytes of the mark of a note with which a shown text begins; 0 for another text.
///
/// ```
/// assert_eq!(lagrum_artifact::note_mark_len("\u{2060}¹². The"), "\u{2060}¹²".len());
/// assert_eq!(lagrum_artifact::note_mark_len("² of land"), 0);
/// ```
pub fn note_mark_len(text: &str) -> usize {
    let Some(mark) = text.strip_prefix(JOINER) else { return 0 };
    let digits = mark.len() - mark.trim_start_matches(RAISED).len();
    if digits == 0 { 0 } else { JOINER.len_utf8() + digits }
}

#[cfg(test)]
mod tests {
    use super::shown_mark;

    #[test]
    fn numbers_are_raised() {
        for (stored, shown) in [
            ("3", "\u{2060}³"),
            ("120", "\u{2060}¹²⁰"),
            ("1999", "\u{2060}¹⁹⁹⁹"),
            ("2000", "2000"),
            ("007", "007"),
            ("+3", "+3"),
            ("*1", "*1"),
            ("a", "a"),
            ("", ""),
        ] {
            assert_eq!(shown_mark(stored), shown, "{stored}");
        }
    }
}
