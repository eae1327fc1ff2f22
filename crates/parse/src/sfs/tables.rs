//! Tables of a statute: lines whose words stand in columns, separated by tabs or by wide gaps.
//!
//! A row is a block if empty lines separate the rows, else a line. A line that begins under a later column continues
//! the cell of that column. A cell belongs to the column it begins under. In a row with a cell for each column, the order decides.

use crate::blocks::Block;
use crate::hyphen::{HyphenedWords, join};
use crate::node::{LinkedText, Node};

/// The number of blanks that separate two cells.
const GAP: usize = 3;

/// The greatest distance of the beginning of a cell from its column.
const TOLERANCE: usize = 3;

const TAB: usize = 8;

/// The words of one line with the places where they begin.
fn cells(line: &str) -> Vec<(usize, &str)> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    let (mut column, mut start, mut begins, mut gap, mut tabbed) = (0, None, 0, 0, false);
    let mut last = 0;
    for (at, c) in line.char_indices() {
        let width = if c == '\t' { TAB - column % TAB } else { 1 };
        if c == ' ' || c == '\t' || c == '\u{a0}' {
            gap += width;
            tabbed |= c == '\t';
        } else {
            if let Some(from) = start
                && (tabbed || gap >= GAP)
            {
                found.push((begins, &line[from..last]));
                start = None;
            }
            if start.is_none() {
                (start, begins) = (Some(at), column);
            }
            (gap, tabbed) = (0, false);
            last = at + c.len_utf8();
        }
        column += width;
    }
    if let Some(from) = start {
        found.push((begins, &line[from..last]));
    }
    found
}

/// Whether the first of two cells is only the mark of an item or the number of a paragraf.
fn is_mark(cell: &str) -> bool {
    let bytes = cell.as_bytes();
    matches!(cell, "-" | "–" | "—" | "•")
        || cell.ends_with('§')
        || (bytes.len() <= 4
            && cell.ends_with(['.', ')'])
            && bytes[..bytes.len() - 1].iter().all(u8::is_ascii_alphanumeric))
}

/// Whether a line has more than one column.
fn has_columns(line: &str) -> bool {
    if !line.contains(['\t', ' ']) || !(line.contains('\t') || line.contains("   ")) {
        return false;
    }
    let cells = cells(line);
    cells.len() > 2 || (cells.len() == 2 && !is_mark(cells[0].1))
}

/// Whether a line begins under a later column.
fn is_indented(line: &str) -> bool {
    cells(line).first().is_some_and(|(column, _)| *column >= TAB)
}

/// Whether a block is a row, or several.
pub(super) fn is_tabular(block: &Block<'_>) -> bool {
    block.lines.iter().any(|line| has_columns(line))
        || is_indented(block.lines.first().copied().unwrap_or_default())
            && block.lines.iter().skip(1).all(|line| is_indented(line) || is_change_note(line))
}

/// Where the table that begins at a block ends; None when no table begins there. `is_head` says whether a block begins a unit or a
/// heading.
pub(super) fn end(blocks: &[Block<'_>], at: usize, is_head: &dyn Fn(usize) -> bool) -> Option<usize> {
    let wide = |block: &Block<'_>| -> usize {
        // A line of three columns is enough for a table, and so is a line of two that a tab separates.
        let weight = |line: &&str| match cells(line).len() {
            columns if !has_columns(line) || columns < 2 => 0,
            columns => columns - 1 + usize::from(line.trim().contains('\t')),
        };
        block.lines.iter().map(weight).sum()
    };
    if wide(blocks.get(at)?) == 0 {
        return None;
    }
    let mut rows = 0;
    let mut end = at;
    while let Some(block) = blocks.get(end) {
        if is_head(end) {
            break;
        }
        let is_line_between = || {
            block.lines.len() == 1
                && (is_change_note(block.first())
                    || blocks.get(end + 1).is_some_and(is_tabular) && !is_head(end + 1))
        };
        if !is_tabular(block) && !is_line_between() {
            break;
        }
        rows += wide(block);
        end += 1;
    }
    (rows >= 2).then_some(end)
}

/// `Lag (2031:5).` alone on its line.
fn is_change_note(line: &str) -> bool {
    let line = line.trim();
    ["Lag (", "Förordning (", "Kungörelse (", "Tillkännagivande ("].iter().any(|word| line.starts_with(word))
        && line.trim_end_matches('.').ends_with(')')
        && line.chars().count() < 40
}

/// The table of some blocks.
pub(super) fn table(blocks: &[Block<'_>], words: &HyphenedWords) -> Node {
    let by_block = blocks.len() > 1;
    let mut rows: Vec<Vec<&str>> = Vec::new();
    for block in blocks {
        let mut open = false;
        for line in &block.lines {
            let goes_on = open && !is_change_note(line) && (by_block || is_indented(line));
            match rows.last_mut() {
                Some(row) if goes_on => row.push(line),
                _ => rows.push(vec![line]),
            }
            open = true;
        }
    }
    let columns = columns(&rows);
    let children = rows.iter().map(|row| {
        let mut cells = row_cells(row, &columns, words);
        while cells.last().is_some_and(String::is_empty) {
            cells.pop();
        }
        let cells: Vec<LinkedText> = cells.into_iter().map(LinkedText::from).collect();
        Node { cells: Some(cells), ..Node::new("rad") }
    });
    Node { children: children.collect(), ..Node::new("tabell") }
}

/// Where the columns of a table begin.
fn columns(rows: &[Vec<&str>]) -> Vec<usize> {
    let mut begins: Vec<usize> = Vec::new();
    let mut most = 0;
    for row in rows {
        for line in row {
            let cells = cells(line);
            most = most.max(cells.len());
            if cells.len() > 1 || is_indented(line) {
                begins.extend(cells.iter().map(|(column, _)| *column));
            }
        }
    }
    begins.sort_unstable();
    // Groups of positions that are near each other, with the number of positions in each.
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for begin in begins {
        match groups.last_mut() {
            Some((first, count)) if begin - *first <= TOLERANCE => *count += 1,
            _ => groups.push((begin, 1)),
        }
    }
    let mut by_count: Vec<(usize, usize)> = groups.iter().map(|(begin, count)| (*count, *begin)).collect();
    by_count.sort_unstable_by_key(|(count, begin)| (std::cmp::Reverse(*count), *begin));
    let mut columns: Vec<usize> = by_count.into_iter().take(most.max(1)).map(|(_, begin)| begin).collect();
    if !columns.contains(&0) && groups.first().is_some_and(|(begin, _)| *begin == 0) {
        columns.push(0);
    }
    columns.sort_unstable();
    columns
}

/// The cells of a row.
fn row_cells(lines: &[&str], columns: &[usize], words: &HyphenedWords) -> Vec<String> {
    // Cells after the last one that is filled are left out by the caller, so no row takes as much as the widest.
    let mut parts: Vec<Vec<&str>> = vec![Vec::new()];
    for (index, line) in lines.iter().enumerate() {
        let cells = cells(line);
        let by_order = cells.len() >= columns.len() && !is_indented(line)
            || index == 0 && cells.len() == 1 && !is_indented(line);
        let mut next = 0;
        for (order, (begin, text)) in cells.into_iter().enumerate() {
            let near = if by_order { order } else { nearest(columns, begin).max(next) };
            if parts.len() <= near {
                parts.resize(near + 1, Vec::new());
            }
            if let Some(part) = parts.get_mut(near) {
                part.push(text);
            }
            next = near + 1;
        }
    }
    parts.into_iter().map(|part| join(part, words)).collect()
}

/// The index of the column that is nearest to a position, the first of two that are as near. Columns are sorted.
fn nearest(columns: &[usize], position: usize) -> usize {
    let after = columns.partition_point(|column| *column < position);
    let distance = |at: usize| columns.get(at).map(|column| column.abs_diff(position));
    match (after.checked_sub(1), distance(after)) {
        (Some(before), Some(to_after)) if distance(before).is_some_and(|to_before| to_before <= to_after) => {
            before
        }
        (Some(before), None) => before,
        _ => after.min(columns.len().saturating_sub(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::blocks;

    #[test]
    fn the_nearest_column() {
        let columns = [0, 10, 14, 30];
        for position in 0..40_usize {
            let by_all = columns.iter().enumerate().min_by_key(|(_, column)| position.abs_diff(**column));
            assert_eq!(Some(nearest(&columns, position)), by_all.map(|(at, _)| at), "{position}");
        }
        assert_eq!((nearest(&[], 7), nearest(&[5], 7)), (0, 0));
    }

    fn read(text: &str) -> String {
        let blocks = blocks(text);
        let Some(end) = end(&blocks, 0, &|_| false) else { return "-".to_owned() };
        let table = table(&blocks[..end], &HyphenedWords::default());
        let row = |row: &Node| {
            let cells = row.cells.iter().flatten().map(|cell| cell.plain.as_str());
            cells.collect::<Vec<_>>().join(" | ")
        };
        format!("{}: {}", end, table.children.iter().map(row).collect::<Vec<_>>().join(" / "))
    }

    #[test]
    fn what_a_table_is() {
        for (text, expected) in [
            (
                "Område\tkr/får\n\n1\t        10\n\n2               20\n\nFåret ska.",
                "3: Område | kr/får / 1 | 10 / 2 | 20",
            ),
            (
                "Område      Kronor\n1           10\n2           20\nLag (2031:5).",
                "1: Område | Kronor / 1 | 10 / 2 | 20 / Lag (2031:5).",
            ),
            (
                "Län         By          Gård\n\nDalarna     Ås          Nedre\n\n                        Övre\n\n            Dal         Mitt",
                "4: Län | By | Gård / Dalarna | Ås | Nedre /  |  | Övre /  | Dal | Mitt",
            ),
            (
                "Får (av           Varje djur av\nalla slag)        arten\n\nBock              Ett handjur",
                "2: Får (av alla slag) | Varje djur av arten / Bock | Ett handjur",
            ),
            ("A1\t**\tlångt: 5\n\nFår\n\nA2\t*\tkort: 6", "3: A1 | ** | långt: 5 / Får / A2 | * | kort: 6"),
            ("Ämne\tpoäng\n\nFåret är ett ämne.", "1: Ämne | poäng"),
            // No tables.
            ("Fåret ska     klippas\noch tvättas.", "-"),
            ("1.\tFår\n\n2.\tGetter", "-"),
            ("-   Får\n\n-   Getter", "-"),
            ("1 §   Får\n\n2 §   Getter", "-"),
            ("Fåret är vitt.  Geten är svart.\nFåret är vitt.  Geten.", "-"),
            ("Fåret", "-"),
        ] {
            assert_eq!(read(text), expected, "{text:?}");
        }
    }
}
