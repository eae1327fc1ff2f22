//! Tables of a page. Many are lists: a cell with a marker and a cell with a text.

use crate::eurlex::block::{Class, class_of};
use crate::eurlex::entry::{Cell, Row};
use crate::eurlex::inline::inline;
use crate::eurlex::marker::whole;
use crate::eurlex::text::TextBuilder;
use crate::html::{Child, Element};

/// The greatest length of the number of a paragraph of a judgment, in bytes.
const MAX_COUNT: usize = 16;

/// The rows of a table, not those of tables inside it.
fn table_rows(table: Element<'_>) -> impl Iterator<Item = Element<'_>> {
    table.elements().flat_map(|part| {
        let inner = (part.name() != "tr").then(|| part.elements().filter(|row| row.name() == "tr"));
        std::iter::once(part).filter(|part| part.name() == "tr").chain(inner.into_iter().flatten())
    })
}

fn row_cells(row: Element<'_>) -> impl Iterator<Item = Element<'_>> {
    row.elements().filter(|cell| cell.is_any(&["td", "th"]))
}

/// All cells of a table in order.
pub(super) fn cells(table: Element<'_>) -> impl Iterator<Item = Element<'_>> {
    table_rows(table).flat_map(row_cells)
}

fn is_blank(element: Element<'_>) -> bool {
    element.text().chars().all(char::is_whitespace)
}

/// Whether a table is made as a table, and not to place blocks on the page.
fn is_true_table(table: Element<'_>) -> bool {
    table.classes().any(|class| matches!(class, "oj-table" | "table" | "borderOj"))
}

/// The items of a table that is a list: in each row a marker, and the cell with its text.
pub(super) fn items(table: Element<'_>) -> Option<Vec<(Element<'_>, Element<'_>)>> {
    if is_true_table(table) {
        return None;
    }
    let mut items = Vec::new();
    for row in table_rows(table) {
        let mut filled = row_cells(row).filter(|cell| !is_blank(*cell));
        let (marker, text) = (filled.next()?, filled.next()?);
        if filled.next().is_some() || !is_marker(marker) {
            return None;
        }
        items.push((marker, text));
    }
    (!items.is_empty()).then_some(items)
}

fn is_marker(cell: Element<'_>) -> bool {
    let text = cell.text().trim();
    let is_count = || {
        cell.descendants().filter_map(Child::element).any(|inner| inner.has_class("count"))
            && text.len() <= MAX_COUNT
    };
    whole(text).is_some() || is_count()
}

/// Whether a table only places blocks or frames them: no row has two cells with words.
pub(super) fn is_layout(table: Element<'_>) -> bool {
    table_rows(table).all(|row| row_cells(row).filter(|cell| !is_blank(*cell)).count() < 2)
}

/// Whether a table belongs to the page: the head of the Official Journal, the list of amending acts.
pub(super) fn is_no_text(table: Element<'_>) -> bool {
    let mut blocks =
        table.descendants().filter_map(Child::element).filter(|element| element.name() == "p").peekable();
    blocks.peek().is_some()
        && blocks.all(|block| {
            let class = |wanted: Class| block.classes().any(|name| class_of(name) == wanted);
            class(Class::NoText) || class(Class::DocumentTitle) || is_blank(block)
        })
}

/// The rows of a table.
pub(super) fn rows(table: Element<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for row in table_rows(table) {
        let cells: Vec<Cell> = row_cells(row).map(cell).collect();
        let has_heads =
            |name: &str| row.descendants().filter_map(Child::element).any(|inner| inner.has_class(name));
        let is_head = row_cells(row).all(|cell| cell.name() == "th")
            || rows.is_empty() && (has_heads("oj-tbl-hdr") || has_heads("tbl-hdr"));
        if cells.iter().any(|cell| !cell.text.plain.is_empty()) {
            rows.push(Row { is_head, cells });
        }
    }
    rows
}

fn cell(element: Element<'_>) -> Cell {
    let span = |name| element.attribute(name).and_then(|span| span.trim().parse().ok()).unwrap_or(1);
    let mut text = TextBuilder::default();
    inline(element, &mut text);
    Cell { text: text.take(), columns: span("colspan"), rows: span("rowspan") }
}
