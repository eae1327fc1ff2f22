//! Two columns of law text: the present wording and the proposed one.

use super::columns::between;
use super::page::{Cell, Line, Span};
use super::paragraphs::{ColumnLine, Paragraph, paragraphs};
use crate::forarbete::marker::marker;

/// What the heading of the left column says.
const PRESENT: [&str; 4] = ["Nuvarande lydelse", "Gällande lydelse", "Lydelse enligt", "Lydelse fr."];
/// What the heading of the right column says.
const PROPOSED: [&str; 3] = ["Föreslagen lydelse", "Lydelse enligt", "Föreslagen ny lydelse"];

/// Whether two texts are the headings of the columns.
pub(super) fn are_headings(left: &str, right: &str) -> bool {
    let begins = |text: &str, with: &[&str]| with.iter().any(|name| text.trim().starts_with(name));
    begins(left, &PRESENT) && begins(right, &PROPOSED)
}

/// The headings of both columns, where one line has them.
pub(super) fn headings_in_one(text: &str) -> Option<(&str, &str)> {
    const LONGEST: usize = 80;
    if text.len() > LONGEST {
        return None;
    }
    let at = PROPOSED.iter().find_map(|name| text.get(1..)?.find(name)).map(|at| at + 1)?;
    let (left, right) = (text.get(..at)?.trim(), text.get(at..)?.trim());
    are_headings(left, right).then_some((left, right))
}

/// Whether a row is the headings of the columns.
pub(super) fn is_heading(line: &Line) -> bool {
    let texts: Vec<String> = line.filled().map(Cell::text).collect();
    matches!(texts.as_slice(), [left, right] if are_headings(left, right))
}

/// The cells of a row of the two columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Pair {
    pub(super) left: Cell,
    pub(super) right: Cell,
}

/// The rows of lines that are parted at a place. A row ends where a paragraph ends on both sides. The number of a provision that stands
/// by itself, between the columns or in one of them, is the beginning of the next row.
pub(super) fn pairs(lines: &[Line], middle: i32) -> Vec<Pair> {
    let side = |from: i32, until: i32| {
        let of_line = |(row, line): (usize, &Line)| {
            let cell = between(line, from, until);
            let is_marker = line.filled().count() == 1 && marker(&line.text()).is_some();
            (!cell.is_empty() && !is_marker).then_some(ColumnLine { cell, height: line.height, row })
        };
        paragraphs(lines.iter().enumerate().filter_map(of_line).collect())
    };
    let (left, right) = (side(i32::MIN, middle), side(middle, i32::MAX));
    let mut found = by_rows(lines, left, right);
    for (row, line) in lines.iter().enumerate() {
        if line.filled().count() == 1
            && let Some(marker) = marker(&line.text())
        {
            put_marker(&mut found, row, marker, line);
        }
    }
    found.into_iter().map(|(_, pair)| pair).collect()
}

/// Puts the paragraphs of both sides into rows, each with the number of its first line.
fn by_rows(lines: &[Line], left: Vec<Paragraph>, right: Vec<Paragraph>) -> Vec<(usize, Pair)> {
    // Whether a paragraph runs from one line into the next.
    let mut runs_on = vec![false; lines.len()];
    for paragraph in left.iter().chain(&right) {
        for row in paragraph.first_row..paragraph.last_row {
            if let Some(runs) = runs_on.get_mut(row) {
                *runs = true;
            }
        }
    }
    let mut row_of = Vec::with_capacity(lines.len());
    let mut row = 0;
    for (at, line) in lines.iter().enumerate() {
        let is_marker = line.filled().count() == 1 && marker(&line.text()).is_some();
        if at > 0 && (!runs_on[at - 1] || is_marker) {
            row += 1;
        }
        row_of.push(row);
    }
    let mut found: Vec<(usize, Pair)> = Vec::new();
    let mut add = |paragraph: Paragraph, is_left: bool| {
        let row = row_of.get(paragraph.first_row).copied().unwrap_or_default();
        let at = found.partition_point(|(of_row, _)| *of_row < row);
        if found.get(at).is_none_or(|(of_row, _)| *of_row != row) {
            found.insert(at, (row, Pair::default()));
        }
        let pair = &mut found[at].1;
        let cell = if is_left { &mut pair.left } else { &mut pair.right };
        if !cell.is_empty() {
            cell.spans.push(Span { text: " ".to_owned(), ..Span::default() });
        }
        cell.spans.extend(paragraph.cell.spans);
    };
    // In order, so that each is added at the end.
    let mut left = left.into_iter().peekable();
    let mut right = right.into_iter().peekable();
    loop {
        let is_left = match (left.peek(), right.peek()) {
            (Some(a), Some(b)) => a.first_row <= b.first_row,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => break,
        };
        let next = if is_left { left.next() } else { right.next() };
        if let Some(paragraph) = next {
            add(paragraph, is_left);
        }
    }
    let mut first_lines = vec![0; row + 1];
    for (line, row) in row_of.iter().enumerate().rev() {
        first_lines[*row] = line;
    }
    found.into_iter().map(|(row, pair)| (first_lines[row], pair)).collect()
}

/// Puts the number of a provision before the first words of the next row: in the left cell, or in the right one if the left is empty.
fn put_marker(found: &mut Vec<(usize, Pair)>, row: usize, marker: &str, line: &Line) {
    let font = line.spans().next().map(|span| span.font).unwrap_or_default();
    let at = found.partition_point(|(first, _)| *first < row);
    if at == found.len() {
        found.push((row, Pair::default()));
    }
    let Some((_, pair)) = found.get_mut(at) else { return };
    let cell = if pair.left.is_empty() && !pair.right.is_empty() { &mut pair.right } else { &mut pair.left };
    let blank = if cell.is_empty() { "" } else { " " };
    cell.spans.insert(0, Span { text: format!("{marker}{blank}"), font });
}
