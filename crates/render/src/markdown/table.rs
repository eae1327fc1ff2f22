//! Tables, as GitHub writes them: a header row, a rule, and rows of cells between pipes.
//!
//! Such a table has no spans. A cell that takes up several columns or rows stands in the first of them, and the
//! others are written out empty, so that every cell stands under its heading.

use super::in_force_line;
use super::inline::{Place, inline};
use crate::event::{Cell, Row};

/// Rows are padded to the widest up to here; a reader of markdown pads what is left, so nothing is lost by it, and a
/// single long row cannot make all the others long.
const PADDED: usize = 256;

/// Rows on their way to becoming a table.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Vec<String>>,
    has_header: bool,
    /// For each column, how many more rows a cell from above reaches into.
    reached: Vec<usize>,
}

impl Table {
    pub(super) fn push(&mut self, row: &Row<'_>) {
        self.has_header |= row.header && self.rows.is_empty();
        let mut cells = Vec::new();
        let mut when = in_force_line(row.in_force);
        for cell in &row.cells {
            self.pass_reached(&mut cells);
            let text = inline(&cell.text, Place::Cell);
            let text = match when.take() {
                Some(when) => format!("{when} {text}").trim_end().to_owned(),
                None => text,
            };
            self.place(cell, text, &mut cells);
        }
        self.pass_reached(&mut cells);
        self.rows.push(cells);
    }

    /// Leaves empty the columns that a cell from above reaches into.
    fn pass_reached(&mut self, cells: &mut Vec<String>) {
        while let Some(rows) = self.reached.get_mut(cells.len()).filter(|rows| **rows > 0) {
            *rows -= 1;
            cells.push(String::new());
        }
    }

    fn place(&mut self, cell: &Cell<'_>, text: String, cells: &mut Vec<String>) {
        let from = cells.len();
        cells.push(text);
        cells.resize(from + cell.colspan, String::new());
        if self.reached.len() < cells.len() {
            self.reached.resize(cells.len(), 0);
        }
        // Where cells overlap, which no table should let them, the later one decides.
        self.reached[from..cells.len()].fill(cell.rowspan - 1);
    }

    /// The row by itself, when there is no table around it.
    pub(super) fn lone_row(self) -> String {
        self.rows.iter().map(|row| line(row, row.len())).collect()
    }

    /// The table; empty when it has no rows.
    pub(super) fn finish(self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let widest = self.rows.iter().map(Vec::len).max().unwrap_or_default().max(1);
        let (header, rows) = match self.rows.split_first() {
            Some((header, rows)) if self.has_header => (line(header, widest), rows),
            _ => (line(&[], widest), &self.rows[..]),
        };
        let mut table = header;
        table.push_str("\n|");
        table.push_str(&" --- |".repeat(widest));
        for row in rows {
            table.push('\n');
            table.push_str(&line(row, widest.min(PADDED)));
        }
        table
    }
}

fn line(cells: &[String], width: usize) -> String {
    let mut line = String::from("|");
    for cell in cells {
        line.push(' ');
        line.push_str(cell);
        line.push_str(" |");
    }
    line.push_str(&"  |".repeat(width.saturating_sub(cells.len())));
    line
}
