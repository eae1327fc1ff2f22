//! Joins the lines of pages to blocks: paragraphs, headings, notes and tables.

use super::lines::{Cell, Line, lines};
use super::{PdfText, running};
use crate::hyphen::{HyphenedWords, join_break};
use crate::join::{append, begins_item, goes_on};
use crate::node::{LinkedText, NodeLink};
use crate::page::{Block, Look, Piece, paragraph_number};

/// The text of a PDF.
#[derive(Debug, Default)]
pub(crate) struct PdfPieces {
    /// The blocks in reading order; the notes at the foot of pages stand last.
    pub(crate) pieces: Vec<Piece>,
    /// The lines that are text, as they were printed.
    pub(crate) printed: String,
}

/// The blocks of a PDF.
pub(crate) fn pieces(text: &PdfText) -> PdfPieces {
    let mut pages: Vec<Vec<Line>> = text.pages.iter().map(lines).collect();
    running::take(&mut pages);
    let mut printed = String::new();
    for line in pages.iter().flatten() {
        for cell in &line.cells {
            printed.push_str(&cell.text);
            printed.push('\n');
        }
    }
    let measure = Measure::of(&pages);
    let words = HyphenedWords::of(&printed);
    let mut flow = Flow { measure, words: &words, found: Vec::new(), notes: Vec::new() };
    for (number, page) in (1..).zip(pages) {
        flow.page(number, page);
    }
    flow.keep_known_marks();
    let mut pieces = flow.found;
    pieces.extend(flow.notes.into_iter().map(Piece::Block));
    PdfPieces { pieces, printed }
}

/// The measures of most of the text.
#[derive(Clone, Copy, Debug, Default)]
struct Measure {
    /// The size of the type.
    size: f32,
    /// From one line to the next, in parts of the size.
    leading: f32,
    /// Where lines end.
    right: f32,
    left: f32,
}

impl Measure {
    fn of(pages: &[Vec<Line>]) -> Self {
        let single = |line: &&Line| line.cells.len() == 1;
        let size = most(pages.iter().flatten().map(Line::size));
        let of_text = |line: &&Line| single(line) && (line.size() - size).abs() < 0.5;
        let gaps = pages.iter().flat_map(|page| {
            let pairs = page.windows(2).filter(|pair| pair.iter().all(|line| of_text(&line)));
            pairs.map(|pair| pair[1].baseline - pair[0].baseline)
        });
        let leading = most(gaps.filter(|gap| *gap < 3.0 * size));
        let cells = || pages.iter().flatten().filter(of_text).filter_map(|line| line.cells.first());
        Self {
            size,
            leading: if leading > 0.0 { leading / size.max(1.0) } else { 1.2 },
            right: cells().map(|cell| cell.right).fold(0.0, f32::max),
            left: most(cells().map(|cell| cell.left)),
        }
    }
}

/// The most frequent of some lengths, in halves of a point.
fn most(lengths: impl Iterator<Item = f32>) -> f32 {
    let mut halves: Vec<i32> = lengths.map(|length| (length * 2.0).round() as i32).collect();
    halves.sort_unstable();
    let runs = halves.chunk_by(|a, b| a == b);
    let longest = runs.max_by_key(|run| run.len()).and_then(|run| run.first().copied()).unwrap_or_default();
    longest as f32 / 2.0
}

/// Lines of one block.
#[derive(Debug, Default)]
struct Draft {
    cells: Vec<Cell>,
    baseline: f32,
}

struct Flow<'w> {
    measure: Measure,
    words: &'w HyphenedWords,
    found: Vec<Piece>,
    notes: Vec<Block>,
}

impl Flow<'_> {
    fn page(&mut self, number: u32, lines: Vec<Line>) {
        let first = self.found.len();
        let mut drafts: Vec<Draft> = Vec::new();
        let mut lines = lines.into_iter().peekable();
        let mut rows: Vec<Line> = Vec::new();
        while let Some(line) = lines.next() {
            let goes_on = rows.last().is_none_or(|row| is_next_row(row, &line));
            if line.cells.len() > 1 && goes_on {
                rows.push(line);
                if lines.peek().is_some() {
                    continue;
                }
                self.rows(&mut rows, &mut drafts, number);
            } else {
                self.rows(&mut rows, &mut drafts, number);
                if line.cells.len() > 1 && lines.peek().is_some() {
                    rows.push(line);
                } else {
                    self.line(line, &mut drafts);
                }
            }
        }
        self.end(&mut drafts, number);
        self.join_over_edge(first);
    }

    /// Ends lines of several cells: three that have the same columns are a table.
    fn rows(&mut self, rows: &mut Vec<Line>, drafts: &mut Vec<Draft>, page: u32) {
        const LEAST: usize = 3;
        let rows = std::mem::take(rows);
        if rows.len() < LEAST {
            for row in rows {
                self.line(row, drafts);
            }
            return;
        }
        self.end(drafts, page);
        let cells =
            |row: Line| row.cells.into_iter().map(|cell| LinkedText::from(readable(&cell.text))).collect();
        self.found.push(Piece::Table(rows.into_iter().map(cells).collect()));
    }

    fn line(&self, line: Line, drafts: &mut Vec<Draft>) {
        for cell in line.cells {
            if !cell.text.contains(char::is_alphanumeric) {
                // A rule, or the line for a name, ends what stands above it.
                for draft in drafts.iter_mut() {
                    draft.baseline = f32::MIN;
                }
                continue;
            }
            let above: Vec<usize> = drafts
                .iter()
                .enumerate()
                .filter(|(_, draft)| self.is_above(draft, &cell, line.baseline))
                .map(|(index, _)| index)
                .collect();
            let continued = match above.as_slice() {
                [index] => drafts.get_mut(*index).filter(|draft| self.continues(draft, &cell)),
                _ => None,
            };
            match continued {
                Some(draft) => {
                    draft.cells.push(cell);
                    draft.baseline = line.baseline;
                }
                None => drafts.push(Draft { cells: vec![cell], baseline: line.baseline }),
            }
        }
    }

    /// Whether the last line of a draft is the one above a cell.
    fn is_above(&self, draft: &Draft, cell: &Cell, baseline: f32) -> bool {
        const SLACK: f32 = 1.25;
        let gap = baseline - draft.baseline;
        let overlaps =
            draft.cells.last().is_some_and(|last| last.left < cell.right && cell.left < last.right);
        overlaps && gap > 0.0 && gap <= SLACK * self.measure.leading * cell.size
    }

    /// Whether a cell goes on with the block above it.
    fn continues(&self, draft: &Draft, cell: &Cell) -> bool {
        let (Some(first), Some(last)) = (draft.cells.first(), draft.cells.last()) else { return false };
        let is_alike = last.is_bold == cell.is_bold
            && last.is_italic == cell.is_italic
            && (last.size - cell.size).abs() < 0.8
            && is_capitals(&last.text) == is_capitals(&cell.text);
        // Words in bold or italics within a paragraph begin or end a line too.
        let is_mixed = first.right > self.measure.right - 4.0 * cell.size
            && first.text.contains(char::is_lowercase)
            && (last.size - cell.size).abs() < 0.8;
        if !(is_alike || is_mixed) || cell.marks.first().is_some_and(|mark| mark.start == 0) {
            return false;
        }
        let width = self.measure.right - self.measure.left;
        let is_short = last.right < self.measure.right - 0.15 * width;
        let has_ended = last.text.ends_with(['.', ':', ';', '?', '!', '”', '"', ')']);
        let begins = cell.text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        // A short line that nothing ends, above a line in full, is a heading.
        let stands_above = draft.cells.len() == 1
            && is_short
            && !last.text.ends_with(['.', ',', ':', ';', '-', '–', '\u{ad}'])
            && cell.text.starts_with(char::is_uppercase)
            && cell.right > self.measure.right - 0.15 * width;
        let is_indented = cell.left > last.left + 0.8 * cell.size && draft.cells.len() > 1;
        let begins_other = begins_item(&cell.text) || paragraph_number(&cell.text).is_some();
        let is_item = begins_other && (has_ended || is_short);
        !(is_item || stands_above || has_ended && begins && (is_short || is_indented))
    }

    /// Ends the blocks of a page, or those above a table.
    fn end(&mut self, drafts: &mut Vec<Draft>, page: u32) {
        for draft in drafts.drain(..) {
            let block = self.block(&draft, page);
            if block.note.is_some() {
                self.notes.push(block);
            } else {
                self.found.push(Piece::Block(block));
            }
        }
    }

    fn block(&self, draft: &Draft, page: u32) -> Block {
        let all = |is: fn(&Cell) -> bool| draft.cells.iter().all(is);
        let look = Look {
            is_bold: all(|cell| cell.is_bold),
            is_italic: all(|cell| cell.is_italic),
            ..Look::default()
        };
        let size = draft.cells.iter().map(|cell| cell.size).fold(0.0, f32::max);
        let note = draft.cells.first().and_then(|cell| {
            let mark =
                cell.marks.first().filter(|mark| mark.start == 0 && size < 0.95 * self.measure.size)?;
            cell.text.get(mark.clone()).map(str::to_owned)
        });
        let mut text = LinkedText::default();
        for (index, cell) in draft.cells.iter().enumerate() {
            let skipped = note.as_ref().filter(|_| index == 0).map_or(0, String::len);
            let line = cell.text.get(skipped..).unwrap_or_default();
            let blanks = line.len() - line.trim_start().len();
            let line = readable(line.trim());
            join_break(&mut text.plain, line.split(' ').next().unwrap_or_default(), self.words);
            let start = text.plain.len();
            text.plain.push_str(&line);
            for mark in cell.marks.iter().filter(|mark| mark.start >= skipped + blanks) {
                let from = start + mark.start - skipped - blanks;
                let range = from..from + mark.len();
                if let Some(number) = text.plain.get(range.clone()).map(str::to_owned) {
                    text.links.push(NodeLink::note_mark(range, &number));
                }
            }
        }
        let heading = if note.is_some() { None } else { heading_level(&text.plain, look) };
        Block { text, note, heading, look, page: Some(page), lines: draft.cells.len(), ..Block::default() }
    }

    /// Joins the last block before a page with the first on it, where a sentence goes on.
    fn join_over_edge(&mut self, first: usize) {
        let (before, after) = self.found.split_at_mut(first);
        let (Some(Piece::Block(before)), Some(Piece::Block(after))) = (before.last_mut(), after.first_mut())
        else {
            return;
        };
        let are_words = before.heading.is_none() && after.heading.is_none();
        if are_words && goes_on(&before.text.plain, &after.text.plain) {
            append(&mut before.text, std::mem::take(&mut after.text), self.words);
            self.found.remove(first);
        }
    }

    /// Removes the links of raised figures that are marks of no note.
    fn keep_known_marks(&mut self) {
        let notes = &self.notes;
        let is_known = |link: &NodeLink| {
            notes.iter().filter_map(|note| note.note.as_ref()).any(|mark| link.uri == format!("#fn-{mark}"))
        };
        for piece in &mut self.found {
            if let Piece::Block(block) = piece {
                block.text.links.retain(is_known);
            }
        }
    }
}

/// Whether a line has the columns of the row above it.
fn is_next_row(row: &Line, line: &Line) -> bool {
    const SLACK: f32 = 3.0;
    let is_aligned =
        |(a, b): (&Cell, &Cell)| (a.left - b.left).abs() < SLACK || (a.right - b.right).abs() < SLACK;
    row.cells.len() == line.cells.len()
        && line.cells.len() > 1
        && row.cells.iter().zip(&line.cells).all(is_aligned)
        && line.baseline - row.baseline < 4.0 * line.size()
}

/// Whether words are in capitals. Initials (`AA BB`), which stand for people, and case numbers are none.
fn is_capitals(text: &str) -> bool {
    const LEAST: usize = 3;
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() >= LEAST;
    text.split(' ').any(is_word) && !text.contains(char::is_lowercase)
}

/// The level of a heading by its look: capitals stand above bold and italic letters.
fn heading_level(text: &str, look: Look) -> Option<u8> {
    const MAX_LINE: usize = 160;
    let is_line = text.len() <= MAX_LINE
        && text.chars().filter(|c| c.is_alphabetic()).count() > 2
        && !text.ends_with(['.', ',', ':', ';'])
        && text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    if !is_line {
        None
    } else if is_capitals(text) {
        Some(2)
    } else {
        (look.is_bold || look.is_italic).then_some(3)
    }
}

/// A text with joined letters written as single ones, and one kind of hyphen.
fn readable(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            'ﬀ' => out.push_str("ff"),
            'ﬁ' => out.push_str("fi"),
            'ﬂ' => out.push_str("fl"),
            'ﬃ' => out.push_str("ffi"),
            'ﬄ' => out.push_str("ffl"),
            // The mark at which a word may be broken is printed where it was.
            '\u{ad}' | '\u{2010}' | '\u{2011}' => out.push('-'),
            c => out.push(c),
        }
    }
    out
}
