//! What a quote marks as its own: ellipses, brackets, and notes on emphasis.

use std::ops::Range;

use crate::tokens::is_dash;

/// Characters that a bracket may have.
const MAX_BRACKET: usize = 120;

/// The kind of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkKind {
    /// Something is left out.
    Ellipsis,
    /// The words in it are the quoting writer's.
    Bracket,
    /// It is a note on the quote, and stands for no words of the text.
    Note,
}

/// A mark in a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Marked {
    pub(crate) kind: MarkKind,
    /// The mark.
    pub(crate) place: Range<usize>,
    /// What stands in it.
    pub(crate) inside: Range<usize>,
}

/// The marks of a quote, in reading order.
pub(crate) fn marks(text: &str) -> Vec<Marked> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let mark = match c {
            '[' => enclosed(text, at, ']'),
            '(' => enclosed(text, at, ')').filter(|mark| mark.kind != MarkKind::Bracket),
            '/' => enclosed(text, at, '/').filter(|mark| mark.kind == MarkKind::Ellipsis),
            _ => bare(text, at),
        };
        at = match mark {
            Some(mark) => {
                let end = mark.place.end;
                found.push(mark);
                end
            }
            None => at + c.len_utf8(),
        };
    }
    found
}

/// A mark that begins with a bracket.
fn enclosed(text: &str, at: usize, close: char) -> Option<Marked> {
    let rest = &text[at + 1..];
    let end = rest.char_indices().take(MAX_BRACKET).find(|(_, c)| *c == close)?.0;
    let content = &rest[..end];
    let kind = if is_ellipsis(content) {
        MarkKind::Ellipsis
    } else if is_note(content) {
        MarkKind::Note
    } else {
        MarkKind::Bracket
    };
    let inside = at + 1..at + 1 + end;
    Some(Marked { kind, place: at..inside.end + close.len_utf8(), inside })
}

/// Whether what stands in brackets is nothing but dots or dashes.
fn is_ellipsis(content: &str) -> bool {
    let mut signs = content.chars().filter(|c| !c.is_whitespace()).peekable();
    signs.peek().is_none() || signs.all(|c| matches!(c, '.' | '…') || is_dash(c))
}

/// An ellipsis without brackets: `…`, three dots or more, three dashes or more.
fn bare(text: &str, at: usize) -> Option<Marked> {
    let rest = &text[at..];
    let first = rest.chars().next()?;
    if !matches!(first, '…' | '.') && !is_dash(first) {
        return None;
    }
    let is_same = |c: char| if is_dash(first) { is_dash(c) } else { matches!(c, '.' | '…') };
    let (mut count, mut end) = (0, 0);
    for (offset, c) in rest.char_indices() {
        if is_same(c) {
            count += if c == '…' { 3 } else { 1 };
            end = offset + c.len_utf8();
        } else if c != ' ' && c != '\u{a0}' {
            break;
        }
    }
    (count >= 3).then(|| Marked { kind: MarkKind::Ellipsis, place: at..at + end, inside: at..at + end })
}

/// Words of notes on emphasis, and beginnings of such words.
const EMPHASIS: [&str; 2] = ["kurs", "kurs."];
const EMPHASIS_BEGINNINGS: [&str; 9] =
    ["kursiv", "understr", "spärrad", "spärrn", "fetstil", "emphasis", "italic", "underlin", "markerat"];

/// Words of the longest note.
const MAX_NOTE: usize = 6;

/// Whether brackets hold a note on the quote and no words of it: on emphasis, or `sic`.
fn is_note(content: &str) -> bool {
    let content = content.trim();
    let mut words = content.split_whitespace();
    let first = [(); MAX_NOTE].map(|()| words.next().unwrap_or_default());
    if words.next().is_some() {
        return false;
    }
    let is_of_emphasis = |word: &str| {
        // All such words begin with one of these letters.
        word.starts_with(['k', 'K', 'u', 'U', 's', 'S', 'f', 'F', 'e', 'E', 'i', 'I', 'm', 'M']) && {
            let word = word.to_lowercase();
            EMPHASIS.contains(&word.as_str())
                || EMPHASIS_BEGINNINGS.iter().any(|beginning| word.starts_with(beginning))
        }
    };
    content.trim_end_matches('!').eq_ignore_ascii_case("sic") || first.into_iter().any(is_of_emphasis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_marks_a_quote_has() {
        use MarkKind::{Bracket, Ellipsis, Note};
        for (text, expected) in [
            ("a […] b", &[(Ellipsis, "[…]")][..]),
            (
                "a [...] b (…) c … d ... e",
                &[(Ellipsis, "[...]"), (Ellipsis, "(…)"), (Ellipsis, "…"), (Ellipsis, "...")],
            ),
            (
                "a – – – b /---/ c /- - -/ d",
                &[(Ellipsis, "– – –"), (Ellipsis, "/---/"), (Ellipsis, "/- - -/")],
            ),
            ("[d]en som [köparen] (i vissa fall)", &[(Bracket, "[d]"), (Bracket, "[köparen]")]),
            (
                "a (min kurs.) b [min understrykning] c (emphasis added) d [sic] e (kursivering här)",
                &[
                    (Note, "(min kurs.)"),
                    (Note, "[min understrykning]"),
                    (Note, "(emphasis added)"),
                    (Note, "[sic]"),
                    (Note, "(kursivering här)"),
                ],
            ),
            ("a – b. c 5–7 §§ (kurser i juridik)", &[]),
            ("2030/31:9 och 1/2 a", &[]),
        ] {
            let found: Vec<_> = marks(text).into_iter().map(|mark| (mark.kind, &text[mark.place])).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
