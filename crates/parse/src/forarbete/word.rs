//! Reports from Word (Aspose): the classes of paragraphs give the structure. There are no pages.

use super::block::{Block, BlockKind, Row};
use crate::html::{Child, Element, LINE_END, Tree};
use crate::node::{LinkedText, NodeLink};

/// Classes of paragraphs that are headings, with their levels.
const HEADINGS: [(&str, u8); 16] = [
    ("DokumentRubrik", 1),
    ("Sammanfattning", 1),
    ("Avsnittsrubrik", 1),
    ("Bilagerubrik", 1),
    ("Reservationsrubrik", 2),
    ("Srskiltyttranderubrik", 2),
    ("Rubrik2bilaga", 2),
    ("Rubrik3bilaga", 3),
    ("R1", 1),
    ("R2", 2),
    ("R3", 3),
    ("R4", 4),
    ("R5", 5),
    ("R6", 6),
    ("Rubrik1", 1),
    ("Rubrik2", 2),
];

/// Whether a text has this form.
pub(super) fn is_of_form(html: &str) -> bool {
    html.contains("Aspose")
        || html.contains("class=\"Avsnittsrubrik\"")
        || html.contains("class=\"NormalIndent\"")
}

/// The blocks of a text, and the words that are none.
pub(super) fn read(tree: &Tree) -> (Vec<Block>, String) {
    let mut reader = Reader { blocks: Vec::new(), left_out: String::new() };
    if let Some(root) = tree.root() {
        reader.inside(root);
    }
    (reader.blocks, reader.left_out)
}

struct Reader {
    blocks: Vec<Block>,
    left_out: String,
}

impl Reader {
    fn inside(&mut self, element: Element<'_>) {
        for child in element.children() {
            match child {
                Child::Element(inner) => self.block(inner),
                Child::Text(text) => self.push(BlockKind::Text, text_of_str(text)),
            }
        }
    }

    fn push(&mut self, kind: BlockKind, text: LinkedText) {
        if text.plain.is_empty() {
            return;
        }
        self.blocks.push(Block { kind, text, ..Block::default() });
    }

    fn block(&mut self, element: Element<'_>) {
        match element.name() {
            "table" => self.table(element),
            "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "li" if !element.has_blocks() => {
                self.paragraph(element);
            }
            "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "li" => self.inside(element),
            _ if element.has_blocks() => self.inside(element),
            _ => self.push(BlockKind::Text, text_of(element)),
        }
    }

    fn paragraph(&mut self, element: Element<'_>) {
        let class = element.classes().next().unwrap_or_default();
        let text = text_of(element);
        if text.plain.is_empty() {
            return;
        }
        // The list of contents.
        let is_listed =
            class.strip_prefix("TOC").is_some_and(|level| level.bytes().all(|byte| byte.is_ascii_digit()));
        if is_listed || class.starts_with("Innehllsf") {
            self.left_out.push_str(&text.plain);
            self.left_out.push('\n');
            return;
        }
        let kind = match class {
            "FootnoteText" => return self.note(&text),
            "Normalruta" | "Normalrutafet" | "Normalrutaindrag" => BlockKind::Box,
            "Ordfranden" => BlockKind::Signature,
            _ => heading_level(class, element.name()).map_or(BlockKind::Text, BlockKind::Level),
        };
        self.push(kind, text);
    }

    /// A note: its mark is the first digits.
    fn note(&mut self, text: &LinkedText) {
        let trimmed = text.plain.trim_start();
        let digits = trimmed.len() - trimmed.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (num, rest) = trimmed.split_at(digits);
        let text = LinkedText::from(rest.trim_start().to_owned());
        self.blocks.push(Block { kind: BlockKind::Note { num: num.to_owned() }, text, ..Block::default() });
    }

    /// A table. One with one cell in each row frames its text.
    fn table(&mut self, table: Element<'_>) {
        let mut rows: Vec<Vec<Element<'_>>> = Vec::new();
        collect_rows(table, &mut rows, &mut |other| self.loose(other));
        let cells = rows.iter().map(Vec::len).max().unwrap_or_default();
        let has_headings = rows.iter().flatten().any(|cell| {
            cell.descendants().filter_map(Child::element).any(|inner| {
                heading_level(inner.classes().next().unwrap_or_default(), inner.name()).is_some()
                    || inner.name() == "table"
            })
        });
        if cells <= 1 || has_headings {
            for cell in rows.into_iter().flatten() {
                self.inside(cell);
            }
            return;
        }
        let row =
            |cells: Vec<Element<'_>>| Row { cells: cells.into_iter().map(text_of).collect(), is_head: false };
        let rows: Vec<Row> = rows
            .into_iter()
            .map(row)
            .filter(|row| row.cells.iter().any(|cell| !cell.plain.is_empty()))
            .collect();
        if !rows.is_empty() {
            self.blocks
                .push(Block { kind: BlockKind::Table { rows, is_lydelse: false }, ..Block::default() });
        }
    }

    fn loose(&mut self, child: Child<'_>) {
        match child {
            Child::Element(element) => self.block(element),
            Child::Text(text) => self.push(BlockKind::Text, text_of_str(text)),
        }
    }
}

/// The cells of each row of a table. Other things in it go to `loose`.
fn collect_rows<'t>(table: Element<'t>, rows: &mut Vec<Vec<Element<'t>>>, loose: &mut impl FnMut(Child<'t>)) {
    for child in table.children() {
        match child {
            Child::Element(group) if group.is_any(&["tbody", "thead", "tfoot"]) => {
                collect_rows(group, rows, loose);
            }
            Child::Element(row) if row.name() == "tr" => {
                let mut cells = Vec::new();
                for inner in row.children() {
                    match inner {
                        Child::Element(cell) if cell.is_any(&["td", "th"]) => cells.push(cell),
                        other => loose(other),
                    }
                }
                rows.push(cells);
            }
            Child::Element(element) if element.is_any(&["colgroup", "col"]) => {}
            other => loose(other),
        }
    }
}

/// The level of a heading by its class, else by its element.
fn heading_level(class: &str, name: &str) -> Option<u8> {
    let by_class = HEADINGS.iter().find(|(known, _)| *known == class).map(|(_, level)| *level);
    by_class.or(match name {
        "h1" => Some(1),
        "h2" => Some(2),
        "h3" => Some(3),
        "h4" => Some(4),
        "h5" => Some(5),
        "h6" => Some(6),
        _ => None,
    })
}

/// The text of an element with its note marks.
fn text_of(element: Element<'_>) -> LinkedText {
    let mut text = LinkedText::default();
    add(element, &mut text);
    let kept = text.plain.trim_end().len();
    text.plain.truncate(kept);
    text.links.retain(|link| link.range.end <= kept);
    text
}

fn add(element: Element<'_>, text: &mut LinkedText) {
    for child in element.children() {
        match child {
            Child::Text(piece) => push_collapsed(&mut text.plain, piece),
            Child::Element(inner) if inner.has_class("FootnoteReference") || inner.name() == "sup" => {
                let mark = inner.text().trim();
                let is_mark =
                    !mark.is_empty() && mark.len() <= 3 && mark.bytes().all(|byte| byte.is_ascii_digit());
                if is_mark && !text.plain.is_empty() {
                    let start = text.plain.len();
                    text.plain.push_str(mark);
                    text.links.push(NodeLink::note_mark(start..start + mark.len(), mark));
                } else {
                    add(inner, text);
                }
            }
            Child::Element(inner) => {
                // An empty element of some width is the gap after the number of an item.
                let is_gap = inner.attribute("style").is_some_and(|style| style.contains("inline-block"));
                let parts = crate::html::is_block(inner.name()) || inner.name() == "br" || is_gap;
                if parts {
                    push_collapsed(&mut text.plain, " ");
                }
                add(inner, text);
                if parts {
                    push_collapsed(&mut text.plain, " ");
                }
            }
        }
    }
}

fn text_of_str(piece: &str) -> LinkedText {
    let mut plain = String::new();
    push_collapsed(&mut plain, piece);
    plain.truncate(plain.trim_end().len());
    LinkedText::from(plain)
}

/// Appends a piece of text, its blanks collapsed and soft hyphens dropped.
pub(super) fn push_collapsed(text: &mut String, piece: &str) {
    for c in piece.chars() {
        if c.is_whitespace() || c == LINE_END {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
        } else if c != '\u{ad}' {
            text.push(c);
        }
    }
}
