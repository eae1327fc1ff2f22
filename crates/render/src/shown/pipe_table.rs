//! Tables written with bars in a paragraph: `| --- | --- | |:---|:---| | Albania | 4 | | Andorra | 2 |`.
//!
//! The lines of the table were run together, so two bars with a blank between them are the end of a line, or an empty
//! cell at the beginning of a line. `---` in a cell below the head means that the cell is empty.

use super::cells::{Cell, cells_between_bars};
use crate::event::{BlockForm, Event, InForce, PartEvent, RowPlace, TableCell, TableRow, TextBlock};

/// Writes an event. A paragraph that is a table becomes one, as a part with the anchor of the paragraph.
pub(super) fn write<'a>(event: Event<'a>, write: &mut impl FnMut(Event<'a>)) {
    let rows = match &event {
        Event::Block(block) => rows_of(block),
        _ => None,
    };
    let (Some((rows, width)), Event::Block(block)) = (rows, &event) else { return write(event) };
    let part = |kind| PartEvent { kind, anchor: None, in_force: InForce::default(), node: None };
    write(Event::Enter(PartEvent {
        anchor: block.anchor.clone(),
        in_force: block.in_force,
        node: block.node,
        ..part(block.node.map_or("", |node| node.kind()))
    }));
    write(Event::Enter(part(PartEvent::TABLE)));
    for (row, header) in rows {
        let span = if row.len() == 1 { width.min(TableCell::MAX_COLSPAN) } else { 1 };
        let cells = row.iter().map(|cell| TableCell { text: cell.whole(), colspan: span, rowspan: 1 });
        let cells = cells.collect();
        write(Event::Row(TableRow {
            place: RowPlace::Below,
            header,
            in_force: InForce::default(),
            cells,
            node: None,
        }));
    }
    write(Event::Leave);
    write(Event::Leave);
}

/// A row, and whether it heads the columns.
type Row = (Vec<Cell>, bool);

/// The rows of a paragraph that is a table, and the number of its columns.
fn rows_of(block: &TextBlock<'_>) -> Option<(Vec<Row>, usize)> {
    let begins = |text: &str| text.starts_with('|');
    let mut words =
        block.text.pieces().map(|(words, _)| words.trim_start()).filter(|words| !words.is_empty());
    if block.form != BlockForm::Paragraph || block.marker.is_some() || !words.next().is_some_and(begins) {
        return None;
    }
    let mut cells = cells_between_bars(&block.text);
    let ends = cells.len() > 2 && cells.pop().is_some_and(|last| last.words.is_empty());
    if !ends {
        return None;
    }
    cells.remove(0);
    let rule = rule_in(&cells);
    let width = rule.as_ref().map_or_else(|| equal_width(&cells), |rule| Some(rule.len()))?;
    let head = rule.map_or(0, |rule| rule.start);
    let mut rows: Vec<Row> = Vec::new();
    let mut row: Vec<Cell> = Vec::new();
    let mut begins = true;
    for (at, cell) in cells.into_iter().chain(std::iter::once(Cell::default())).enumerate() {
        let is_blank = cell.words.is_empty();
        if is_blank && !row.is_empty() {
            let row = std::mem::take(&mut row);
            if row.iter().any(|cell| !cell.words.is_empty()) {
                rows.push((row, at <= head));
            }
            begins = true;
        } else if is_blank && !begins {
            begins = true;
        } else if row.len() == width {
            // A line with more cells than the rule: the paragraph is not a table.
            return None;
        } else {
            row.push(if is_rule(&cell) { Cell::default() } else { cell });
        }
    }
    (!rows.is_empty()).then_some((rows, width))
}

/// The range of the rule below the head of a table: the first cells that state the alignment of columns, or else the
/// first cells of dashes.
fn rule_in(cells: &[Cell]) -> Option<std::ops::Range<usize>> {
    let sets = |cell: &Cell| is_rule(cell) && cell.words.contains(':');
    let start = cells.iter().position(sets).or_else(|| cells.iter().position(is_rule))?;
    let length = cells[start..].iter().take_while(|cell| is_rule(cell)).count();
    Some(start..start + length)
}

/// Whether a cell is of a rule: `---`, `:---`, `:---:`.
fn is_rule(cell: &Cell) -> bool {
    let dashes = cell.words.strip_prefix(':').unwrap_or(&cell.words);
    let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
    dashes.len() >= 3 && dashes.bytes().all(|b| b == b'-')
}

/// The number of cells of a line, if there are several lines with cells and all have the same number, more than one.
fn equal_width(cells: &[Cell]) -> Option<usize> {
    let lines = cells.split(|cell| cell.words.is_empty()).map(<[Cell]>::len).filter(|length| *length > 0);
    let lines: Vec<usize> = lines.collect();
    let width = *lines.first()?;
    (lines.len() > 1 && width > 1 && lines.iter().all(|line| *line == width)).then_some(width)
}

#[cfg(test)]
mod tests {
    use super::write;
    use crate::event::{BlockForm, Event, InForce, TextBlock};

    /// The rows of a paragraph as text; nothing for one that stays.
    fn table(text: &str) -> Vec<String> {
        let block = TextBlock {
            form: BlockForm::Paragraph,
            anchor: None,
            page: None,
            in_force: InForce::default(),
            language: None,
            marker: None,
            text: text.into(),
            node: None,
        };
        let mut rows = Vec::new();
        write(Event::Block(block), &mut |event| {
            if let Event::Row(row) = event {
                let cells = row.cells.iter().map(|cell| match cell.colspan {
                    1 => cell.text.collapsed(),
                    span => format!("{}*{span}", cell.text.collapsed()),
                });
                let words = cells.collect::<Vec<_>>().join("/");
                rows.push(if row.header { format!("# {words}") } else { words });
            }
        });
        rows
    }

    #[test]
    fn tables_in_a_paragraph_are_read() {
        for (text, rows) in [
            ("| --- | --- | |:---|:---| | Fårö | 4 | | Gotland | 2 |", &["Fårö/4", "Gotland/2"][..]),
            ("| Ö | Får | |---|---| | Fårö | 4 |", &["# Ö/Får", "Fårö/4"]),
            (
                "| --- | --- | |:---|:---| |Öar: | Två får. | |Får | --- | | --- |7 |",
                &["Öar:/Två får.", "Får/", "/7"],
            ),
            // A line of one cell spans the table, and a line may begin with an empty cell.
            (
                "| --- | --- | |:---|:---| | FÅR | | Bagge | | |Tacka | | --- | | Lamm | 1 |",
                &["FÅR*2", "Bagge*2", "/Tacka", "Lamm/1"],
            ),
            ("| | | Art | Dagar | | Får Get | 5 6 |", &["Art/Dagar", "Får Get/5 6"]),
            ("| --- | |:---| | Får | | Get |", &["Får", "Get"]),
        ] {
            assert_eq!(table(text), rows, "{text}");
        }
    }

    #[test]
    fn other_paragraphs_stay() {
        for text in [
            "",
            "|",
            "||",
            "| a |",
            "Får | get",
            "| Får | 4 | | Get |",
            "| --- | --- | |:---|:---| | Fårö | 4 | och mer",
            "| --- | --- | |:---|:---| | Fårö | 4 | 5 |",
            "Ord | --- | --- | |:---|:---| | Fårö | 4 |",
            "|x| är ett belopp",
        ] {
            assert!(table(text).is_empty(), "{text}");
        }
    }
}
