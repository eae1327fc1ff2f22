//! Articles, annexes and what stands in them.

use super::{At, Reader};
use crate::eurlex::annex::annex_id;
use crate::eurlex::block::{Block, Class, Form};
use crate::eurlex::entry::{Entry, Part};
use crate::eurlex::marker::{Marker, OPENING_QUOTES, Style, starting};
use crate::eurlex::numbers::{article_number, trimmed_marker};
use crate::eurlex::text::{append, cut_start};
use crate::eurlex::words::division_rank;

impl Reader {
    pub(super) fn article(&mut self, mut block: Block) {
        let mut entry = Entry::new(Part::Article);
        entry.num = article_number(&block.text.plain);
        entry.is_counted = true;
        entry.id.clone_from(&entry.num);
        // `Artikel 1 — Syfte`
        if let Some(at) = block.text.plain.find(" — ").filter(|_| block.is_flat) {
            entry.label = block.text.plain.get(..at).map(str::to_owned);
            cut_start(&mut block.text, at + " — ".len());
            entry.text = block.text;
        } else {
            let mark = block.text.links.first().map_or(block.text.plain.len(), |mark| mark.range.start);
            entry.label = block.text.plain.get(..mark).map(|label| label.trim_end().to_owned());
            cut_start(&mut block.text, mark);
            entry.text = block.text;
        }
        self.push(entry, block.modified);
        self.begin_unit();
        self.has_article = true;
    }

    /// Begins an article, an annex or a heading: nothing is open in it.
    fn begin_unit(&mut self) {
        self.paragraph = None;
        self.stycken = 0;
        self.ended_sentence = false;
        self.has_article = false;
        self.chain.clear();
    }

    pub(super) fn heading(&mut self, mut block: Block) {
        let mut entry = Entry::new(Part::Heading);
        let before = self.entries.last().filter(|entry| entry.part == Part::Heading);
        entry.level = match block.class {
            Class::AnnexTitle => {
                // The second line of the title of an annex.
                let is_second = before.is_some_and(|before| before.id.is_some() && before.label.is_none());
                if self.at == At::Annex && is_second && !crate::eurlex::words::is_annex(&block.text.plain) {
                    return self.subtitle(block);
                }
                self.at = At::Annex;
                self.annexes += 1;
                entry.id = Some(annex_id(self.annexes));
                self.divisions.clear();
                1
            }
            Class::GroupTitle(level) => level.saturating_add(u8::from(self.at == At::Annex)),
            Class::DivisionTitle => {
                if self.at != At::Annex {
                    self.at = At::Body;
                }
                let rank = division_rank(&block.text.plain).unwrap_or(u8::MAX);
                self.divisions.retain(|open| *open < rank);
                self.divisions.push(rank);
                u8::try_from(self.divisions.len())
                    .unwrap_or(u8::MAX)
                    .saturating_add(u8::from(self.at == At::Annex))
            }
            _ => 2,
        };
        // `KAPITEL I — Principer`
        if let Some(at) = block.text.plain.find(" — ").filter(|_| block.is_flat) {
            entry.label = block.text.plain.get(..at).map(str::to_owned);
            cut_start(&mut block.text, at + " — ".len());
        }
        entry.text = block.text;
        self.push(entry, block.modified);
        self.begin_unit();
    }

    /// The title of the article, division or annex before it.
    pub(super) fn subtitle(&mut self, block: Block) {
        let Some(last) = self.entries.last_mut() else { return self.text(block) };
        match (&last.part, block.class) {
            (Part::Article, Class::ArticleSubtitle) => append(&mut last.text, block.text),
            (Part::Heading, Class::DivisionSubtitle | Class::AnnexSubtitle | Class::AnnexTitle) => {
                if last.label.is_none() && last.text.links.is_empty() {
                    last.label = Some(std::mem::take(&mut last.text.plain));
                }
                append(&mut last.text, block.text);
            }
            _ => self.heading(Block { class: Class::GroupTitle(2), ..block }),
        }
    }

    /// Words, an item or a table of an article or an annex.
    pub(super) fn text(&mut self, block: Block) {
        let ends = block.table.is_some() || ends_sentence(&block.text.plain);
        self.part(block);
        self.ended_sentence = ends;
    }

    fn part(&mut self, mut block: Block) {
        if let Some(rows) = block.table.take() {
            return self.table(block, rows);
        }
        if self.fills_marker(&mut block) {
            return;
        }
        if let Some(marker) = block.marker.take() {
            if marker.is_paragraph {
                return self.numbered_paragraph(trimmed_marker(&marker.text), block);
            }
            let open: String = marker.text.chars().take_while(|c| OPENING_QUOTES.contains(c)).collect();
            block.text.put_before(&open);
            // Where some items are printed without their depth, all are told apart by their markers.
            let level = match &marker.read {
                Some(read) if self.form == Form::Plain => self.chain.depth_of(read, block.is_roman),
                _ => self.chain.depth().saturating_add(block.depth),
            };
            return self.point(trimmed_marker(&marker.text), level, block);
        }
        let marker = starting(&block.text.plain);
        if let Some(marker) = marker.filter(|marker| self.begins_paragraph(marker, &block)) {
            cut_start(&mut block.text, marker.len);
            return self.numbered_paragraph(Some(marker.num), block);
        }
        let reads_markers = block.is_flat || self.form == Form::Plain;
        if let Some(marker) = starting(&block.text.plain).filter(|_| reads_markers) {
            cut_start(&mut block.text, marker.len);
            let outer = if self.form == Form::Plain { 0 } else { block.depth };
            let level = self.chain.depth_of(&marker, block.is_roman).saturating_add(outer);
            return self.point(Some(marker.num), level, block);
        }
        self.words(block);
    }

    /// Whether the block before is a marker that stands alone on the page, whose text this one is.
    fn fills_marker(&mut self, block: &mut Block) -> bool {
        let Some(last) = self.entries.last_mut() else { return false };
        let is_open = last.part == Part::Point && last.text.plain.is_empty() && self.form == Form::Plain;
        if is_open && block.marker.is_none() && starting(&block.text.plain).is_none() {
            last.text = std::mem::take(&mut block.text);
            return true;
        }
        false
    }

    /// Whether a marker in the text is that of a numbered paragraph: the next greater number of the article, outside of lists.
    fn begins_paragraph(&self, marker: &Marker, block: &Block) -> bool {
        let is_in_article = self.has_article && block.depth == 0 && !block.is_flat;
        if !is_in_article || marker.style != Style::Number || marker.num.contains('.') {
            return false;
        }
        // In a plain list `1.` after "the following:" is an item; paragraphs begin with the article.
        let begins_article = self.paragraph.is_some() || self.stycken == 0;
        let follows = match (&self.paragraph, paragraph_order(&marker.num)) {
            (Some(last), Some(number)) => number > *last && number.0 <= last.0.saturating_add(MAX_GAP),
            (None, Some(number)) => number.0 <= MAX_GAP,
            (_, None) => false,
        };
        let is_alone = marker.len == block.text.plain.len();
        begins_article && follows && !is_alone
    }

    fn numbered_paragraph(&mut self, num: Option<String>, block: Block) {
        let mut entry = Entry::with_text(Part::Paragraph, block.text);
        self.paragraph = num.as_deref().and_then(paragraph_order).or(self.paragraph.take());
        entry.num = num;
        self.push(entry, block.modified);
        self.stycken = 1;
        self.chain.clear();
    }

    fn point(&mut self, num: Option<String>, level: u8, block: Block) {
        let mut entry = Entry::with_text(Part::Point, block.text);
        (entry.num, entry.level) = (num, level.max(1));
        self.push(entry, block.modified);
    }

    pub(super) fn table(&mut self, block: Block, rows: Vec<crate::eurlex::entry::Row>) {
        if let Some(marker) = block.marker {
            let own = Block { depth: block.depth, ..Block::default() };
            self.point(trimmed_marker(&marker.text), block.depth, own);
        }
        let mut entry = Entry::with_text(Part::Table(rows), block.text);
        entry.level = block.depth;
        self.push(entry, None);
    }

    /// Words without a marker: those of the article before anything numbered, a sub-paragraph, or what goes on after a list.
    fn words(&mut self, block: Block) {
        if !self.has_article || block.depth > 0 {
            let level = if block.depth > 0 { self.chain.depth().saturating_add(block.depth) } else { 0 };
            if level == 0 {
                self.chain.clear();
            }
            let entry = Entry { level, ..Entry::with_text(Part::Text, block.text) };
            return self.push(entry, block.modified);
        }
        // A sub-paragraph begins a sentence after one that has ended; other lines go on.
        let goes_on = !self.ended_sentence || block.text.plain.starts_with(char::is_lowercase);
        self.chain.clear();
        let mut entry = Entry::with_text(Part::Text, block.text);
        if self.stycken == 0 {
            entry.part = Part::Paragraph;
            self.stycken = 1;
        } else if !goes_on {
            self.stycken += 1;
            entry.num = Some(self.stycken.to_string());
            entry.is_counted = true;
        }
        self.push(entry, block.modified);
    }

    /// A block that is quoted from another act.
    pub(super) fn quotation(&mut self, mut block: Block) {
        self.ended_sentence = true;
        if block.class == Class::Note {
            return self.note(block, true);
        }
        let mut entry = Entry::new(Part::Text);
        entry.is_quoted = true;
        entry.level = block.depth;
        if block.table.is_some() || !matches!(block.class, Class::Normal | Class::Count) {
            block.inline_marker();
        }
        if let Some(rows) = block.table.take() {
            entry.part = Part::Table(rows);
        } else if matches!(block.class, Class::ArticleTitle | Class::QuotedTitle)
            && article_number(&block.text.plain).is_some()
        {
            entry.part = Part::Article;
            entry.num = article_number(&block.text.plain);
            entry.is_counted = true;
        } else if !matches!(block.class, Class::Normal | Class::Count | Class::Signature) {
            entry.part = Part::Heading;
        } else if let Some(marker) = block.marker.take() {
            entry.part = if marker.is_paragraph { Part::Paragraph } else { Part::Point };
            entry.num = trimmed_marker(&marker.text);
            let open: String = marker.text.chars().take_while(|c| OPENING_QUOTES.contains(c)).collect();
            block.text.put_before(&open);
        } else {
            let bare = block.text.plain.trim_start_matches(OPENING_QUOTES);
            if let Some(marker) = starting(bare).filter(|marker| marker.style == Style::Number) {
                let open = block.text.plain.len() - bare.len();
                let quote = block.text.plain.get(..open).unwrap_or_default().to_owned();
                cut_start(&mut block.text, open + marker.len);
                block.text.put_before(&quote);
                entry.part = Part::Paragraph;
                entry.num = Some(marker.num);
            }
        }
        entry.text = block.text;
        self.push(entry, block.modified);
    }
}

/// Whether a text ends with the end of a sentence.
fn ends_sentence(text: &str) -> bool {
    let bare = text.trim_end_matches(|c: char| {
        c.is_whitespace() || c.is_ascii_digit() || matches!(c, '’' | '”' | '"' | '\'' | ')' | '»')
    });
    bare.ends_with(['.', '!', '?']) || text.trim_end().ends_with('.')
}

/// How many numbers may be left out between two paragraphs.
const MAX_GAP: u32 = 30;

/// A number of a paragraph for comparing: `2a` stands after `2`.
fn paragraph_order(num: &str) -> Option<(u32, String)> {
    let digits = num.bytes().take_while(u8::is_ascii_digit).count();
    let (number, letters) = num.split_at(digits);
    Some((number.parse().ok()?, letters.to_owned()))
}
