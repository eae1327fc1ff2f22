//! Which part of an act each block of a page is.
//!
//! An act is its title, the preamble (citations, recitals), divisions with articles, the place and day with signatures, and annexes. The
//! classes of blocks say it where the publisher has them; else the words do.

mod body;
mod plain;
mod preamble;

use super::block::{Block, Class, Form, Region};
use super::days::first_day;
use super::entry::{Entry, Part};
use super::marker::Chain;
use super::quotes::quoted;
use super::source::Source;
use super::text::append;
use super::words::begins_end;
use crate::node::LinkedText;

/// Where in an act the reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Title,
    Preamble,
    Body,
    /// After the last article: the place, the day and who signed.
    End,
    Annex,
}

/// Reads the blocks of an act.
struct Reader {
    form: Form,
    at: At,
    /// Whether the citations have begun.
    has_citations: bool,
    /// Whether the recitals have begun.
    has_recitals: bool,
    /// Whether the recital of this region is open.
    recital: Option<u32>,
    title: LinkedText,
    /// The marks of changes that stand in words.
    left_out: String,
    entries: Vec<Entry>,
    annexes: u32,
    /// The words of the divisions that are open, outermost first.
    divisions: Vec<u8>,
    chain: Chain,
    /// The number of the last numbered paragraph of the article, for comparing.
    paragraph: Option<(u32, String)>,
    /// How many sub-paragraphs the paragraph has so far.
    stycken: u32,
    /// Whether the last block of the paragraph ended a sentence.
    ended_sentence: bool,
    has_article: bool,
}

/// Reads the blocks of an act into the source.
pub(super) fn read(mut blocks: Vec<Block>, form: Form, source: &mut Source) {
    if form == Form::Plain {
        plain::classify(&mut blocks);
        plain::mark_notes(&mut blocks);
        blocks = plain::part_first_items(blocks);
    }
    plain::find_roman_lists(&mut blocks);
    let is_quoted = quoted(&blocks);
    let mut reader = Reader {
        form,
        at: At::Title,
        has_citations: false,
        has_recitals: false,
        recital: None,
        title: LinkedText::default(),
        left_out: String::new(),
        entries: Vec::new(),
        annexes: source.annexes,
        divisions: Vec::new(),
        chain: Chain::default(),
        paragraph: None,
        stycken: 0,
        ended_sentence: false,
        has_article: false,
    };
    for (block, is_quoted) in blocks.into_iter().zip(is_quoted) {
        reader.block(block, is_quoted);
    }
    // Some old titles have no day; then it stands at the end.
    let ends = reader.entries.iter().filter(|entry| entry.part == Part::Signature);
    source.date = first_day(&reader.title.plain)
        .or_else(|| ends.map(|end| &end.text.plain).find_map(|end| first_day(end)));
    source.title = reader.title.plain;
    source.annexes = reader.annexes;
    source.entries = reader.entries;
    source.left_out.push_str(&reader.left_out);
}

impl Reader {
    fn block(&mut self, mut block: Block, is_quoted: bool) {
        self.drop_changes(&mut block);
        if is_quoted {
            return self.quotation(block);
        }
        if block.class == Class::Note {
            return self.note(block, false);
        }
        if !matches!(block.class, Class::Normal | Class::Count) {
            block.inline_marker();
        }
        if block.region == Region::Annex && self.at != At::Annex && block.class != Class::DocumentTitle {
            self.at = At::Annex;
        }
        match block.class {
            Class::DocumentTitle => return self.document_title(block),
            Class::ArticleTitle if self.at != At::Annex || block.region != Region::Annex => {
                self.at = if self.at == At::Annex { At::Annex } else { At::Body };
                return self.article(block);
            }
            Class::DivisionTitle | Class::AnnexTitle | Class::GroupTitle(_) | Class::ArticleTitle => {
                return self.heading(block);
            }
            Class::DivisionSubtitle | Class::ArticleSubtitle | Class::AnnexSubtitle => {
                return self.subtitle(block);
            }
            _ => {}
        }
        if self.at == At::Title {
            self.at = At::Preamble;
        }
        let is_unmarked_end =
            block.region == Region::Unknown && block.depth == 0 && begins_end(&block.text.plain);
        if block.region == Region::Final
            || block.class == Class::Signature
            || self.at == At::Body && is_unmarked_end
        {
            self.at = At::End;
        }
        match self.at {
            At::Title | At::Preamble => self.preamble(block),
            At::End if block.depth == 0 && block.table.is_none() => {
                block.inline_marker();
                self.push(Entry::with_text(Part::Signature, block.text), None);
            }
            At::Body | At::Annex | At::End => self.text(block),
        }
    }

    /// Leaves out the marks of changes that stand in the words of a consolidation: `►C1 words ◄`.
    fn drop_changes(&mut self, block: &mut Block) {
        if !block.text.plain.contains(['►', '◄', '▼']) {
            return;
        }
        let mut kept = LinkedText::default();
        let mut links = std::mem::take(&mut block.text.links).into_iter().peekable();
        let mut rest = block.text.plain.char_indices().peekable();
        while let Some((at, c)) = rest.next() {
            if let Some(link) = links.next_if(|link| link.range.start <= at) {
                let start = kept.plain.len();
                let len = link.range.len();
                links_push(&mut kept, link, start, len);
            }
            match c {
                '►' | '▼' => {
                    while let Some((_, c)) = rest.next_if(|(_, c)| c.is_ascii_alphanumeric()) {
                        self.left_out.push(c);
                    }
                    self.left_out.push('\n');
                    while kept.plain.ends_with(' ') && rest.next_if(|(_, c)| *c == ' ').is_some() {}
                    if kept.plain.is_empty() {
                        while rest.next_if(|(_, c)| *c == ' ').is_some() {}
                    }
                }
                '◄' => {}
                c => kept.plain.push(c),
            }
        }
        kept.plain.truncate(kept.plain.trim_end().len());
        block.text = kept;
    }

    pub(super) fn push(&mut self, mut entry: Entry, modified: Option<String>) {
        if modified.is_some() {
            entry.modified = modified;
        }
        self.entries.push(entry);
    }

    /// A line of the title of the act, or in what follows it the title of an annex.
    fn document_title(&mut self, block: Block) {
        if self.at == At::Title && block.region != Region::Annex {
            return append(&mut self.title, block.text);
        }
        self.heading(Block { class: Class::AnnexTitle, ..block });
    }

    fn note(&mut self, block: Block, is_quoted: bool) {
        let mut text = block.text;
        let mut entry = Entry::new(Part::Note);
        entry.is_quoted = is_quoted;
        let mark = text
            .links
            .first()
            .filter(|mark| mark.range.start <= 1 && mark.is_note_mark())
            .map(|mark| mark.range.clone());
        if let Some(range) = mark {
            entry.num = text.plain.get(range.clone()).map(str::to_owned);
            super::text::cut_start(&mut text, range.end);
        } else {
            entry.num = plain::take_note_number(&mut text);
        }
        entry.text = text;
        self.push(entry, None);
    }
}

fn links_push(kept: &mut LinkedText, mut link: crate::node::NodeLink, start: usize, len: usize) {
    link.range = start..start + len;
    kept.links.push(link);
}
