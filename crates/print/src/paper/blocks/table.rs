//! Tables: the position of each cell.
//!
//! The typesetter would move cells into the gaps of a short row, and fails where two cells overlap. So every cell gets its
//! position here: the first free one of its row that is wide enough.

use lagrum_render::event;
use serde::Serialize;

use super::pieces::{PaperPiece, pieces};

/// The maximum number of columns. Cells beyond it are joined to the last one: no sheet of paper has space for more.
const MAX_COLUMNS: usize = 64;

/// The rows of a table.
#[derive(Debug, Default, Serialize)]
pub(super) struct PaperTable {
    columns: usize,
    /// Whether the first row is a header.
    headed: bool,
    pub(super) cells: Vec<PaperCell>,
    #[serde(skip)]
    rows: usize,
    /// For each column, how many further rows a cell of a row above spans.
    #[serde(skip)]
    taken: Vec<usize>,
}

/// A cell and its position.
#[derive(Debug, Serialize)]
pub(super) struct PaperCell {
    x: usize,
    y: usize,
    colspan: usize,
    rowspan: usize,
    header: bool,
    pub(super) text: Vec<PaperPiece>,
}

impl PaperTable {
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Adds a row. `own` is the uri of the document.
    pub(super) fn push(&mut self, row: &event::TableRow<'_>, own: Option<&str>) {
        let mut started = vec![0; self.taken.len()];
        let mut x = 0;
        for cell in &row.cells {
            let colspan = cell.colspan.clamp(1, MAX_COLUMNS);
            let is_free = |taken: &[usize], at: usize| {
                (at..at + colspan).all(|column| taken.get(column).is_none_or(|rows| *rows == 0))
            };
            while !is_free(&self.taken, x) {
                x += 1;
            }
            if x + colspan > MAX_COLUMNS {
                self.join_last(cell, own);
                continue;
            }
            let rowspan = cell.rowspan.max(1);
            if started.len() < x + colspan {
                started.resize(x + colspan, 0);
            }
            started[x..x + colspan].fill(rowspan);
            self.columns = self.columns.max(x + colspan);
            let text = pieces(&cell.text, own);
            self.cells.push(PaperCell { x, y: self.rows, colspan, rowspan, header: row.header, text });
            x += colspan;
        }
        self.headed |= self.rows == 0 && row.header && row.cells.iter().all(|cell| cell.rowspan <= 1);
        self.taken.resize(started.len().max(self.taken.len()), 0);
        started.resize(self.taken.len(), 0);
        for (taken, started) in self.taken.iter_mut().zip(started) {
            *taken = started.max(*taken).saturating_sub(1);
        }
        self.rows += 1;
    }

    fn join_last(&mut self, cell: &event::TableCell<'_>, own: Option<&str>) {
        if let Some(last) = self.cells.last_mut() {
            last.text.push(PaperPiece::Words(" ".to_owned()));
            last.text.extend(pieces(&cell.text, own));
        }
    }

    /// Ends all spans at the last row.
    pub(super) fn finish(&mut self) {
        for cell in &mut self.cells {
            cell.rowspan = cell.rowspan.min(self.rows - cell.y);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use lagrum_render::event::{self, InForce, LinkedText};
    use proptest::prelude::*;

    use super::*;

    fn table(rows: &[Vec<(usize, usize)>]) -> PaperTable {
        let mut table = PaperTable::default();
        for row in rows {
            let cell = |&(colspan, rowspan): &(usize, usize)| event::TableCell {
                text: LinkedText::default(),
                colspan,
                rowspan,
            };
            let cells = row.iter().map(cell).collect();
            table.push(
                &event::TableRow {
                    place: event::RowPlace::Below,
                    header: false,
                    in_force: InForce::default(),
                    cells,
                    node: None,
                },
                None,
            );
        }
        table.finish();
        table
    }

    #[test]
    fn cells_are_placed_beside_spans() {
        let table = table(&[vec![(1, 2), (2, 1)], vec![(1, 1), (1, 9)], vec![(2, 1), (1, 1)]]);
        let places: Vec<_> =
            table.cells.iter().map(|cell| (cell.x, cell.y, cell.colspan, cell.rowspan)).collect();
        assert_eq!(
            places,
            [(0, 0, 1, 2), (1, 0, 2, 1), (1, 1, 1, 1), (2, 1, 1, 2), (0, 2, 2, 1), (3, 2, 1, 1)]
        );
        assert_eq!(table.columns, 4);
    }

    proptest! {
        #[test]
        fn no_two_cells_overlap(
            rows in prop::collection::vec(prop::collection::vec((1usize..70, 1usize..5), 0..12), 0..12)
        ) {
            let table = table(&rows);
            let mut taken = HashSet::new();
            for cell in &table.cells {
                prop_assert!(cell.x + cell.colspan <= table.columns && table.columns <= MAX_COLUMNS);
                prop_assert!(cell.y + cell.rowspan <= rows.len());
                for y in cell.y..cell.y + cell.rowspan {
                    for x in cell.x..cell.x + cell.colspan {
                        prop_assert!(taken.insert((x, y)));
                    }
                }
            }
        }
    }
}
