//! Rows that were flattened to a text with `|` between the cells, in acts of the EU.
//!
//! A row that begins with a designation, `(a) | maximum work periods`, is an item of a list. Other rows of several
//! cells are rows of a table. A row that holds the rows behind it shows their words once: as items after its own
//! words, or within its cell in a table. The artifact does not state which cells were empty, so rows with another
//! number of cells are a table of their own: no cell is shown below a heading that may not be its own.

use std::ops::Range;

use super::apart::parted;
use super::cells::{Cell, cells_of_row};
use super::designation::{is_designation, is_sign};
use super::nesting::{NestedRow, nested};
use crate::event::{BlockForm, Event, InForce, Marker, PartEvent, RowPlace, TableCell, TableRow, TextBlock};

/// The node type of a flattened row.
const ROW: &str = "row";

/// Rows that follow each other, collected until another event comes.
#[derive(Default)]
pub(super) struct RowRun<'a> {
    rows: Vec<TextBlock<'a>>,
}

impl<'a> RowRun<'a> {
    /// Takes a row. Returns any other event.
    pub(super) fn take(&mut self, event: Event<'a>) -> Option<Event<'a>> {
        match event {
            Event::Block(block) if is_row(&block) => {
                self.rows.push(block);
                None
            }
            other => Some(other),
        }
    }

    /// Writes the rows that were taken. Returns whether there were any.
    pub(super) fn end(&mut self, write: &mut impl FnMut(Event<'a>)) -> bool {
        if self.rows.is_empty() {
            return false;
        }
        let blocks = std::mem::take(&mut self.rows);
        let cells: Vec<Vec<Cell>> = blocks.iter().map(|block| cells_of_row(&block.text)).collect();
        let nested = nested(&cells);
        let mut writer = RowWriter { blocks, cells, nested: &nested, shown: Vec::new(), table: None };
        let mut at = 0;
        while let Some(row) = nested.get(at) {
            writer.row(at, 1, false);
            at = row.next;
        }
        writer.close_table();
        writer.shown.into_iter().for_each(write);
        true
    }
}

/// Whether a block is a flattened row, with nothing else to it.
fn is_row(block: &TextBlock<'_>) -> bool {
    block.node.is_some_and(|node| node.kind() == ROW)
        && block.form == BlockForm::Paragraph
        && block.anchor.is_none()
        && block.page.is_none()
        && block.in_force == InForce::default()
        && block.marker.is_none()
}

/// The table that is being written.
#[derive(Clone, Copy)]
struct OpenTable {
    width: usize,
    /// Whether its last row begins with a designation.
    is_designated: bool,
}

/// Makes events of the rows of a run.
struct RowWriter<'a, 'r> {
    blocks: Vec<TextBlock<'a>>,
    cells: Vec<Vec<Cell>>,
    nested: &'r [NestedRow],
    shown: Vec<Event<'a>>,
    table: Option<OpenTable>,
}

impl RowWriter<'_, '_> {
    /// Writes a row at this depth of the list, inside another row or not.
    fn row(&mut self, at: usize, depth: u8, is_inside: bool) {
        let own = &self.nested[at].own;
        let first = own.first().map_or("", |own| self.cells[at][own.cell].words.as_str());
        let is_item = is_designation(first) && (is_inside || !self.continues_table(first));
        match own.len() {
            0 => {}
            1 => self.list(at, 0, None, depth, is_inside),
            2 if is_item && own[0].held.is_empty() => {
                self.list(at, 1, Some(first.to_owned()), depth, true);
            }
            width => self.table_row(at, width),
        }
    }

    /// Whether a row of two cells belongs to the open table. A sign needs a table of two columns, any other
    /// designation a table whose last row begins with a designation.
    fn continues_table(&self, first: &str) -> bool {
        self.table.is_some_and(|table| if is_sign(first) { table.width == 2 } else { table.is_designated })
    }

    /// Writes a cell and the rows that it holds, in the order of its words, after the designation.
    fn list(&mut self, at: usize, own: usize, mut marker: Option<String>, depth: u8, is_item: bool) {
        let nested = self.nested;
        let own = &nested[at].own[own];
        let form = if is_item { BlockForm::Item { depth } } else { BlockForm::Paragraph };
        let mut from = 0;
        let mut below = depth;
        for (row, place) in &own.held {
            let is_shown = self.words(at, own.cell, from..place.start, marker.take(), form);
            if is_shown && is_item && below == depth {
                below = depth.saturating_add(1);
            }
            self.row(*row, below, true);
            from = place.end;
        }
        let end = self.cells[at][own.cell].words.len();
        self.words(at, own.cell, from..end, marker, form);
    }

    /// Writes words of a cell. Those without a letter, such as a closing quotation mark, end the words before them.
    fn words(
        &mut self,
        at: usize,
        cell: usize,
        range: Range<usize>,
        marker: Option<String>,
        form: BlockForm,
    ) -> bool {
        let is_first = range.start == 0;
        let text = self.cells[at][cell].text(range);
        let words = text.collapsed();
        if words.is_empty() && marker.is_none() {
            return false;
        }
        if !is_first
            && !words.contains(char::is_alphanumeric)
            && let Some(Event::Block(last)) = self.shown.last_mut()
        {
            last.text = std::mem::take(&mut last.text).followed_by(&text);
            return true;
        }
        self.close_table();
        let text = parted(text);
        let row = &self.blocks[at];
        let node = row.node.filter(|_| is_first);
        let marker = marker.map(|marker| Marker::Printed(marker.into()));
        self.shown.push(Event::Block(TextBlock { form, marker, text, node, ..row.clone() }));
        true
    }

    /// Writes a row of a table with its own cells, and opens a table for it where none as wide is open.
    fn table_row(&mut self, at: usize, width: usize) {
        if self.table.is_none_or(|table| table.width != width) {
            self.close_table();
            self.shown.push(Event::Enter(PartEvent {
                kind: PartEvent::TABLE,
                anchor: None,
                in_force: InForce::default(),
                node: None,
            }));
        }
        let cells = &self.cells[at];
        let own = self.nested[at].own.iter().map(|own| &cells[own.cell]);
        let is_designated = is_designation(own.clone().next().map_or("", |cell| &cell.words));
        let text = |cell: &Cell| parted(cell.whole());
        let cells = own.map(|cell| TableCell { text: text(cell), colspan: 1, rowspan: 1 }).collect();
        let node = self.blocks[at].node;
        let place = RowPlace::Below;
        self.shown.push(Event::Row(TableRow {
            place,
            header: false,
            in_force: InForce::default(),
            cells,
            node,
        }));
        self.table = Some(OpenTable { width, is_designated });
    }

    fn close_table(&mut self) {
        if self.table.take().is_some() {
            self.shown.push(Event::Leave);
        }
    }
}
