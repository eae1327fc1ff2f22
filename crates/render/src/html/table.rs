//! Tables: a box that scrolls by itself, with rows as the document has them.

use super::inline::{push_text, push_words};
use super::writer::{HtmlWriter, statements};
use crate::event::{RowPlace, TableRow};

impl HtmlWriter<'_> {
    /// Writes a row, and opens a table for it where none is open.
    pub(super) fn row(&mut self, row: &TableRow<'_>) {
        if let Some(paragraph) = row.as_paragraph() {
            return self.block(&paragraph);
        }
        if row.place == RowPlace::First {
            self.close_table();
        }
        if !self.in_table {
            self.close_lists();
            self.flush_ids();
            self.tables += 1;
            // A box that scrolls needs a name for screen readers.
            self.unit.html.push_str(&format!(
                "<div class=\"scroll\" role=\"group\" aria-label=\"Tabell {}\" tabindex=\"0\"><table>\n",
                self.tables
            ));
            self.in_table = true;
            self.unit.height += 1.0;
        }
        if let Some(node) = row.node {
            self.add_further(node);
        }
        let cell = if row.header { "th" } else { "td" };
        self.unit.html.push_str("<tr>");
        let mut lengths = Vec::with_capacity(row.cells.len());
        let mut when = statements(row.in_force);
        for TableCellView { text, colspan, rowspan } in row.cells.iter().map(TableCellView::from) {
            self.unit.html.push('<');
            self.unit.html.push_str(cell);
            for (name, span) in [("colspan", colspan), ("rowspan", rowspan)] {
                if span > 1 {
                    self.unit.html.push_str(&format!(" {name}=\"{span}\""));
                }
            }
            self.unit.html.push('>');
            self.flush_ids();
            if let Some(when) = when.take() {
                self.unit.html.push_str("<em>");
                push_words(&mut self.unit.html, &when);
                self.unit.html.push_str("</em> ");
            }
            let (chars, marks) = push_text(&mut self.unit.html, text, self.around);
            self.note_marks(marks, text);
            lengths.push(chars);
            self.unit.html.extend(["</", cell, ">"]);
        }
        self.unit.html.push_str("</tr>\n");
        self.unit.add_row(&lengths);
    }

    /// Closes the open table.
    pub(super) fn close_table(&mut self) {
        if std::mem::take(&mut self.in_table) {
            self.unit.html.push_str("</table></div>\n");
        }
    }
}

/// A cell of a row.
struct TableCellView<'r, 'a> {
    text: &'r crate::event::LinkedText<'a>,
    colspan: usize,
    rowspan: usize,
}

impl<'r, 'a> From<&'r crate::event::TableCell<'a>> for TableCellView<'r, 'a> {
    fn from(cell: &'r crate::event::TableCell<'a>) -> Self {
        Self { text: &cell.text, colspan: cell.colspan, rowspan: cell.rowspan }
    }
}
