//! The columns that a table has: where text begins that no other cell runs across.
//!
//! Justified lines have a cell for each word or two. Cells that belong to one column are one text; which belong together follows from
//! the lines that fill the column.

use super::page::{Cell, Line, Span};

/// The greatest number of columns that a table is read with.
const MOST: usize = 64;

/// The left edges of the columns of rows, in order; not empty unless there are no words.
pub(super) fn columns(lines: &[Line]) -> Vec<i32> {
    let mut starts: Vec<i32> = cells(lines).map(|cell| cell.x).collect();
    starts.sort_unstable();
    starts.dedup();
    if starts.len() > MOST {
        starts.truncate(1);
    }
    let Some((first, rest)) = starts.split_first() else { return Vec::new() };
    let mut found = vec![*first];
    for start in rest {
        let crossing = cells(lines).filter(|cell| crosses(cell, *start)).count();
        if crossing == 0 {
            found.push(*start);
        }
    }
    found
}

fn cells(lines: &[Line]) -> impl Iterator<Item = &Cell> {
    lines.iter().flat_map(Line::filled)
}

/// Whether a cell runs across a place.
pub(super) fn crosses(cell: &Cell, place: i32) -> bool {
    const SLACK: i32 = 6;
    cell.x + SLACK < place && cell.x + cell.width > place + SLACK
}

/// The place at which rows are parted in two columns of equal width, if they are: the one near the middle that most rows begin at and
/// fewest run across.
pub(super) fn middle(lines: &[Line]) -> Option<i32> {
    let left = cells(lines).map(|cell| cell.x).min()?;
    let right = cells(lines).map(|cell| cell.x + cell.width).max()?;
    let width = right - left;
    let mut starts: Vec<i32> = lines.iter().flat_map(|line| line.cells.iter().map(|cell| cell.x)).collect();
    starts.sort_unstable();
    starts.dedup();
    let near = |start: &i32| {
        let share = f64::from(start - left) / f64::from(width.max(1));
        (0.36..=0.64).contains(&share)
    };
    let mut near: Vec<i32> = starts.into_iter().filter(near).collect();
    near.truncate(MOST);
    let score = |start: i32| {
        let parted = lines.iter().filter(|line| is_parted(line, start)).count();
        let crossed = lines.iter().filter(|line| line.filled().any(|cell| crosses(cell, start))).count();
        (parted.saturating_sub(crossed), parted)
    };
    let best = near.into_iter().map(|start| (score(start), start)).max()?;
    (best.0.0 > 0).then_some(best.1)
}

/// Whether a row has words on both sides of a place, none across it.
pub(super) fn is_parted(line: &Line, place: i32) -> bool {
    let mut sides = (false, false);
    for cell in line.filled() {
        if crosses(cell, place) {
            return false;
        }
        if cell.x + 6 < place {
            sides.0 = true;
        } else {
            sides.1 = true;
        }
    }
    sides == (true, true)
}

/// The cells of a row between two places as one.
pub(super) fn between(line: &Line, from: i32, until: i32) -> Cell {
    let mut merged = Cell { x: i32::MAX, ..Cell::default() };
    for cell in line.filled().filter(|cell| cell.x + 6 >= from && cell.x + 6 < until) {
        if merged.x == i32::MAX {
            (merged.x, merged.indent) = (cell.x, cell.indent);
        } else {
            let font = merged.spans.last().map(|span| span.font).unwrap_or_default();
            merged.spans.push(Span { text: " ".to_owned(), font });
        }
        merged.width = cell.x + cell.width - merged.x;
        merged.spans.extend(cell.spans.iter().cloned());
    }
    merged
}

/// Where the words of a cell begin.
pub(super) fn text_start(cell: &Cell) -> i32 {
    cell.x.saturating_add(cell.indent)
}
