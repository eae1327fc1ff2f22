//! Tables, as GitHub writes them: a header row, a rule, and rows of cells between pipes.
//!
//! Such a table has no spans. A cell that takes up several columns or rows stands in the first of them, and the
//! others are written out empty, so that every cell stands under its heading.
//!
//! Empty cells cost an artifact nothing: spans of a few bytes can ask for millions of them. So they have a bound that
//! grows with the cells of the table. A table that would need more is written as plain rows, each with its own cells
//! and nothing more; a reader of markdown pads the short ones.

use super::inline::{InlinePosition, in_force_line, inline};
use crate::event::TableRow;

/// Cells written for each cell of a table, empty ones included. The most that a real table needs is six.
const FOR_EACH: usize = 8;

/// What a table may have beyond that, however small it is.
const AT_LEAST: usize = 16;

/// Rows on their way to becoming a table.
#[derive(Default)]
pub(super) struct MarkdownTable {
    rows: Vec<Vec<SpanningCell>>,
    has_header: bool,
}

/// A cell as markdown, and how far it reaches.
struct SpanningCell {
    text: String,
    colspan: usize,
    rowspan: usize,
}

impl MarkdownTable {
    pub(super) fn push(&mut self, row: &TableRow<'_>) {
        self.has_header |= row.header && self.rows.is_empty();
        let mut when = in_force_line(row.in_force);
        let cells = row.cells.iter().map(|cell| {
            let text = inline(&cell.text, InlinePosition::TableCell);
            let text = match when.take() {
                Some(when) => format!("{when} {text}").trim_end().to_owned(),
                None => text,
            };
            SpanningCell { text, colspan: cell.colspan, rowspan: cell.rowspan }
        });
        let cells = cells.collect();
        self.rows.push(cells);
    }

    /// The row by itself, when there is no table around it.
    pub(super) fn lone_row(self) -> String {
        self.written().iter().map(|row| line(row, row.len())).collect()
    }

    /// The table; empty when it has no rows.
    pub(super) fn finish(self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let rows = self.written();
        let widest = rows.iter().map(Vec::len).max().unwrap_or_default().max(1);
        let padded = if widest * rows.len() <= self.room() { widest } else { 0 };
        let (header, rows) = match rows.split_first() {
            Some((header, rows)) if self.has_header => (line(header, widest), rows),
            _ => (line(&[], widest), &rows[..]),
        };
        let mut table = header;
        table.push_str("\n|");
        table.push_str(&" --- |".repeat(widest));
        for row in rows {
            table.push('\n');
            table.push_str(&line(row, padded));
        }
        table
    }

    /// How many cells may be written.
    fn room(&self) -> usize {
        self.rows.iter().map(Vec::len).sum::<usize>() * FOR_EACH + AT_LEAST
    }

    /// The rows with every cell in its column; the cells as they stand where that takes too many.
    fn written(&self) -> Vec<Vec<&str>> {
        let plain =
            || self.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect();
        self.spread().unwrap_or_else(plain)
    }

    /// The rows with every cell in its column; None where that takes more cells than there is room for.
    fn spread(&self) -> Option<Vec<Vec<&str>>> {
        let mut room = self.room();
        // For each column, how many more rows a cell from above reaches into.
        let mut reached: Vec<usize> = Vec::new();
        let mut rows = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let mut cells = Vec::with_capacity(row.len());
            for cell in row {
                pass_reached(&mut reached, &mut cells);
                let from = cells.len();
                cells.push(cell.text.as_str());
                cells.resize(from + cell.colspan, "");
                if reached.len() < cells.len() {
                    reached.resize(cells.len(), 0);
                }
                // Where cells overlap, which no table should let them, the later one decides.
                reached[from..cells.len()].fill(cell.rowspan - 1);
                if cells.len() > room {
                    return None;
                }
            }
            pass_reached(&mut reached, &mut cells);
            room = room.checked_sub(cells.len())?;
            rows.push(cells);
        }
        Some(rows)
    }
}

/// Leaves empty the columns that a cell from above reaches into.
fn pass_reached(reached: &mut [usize], cells: &mut Vec<&str>) {
    while let Some(rows) = reached.get_mut(cells.len()).filter(|rows| **rows > 0) {
        *rows -= 1;
        cells.push("");
    }
}

fn line(cells: &[&str], width: usize) -> String {
    let mut line = String::from("|");
    for cell in cells {
        line.push(' ');
        line.push_str(cell);
        line.push_str(" |");
    }
    line.push_str(&"  |".repeat(width.saturating_sub(cells.len())));
    line
}
