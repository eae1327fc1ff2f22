//! Lines of a column as paragraphs.

use super::columns::text_start;
use super::page::{Cell, Span};
use crate::forarbete::marker::{begins_provision, marker};
use crate::join::{begins_item, goes_on};

/// A line of a column.
#[derive(Clone, Debug)]
pub(super) struct ColumnLine {
    pub(super) cell: Cell,
    /// The height of its row in pixels.
    pub(super) height: i32,
    /// The number of its row in the table.
    pub(super) row: usize,
}

/// A paragraph: its lines in one cell, parted by line ends, and the rows it stands in.
#[derive(Clone, Debug)]
pub(super) struct Paragraph {
    pub(super) cell: Cell,
    pub(super) first_row: usize,
    pub(super) last_row: usize,
}

/// What a new line is compared with.
struct Last {
    /// The first line of the paragraph.
    first: String,
    /// Its last line.
    line: Cell,
    text: String,
}

/// Joins lines to paragraphs. A paragraph begins where a line stands in, after a gap, and at an item of a list; never only because a
/// line begins with a number.
pub(super) fn paragraphs(lines: Vec<ColumnLine>) -> Vec<Paragraph> {
    let left = lines.iter().map(|line| text_start(&line.cell)).min().unwrap_or_default();
    let height = usual(lines.iter().map(|line| line.height));
    let mut found: Vec<Paragraph> = Vec::new();
    let mut last: Option<Last> = None;
    for line in lines {
        let text = line.cell.text();
        let begins = last.as_ref().is_none_or(|last| {
            let stands_in = text_start(&line.cell) - left;
            let has_gap = height > 0 && line.height * 2 > height * 3 && !goes_on(&last.text, &text);
            has_gap || begins_paragraph(last, &line.cell, &text, stands_in)
        });
        if let Some(paragraph) = found.last_mut().filter(|_| !begins) {
            paragraph.last_row = line.row;
            let font = line.cell.spans.first().map(|span| span.font).unwrap_or_default();
            paragraph.cell.spans.push(Span { text: "\n".to_owned(), font });
            paragraph.cell.spans.extend(line.cell.spans.iter().cloned());
            let first = last.map(|last| last.first).unwrap_or_default();
            last = Some(Last { first, line: line.cell, text });
        } else {
            last = Some(Last { first: text.clone(), line: line.cell.clone(), text });
            found.push(Paragraph { cell: line.cell, first_row: line.row, last_row: line.row });
        }
    }
    found
}

/// Whether a line begins a paragraph by what it says, or because it stands in.
fn begins_paragraph(last: &Last, line: &Cell, text: &str, stands_in: i32) -> bool {
    let is_item = begins_item(text);
    let is_numbered = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let ends = last.text.trim_end().ends_with(['.', ':', ',', ';']) || ends_with_joint(&last.text);
    begins_with_mark(line)
        || marker(text).is_some() && !goes_on_lower(&last.text)
        || changes_face(&last.line, line)
        || marker(&last.text).is_some() && last.first == last.text
        || is_item && (!is_numbered || ends)
        || (8..=30).contains(&stands_in) && !is_hanging(&last.first, &last.text)
}

/// Whether a line begins with the mark of a note: a number in smaller type than its words.
fn begins_with_mark(line: &Cell) -> bool {
    let mut spans = line.filled();
    let Some((mark, words)) = spans.next().zip(spans.next()) else { return false };
    super::text::is_mark(mark, words.font.size)
}

/// Whether a heading ends before a line, or a run-in heading begins it.
fn changes_face(before: &Cell, line: &Cell) -> bool {
    let is_own = |cell: &Cell| cell.filled().all(|span| span.font.bold || span.font.italic);
    let size = |cell: &Cell| cell.filled().map(|span| span.font.size).max();
    let text = line.text();
    let begins = text.trim_start().starts_with(char::is_uppercase) || begins_provision(&text);
    let ended = before.text().trim_end().ends_with(['.', ':']);
    let runs_in = line.filled().next().is_some_and(|span| span.font.bold && span.text.trim().len() > 8);
    let is_larger = size(before).zip(size(line)).is_some_and(|(before, line)| (before - line).abs() >= 2);
    begins
        && (is_own(before) && !is_own(line) && !before.is_empty() && !ended || ended && runs_in || is_larger)
}

/// Whether a line stands in because it belongs to an item of a list.
fn is_hanging(first: &str, before: &str) -> bool {
    begins_item(first) && !before.trim_end().ends_with(['.', ',', ':', ';'])
}

/// Whether a text ends so that what follows cannot be a marker: after a comma or a small word.
fn goes_on_lower(before: &str) -> bool {
    before.trim_end().ends_with([',', '-', '–']) || ends_with_joint(before)
}

/// Whether a text ends with a word that joins the items of a list.
fn ends_with_joint(text: &str) -> bool {
    let last = text.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
    matches!(last, "och" | "eller" | "samt" | "i" | "enligt" | "av")
}

/// The number that most have.
fn usual(numbers: impl Iterator<Item = i32>) -> i32 {
    let mut sorted: Vec<i32> = numbers.filter(|number| *number > 0).collect();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}
