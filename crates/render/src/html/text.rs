//! A text as HTML.

/// The text of a document as HTML.
#[derive(Clone, Debug, Default)]
pub struct HtmlText {
    /// The text: blocks of class `b`.
    pub html: String,
    /// The headings, in reading order.
    pub contents: Vec<ContentsEntry>,
    /// The provisions that are not part of another provision, in reading order.
    pub provisions: Vec<ContentsEntry>,
    /// The places with marked words, in reading order: provisions, and headings and pages outside provisions.
    pub marked: Vec<MarkedPart>,
}

/// A place with marked words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedPart {
    /// Its id; empty for text before the first id.
    pub anchor: String,
    /// How many stretches of its text are marked.
    pub marks: u32,
    /// The words around the first mark, as HTML: `<em>` is the only tag.
    pub extract: String,
}

/// A line of the contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentsEntry {
    /// Its level, from 2 on, as in `h2`.
    pub level: u8,
    /// The id it leads to.
    pub anchor: String,
    /// Its words.
    pub text: String,
}
