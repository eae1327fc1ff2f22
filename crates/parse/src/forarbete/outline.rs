//! Blocks joined over the edges of pages, and nested in sections.

use std::collections::HashMap;

use super::block::{Block, BlockKind, Row};
use super::marker::{begins_provision, is_kapitel_heading, marker};
use crate::hyphen::HyphenedWords;
use crate::join::{append, goes_on};
use crate::node::{LinkedText, Node};

/// Joins blocks that an edge of a page or of a table cut.
pub(super) fn join(blocks: Vec<Block>, words: &HyphenedWords) -> Vec<Block> {
    let mut joined: Vec<Block> = Vec::with_capacity(blocks.len());
    // The last block that is no note, if what follows may go on with it.
    let mut open: Option<usize> = None;
    for mut block in blocks {
        let before = open.and_then(|at| joined.get_mut(at));
        match before {
            Some(before)
                if (&before.kind, &block.kind) == (&BlockKind::Text, &BlockKind::Text)
                    && joins(before, &block) =>
            {
                append(&mut before.text, std::mem::take(&mut block.text), words);
                continue;
            }
            Some(before)
                if before.kind == BlockKind::Text
                    && marker_of(&before.text).is_some()
                    && let BlockKind::Table { rows, is_lydelse: true } = &mut block.kind =>
            {
                put_marker(before, rows, words);
                if before.text.plain.is_empty() {
                    block.begins_page |= before.begins_page;
                    open.map(|at| joined.remove(at));
                    // The number stood between the headings of the columns and their rows.
                    if let Some(above) = joined.last_mut().filter(|above| above.page == block.page)
                        && let BlockKind::Table { rows: of_above, is_lydelse: true } = &mut above.kind
                    {
                        of_above.append(rows);
                        open = Some(joined.len() - 1);
                        continue;
                    }
                }
            }
            Some(before)
                if block.begins_page
                    && let BlockKind::Table { rows, is_lydelse: true } = &mut block.kind =>
            {
                if let BlockKind::Table { rows: of_before, is_lydelse: true } = &mut before.kind {
                    join_rows(of_before, rows, words);
                }
                if rows.is_empty() {
                    continue;
                }
            }
            _ => {}
        }
        if !matches!(block.kind, BlockKind::Note { .. }) {
            open = Some(joined.len());
        }
        joined.push(block);
    }
    joined
}

/// The number of a provision that a text is, if it is nothing else but the mark of a note behind it.
fn marker_of(text: &LinkedText) -> Option<&str> {
    let mark = text.links.last().filter(|link| link.is_note_mark() && link.range.end == text.plain.len());
    let end = mark.map_or(text.plain.len(), |mark| mark.range.start);
    marker(text.plain.get(..end)?)
}

/// Moves the number of a provision to the first row of a table below it.
fn put_marker(before: &mut Block, rows: &mut [Row], words: &HyphenedWords) {
    let Some(row) = rows.iter_mut().find(|row| !row.is_head) else { return };
    let is_left = row.cells.first().is_some_and(|cell| !cell.plain.is_empty());
    let at = if is_left { 0 } else { row.cells.len().saturating_sub(1) };
    if let Some(cell) = row.cells.get_mut(at) {
        let mut text = std::mem::take(&mut before.text);
        append(&mut text, std::mem::take(cell), words);
        *cell = text;
    }
}

/// Whether a text goes on in the next one.
fn joins(before: &Block, block: &Block) -> bool {
    // The number of a provision stands with its text.
    if marker_of(&before.text).is_some() {
        return marker_of(&block.text).is_none();
    }
    if is_kapitel_heading(&before.text.plain) && begins_provision(&block.text.plain) {
        return false;
    }
    if marker_of(&block.text).is_some() || !goes_on(&before.text.plain, &block.text.plain) {
        return false;
    }
    // Within a page a line begins no paragraph only because it begins with a number or follows a comma.
    let ends = before.text.plain.ends_with(['.', ':', ';']);
    let first = block.text.plain.chars().next();
    let is_within = first.is_some_and(char::is_lowercase)
        || before.text.plain.ends_with('-')
        || !ends && begins_with_number(&block.text.plain)
        || before.text.plain.ends_with(',') && !crate::join::begins_item(&before.text.plain);
    before.page != block.page && block.begins_page || is_within
}

/// Whether a text begins with a number that is not that of a section.
fn begins_with_number(text: &str) -> bool {
    let word = text.split(char::is_whitespace).next().unwrap_or_default();
    word.starts_with(|c: char| c.is_ascii_digit()) && !word.contains('.')
}

/// Moves the words with which the first row of a table goes on to the last row of the table before it.
fn join_rows(before: &mut [Row], rows: &mut Vec<Row>, words: &HyphenedWords) {
    let (Some(last), Some(first)) = (before.last_mut(), rows.first_mut()) else { return };
    if first.is_head || last.is_head {
        return;
    }
    for (last, first) in last.cells.iter_mut().zip(&mut first.cells) {
        if goes_on(&last.plain, &first.plain) {
            append(last, std::mem::take(first), words);
        }
    }
    if first.cells.iter().all(|cell| cell.plain.is_empty()) {
        rows.remove(0);
    }
}

/// The level of each heading, from the list of contents and from type.
struct Levels {
    /// The level of the last section of the list of contents.
    listed: u8,
    /// The ranks of the headings below it that are open.
    ranks: Vec<u8>,
    /// The size of the type of running text.
    size: i32,
}

impl Levels {
    fn of(&mut self, kind: &BlockKind) -> u8 {
        let (num, size, bold, is_listed) = match kind {
            BlockKind::Level(level) => return *level,
            BlockKind::Heading { num, size, bold, is_listed } => (num, *size, *bold, *is_listed),
            _ => return 0,
        };
        if is_listed {
            self.ranks.clear();
            self.listed = num.as_ref().map_or(1, |num| 1 + num.matches('.').count().min(8) as u8);
            return self.listed;
        }
        let rank = if size > self.size { 0 } else { 2 - u8::from(bold) };
        while self.ranks.last().is_some_and(|last| *last >= rank) {
            self.ranks.pop();
        }
        let level = self.listed + 1 + self.ranks.len() as u8;
        self.ranks.push(rank);
        level.max(1)
    }
}

/// Nests blocks in sections, and gives these their anchors.
pub(super) fn nest(blocks: Vec<Block>, size: i32) -> Vec<Node> {
    let mut levels = Levels { listed: 0, ranks: Vec::new(), size };
    let mut ids: HashMap<String, u32> = HashMap::new();
    let mut headings = 0;
    let mut top: Vec<Node> = Vec::new();
    let mut open: Vec<Node> = Vec::new();
    for block in blocks {
        if !matches!(block.kind, BlockKind::Heading { .. } | BlockKind::Level(_)) {
            let nodes = open.last_mut().map_or(&mut top, |section| &mut section.children);
            nodes.push(leaf(block));
            continue;
        }
        headings += 1;
        let level = levels.of(&block.kind);
        close(&mut open, &mut top, level);
        let mut section = Node::new("avsnitt");
        section.level = Some(level);
        section.page = block.page;
        if let BlockKind::Heading { num, .. } = block.kind {
            section.num = num;
        }
        let id = section.num.as_ref().map_or_else(|| format!("sec{headings}"), |num| format!("a{num}"));
        let times = ids.entry(id.clone()).or_default();
        *times += 1;
        section.id = Some(if *times == 1 { id } else { format!("{id}-{times}") });
        section.text = Some(block.text);
        open.push(section);
    }
    close(&mut open, &mut top, 0);
    top
}

/// Closes the open sections of a level and below it.
fn close(open: &mut Vec<Node>, top: &mut Vec<Node>, level: u8) {
    while open.last().is_some_and(|section| section.level >= Some(level)) {
        let Some(section) = open.pop() else { return };
        open.last_mut().map_or(&mut *top, |around| &mut around.children).push(section);
    }
}

/// A block that is no heading, as a node.
fn leaf(block: Block) -> Node {
    let mut node = Node { page: block.page, text: Some(block.text), ..Node::default() };
    match block.kind {
        BlockKind::Note { num } => {
            node.kind = "fotnot";
            node.num = Some(num).filter(|num| !num.is_empty());
        }
        BlockKind::Box => node.kind = "ruta",
        BlockKind::Signature => node.kind = "signatur",
        BlockKind::Table { rows, .. } => {
            node.kind = "tabell";
            node.text = None;
            node.children = rows.into_iter().map(row).collect();
        }
        _ => node.kind = "stycke",
    }
    node
}

fn row(row: Row) -> Node {
    Node { kind: "rad", cells: Some(row.cells), is_head: row.is_head, ..Node::default() }
}

/// The words of nodes, as they are printed.
pub(super) fn words_of(nodes: &[Node], out: &mut String) {
    for node in nodes {
        let num = node.num.as_deref().filter(|_| node.kind == "fotnot");
        let cells = node.cells.iter().flatten();
        let texts = num.into_iter().chain(node.text.iter().chain(cells).map(LinkedText::words));
        for text in texts {
            out.push_str(text);
            out.push('\n');
        }
        words_of(&node.children, out);
    }
}

impl LinkedText {
    fn words(&self) -> &str {
        &self.plain
    }
}
