//! Judgments of the courts of the Union.
//!
//! A numbered paragraph is a list item at the outermost level whose number comes next; other items are lists, or stand in quoted
//! provisions. What the court rules follows "On those grounds".

use super::block::{Block, Class};
use super::days::first_day;
use super::entry::{Entry, Part};
use super::marker::OPENING_QUOTES;
use super::numbers::{article_number, trimmed_marker};
use super::quotes::quoted;
use super::source::Source;
use super::text::{append, cut_start};
use crate::node::LinkedText;

/// Words before what the court rules.
const GROUNDS: [&str; 5] =
    ["On those grounds", "On these grounds", "Mot denna bakgrund", "På dessa grunder", "Av dessa skäl"];

struct Reader {
    entries: Vec<Entry>,
    title: LinkedText,
    has_title: bool,
    /// The number of the last numbered paragraph.
    last: u32,
    rules: bool,
}

/// Reads the blocks of a judgment into the source.
pub(super) fn read(blocks: Vec<Block>, source: &mut Source) {
    let is_quoted = quoted(&blocks);
    let mut reader =
        Reader { entries: Vec::new(), title: LinkedText::default(), has_title: false, last: 0, rules: false };
    for (block, is_quoted) in blocks.into_iter().zip(is_quoted) {
        let can_be_quoted =
            reader.last > 0 && !reader.rules && !matches!(block.class, Class::Note | Class::GroupTitle(_));
        reader.block(block, is_quoted && can_be_quoted);
    }
    source.date = first_day(&reader.title.plain);
    // The marks of notes are no words of a title.
    for mark in reader.title.links.iter().rev() {
        source.left_out.push_str(reader.title.plain.get(mark.range.clone()).unwrap_or_default());
        source.left_out.push('\n');
        reader.title.plain.replace_range(mark.range.clone(), "");
    }
    source.title = reader.title.plain.trim().to_owned();
    source.entries = reader.entries;
}

impl Reader {
    fn block(&mut self, mut block: Block, is_quoted: bool) {
        if block.table.is_some() || !matches!(block.class, Class::Normal | Class::Count) {
            block.inline_marker();
        }
        if is_quoted {
            return self.quotation(block);
        }
        match block.class {
            Class::Summary if !self.has_title => return append(&mut self.title, block.text),
            Class::Note => return self.note(block),
            _ => self.has_title = true,
        }
        match block.class {
            Class::Summary => self.push(Part::Heading, 1, None, block.text),
            Class::GroupTitle(level) => {
                self.push(Part::Heading, level.saturating_sub(1).max(1), None, block.text);
            }
            Class::Keywords => self.keywords(&block.text.plain),
            Class::Signature => self.push(Part::Signature, 0, None, block.text),
            _ => self.words(block),
        }
    }

    fn push(&mut self, part: Part, level: u8, num: Option<String>, text: LinkedText) {
        let mut entry = Entry::with_text(part, text);
        (entry.level, entry.num) = (level, num);
        self.entries.push(entry);
    }

    fn keywords(&mut self, text: &str) {
        for keyword in text.split(" — ").flat_map(|part| part.split(" – ")) {
            if !keyword.trim().is_empty() {
                self.push(Part::Keyword, 0, None, LinkedText::from(keyword.trim().to_owned()));
            }
        }
    }

    fn note(&mut self, block: Block) {
        let mut text = block.text;
        let mark = text.links.first().filter(|mark| mark.range.start <= 1).map(|mark| mark.range.clone());
        let num = mark.as_ref().and_then(|range| text.plain.get(range.clone())).map(str::to_owned);
        if let Some(range) = mark {
            cut_start(&mut text, range.end);
        }
        self.push(Part::Note, 0, num, text);
    }

    fn words(&mut self, mut block: Block) {
        let num = block.marker.as_ref().and_then(|marker| trimmed_marker(&marker.text));
        if let Some(rows) = block.table {
            return self.push(Part::Table(rows), block.depth.saturating_sub(1), None, block.text);
        }
        if GROUNDS.iter().any(|words| block.text.plain.starts_with(words)) && num.is_none() && self.last > 0 {
            self.rules = true;
            return self.push(Part::Ruling, 0, None, block.text);
        }
        let Some(num) = num else {
            let part = if self.rules { Part::Ruling } else { Part::Text };
            let level = if self.rules { 0 } else { block.depth.saturating_sub(1) };
            return self.push(part, level, None, block.text);
        };
        if self.rules {
            return self.push(Part::Ruling, 0, Some(num), block.text);
        }
        let next = self.last.saturating_add(1);
        if block.depth == 1 && num == next.to_string() {
            self.last = next;
            return self.push(Part::Paragraph, 0, Some(num), block.text);
        }
        let open: String = block
            .marker
            .iter()
            .flat_map(|marker| marker.text.chars())
            .take_while(|c| OPENING_QUOTES.contains(c))
            .collect();
        block.text.put_before(&open);
        // Items before the first paragraph stand in no other item.
        let inside = u8::from(self.last > 0);
        self.push(Part::Point, block.depth.saturating_sub(inside).max(1), Some(num), block.text);
    }

    /// A block of a provision that the court quotes.
    fn quotation(&mut self, mut block: Block) {
        let mut entry = Entry::new(Part::Text);
        entry.is_quoted = true;
        entry.level = block.depth.saturating_sub(1);
        if let Some(marker) = block.marker.take() {
            entry.num = trimmed_marker(&marker.text);
            let open: String = marker.text.chars().take_while(|c| OPENING_QUOTES.contains(c)).collect();
            block.text.put_before(&open);
            let is_recital = self.introduces_recitals();
            entry.part = if is_recital { Part::Recital } else { Part::Point };
            entry.level = entry.level.max(1);
        } else if let Some(rows) = block.table.take() {
            entry.part = Part::Table(rows);
        } else if article_number(&block.text.plain).is_some()
            && super::words::is_article(block.text.plain.trim_start_matches(OPENING_QUOTES))
        {
            entry.part = Part::Article;
        }
        entry.text = block.text;
        self.entries.push(entry);
    }

    /// Whether the words before the quotation name recitals.
    fn introduces_recitals(&self) -> bool {
        let before = self.entries.iter().rev().find(|entry| !entry.is_quoted);
        before.is_some_and(|before| {
            let words = before.text.plain.to_lowercase();
            let start = words.get(..60).unwrap_or(&words);
            start.contains("recital") || start.contains("skäl ") || start.contains("skälen ")
        })
    }
}
