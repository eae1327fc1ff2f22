//! Making a tree of a page.

use std::cell::RefCell;
use std::ops::Range;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::{Attribute, LocalName};

use super::rules::{holds, implied_by, is_block, is_void};
use crate::ParseError;

/// Stands in texts for `br`. It is a blank.
pub(crate) const LINE_END: char = '\u{2028}';
/// Stands in texts between blocks. It is a blank.
pub(crate) const BLOCK_END: char = '\u{2029}';

/// The greatest number of elements around an element. Pages of publishers have at most thirty.
pub(super) const MAX_DEPTH: usize = 400;
/// The greatest number of elements and texts.
const MAX_ENTRIES: usize = 8_000_000;

/// A page or a fragment of one.
pub(crate) struct Tree {
    /// Elements and texts, each element before what is inside it.
    entries: Vec<Entry>,
    attributes: Vec<Attribute>,
    /// All texts in order.
    text: String,
    styles: String,
    is_cut: bool,
}

/// An element or a text.
pub(super) struct Entry {
    pub(super) kind: Kind,
    /// The position after everything inside the entry.
    pub(super) end: u32,
    /// The bytes of the text.
    text: Range<u32>,
}

pub(super) enum Kind {
    Element { name: LocalName, attributes: Range<u32> },
    Text,
}

impl Tree {
    /// Reads a page. Fails if it is nested deeper or has more elements than any page that a person reads.
    pub(crate) fn parse(html: &str) -> Result<Self, ParseError> {
        // Positions are numbers of 32 bits.
        if u32::try_from(html.len()).is_err() {
            return Err(ParseError::TooLarge("the page"));
        }
        let input = BufferQueue::default();
        input.push_back(StrTendril::from(html));
        let tokenizer = Tokenizer::new(Builder::new(), TokenizerOpts::default());
        let _ = tokenizer.feed(&input);
        tokenizer.end();
        tokenizer.sink.state.into_inner().finish()
    }

    /// All texts of the page in order.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether the page ends inside an element whose end tag must not be left out.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The style sheets of the page.
    pub(crate) fn styles(&self) -> &str {
        &self.styles
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn attributes(&self, range: &Range<u32>) -> &[Attribute] {
        self.attributes.get(range.start as usize..range.end as usize).unwrap_or_default()
    }

    pub(super) fn text_at(&self, entry: &Entry) -> &str {
        self.text.get(entry.text.start as usize..entry.text.end as usize).unwrap_or_default()
    }
}

/// Where text goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Destination {
    Text,
    Styles,
    Nowhere,
}

struct Builder {
    state: RefCell<State>,
}

struct State {
    tree: Tree,
    /// The positions of the open elements, the root first.
    open: Vec<usize>,
    /// The number of open `p`, so that blocks outside of paragraphs need not look for one.
    open_paragraphs: usize,
    into: Destination,
    /// The number of entries when an element was last closed: a later text does not go on with one of them.
    closed: usize,
    failed: Option<ParseError>,
}

impl Builder {
    fn new() -> Self {
        let tree = Tree {
            entries: Vec::new(),
            attributes: Vec::new(),
            text: String::new(),
            styles: String::new(),
            is_cut: false,
        };
        let mut state = State {
            tree,
            open: Vec::new(),
            open_paragraphs: 0,
            into: Destination::Text,
            closed: 0,
            failed: None,
        };
        state.push(LocalName::from(""), Vec::new());
        Self { state: RefCell::new(state) }
    }
}

impl TokenSink for Builder {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.state.borrow_mut();
        if state.failed.is_some() {
            return TokenSinkResult::Continue;
        }
        match token {
            Token::CharacterTokens(text) => state.text(&text),
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => return state.start(tag),
            Token::TagToken(tag) => state.end(&tag.name),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl State {
    fn finish(mut self) -> Result<Tree, ParseError> {
        self.tree.is_cut = self
            .open
            .iter()
            .any(|index| matches!(self.name(*index), "div" | "table" | "ol" | "ul" | "span" | "a"));
        self.close_from(0);
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.tree),
        }
    }

    fn text(&mut self, text: &str) {
        match self.into {
            Destination::Nowhere => return,
            Destination::Styles => return self.tree.styles.push_str(text),
            Destination::Text => {}
        }
        let start = self.tree.text.len() as u32;
        self.tree.text.push_str(text);
        let end = self.tree.text.len() as u32;
        let open = self.tree.entries.get_mut(self.closed..).and_then(<[Entry]>::last_mut);
        if let Some(Entry { kind: Kind::Text, text, .. }) = open
            && text.end == start
        {
            text.end = end;
            return;
        }
        let after = self.tree.entries.len() as u32 + 1;
        self.add(Entry { kind: Kind::Text, end: after, text: start..end });
    }

    fn start(&mut self, tag: Tag) -> TokenSinkResult<()> {
        let name = tag.name;
        let raw = match &*name {
            "style" => Some((Destination::Styles, Rawtext)),
            "script" => Some((Destination::Nowhere, ScriptData)),
            _ => None,
        };
        if let Some((into, kind)) = raw {
            if tag.self_closing {
                return TokenSinkResult::Continue;
            }
            self.into = into;
            return TokenSinkResult::RawData(kind);
        }
        self.imply_ends(&name);
        let has_no_content = tag.self_closing || is_void(&name);
        let reads_tags = tag.self_closing || !matches!(&*name, "title" | "textarea");
        self.push(name.clone(), tag.attrs);
        if has_no_content {
            if &*name == "br" {
                self.tree.text.push(LINE_END);
            }
            self.close_from(self.open.len().saturating_sub(1));
        }
        if reads_tags { TokenSinkResult::Continue } else { TokenSinkResult::RawData(Rcdata) }
    }

    /// Closes what a start tag closes.
    fn imply_ends(&mut self, start: &str) {
        let Some(rule) = implied_by(start) else { return };
        if rule.closes == ["p"] && self.open_paragraphs == 0 {
            return;
        }
        let mut found = None;
        for (depth, index) in self.open.iter().enumerate().rev() {
            let name = self.name(*index);
            if rule.closes.contains(&name) {
                found = Some(depth);
            } else if rule.within.contains(&name) {
                break;
            }
        }
        if let Some(depth) = found {
            self.close_from(depth);
        }
    }

    fn end(&mut self, name: &LocalName) {
        if matches!(&**name, "style" | "script") {
            self.into = Destination::Text;
            return;
        }
        let mut opened = None;
        for (depth, index) in self.open.iter().enumerate().rev() {
            let open = self.name(*index);
            if open == &**name {
                opened = Some(depth);
                break;
            }
            if holds(open, name) {
                break;
            }
        }
        if let Some(depth) = opened.filter(|depth| *depth > 0) {
            self.close_from(depth);
        }
    }

    fn name(&self, index: usize) -> &str {
        match self.tree.entries.get(index).map(|entry| &entry.kind) {
            Some(Kind::Element { name, .. }) => name,
            _ => "",
        }
    }

    fn push(&mut self, name: LocalName, attributes: Vec<Attribute>) {
        if self.open.len() > MAX_DEPTH {
            self.failed = Some(ParseError::TooDeep);
            return;
        }
        if is_block(&name) {
            self.part_blocks();
        }
        if &*name == "p" {
            self.open_paragraphs += 1;
        }
        let first = self.tree.attributes.len() as u32;
        self.tree.attributes.extend(attributes);
        let attributes = first..self.tree.attributes.len() as u32;
        let at = self.tree.text.len() as u32;
        self.open.push(self.tree.entries.len());
        self.add(Entry { kind: Kind::Element { name, attributes }, end: 0, text: at..at });
    }

    fn add(&mut self, entry: Entry) {
        if self.tree.entries.len() >= MAX_ENTRIES {
            self.failed = Some(ParseError::TooLarge("the number of its elements"));
            return;
        }
        self.tree.entries.push(entry);
    }

    /// Closes the open elements from a depth on.
    fn close_from(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(index) = self.open.pop() else { return };
            self.closed = self.tree.entries.len();
            let after = self.closed as u32;
            let text_end = self.tree.text.len() as u32;
            let Some(entry) = self.tree.entries.get_mut(index) else { continue };
            entry.end = after;
            entry.text.end = text_end;
            let Kind::Element { name, .. } = &entry.kind else { continue };
            let (is_block, is_paragraph) = (is_block(name), &**name == "p");
            if is_paragraph {
                self.open_paragraphs = self.open_paragraphs.saturating_sub(1);
            }
            if is_block {
                self.part_blocks();
            }
        }
    }

    /// Parts the words of two blocks.
    fn part_blocks(&mut self) {
        if !self.tree.text.is_empty() && !self.tree.text.ends_with(BLOCK_END) {
            self.tree.text.push(BLOCK_END);
        }
    }
}
