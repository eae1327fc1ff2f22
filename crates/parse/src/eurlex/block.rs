//! The blocks of a page: what is printed as a paragraph, an item of a list, a heading or a table.

use super::entry::Row;
use super::marker::Marker;
use super::text::append;
use crate::node::LinkedText;

/// The ways in which pages print lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Lists are tables or boxes, and the classes of blocks say what they are.
    Marked,
    /// Numbers stand in the text, and the text says what a block is.
    Plain,
    Judgment,
}

/// What the class of a block says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Class {
    #[default]
    Normal,
    /// The title of the act.
    DocumentTitle,
    /// `CHAPTER I`
    DivisionTitle,
    /// The name of the division whose number stands before it.
    DivisionSubtitle,
    /// `Article 1`
    ArticleTitle,
    ArticleSubtitle,
    /// The title of an article of another act, which this one quotes.
    QuotedTitle,
    /// `ANNEX I`
    AnnexTitle,
    AnnexSubtitle,
    /// A heading of a level, from 1.
    GroupTitle(u8),
    Note,
    Signature,
    /// The head of a judgment.
    Summary,
    /// What a judgment is about.
    Keywords,
    /// A cell with the number of a paragraph or an item.
    Count,
    /// What belongs to the page and not to the document.
    NoText,
}

/// Where on a page a block stands, as the publisher's ids say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Region {
    #[default]
    Unknown,
    Preamble,
    Citation,
    Recital(u32),
    Enacting,
    Final,
    Annex,
}

/// A block of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) class: Class,
    pub(super) region: Region,
    pub(super) text: LinkedText,
    /// The marker of an item or a paragraph that the page prints apart from its text, as it is printed.
    pub(super) marker: Option<Printed>,
    /// How many items of lists the block stands in, its own included.
    pub(super) depth: u8,
    /// Whether the page prints an item without saying how deep it is.
    pub(super) is_flat: bool,
    pub(super) table: Option<Vec<Row>>,
    /// Whether the marker is an `(i)` that `(ii)` follows before a `(j)` does.
    pub(super) is_roman: bool,
    /// The mark of the amending act that the text is from.
    pub(super) modified: Option<String>,
}

impl Block {
    /// Puts the marker before the text, in a block that has no number of its own.
    pub(super) fn inline_marker(&mut self) {
        if let Some(marker) = self.marker.take() {
            let text = std::mem::replace(&mut self.text, LinkedText::from(marker.text));
            append(&mut self.text, text);
        }
    }
}

/// A marker as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Printed {
    pub(super) text: String,
    /// Whether it is the number of a paragraph, and not of an item.
    pub(super) is_paragraph: bool,
    pub(super) read: Option<Marker>,
}

/// The class of a block by the name of its class on the page.
pub(super) fn class_of(name: &str) -> Class {
    let name = name.strip_prefix("oj-").unwrap_or(name);
    match name {
        "doc-ti" | "title-doc-first" | "title-doc-last" => Class::DocumentTitle,
        "ti-art" | "title-article-norm" => Class::ArticleTitle,
        "sti-art" | "stitle-article-norm" => Class::ArticleSubtitle,
        "title-article-quoted" | "stitle-article-quoted" => Class::QuotedTitle,
        "ti-section-1" | "title-division-1" => Class::DivisionTitle,
        "ti-section-2" | "title-division-2" => Class::DivisionSubtitle,
        "title-annex-1" | "ti-annex" => Class::AnnexTitle,
        "title-annex-2" => Class::AnnexSubtitle,
        "note" | "footnote" | "tbl-note" | "tbl-notes" => Class::Note,
        "signatory" | "pl-date" | "signature" => Class::Signature,
        "sum-title-1" => Class::Summary,
        "index" => Class::Keywords,
        "count" => Class::Count,
        "reference" | "disclaimer" | "arrow" | "modref" | "hd-modifiers" | "title-doc-oj-reference" => {
            Class::NoText
        }
        _ if name.starts_with("hd-") || name.starts_with("toc-") || name.starts_with("title-fam-member") => {
            Class::NoText
        }
        _ => group_level(name).map_or(Class::Normal, Class::GroupTitle),
    }
}

/// The level of `ti-grseq-2`, `title-grseq-2`, `title-gr-seq-level-2`.
fn group_level(name: &str) -> Option<u8> {
    let level = ["ti-grseq-", "title-grseq-", "title-gr-seq-level-"]
        .iter()
        .find_map(|start| name.strip_prefix(start))?;
    level.parse().ok().filter(|level| (1..=9).contains(level))
}
