//! The blocks of a body in order: paragraphs, items, tables, each with its words and its look.

use super::look::{Look, Looks};
use crate::html::{Child, Element, LINE_END, Tree, is_block, list_marks};
use crate::hyphen::{HyphenedWords, join_break};
use crate::node::{LinkedText, NodeLink};
use crate::words::words;

/// The longest mark of a note, in bytes.
const MAX_MARK: usize = 20;

/// What a body consists of.
#[derive(Debug)]
pub(crate) enum Piece {
    /// A paragraph, an item or another block with words.
    Block(Block),
    /// The rows of a table.
    Table(Vec<Vec<LinkedText>>),
}

/// A block of words.
#[derive(Debug, Default)]
pub(crate) struct Block {
    /// The words with single blanks, and the marks of notes as links.
    pub(crate) text: LinkedText,
    /// The mark that a list prints before the words: `II.`
    pub(crate) mark: Option<String>,
    /// The mark of the note that the block is or begins.
    pub(crate) note: Option<String>,
    /// Whether the block stands after the rule above the notes.
    pub(crate) is_below_rule: bool,
    /// The level of a heading by its tag: 2 for `h2`.
    pub(crate) heading: Option<u8>,
    /// The look of the block, and of its words if they all have it.
    pub(crate) look: Look,
    /// The printed page on which the block begins, if the raw file has pages.
    pub(crate) page: Option<u32>,
    /// The number of printed lines; 0 if the raw file does not state them.
    pub(crate) lines: usize,
}

/// The blocks of a body.
pub(crate) fn pieces(tree: &Tree) -> Vec<Piece> {
    let looks = Looks::of(tree.styles());
    let hyphened = hyphened(tree.text());
    let mut reader = Reader {
        looks: &looks,
        hyphened: &hyphened,
        found: Vec::new(),
        draft: Draft::default(),
        mark: None,
        is_below_rule: false,
        heading: None,
    };
    if let Some(root) = tree.root() {
        reader.inside(root, Look::default(), Look::default());
        reader.flush(Look::default());
    }
    reader.found
}

/// The words that decide what becomes of a hyphen before `br`.
fn hyphened(text: &str) -> HyphenedWords {
    let has_broken_word = text.contains(LINE_END) && text.contains(&format!("-{LINE_END}"));
    if has_broken_word { HyphenedWords::of(&text.replace(LINE_END, "\n")) } else { HyphenedWords::default() }
}

struct Reader<'l> {
    looks: &'l Looks,
    hyphened: &'l HyphenedWords,
    found: Vec<Piece>,
    draft: Draft,
    /// The mark of the item that was begun last, until words follow.
    mark: Option<String>,
    is_below_rule: bool,
    /// The level of the heading that is being read.
    heading: Option<u8>,
}

impl Reader<'_> {
    /// Reads what is inside an element. `block` is the look of the block around it, `inline` that of the words.
    fn inside(&mut self, element: Element<'_>, block: Look, inline: Look) {
        let mut marks = list_marks(element).into_iter();
        for child in element.children() {
            let element = match child {
                Child::Text(text) => {
                    self.draft.push(text, inline, self.hyphened);
                    continue;
                }
                Child::Element(element) => element,
            };
            let own = self.looks.of_element(element);
            match element.name() {
                "br" => self.draft.text.end_line(),
                "hr" => {
                    self.flush(block);
                    self.is_below_rule = true;
                }
                "table" => {
                    self.flush(block);
                    self.table(element);
                }
                "a" if self.begins_note(element) => {
                    self.draft.note = note_mark(element, "#_ftnref");
                }
                "a" if note_mark(element, "#_ftn").is_some() => {
                    self.draft.mark(&note_mark(element, "#_ftn").unwrap_or_default());
                }
                name if is_block(name) => {
                    self.flush(block);
                    if name == "li" {
                        self.mark = marks.next().flatten();
                    }
                    // A block without a look has that of the block around it.
                    let inner = if own == Look::default() { block } else { own };
                    let around = std::mem::replace(&mut self.heading, heading_level(name));
                    self.inside(element, inner, Look::default());
                    self.flush(inner);
                    self.heading = around;
                }
                _ => self.inside(element, block, inline.and(own)),
            }
        }
    }

    /// Whether an anchor is the mark that a note begins with.
    fn begins_note(&self, anchor: Element<'_>) -> bool {
        self.draft.text.is_empty() && self.draft.note.is_none() && note_mark(anchor, "#_ftnref").is_some()
    }

    /// Ends the block that is being read.
    fn flush(&mut self, block: Look) {
        let draft = std::mem::take(&mut self.draft);
        if draft.text.is_empty() && draft.note.is_none() {
            return;
        }
        let look = draft.look(block);
        self.found.push(Piece::Block(Block {
            text: draft.text.finish(),
            mark: self.mark.take(),
            note: draft.note,
            is_below_rule: self.is_below_rule,
            heading: self.heading,
            look,
            page: None,
            lines: 0,
        }));
    }

    /// Reads a table. One with a single column only places its blocks, and so does one with words outside its cells.
    fn table(&mut self, table: Element<'_>) {
        let rows: Vec<Vec<LinkedText>> =
            rows(table).into_iter().map(|row| cells(row, self.hyphened)).collect();
        let filled = |row: &Vec<LinkedText>| row.iter().filter(|cell| !cell.plain.is_empty()).count();
        let captions: Vec<_> = table.elements().filter(|element| element.name() == "caption").collect();
        let in_captions: usize = captions.iter().map(|caption| words(caption.text()).count()).sum();
        let in_cells: usize = rows.iter().flatten().map(|cell| words(&cell.plain).count()).sum();
        let places_only =
            rows.iter().all(|row| filled(row) < 2) || in_captions + in_cells != words(table.text()).count();
        if places_only {
            self.inside(table, Look::default(), Look::default());
            self.flush(Look::default());
            return;
        }
        for caption in captions {
            self.inside(caption, Look::default(), Look::default());
            self.flush(Look::default());
        }
        self.found.push(Piece::Table(rows.into_iter().filter(|row| filled(row) > 0).collect()));
    }
}

/// The rows of a table, without those of tables inside it.
fn rows(table: Element<'_>) -> Vec<Element<'_>> {
    let mut found = Vec::new();
    for element in table.elements() {
        match element.name() {
            "tr" => found.push(element),
            "tbody" | "thead" | "tfoot" => {
                found.extend(element.elements().filter(|element| element.name() == "tr"));
            }
            _ => {}
        }
    }
    found
}

/// The words of the cells of a row. Rows of tables inside a cell are words of the cell.
fn cells(row: Element<'_>, hyphened: &HyphenedWords) -> Vec<LinkedText> {
    let mut found = Vec::new();
    for cell in row.elements().filter(|element| element.is_any(&["td", "th"])) {
        let mut text = TextDraft::default();
        cell_words(cell, hyphened, &mut text);
        found.push(text.finish());
    }
    found
}

fn cell_words(element: Element<'_>, hyphened: &HyphenedWords, text: &mut TextDraft) {
    for child in element.children() {
        match child {
            Child::Text(words) => text.push(words, hyphened),
            Child::Element(inner) if inner.name() == "br" => text.end_line(),
            Child::Element(inner) if inner.name() == "a" && note_mark(inner, "#_ftn").is_some() => {
                text.note_mark(&note_mark(inner, "#_ftn").unwrap_or_default());
            }
            Child::Element(inner) => {
                let parts = is_block(inner.name());
                text.has_blank |= parts;
                cell_words(inner, hyphened, text);
                text.has_blank |= parts;
            }
        }
    }
}

/// The level of a heading by the name of its element.
fn heading_level(name: &str) -> Option<u8> {
    let level = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

/// The mark of a note in an anchor that leads to a note, or back: `1` for `[1]`.
fn note_mark(anchor: Element<'_>, to: &str) -> Option<String> {
    let number = anchor.attribute("href")?.strip_prefix(to)?;
    // `#_ftnref1` also begins with `#_ftn`.
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let words = anchor.text().trim();
    let mark = words.strip_prefix('[').and_then(|words| words.strip_suffix(']')).unwrap_or(words).trim();
    let is_mark = !mark.is_empty() && mark.len() <= MAX_MARK && !mark.contains(char::is_whitespace);
    is_mark.then(|| mark.to_owned())
}

/// A block that is being read.
#[derive(Default)]
struct Draft {
    text: TextDraft,
    note: Option<String>,
    /// Letters, and how many of them are bold, italic and capitals.
    letters: usize,
    bold: usize,
    italic: usize,
    capitals: usize,
    size: Option<i32>,
}

impl Draft {
    fn push(&mut self, text: &str, words: Look, hyphened: &HyphenedWords) {
        self.text.push(text, hyphened);
        let (mut letters, mut upper) = (0, 0);
        for c in text.chars() {
            // Nearly all letters, which need no table.
            let is_small = c.is_ascii_lowercase() || matches!(c, 'å' | 'ä' | 'ö');
            let is_letter = is_small || c.is_alphabetic();
            letters += usize::from(is_letter);
            upper += usize::from(is_letter && !is_small && !c.is_lowercase());
        }
        if letters == 0 {
            return;
        }
        self.letters += letters;
        self.bold += if words.is_bold { letters } else { 0 };
        self.italic += if words.is_italic { letters } else { 0 };
        self.capitals += if words.is_capitals { letters } else { upper };
        self.size = self.size.or(words.size);
    }

    fn mark(&mut self, mark: &str) {
        self.text.note_mark(mark);
    }

    /// The look of the block: words have a look if nine letters of ten have it.
    fn look(&self, block: Look) -> Look {
        let most = |some: usize| self.letters > 0 && some * 10 >= self.letters * 9;
        Look {
            is_bold: block.is_bold || most(self.bold),
            is_italic: block.is_italic || most(self.italic),
            is_capitals: block.is_capitals || most(self.capitals),
            size: self.size.or(block.size),
            ..block
        }
    }
}

/// Words with single blanks, and the marks of notes in them.
#[derive(Default)]
struct TextDraft {
    text: LinkedText,
    has_blank: bool,
    /// Whether a line has ended since the last word.
    has_line_end: bool,
}

impl TextDraft {
    fn push(&mut self, text: &str, hyphened: &HyphenedWords) {
        for (at, c) in text.char_indices() {
            if c.is_whitespace() || c == '\u{200b}' || c == '\u{feff}' {
                self.has_blank = true;
            } else if c != '\u{ad}' {
                if std::mem::take(&mut self.has_line_end) && self.text.plain.ends_with('-') {
                    self.has_blank = false;
                    let next = text.get(at..).and_then(|rest| rest.split_whitespace().next());
                    join_break(&mut self.text.plain, next.unwrap_or_default(), hyphened);
                }
                self.end_blank();
                self.text.plain.push(c);
            }
        }
    }

    /// Ends a line, which is a blank unless it broke a word.
    fn end_line(&mut self) {
        self.has_blank = true;
        self.has_line_end = true;
    }

    fn note_mark(&mut self, mark: &str) {
        self.end_blank();
        let start = self.text.plain.len();
        self.text.plain.push_str(mark);
        self.text.links.push(NodeLink::note_mark(start..self.text.plain.len(), mark));
    }

    fn end_blank(&mut self) {
        self.has_line_end = false;
        if std::mem::take(&mut self.has_blank) && !self.text.plain.is_empty() {
            self.text.plain.push(' ');
        }
    }

    fn is_empty(&self) -> bool {
        self.text.plain.is_empty()
    }

    fn finish(self) -> LinkedText {
        self.text
    }
}
