//! Tables as on GitHub: a header row, a rule, and rows of cells between pipes.
//!
//! Such a table has no spans. A cell that spans several columns or rows is written in the first of them, and the others
//! are written empty, so every cell is under its heading.
//!
//! Spans of a few bytes in an artifact can ask for millions of empty cells. So empty cells have a limit that grows with
//! the cells of the table. A table that exceeds it is written as plain rows, each with its own cells only; markdown
//! parsers pad the short ones.

use super::inline::{InlinePosition, in_force_line, inline};
use crate::event::TableRow;

/// Cells that may be written for each cell of a table, empty ones included. Real tables need six at most.
const CELLS_PER_CELL: usize = 8;

/// Cells that any table may have in addition.
const EXTRA_CELLS: usize = 16;

/// A table that is being read.
#[derive(Default)]
pub(super) struct MarkdownTable {
    rows: Vec<Vec<SpanningCell>>,
    has_header: bool,
}

/// A cell as markdown, and its spans.
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

    /// The row alone, when there is no table around it.
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
        let padded = if widest * rows.len() <= self.cell_limit() { widest } else { 0 };
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

    /// The maximum number of cells to write.
    fn cell_limit(&self) -> usize {
        self.rows.iter().map(Vec::len).sum::<usize>() * CELLS_PER_CELL + EXTRA_CELLS
    }

    /// The rows with every cell in its column, or as they are stored where that takes too many cells.
    fn written(&self) -> Vec<Vec<&str>> {
        let plain =
            || self.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect();
        self.spread().unwrap_or_else(plain)
    }

    /// The rows with every cell in its column; None where that exceeds the limit.
    fn spread(&self) -> Option<Vec<Vec<&str>>> {
        let mut limit = self.cell_limit();
        // For each column, how many more rows a cell from above spans.
        let mut spanned: Vec<usize> = Vec::new();
        let mut rows = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let mut cells = Vec::with_capacity(row.len());
            for cell in row {
                skip_spanned(&mut spanned, &mut cells);
                let from = cells.len();
                cells.push(cell.text.as_str());
                cells.resize(from + cell.colspan, "");
                if spanned.len() < cells.len() {
                    spanned.resize(cells.len(), 0);
                }
                // Where cells of a malformed table overlap, the later one wins.
                spanned[from..cells.len()].fill(cell.rowspan - 1);
                if cells.len() > limit {
                    return None;
                }
            }
            skip_spanned(&mut spanned, &mut cells);
            limit = limit.checked_sub(cells.len())?;
            rows.push(cells);
        }
        Some(rows)
    }
}

/// Adds empty cells in the columns that a cell from above spans.
fn skip_spanned(spanned: &mut [usize], cells: &mut Vec<&str>) {
    while let Some(rows) = spanned.get_mut(cells.len()).filter(|rows| **rows > 0) {
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
