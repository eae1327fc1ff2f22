//! Spans as text with note marks, lines joined.

use super::page::{Cell, Span};
use crate::hyphen::{HyphenedWords, join_break};
use crate::node::{LinkedText, NodeLink};

/// The greatest number of digits of a note mark.
const MARK: usize = 3;

/// A mark or a number of a note in small type.
pub(super) fn is_mark(span: &Span, size: i32) -> bool {
    let text = span.text.trim();
    span.font.size < size
        && !text.is_empty()
        && text.len() <= MARK
        && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The text of a cell in type of a size.
pub(super) fn of_cell(cell: &Cell, size: i32, words: &HyphenedWords) -> LinkedText {
    of_spans(cell.spans.iter(), size, words)
}

/// The text of spans. Digits in smaller type after a word are the mark of a note.
pub(super) fn of_spans<'s>(
    spans: impl Iterator<Item = &'s Span>,
    size: i32,
    words: &HyphenedWords,
) -> LinkedText {
    let mut text = LinkedText::default();
    // Whether a line ended and nothing has come after it.
    let mut line_ended = false;
    for span in spans {
        if is_mark(span, size) && !text.plain.trim().is_empty() {
            let mark = span.text.trim();
            let start = text.plain.len();
            text.plain.push_str(mark);
            text.links.push(NodeLink::note_mark(start..start + mark.len(), mark));
            if span.text.ends_with(' ') {
                text.plain.push(' ');
            }
            continue;
        }
        for (at, line) in span.text.split('\n').enumerate() {
            line_ended |= at > 0;
            if line_ended {
                let Some(word) = line.split_whitespace().next() else { continue };
                let kept = text.plain.trim_end().len();
                text.plain.truncate(kept);
                join_break(&mut text.plain, word, words);
                text.plain.push_str(line.trim_start());
                line_ended = false;
                continue;
            }
            let line =
                if text.plain.is_empty() || text.plain.ends_with(' ') { line.trim_start() } else { line };
            text.plain.push_str(line);
        }
    }
    let kept = text.plain.trim_end().len();
    text.plain.truncate(kept);
    text.links.retain(|link| link.range.end <= kept);
    text
}
