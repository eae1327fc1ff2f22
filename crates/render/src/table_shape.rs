//! Which rows of a table stand below each other.
//!
//! Sources lose which cells of a row were empty: a row of two cells below a heading of three may have its values in any of
//! the columns. So a row with another number of cells than the row before it begins a table of its own, and a row of one
//! cell in such a table is a paragraph: no cell stands below a heading that may not be its own. A table that states spans
//! knows its columns, and is one table.

use lagrum_artifact::Node;

use crate::event::RowPlace;

/// A table that is being read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TableShape {
    /// Whether the columns of each cell are known.
    knows_columns: bool,
    /// The number of cells of the row before; None where that was a row of one cell that stands alone, or there is none.
    width: Option<usize>,
    is_begun: bool,
}

impl TableShape {
    /// The shape of a table before its first row.
    pub(crate) fn of(table: Node<'_>) -> Self {
        let rows = || table.field("children").and_then(|rows| rows.as_array()).into_iter().flatten();
        let rows = || rows().filter_map(Node::new);
        let has_spans = |row: Node<'_>| row.field("colspan").is_some() || row.field("rowspan").is_some();
        let mut widths = rows().map(|row| row.cells().count()).filter(|cells| *cells > 0);
        let first = widths.next();
        let is_even = widths.all(|cells| Some(cells) == first);
        Self { knows_columns: is_even || rows().any(has_spans), ..Self::default() }
    }

    /// Where the next row stands, which has this number of cells.
    pub(crate) fn place(&mut self, cells: usize) -> RowPlace {
        if self.knows_columns {
            return RowPlace::Below;
        }
        let before = self.width.replace(cells);
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        if cells == 1 {
            self.width = None;
            RowPlace::Alone
        } else if is_first || before == Some(cells) {
            RowPlace::Below
        } else {
            RowPlace::First
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The places of rows with these numbers of cells.
    fn places(widths: &[usize]) -> String {
        let rows: Vec<_> =
            widths.iter().map(|cells| json!({"type": "rad", "cells": vec!["a"; *cells]})).collect();
        let table = json!({"type": "tabell", "children": rows});
        let mut shape = TableShape::of(Node::new(&table).unwrap());
        let letter = |cells: &usize| match shape.place(*cells) {
            RowPlace::Below => 'b',
            RowPlace::First => 'f',
            RowPlace::Alone => 'a',
        };
        widths.iter().map(letter).collect()
    }

    #[test]
    fn a_row_of_another_number_of_cells_claims_no_column() {
        for (widths, expected) in [
            (&[3, 3, 3][..], "bbb"),
            (&[1, 1], "bb"),
            (&[3, 2, 3, 3], "bffb"),
            (&[2, 2, 1], "bba"),
            (&[1, 2, 2], "afb"),
            (&[3, 1, 3], "baf"),
            (&[2, 3, 3, 2, 1, 1, 2], "bfbfaaf"),
            (&[], ""),
        ] {
            assert_eq!(places(widths), expected, "{widths:?}");
        }
    }

    #[test]
    fn a_table_that_states_spans_is_one() {
        let table = json!({"type": "tabell", "children": [
            {"type": "rad", "cells": ["a"], "colspan": [2]}, {"type": "rad", "cells": ["b", "c"]}]});
        let mut shape = TableShape::of(Node::new(&table).unwrap());
        assert_eq!([shape.place(1), shape.place(2)], [RowPlace::Below; 2]);
    }
}
