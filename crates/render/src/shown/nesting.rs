//! Which rows of a flattened table are contained in a row before them.
//!
//! A row whose cell holds a table was flattened with the words of that table in the cell, then with the cells of the table
//! behind it, and then each row of the table stands once more: `(8) | … any contract: (a) concluded … | (a) | concluded …`,
//! followed by `(a) | concluded …`. This module finds the cells that are a row's own, the rows that each of these
//! cells holds, and where in the words of the cell the held rows stand.

use std::ops::Range;

use super::cells::Cell;

/// The deepest nesting of rows. Those of real acts nest four deep.
const MAX_NESTING: usize = 16;

/// A row of a run of rows, with what it holds.
#[derive(Debug)]
pub(super) struct NestedRow {
    /// The cells that are its own.
    pub(super) own: Vec<OwnCell>,
    /// The index of the row after the rows that it holds.
    pub(super) next: usize,
    /// Its own words: those of its cells, with a blank between them.
    words: String,
    /// How deep rows nest in it.
    nesting: usize,
}

/// A cell that is a row's own.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OwnCell {
    /// Its number among the cells of the row.
    pub(super) cell: usize,
    /// The rows that it holds: their numbers, and where in its words they stand.
    pub(super) held: Vec<(usize, Range<usize>)>,
}

/// Finds the rows that each row of a run holds. A row is held only if all its cells stand behind the cell, and its
/// own words, in their order, within the cell. So words are left out only if they also stand in the cell and in the
/// rows that follow.
pub(super) fn nested(rows: &[Vec<Cell>]) -> Vec<NestedRow> {
    let mut found: Vec<NestedRow> = Vec::with_capacity(rows.len());
    // From the last row on, since the rows that a row holds come after it. `found` is in reverse order.
    for (number, cells) in rows.iter().enumerate().rev() {
        let held = |at: usize| found.get(rows.len().checked_sub(at + 1)?);
        let mut row = NestedRow { own: Vec::new(), next: number + 1, words: String::new(), nesting: 0 };
        let mut at = 0;
        while let Some(cell) = cells.get(at) {
            at += 1;
            let mut own = OwnCell { cell: at - 1, held: Vec::new() };
            let mut from = 0;
            while let (Some(next), Some(next_cells)) = (held(row.next), rows.get(row.next))
                && next.nesting < MAX_NESTING
                && from + next.words.len() <= cell.words.len()
                && (next_cells.len() > 1 || next.words.len() < cell.words.len())
                && let Some(behind) = cells.get(at..at + next_cells.len())
                && behind.iter().zip(next_cells).all(|(one, other)| one.words == other.words)
                && let Some(place) = place_in(&cell.words, from, &next.words)
            {
                own.held.push((row.next, place.clone()));
                from = place.end;
                at += next_cells.len();
                row.nesting = row.nesting.max(next.nesting + 1);
                row.next = next.next;
            }
            if !row.words.is_empty() && !cell.words.is_empty() {
                row.words.push(' ');
            }
            row.words.push_str(&cell.words);
            row.own.push(own);
        }
        found.push(row);
    }
    found.reverse();
    found
}

/// Where words stand in a text from a place on, as whole words.
fn place_in(text: &str, from: usize, words: &str) -> Option<Range<usize>> {
    if words.is_empty() {
        return None;
    }
    let start = from + text.get(from..)?.find(words)?;
    let end = start + words.len();
    let cuts_word = |before: Option<char>, after: Option<char>| {
        before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric)
    };
    let is_whole = !cuts_word(text[..start].chars().next_back(), words.chars().next())
        && !cuts_word(words.chars().next_back(), text[end..].chars().next());
    is_whole.then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::super::cells::cells_of_row;
    use super::nested;

    /// Each row of a run, with the rows that it holds in parentheses.
    fn shape(rows: &[&str]) -> String {
        let cells: Vec<_> = rows.iter().map(|row| cells_of_row(&(*row).into())).collect();
        let found = nested(&cells);
        let shapes = found.iter().map(|row| {
            let own = row.own.iter().map(|own| match &own.held[..] {
                [] => own.cell.to_string(),
                held => format!("{}{:?}", own.cell, held.iter().map(|(row, _)| row).collect::<Vec<_>>()),
            });
            own.collect::<Vec<_>>().join(" ")
        });
        shapes.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn rows_are_held_where_their_words_stand_twice() {
        // A list in a list item.
        let list = [
            "(8) | sheep: (a) a ram; (b) an ewe | (a) | a ram; | (b) | an ewe",
            "(a) | a ram;",
            "(b) | an ewe",
        ];
        assert_eq!(shape(&list), "0 1[1, 2]; 0 1; 0 1");
        // Two deep, and words behind.
        let deep = [
            "1. | add: (a) sheep: — ram — ewe (b) wool of all | (a) | sheep: — ram — ewe | — | ram | — | ewe | (b) | wool",
            "(a) | sheep: — ram — ewe | — | ram | — | ewe",
            "— | ram",
            "— | ewe",
            "(b) | wool",
        ];
        assert_eq!(shape(&deep), "0 1[1, 4]; 0 1[2, 3]; 0 1; 0 1; 0 1");
        // In the middle of a row of a table, and as all of a cell.
        let table = [
            "(d) Wool | (d) | Wool | — ram — ewe | — | ram | — | ewe | Fee",
            "(d) | Wool",
            "— | ram",
            "— | ewe",
        ];
        assert_eq!(shape(&table), "0[1] 3[2, 3] 8; 0 1; 0 1; 0 1");
    }

    #[test]
    fn rows_are_not_held_where_any_word_differs() {
        for rows in [
            ["(8) | sheep: (a) a ram | (a) | a ram", "(a) | a lamb"],
            ["(8) | sheep: (a) a lamb | (a) | a ram", "(a) | a ram"],
            ["(8) | sheep: (a) a rams | (a) | a ram", "(a) | a ram"],
            ["(8) | sheep: (a) a ram", "(a) | a ram"],
            ["— | —", "—"],
            ["Article 1 | Article 1", "Article 1"],
            ["— | Article 5", "— | Article 5"],
        ] {
            let found = shape(&rows);
            assert!(!found.contains('['), "{rows:?}: {found}");
        }
    }
}
