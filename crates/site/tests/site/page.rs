//! A page as a browser's tokenizer reads it.

use std::cell::RefCell;
use std::collections::BTreeSet;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Rcdata, ScriptData};
use html5ever::tokenizer::{
    BufferQueue, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// What a page holds.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) ids: BTreeSet<String>,
    /// Addresses of links, forms and files.
    pub(crate) addresses: BTreeSet<String>,
    pub(crate) headings: Vec<u8>,
    /// What is not as it should be.
    pub(crate) faults: Vec<String>,
    open: Vec<String>,
}

/// Elements that have no end tag.
const VOID: [&str; 6] = ["meta", "link", "input", "img", "hr", "br"];

#[derive(Default)]
struct Sink(RefCell<Page>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<()> {
        match token {
            TagToken(tag) => self.0.borrow_mut().tag(&tag, line),
            Token::ParseError(error) => {
                self.0.borrow_mut().faults.push(format!("line {line}: {error}"));
                TokenSinkResult::Continue
            }
            _ => TokenSinkResult::Continue,
        }
    }
}

impl Page {
    /// Reads a page.
    pub(crate) fn read(html: &str) -> Self {
        let tokenizer =
            Tokenizer::new(Sink::default(), TokenizerOpts { exact_errors: true, ..TokenizerOpts::default() });
        let queue = BufferQueue::default();
        queue.push_back(StrTendril::from(html));
        let _ = tokenizer.feed(&queue);
        tokenizer.end();
        let mut page = tokenizer.sink.0.into_inner();
        if !page.open.is_empty() {
            page.faults.push(format!("not closed: {:?}", page.open));
        }
        page
    }

    fn tag(&mut self, tag: &Tag, line: u64) -> TokenSinkResult<()> {
        let name = tag.name.to_string();
        if tag.kind != StartTag {
            if self.open.pop().as_ref() != Some(&name) {
                self.faults.push(format!("line {line}: </{name}> closes another element"));
            }
            return TokenSinkResult::Continue;
        }
        let attribute = |name: &str| {
            tag.attrs.iter().find(|own| &*own.name.local == name).map(|own| own.value.to_string())
        };
        if let Some(id) = attribute("id")
            && !self.ids.insert(id.clone())
        {
            self.faults.push(format!("line {line}: the id {id} twice"));
        }
        for source in ["href", "src", "action"] {
            self.addresses.extend(attribute(source));
        }
        if attribute("style").is_some() || tag.attrs.iter().any(|own| own.name.local.starts_with("on")) {
            self.faults.push(format!("line {line}: a style or a script in <{name}>"));
        }
        if name == "script"
            && attribute("src").is_none()
            && attribute("type").as_deref() != Some("application/ld+json")
        {
            self.faults.push(format!("line {line}: a script in the page"));
        }
        if name == "style" {
            self.faults.push(format!("line {line}: a style in the page"));
        }
        if let Some(level) = name.strip_prefix('h').and_then(|level| level.parse().ok()) {
            self.headings.push(level);
        }
        if !VOID.contains(&&*name) {
            self.open.push(name.clone());
        }
        match &*name {
            "script" => TokenSinkResult::RawData(ScriptData),
            "title" => TokenSinkResult::RawData(Rcdata),
            _ => TokenSinkResult::Continue,
        }
    }
}
