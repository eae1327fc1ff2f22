//! Tables of a Formex file.

use roxmltree::Node;

use super::blocks::Reader;
use crate::eurlex::entry::{Cell, Entry, Part, Row};
use crate::eurlex::text::TextBuilder;

impl Reader {
    /// Reads a table: its title becomes the caption, its notes follow it.
    pub(super) fn table(&mut self, table: Node<'_, '_>, depth: u8) {
        let mut caption = TextBuilder::default();
        let mut rows = Vec::new();
        let mut notes = Vec::new();
        for child in table.children() {
            match child.tag_name().name() {
                "CORPUS" => self.rows(child, &mut rows),
                "GR.NOTES" => notes.extend(child.children().filter(|note| note.has_tag_name("NOTE"))),
                _ => {
                    caption.blank();
                    self.inline(child, &mut caption);
                }
            }
        }
        let mut entry = Entry::with_text(Part::Table(rows), caption.take());
        entry.level = depth;
        self.push(entry);
        for note in notes {
            self.own_note(note);
        }
        self.push_notes();
    }

    fn rows(&mut self, parent: Node<'_, '_>, rows: &mut Vec<Row>) {
        for child in parent.children().filter(Node::is_element) {
            if !child.has_tag_name("ROW") {
                self.rows(child, rows);
                continue;
            }
            let mut row = Row { is_head: child.attribute("TYPE") == Some("HEADER"), cells: Vec::new() };
            for cell in child.children().filter(Node::is_element) {
                let span = |name| cell.attribute(name).and_then(|span| span.parse().ok()).unwrap_or(1);
                let mut text = TextBuilder::default();
                self.inline(cell, &mut text);
                row.cells.push(Cell { text: text.take(), columns: span("COLSPAN"), rows: span("ROWSPAN") });
            }
            rows.push(row);
        }
    }
}
