//! The tables under `data/`, which a lawyer can edit: one row per line, cells separated by `|`, comments after `#` at
//! the start of a line. A missing cell is empty, so no text is an error; tests check the tables.

/// The rows of a table, each cell trimmed.
pub(crate) fn rows<const N: usize>(text: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).map(|line| {
        let mut cells = [""; N];
        for (cell, value) in cells.iter_mut().zip(line.split('|')) {
            *cell = value.trim();
        }
        cells
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_as_many_cells_as_asked_for() {
        let table = "# id | name\n1:1 | a b | X, Y\n\n2:2 | c\n3:3 ||Z|more";
        let read: Vec<_> = rows::<3>(table).collect();
        assert_eq!(read, [["1:1", "a b", "X, Y"], ["2:2", "c", ""], ["3:3", "", "Z"]]);
    }
}
