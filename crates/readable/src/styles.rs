//! Which styles of paragraphs are block quotes, by their names, their indents and the styles that they are based on.

use std::collections::HashMap;

/// The names of styles for quotations that word processors have, in English and Swedish.
const QUOTES: [&str; 8] = [
    "quote",
    "quotations",
    "intense quote",
    "block text",
    "block quotation",
    "citat",
    "starkt citat",
    "blockcitat",
];

/// How the names of styles begin that are indented and no quotations: `List Paragraph`, `toc 2`, `heading 3`.
const INDENTED: [&str; 11] = [
    "list",
    "toc",
    "heading",
    "index",
    "contents",
    "table",
    "footnote",
    "endnote",
    "innehåll",
    "rubrik",
    "normal indent",
];

/// How many styles are followed from one that a style is based on.
const MAX_BASES: usize = 20;

/// Characters of a name that are kept. All that are looked for are shorter, and names are compared for each paragraph.
const MAX_NAME: usize = 40;

/// A style of paragraphs.
#[derive(Default)]
pub(crate) struct ParagraphStyle {
    pub(crate) name: String,
    pub(crate) based_on: Option<String>,
    /// Whether it sets an indent, and whether that is one of a block quote.
    pub(crate) is_indented: Option<bool>,
    pub(crate) is_item: bool,
}

/// The styles of paragraphs, by their ids.
#[derive(Default)]
pub(crate) struct Styles(HashMap<String, ParagraphStyle>);

impl Styles {
    pub(crate) fn add(&mut self, id: String, style: ParagraphStyle) {
        let name = style.name.chars().take(MAX_NAME).collect::<String>().to_lowercase();
        self.0.insert(id, ParagraphStyle { name, ..style });
    }

    /// Whether paragraphs of a style are block quotes.
    pub(crate) fn is_quote(&self, id: &str) -> bool {
        let Some(style) = self.0.get(id) else { return is_own_quote(id) };
        if INDENTED.iter().any(|begins| style.name.starts_with(begins)) {
            return false;
        }
        let mut bases = Vec::new();
        let mut next = Some(style);
        while let Some(style) = next.filter(|_| bases.len() < MAX_BASES) {
            bases.push(style);
            next = style.based_on.as_ref().and_then(|base| self.0.get(base));
        }
        let last = bases.last().and_then(|style| style.based_on.as_ref());
        let is_own = last.is_some_and(|base| !self.0.contains_key(base) && is_own_quote(base));
        let is_named = is_own || bases.iter().any(|style| QUOTES.contains(&style.name.as_str()));
        let indent = bases.iter().find_map(|style| style.is_indented);
        is_named || indent == Some(true) && !bases.iter().any(|style| style.is_item)
    }
}

/// Whether a style that the file does not describe, which is one that the program has itself, is of quotations.
fn is_own_quote(id: &str) -> bool {
    QUOTES.iter().any(|name| name.eq_ignore_ascii_case(id))
}
