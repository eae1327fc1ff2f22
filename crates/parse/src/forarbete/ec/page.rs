//! Pages as they are placed: paragraphs and rows of tables, each cell with its place and its fonts.

use super::style::{Font, Styles};
use crate::html::{Child, Element, Tree};

/// A piece of text in one font. Blanks are collapsed; `\n` stands where a line was cut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) text: String,
    pub(super) font: Font,
}

/// A paragraph, or a cell of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell {
    /// Where it begins, in pixels from the left of its table.
    pub(super) x: i32,
    pub(super) width: i32,
    /// How far the first line stands in.
    pub(super) indent: i32,
    pub(super) spans: Vec<Span>,
    /// The page that a line of a list of contents leads to.
    pub(super) target: Option<u32>,
}

impl Cell {
    pub(super) fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.spans.iter().all(|span| span.text.trim().is_empty())
    }

    /// The spans with words.
    pub(super) fn filled(&self) -> impl Iterator<Item = &Span> {
        self.spans.iter().filter(|span| !span.text.trim().is_empty())
    }
}

/// A paragraph or a row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The number of the table in the document; None for a paragraph.
    pub(super) table: Option<u32>,
    /// The number of the column of the page in the document.
    pub(super) column: u32,
    /// The height of a row in pixels.
    pub(super) height: i32,
    pub(super) cells: Vec<Cell>,
    /// The section that the line is the heading of.
    pub(super) heading: Option<Heading>,
}

/// A heading that the list of contents has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Heading {
    /// The number (`4.2`), if it has one.
    pub(super) num: Option<String>,
}

impl Line {
    pub(super) fn is_empty(&self) -> bool {
        self.cells.iter().all(Cell::is_empty)
    }

    /// The cells with words.
    pub(super) fn filled(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().filter(|cell| !cell.is_empty())
    }

    /// The words of all cells, with a blank between cells.
    pub(super) fn text(&self) -> String {
        let cells: Vec<String> = self.filled().map(|cell| cell.text().trim().to_owned()).collect();
        cells.join(" ")
    }

    pub(super) fn spans(&self) -> impl Iterator<Item = &Span> {
        self.cells.iter().flat_map(Cell::filled)
    }
}

/// A column of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Column {
    /// `id_2_1`; empty for the page itself.
    pub(super) id: String,
    pub(super) width: Option<i32>,
}

/// A page.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    /// The number by which links of the document name it.
    pub(super) number: u32,
    pub(super) lines: Vec<Line>,
}

/// The pages of a document.
#[derive(Debug, Default)]
pub(super) struct Pages {
    pub(super) pages: Vec<Page>,
    pub(super) columns: Vec<Column>,
}

/// The size of the type that most letters of a page have.
pub(super) fn usual_size(lines: &[Line]) -> i32 {
    let mut letters = [0_usize; 64];
    for span in lines.iter().flat_map(Line::spans) {
        if let Some(count) = usize::try_from(span.font.size).ok().and_then(|size| letters.get_mut(size)) {
            *count += span.text.len();
        }
    }
    let best = letters.iter().enumerate().max_by_key(|(size, count)| (**count, std::cmp::Reverse(*size)));
    best.and_then(|(size, _)| i32::try_from(size).ok()).unwrap_or_default()
}

/// Reads the pages of a document.
pub(super) fn read(tree: &Tree, styles: &Styles) -> Pages {
    let mut reader = Reader { styles, found: Pages::default(), tables: 0, page: String::new() };
    if let Some(root) = tree.root() {
        reader.outside(root);
    }
    reader.found
}

struct Reader<'s> {
    styles: &'s Styles,
    found: Pages,
    tables: u32,
    page: String,
}

/// A cell that reaches down from a row above.
struct Hanging {
    x: i32,
    width: i32,
    /// The number of further rows.
    rows: u32,
}

/// The number of a page by its id.
fn page_number(element: Element<'_>) -> Option<u32> {
    element.attribute("id")?.strip_prefix("page_")?.parse().ok()
}

impl Reader<'_> {
    /// Looks for pages. What stands outside all pages is a page of its own, without a number.
    fn outside(&mut self, element: Element<'_>) {
        for child in element.children() {
            match child {
                Child::Element(inner) if page_number(inner).is_some() => {
                    inner.attribute("id").unwrap_or_default().clone_into(&mut self.page);
                    let number = page_number(inner).unwrap_or_default();
                    self.found.pages.push(Page { number, lines: Vec::new() });
                    let column = self.column("");
                    self.blocks(inner, column);
                }
                Child::Element(inner) if inner.is_any(&["p", "table", "h1", "h2"]) => {
                    let column = self.column("");
                    self.block(inner, column);
                }
                Child::Element(inner) => self.outside(inner),
                Child::Text(text) if text.trim().is_empty() => {}
                Child::Text(text) => {
                    let column = self.column("");
                    self.bare(text, column);
                }
            }
        }
    }

    fn column(&mut self, id: &str) -> u32 {
        let width = self.styles.column_width(&self.page, id);
        self.found.columns.push(Column { id: id.to_owned(), width });
        self.found.columns.len() as u32 - 1
    }

    fn push(&mut self, line: Line) {
        if line.is_empty() && line.table.is_none() {
            return;
        }
        if self.found.pages.is_empty() {
            self.found.pages.push(Page::default());
        }
        if let Some(page) = self.found.pages.last_mut() {
            page.lines.push(line);
        }
    }

    fn bare(&mut self, text: &str, column: u32) {
        let mut cell = Cell::default();
        push_text(&mut cell, text, Font::default());
        self.push(Line { column, cells: vec![cell], ..Line::default() });
    }

    /// The blocks of a page or a column of it.
    fn blocks(&mut self, element: Element<'_>, column: u32) {
        for child in element.children() {
            match child {
                Child::Element(inner) => self.block(inner, column),
                Child::Text(text) if text.trim().is_empty() => {}
                Child::Text(text) => self.bare(text, column),
            }
        }
    }

    fn block(&mut self, element: Element<'_>, column: u32) {
        match element.name() {
            "table" => {
                self.tables += 1;
                self.table(element, column);
            }
            "div" if element.has_blocks() => {
                let id = element.attribute("id").filter(|id| id.starts_with("id_"));
                let column = id.map_or(column, |id| self.column(id));
                self.blocks(element, column);
            }
            _ => {
                let cell = self.cell(element);
                self.push(Line { column, cells: vec![cell], ..Line::default() });
            }
        }
    }

    /// The rows of a table. What stands between rows is a block of its own.
    fn table(&mut self, table: Element<'_>, column: u32) {
        let number = self.tables;
        let mut hanging = Vec::new();
        self.rows(table, number, column, &mut hanging);
    }

    fn rows(&mut self, element: Element<'_>, number: u32, column: u32, hanging: &mut Vec<Hanging>) {
        for child in element.children() {
            match child {
                Child::Element(row) if row.name() == "tr" => {
                    let cells = self.row(row, hanging);
                    let height = self.styles.height(row.elements().flat_map(Element::classes));
                    self.push(Line { table: Some(number), column, height, cells, heading: None });
                }
                Child::Element(group) if group.is_any(&["tbody", "thead", "tfoot"]) => {
                    self.rows(group, number, column, hanging);
                }
                Child::Element(inner) => self.block(inner, column),
                Child::Text(text) if text.trim().is_empty() => {}
                Child::Text(text) => self.bare(text, column),
            }
        }
    }

    fn row(&self, row: Element<'_>, hanging: &mut Vec<Hanging>) -> Vec<Cell> {
        const MOST_HANGING: usize = 100;
        let mut x = 0;
        let mut cells = Vec::new();
        let mut opened = Vec::new();
        for child in row.children() {
            let mut cell = match child {
                Child::Element(element) => self.cell(element),
                Child::Text(text) if text.trim().is_empty() => continue,
                Child::Text(text) => {
                    let mut cell = Cell::default();
                    push_text(&mut cell, text, Font::default());
                    cell
                }
            };
            for held in hanging.iter() {
                if (held.x - x).abs() <= 2 {
                    x += held.width.max(3);
                }
            }
            let element = child.element();
            cell.x = x;
            cell.width = element.and_then(|element| self.styles.width(element.classes())).unwrap_or_default();
            x += cell.width;
            let rows = element.and_then(|element| element.attribute("rowspan")?.trim().parse::<u32>().ok());
            if let Some(rows) = rows.filter(|rows| *rows > 1 && cell.width > 2) {
                opened.push(Hanging { x: cell.x, width: cell.width, rows: rows - 1 });
            }
            cells.push(cell);
        }
        hanging.retain_mut(|held| {
            held.rows -= 1;
            held.rows > 0
        });
        hanging.extend(opened);
        hanging.truncate(MOST_HANGING);
        hanging.sort_by_key(|held| held.x);
        cells
    }

    /// The words of a paragraph or a cell.
    fn cell(&self, element: Element<'_>) -> Cell {
        let mut cell = Cell::default();
        let font = self.styles.font(element.classes()).unwrap_or_default();
        cell.indent = self.styles.indent(element.classes());
        if element.is_any(&["td", "th"])
            && let Some(inner) = element.elements().next()
        {
            cell.indent = self.styles.indent(inner.classes());
        }
        self.inline(element, font, &mut cell);
        cell
    }

    fn inline(&self, element: Element<'_>, font: Font, cell: &mut Cell) {
        for child in element.children() {
            match child {
                Child::Text(text) => push_text(cell, text, font),
                Child::Element(inner) => {
                    let own = self.styles.font(inner.classes());
                    let has_gap = own.is_some_and(|font| font.has_gap)
                        || inner.attribute("style").is_some_and(|style| style.contains("padding-left"))
                        || inner.is_any(&["br", "p", "div", "td", "tr"]);
                    if has_gap {
                        push_text(cell, " ", font);
                    }
                    if let Some(page) = inner.attribute("href").and_then(|href| href.strip_prefix("#page_")) {
                        cell.target = page.parse().ok().or(cell.target);
                    }
                    self.inline(inner, own.unwrap_or(font), cell);
                }
            }
        }
    }
}

/// Appends text in a font, its blanks collapsed.
fn push_text(cell: &mut Cell, text: &str, font: Font) {
    let font = Font { has_gap: false, ..font };
    let ends_blank = cell.spans.last().is_none_or(|span| span.text.ends_with(' '));
    let mut collapsed = String::with_capacity(text.len());
    let mut blank = ends_blank;
    for c in text.chars().filter(|c| *c != '\u{ad}') {
        if c.is_whitespace() {
            if !blank {
                collapsed.push(' ');
            }
            blank = true;
        } else {
            collapsed.push(c);
            blank = false;
        }
    }
    if collapsed.is_empty() {
        return;
    }
    match cell.spans.last_mut().filter(|span| span.font == font) {
        Some(span) => span.text.push_str(&collapsed),
        None => cell.spans.push(Span { text: collapsed, font }),
    }
}
