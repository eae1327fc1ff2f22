//! The lines of the pages as blocks in reading order.

use super::columns::{columns, crosses, is_parted, middle};
use super::lydelse::{self, Pair, are_headings, pairs};
use super::page::{Cell, Column, Line, Page, Pages, usual_size};
use super::paragraphs::{ColumnLine, paragraphs};
use super::text::{is_mark, of_cell};
use crate::forarbete::block::{Block, BlockKind, Row};
use crate::forarbete::marker::{begins_provision, marker};
use crate::hyphen::HyphenedWords;
use crate::join::ends_in_abbreviation;
use crate::node::LinkedText;

/// Makes the blocks of all pages.
pub(super) fn blocks(pages: Pages, words: &HyphenedWords) -> Vec<Block> {
    let mut flow =
        Flow { words, found: Vec::new(), in_lydelse: false, page: 0, size: 0, is_first_page: true };
    let columns = pages.columns;
    for page in pages.pages {
        flow.page(page, &columns);
    }
    flow.found
}

struct Flow<'w> {
    words: &'w HyphenedWords,
    found: Vec<Block>,
    /// Whether the text is law text in two columns.
    in_lydelse: bool,
    page: u32,
    /// The size of the type of most of the page.
    size: i32,
    /// Whether the text stands on the first page, above its first heading.
    is_first_page: bool,
}

impl Flow<'_> {
    fn page(&mut self, page: Page, columns: &[Column]) {
        self.page = page.number;
        self.size = usual_size(&page.lines);
        let first = self.found.len();
        let mut notes = Vec::new();
        let mut lines = page.lines.into_iter().peekable();
        while let Some(line) = lines.next() {
            if line.heading.is_some() {
                self.heading(&line);
                continue;
            }
            let Some(table) = line.table else {
                if let Some(pair) = pair_of(&line, columns, self.in_lydelse) {
                    let mut sides = (vec![line], Vec::new());
                    let takes = |next: &Line, column: u32| {
                        next.column == column && next.heading.is_none() && next.table.is_none()
                    };
                    while let Some(next) = lines.next_if(|next| takes(next, pair.0)) {
                        sides.0.push(next);
                    }
                    while let Some(next) = lines.next_if(|next| takes(next, pair.1)) {
                        sides.1.push(next);
                    }
                    self.pair_of_columns(sides.0, sides.1, &mut notes);
                    continue;
                }
                self.paragraph(&line, &mut notes);
                continue;
            };
            let mut rows = vec![line];
            while let Some(next) = lines.next_if(|next| next.table == Some(table) && next.heading.is_none()) {
                rows.push(next);
            }
            self.table(rows, &mut notes);
        }
        self.found.extend(notes);
        if let Some(block) = self.found.get_mut(first) {
            block.begins_page = true;
        }
        self.is_first_page = false;
    }

    fn push(&mut self, kind: BlockKind, text: LinkedText) {
        self.found.push(Block { kind, text, page: Some(self.page), ..Block::default() });
    }

    fn heading(&mut self, line: &Line) {
        let Some(cell) = line.cells.first() else { return };
        let size = cell.filled().map(|span| span.font.size).max().unwrap_or_default();
        let text = of_cell(cell, size, self.words);
        let num = line.heading.as_ref().and_then(|heading| heading.num.clone());
        self.in_lydelse = false;
        self.push(BlockKind::Heading { num, size, bold: true, is_listed: true }, text);
    }

    /// A paragraph: a heading by its type, a note, the number of a provision, or text.
    fn paragraph(&mut self, line: &Line, notes: &mut Vec<Block>) {
        let Some(cell) = line.cells.first() else { return };
        self.cell(cell, notes);
    }

    fn cell(&mut self, cell: &Cell, notes: &mut Vec<Block>) {
        if self.note(cell, notes) {
            return;
        }
        let text = of_cell(cell, self.size, self.words);
        if text.plain.is_empty() {
            return;
        }
        if let Some((left, right)) = lydelse::headings_in_one(&text.plain) {
            self.in_lydelse = true;
            let cells = [left, right].map(|side| LinkedText::from(side.to_owned()));
            self.rows(vec![Row { cells: cells.into(), is_head: true }]);
            return;
        }
        if let Some((size, bold)) = self.heading_type(cell, &text.plain) {
            self.in_lydelse &= bold && size <= self.size;
            self.push(BlockKind::Heading { num: None, size, bold, is_listed: false }, text);
            return;
        }
        if text.plain.starts_with("Denna lag träder i kraft")
            || text.plain.starts_with("Denna förordning träder")
        {
            self.in_lydelse = false;
        }
        self.push(BlockKind::Text, text);
    }

    /// The size and weight of a heading, if a text is one by its type: larger than the text, or all in one face and no sentence.
    fn heading_type(&self, cell: &Cell, text: &str) -> Option<(i32, bool)> {
        const LONGEST: usize = 220;
        const LONGEST_IN_TEXT_SIZE: usize = 110;
        let text = text.trim();
        let size = cell.filled().map(|span| span.font.size).min()?;
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let first = text.chars().next()?;
        let is_sentence = text.ends_with(['.', ':', ',', ';']);
        let is_whole_paragraph = marker(text).is_some() || text.contains(" § ");
        if letters < 3
            || is_sentence
            || !first.is_alphanumeric()
            || self.is_first_page && !text.ends_with("innehåll") && !text.ends_with("attning")
        {
            return None;
        }
        if size > self.size && text.len() <= LONGEST {
            return Some((size, cell.filled().all(|span| span.font.bold)));
        }
        let faces = |is: fn(&super::style::Font) -> bool| cell.filled().all(|span| is(&span.font));
        let is_own_face = faces(|font| font.bold) || faces(|font| font.italic) && !self.in_lydelse;
        let is_title = first.is_uppercase() && !is_whole_paragraph && text.len() <= LONGEST_IN_TEXT_SIZE;
        (size == self.size && is_own_face && is_title && !self.is_first_page)
            .then(|| (size, faces(|font| font.bold)))
    }

    /// Puts a note at the foot of a page beside the others. A note begins with a mark in small type, or with words that only notes have.
    fn note(&self, cell: &Cell, notes: &mut Vec<Block>) -> bool {
        const WORDS: [&str; 7] = [
            "Senaste lydelse",
            "Lagen omtryckt",
            "Balken omtryckt",
            "Ändringen innebär",
            "Jfr ",
            "Förordningen omtryckt",
            "Paragrafens ",
        ];
        let Some(first) = cell.filled().next() else { return false };
        let text = cell.text();
        let trimmed = text.trim_start();
        let digits = trimmed.len() - trimmed.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let after = trimmed[digits..].trim_start();
        let is_marked = is_mark(first, self.size) && cell.filled().count() > 1;
        let is_small =
            first.font.size < self.size && (1..=3).contains(&digits) && !after.starts_with(['.', ')', '%']);
        let is_worded = (1..=3).contains(&digits) && WORDS.iter().any(|words| after.starts_with(words));
        if (is_marked || is_small || is_worded) && !begins_provision(trimmed) {
            let mut rest = cell.clone();
            let mut left = digits;
            for span in &mut rest.spans {
                let blanks = span.text.len() - span.text.trim_start().len();
                let here = span.text[blanks..].bytes().take(left).take_while(u8::is_ascii_digit).count();
                span.text.replace_range(..blanks + here, "");
                left -= here;
                if left == 0 {
                    break;
                }
            }
            let num = trimmed[..digits].to_owned();
            let kind = BlockKind::Note { num };
            let small = rest.filled().map(|span| span.font.size).max().unwrap_or(self.size);
            let text = of_cell(&rest, small, self.words);
            notes.push(Block { kind, text, page: Some(self.page), ..Block::default() });
            return true;
        }
        // A further line of the last note, in the same small type.
        let is_small = cell.filled().all(|span| span.font.size < self.size);
        match notes.last_mut().filter(|_| is_small) {
            Some(note) => {
                crate::join::append(&mut note.text, of_cell(cell, first.font.size, self.words), self.words);
                true
            }
            None => false,
        }
    }

    /// The cell that may be a note, of a row of law text: a cell in the left column alone, or the mark of a note and its words beside it.
    fn note_of_row(&self, line: &Line, place: i32) -> Option<Cell> {
        let mut filled = line.filled();
        let (first, second) = (filled.next()?, filled.next());
        let is_mark = first.filled().all(|span| is_mark(span, self.size));
        match second {
            None => (first.x + 6 < place).then(|| first.clone()),
            Some(_) => is_mark.then(|| super::columns::between(line, i32::MIN, i32::MAX)),
        }
    }

    /// Two columns of a page beside each other, as the two wordings of law text.
    fn pair_of_columns(&mut self, left: Vec<Line>, right: Vec<Line>, notes: &mut Vec<Block>) {
        let text = |line: &Line| line.text();
        let heads = left.first().zip(right.first()).is_some_and(|(a, b)| are_headings(&text(a), &text(b)));
        if !heads && !self.in_lydelse {
            for line in left.iter().chain(&right) {
                self.paragraph(line, notes);
            }
            return;
        }
        self.in_lydelse = true;
        let mut sides = [Vec::new(), Vec::new()];
        for (side, lines) in sides.iter_mut().zip([left, right]) {
            for line in lines {
                let Some(cell) = line.cells.into_iter().next() else { continue };
                if !self.note(&cell, notes) {
                    side.push(of_cell(&cell, self.size, self.words));
                }
            }
        }
        let [left, right] = sides;
        // Paragraphs stand beside each other if both sides have as many.
        let rows = if left.len() == right.len() {
            left.into_iter().zip(right).map(|(a, b)| vec![a, b]).collect()
        } else {
            vec![vec![self.whole(left), self.whole(right)]]
        };
        self.rows(
            rows.into_iter()
                .enumerate()
                .map(|(at, cells)| Row { cells, is_head: heads && at == 0 })
                .collect(),
        );
    }

    fn whole(&self, texts: Vec<LinkedText>) -> LinkedText {
        let mut whole = LinkedText::default();
        for text in texts {
            crate::join::append(&mut whole, text, self.words);
        }
        whole
    }

    fn rows(&mut self, rows: Vec<Row>) {
        if rows.is_empty() {
            return;
        }
        let is_lydelse = self.in_lydelse;
        // Rows of one table that only the paragraphs of the page part stay apart.
        if let Some(last) = self.found.last_mut()
            && last.page == Some(self.page)
            && let BlockKind::Table { rows: of_last, is_lydelse: true } = &mut last.kind
            && is_lydelse
        {
            of_last.extend(rows);
            return;
        }
        self.push(BlockKind::Table { rows, is_lydelse }, LinkedText::default());
    }

    fn table(&mut self, rows: Vec<Line>, notes: &mut Vec<Block>) {
        let mut rest = rows;
        if let Some(at) = rest.iter().position(lydelse::is_heading) {
            let after = rest.split_off(at);
            self.plain_table(&rest, notes);
            self.in_lydelse = true;
            let mut after = after.into_iter();
            if let Some(head) = after.next() {
                let cells = head.filled().map(|cell| of_cell(cell, self.size, self.words)).collect();
                self.rows(vec![Row { cells, is_head: true }]);
            }
            rest = after.collect();
        }
        if self.in_lydelse
            && let Some(place) = middle(&rest)
        {
            self.parted_table(rest, place, notes);
            return;
        }
        self.plain_table(&rest, notes);
    }

    /// Rows of law text: those that are parted in the middle, and full lines between them.
    fn parted_table(&mut self, rows: Vec<Line>, place: i32, notes: &mut Vec<Block>) {
        let is_full =
            |line: &Line| line.filled().any(|cell| crosses(cell, place)) && marker(&line.text()).is_none();
        let mut rest = rows.into_iter().peekable();
        while let Some(first) = rest.next() {
            let full = is_full(&first);
            let mut run = vec![first];
            while let Some(next) = rest.next_if(|next| is_full(next) == full) {
                run.push(next);
            }
            if full {
                // The last line of a full paragraph does not reach the middle.
                while let Some(next) = rest.next_if(|next| ends_paragraph(&run, next, place)) {
                    run.push(next);
                }
                self.plain_table(&run, notes);
                continue;
            }
            self.two_columns(run, place, notes);
        }
    }

    fn two_columns(&mut self, mut run: Vec<Line>, place: i32, notes: &mut Vec<Block>) {
        // The end of a paragraph above the table.
        while let Some(first) = run.first()
            && !is_parted(first, place)
            && first.filled().count() == 1
            && let Some(last) = self.found.last_mut()
            && last.kind == BlockKind::Text
            && last.page == Some(self.page)
            && crate::join::goes_on(&last.text.plain, &first.text())
            && marker(&first.text()).is_none()
            && first.filled().all(|cell| cell.x + 6 < place)
        {
            let line = run.remove(0);
            if let Some(cell) = line.filled().next() {
                let text = of_cell(cell, self.size, self.words);
                crate::join::append(&mut last.text, text, self.words);
            }
        }
        let mut kept = Vec::new();
        for line in run {
            let is_note = self.note_of_row(&line, place).is_some_and(|cell| self.note(&cell, notes));
            if !is_note && !line.is_empty() {
                kept.push(line);
            }
        }
        let row = |pair: Pair| {
            let cells = [pair.left, pair.right].map(|cell| of_cell(&cell, self.size, self.words));
            Row { cells: cells.into(), is_head: false }
        };
        let mut rows: Vec<Row> = pairs(&kept, place).into_iter().map(row).collect();
        // The number of a provision whose text comes after the table.
        let is_marker = |row: &mut Row| {
            row.cells.iter().all(|cell| cell.plain.is_empty() || marker(&cell.plain).is_some())
        };
        let last = rows.pop_if(is_marker);
        self.rows(rows);
        for cell in last.into_iter().flat_map(|row| row.cells).filter(|cell| !cell.plain.is_empty()) {
            self.push(BlockKind::Text, cell);
        }
    }

    /// Rows that are no law text: lines of one column are paragraphs, all others a table.
    fn plain_table(&mut self, rows: &[Line], notes: &mut Vec<Block>) {
        let filled = || rows.iter().filter(|line| !line.is_empty());
        if filled().count() == 0 {
            return;
        }
        let places = columns(rows);
        if places.len() > 1 && !is_text(rows, &places) && !is_sentence(rows) {
            let until = |at: usize| places.get(at + 1).copied().unwrap_or(i32::MAX);
            let row = |line: &Line| {
                let cells = places.iter().enumerate();
                let cells = cells.map(|(at, from)| super::columns::between(line, *from, until(at)));
                Row {
                    cells: cells.map(|cell| of_cell(&cell, self.size, self.words)).collect(),
                    is_head: false,
                }
            };
            let rows: Vec<Row> = filled().map(row).collect();
            let was = std::mem::take(&mut self.in_lydelse);
            self.rows(rows);
            self.in_lydelse = was;
            return;
        }
        let line = |(row, line): (usize, &Line)| {
            let cell = super::columns::between(line, i32::MIN, i32::MAX);
            (!cell.is_empty()).then_some(ColumnLine { cell, height: line.height, row })
        };
        for paragraph in paragraphs(rows.iter().enumerate().filter_map(line).collect()) {
            self.cell(&paragraph.cell, notes);
        }
    }
}

/// Whether a row that does not reach the middle ends a paragraph of full lines.
fn ends_paragraph(run: &[Line], next: &Line, place: i32) -> bool {
    let before = run.last().map(Line::text).unwrap_or_default();
    !is_parted(next, place) && next.filled().count() > 0 && crate::join::goes_on(&before, &next.text())
}

/// Whether rows with several columns are running text: marks of items or numbers before it.
fn is_text(rows: &[Line], places: &[i32]) -> bool {
    let [first, second] = places else { return false };
    let cells = rows.iter().map(|line| {
        (
            super::columns::between(line, *first, *second).text(),
            super::columns::between(line, *second, i32::MAX).text(),
        )
    });
    let mut marks = true;
    let (mut left, mut right) = (0, 0);
    for (before, after) in cells {
        let before = before.trim();
        marks &= before.is_empty() || before.chars().count() <= 4;
        left += usize::from(!before.is_empty());
        right += usize::from(!after.trim().is_empty());
    }
    let few = left.min(right) * 5 < left.max(right);
    marks && right >= left || few || rows.len() == 1
}

/// Whether a few rows are the justified lines of one sentence.
fn is_sentence(rows: &[Line]) -> bool {
    const MOST: usize = 6;
    let filled: Vec<&Line> = rows.iter().filter(|line| !line.is_empty()).collect();
    let begins = |text: &str| text.trim().chars().next().is_some_and(|c| !c.is_uppercase());
    let Some((last, before)) = filled.split_last() else { return false };
    let last = last.text();
    // A word that the line end breaks is one of a sentence, unlike the dash of an empty field.
    let is_broken = last.strip_suffix('-').is_some_and(|word| word.ends_with(char::is_lowercase));
    let ended = |text: &str| text.ends_with(['.', ':', ';']) && !ends_in_abbreviation(text);
    filled.len() <= MOST
        && (is_broken || last.ends_with(['.', ',', ':']))
        && before.iter().all(|line| !ended(&line.text()))
        && filled.iter().all(|line| line.filled().skip(1).all(|cell| begins(&cell.text())))
        && filled.iter().skip(1).all(|line| begins(&line.text()))
}

/// The columns of a page that stand beside each other: that of a line, and the next. Within law text the first one is wider where the
/// running head in the margin is part of it.
fn pair_of(line: &Line, columns: &[Column], in_lydelse: bool) -> Option<(u32, u32)> {
    const WIDEST: i32 = 330;
    const WITH_MARGIN: i32 = 450;
    let column = columns.get(line.column as usize)?;
    let next = columns.get(line.column as usize + 1)?;
    let stem = column.id.strip_suffix("_1")?;
    let is_next = next.id.strip_suffix("_2").is_some_and(|of_next| of_next == stem);
    let is_up_to =
        |most: i32, column: &Column| column.width.is_some_and(|width| (150..=most).contains(&width));
    let most = if in_lydelse { WITH_MARGIN } else { WIDEST };
    (is_next && is_up_to(most, column) && is_up_to(WIDEST, next)).then_some((line.column, line.column + 1))
}
