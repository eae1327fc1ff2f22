//! The events of a document.
//!
//! One walk ([`read`](crate::read)) goes through an artifact in reading order and emits events. Markdown, the
//! comparison of lydelser and printing are writers of these events. An event states what an element *is* (a heading of
//! this depth, an item with this letter, a row with these spans), never how it looks. All knowledge of node types is in
//! the walk, so a writer is short, and a new node type changes one file.

use std::borrow::Cow;

use lagrum_artifact::{Node, NumberSigns, PrintedNumber, Run, Runs};

/// One step of the walk.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A part begins: what follows is inside it, until its [`Event::Leave`].
    Enter(PartEvent<'a>),
    /// A block of text.
    Block(TextBlock<'a>),
    /// A row of the current table, or a row without a table.
    Row(TableRow<'a>),
    /// The innermost open part ends.
    Leave,
}

/// A part of a document that holds blocks and further parts.
#[derive(Clone, Debug)]
pub struct PartEvent<'a> {
    /// What it is: its node type, or one of the parts a document has beside its body ([`PartEvent::NOTES`],
    /// [`PartEvent::REGISTER`], [`PartEvent::AMENDMENT`]).
    pub kind: &'a str,
    /// Its anchor.
    pub anchor: Option<Cow<'a, str>>,
    /// When it applies.
    pub in_force: InForce<'a>,
    /// The node it is made of; None for a part that a document has beside its body.
    pub node: Option<Node<'a>>,
}

impl PartEvent<'_> {
    /// The notes after the text.
    pub const NOTES: &'static str = "noter";
    /// The register of amendments.
    pub const REGISTER: &'static str = "register";
    /// One amendment in the register.
    pub const AMENDMENT: &'static str = "andring";
    /// A table: rows, and perhaps a caption.
    pub const TABLE: &'static str = "tabell";
}

/// When a part that stands beside another lydelse of itself begins or ceases to apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InForce<'a> {
    /// The day, or the phrase, from which it applies.
    pub from: Option<&'a str>,
    /// The day, or the phrase, from which it no longer applies.
    pub until: Option<&'a str>,
    /// The number that it has from the day `until` on.
    pub renumbered: Option<&'a str>,
    /// The day or phrase from which something applies that begins here and whose end the text does not show.
    pub stated_from: Option<&'a str>,
    /// The day or phrase from which that thing no longer applies.
    pub stated_until: Option<&'a str>,
    /// Whether the day `from`, or else `stated_from`, has come, for a reader on a day.
    pub has_begun: bool,
    /// Whether it no longer applies, for a reader on a day.
    pub has_ended: bool,
}

impl<'a> InForce<'a> {
    /// The statements for a reader: the words, and the day or phrase after them.
    pub fn statements(self) -> impl Iterator<Item = (Cow<'a, str>, &'a str)> {
        let statement = |words: Cow<'a, str>, day: Option<&'a str>| day.map(|day| (words, day));
        let ends = match self.renumbered {
            Some(number) => Cow::Owned(format!("Ny beteckning {number}")),
            None if self.has_ended => Cow::Borrowed("Upphörde att gälla"),
            None => Cow::Borrowed("Upphör att gälla"),
        };
        let begins = Cow::Borrowed(if self.has_begun { "Gäller sedan" } else { "Träder i kraft" });
        [statement(begins, self.from.or(self.stated_from)), statement(ends, self.until.or(self.stated_until))]
            .into_iter()
            .flatten()
    }
}

/// A block of text, such as a heading, a stycke or an item.
#[derive(Clone, Debug)]
pub struct TextBlock<'a> {
    /// What it is.
    pub form: BlockForm,
    /// The anchor of its node.
    pub anchor: Option<Cow<'a, str>>,
    /// The printed page it is on.
    pub page: Option<i64>,
    /// When it applies.
    pub in_force: InForce<'a>,
    /// Its language, in a document with several side by side.
    pub language: Option<&'a str>,
    /// The number or letter printed in front of it.
    pub marker: Option<Marker<'a>>,
    /// Its text. May be empty: a marker can stand alone.
    pub text: LinkedText<'a>,
    /// The node it is made of; None for a text outside the nodes of the body.
    pub node: Option<Node<'a>>,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockForm {
    /// A heading.
    Heading {
        /// Its depth in the outline, 1 (the document's name) to 6.
        depth: u8,
        /// The level the artifact gives it, when it gives one.
        level: Option<u64>,
    },
    /// The text of a part as a whole, such as the printed marker of a section.
    Lead,
    /// A paragraph.
    Paragraph,
    /// The rest of the paragraph before it, which a printed page cut: at its end, or beside its head.
    Rest {
        /// Whether the page ended inside a word.
        within_word: bool,
    },
    /// An item of a list.
    Item {
        /// How deep the list it stands in is nested; 1 is outermost.
        depth: u8,
    },
    /// A passage quoted from another act.
    Quote {
        /// How deep the quoted item is nested; 0 for one that is no item.
        depth: u8,
    },
    /// A text set in a box.
    Boxed,
    /// A footnote.
    Footnote,
    /// The caption of a table.
    Caption,
    /// One fact of the register: the marker names it.
    Fact,
    /// A rule between two texts. It has no text.
    Rule,
    /// A graphic that the text leaves out. It has no text.
    Figure,
}

/// A number, letter or designation in front of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Marker<'a> {
    /// The designation of a paragraf: `2 §`.
    Designation(Cow<'a, str>),
    /// A number that counts paragraphs or items: `2`.
    Number(&'a str),
    /// The letter or number of an item in a list that does not count: `a`.
    Letter(&'a str),
    /// A number printed in parentheses: `4`.
    Parenthesis(&'a str),
    /// The name of a fact.
    Name(&'a str),
    /// A designation with its signs, as the text has it: `(a)`, `—`.
    Printed(Cow<'a, str>),
}

impl Marker<'_> {
    /// The marker without punctuation around it.
    pub fn text(&self) -> &str {
        match self {
            Self::Designation(text) | Self::Printed(text) => text,
            Self::Number(text) | Self::Letter(text) | Self::Parenthesis(text) | Self::Name(text) => text,
        }
    }

    /// The signs that are printed before and after it: `2.`, `a)`, `(4)`.
    pub(crate) fn signs(&self) -> (&'static str, &'static str) {
        match self {
            Self::Designation(_) | Self::Printed(_) => ("", ""),
            Self::Number(_) => NumberSigns::Point.around(),
            Self::Letter(_) => NumberSigns::Bracket.around(),
            Self::Parenthesis(_) => NumberSigns::Parentheses.around(),
            Self::Name(_) => ("", ":"),
        }
    }
}

impl<'a> From<PrintedNumber<'a>> for Marker<'a> {
    fn from(PrintedNumber { number, signs }: PrintedNumber<'a>) -> Self {
        match signs {
            NumberSigns::Point => Self::Number(number),
            NumberSigns::Bracket => Self::Letter(number),
            NumberSigns::Parentheses => Self::Parenthesis(number),
        }
    }
}

/// Where a row stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowPlace {
    /// In the open table, below the row before it.
    #[default]
    Below,
    /// In a table of its own, which begins with it: it has another number of cells than the row before it, so which columns
    /// they belong to is not known.
    First,
    /// In no table: it has one cell, and other rows around it have more.
    Alone,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct TableRow<'a> {
    /// Where it stands.
    pub place: RowPlace,
    /// Whether its cells head the columns.
    pub header: bool,
    /// When it applies.
    pub in_force: InForce<'a>,
    /// Its cells, left to right. A cell of a row above may span this row and move them to the right.
    pub cells: Vec<TableCell<'a>>,
    /// The node it is made of.
    pub node: Option<Node<'a>>,
}

impl<'a> TableRow<'a> {
    /// The paragraph that it is, if it stands alone.
    pub fn as_paragraph(&self) -> Option<TextBlock<'a>> {
        let cell = self.cells.first().filter(|_| self.place == RowPlace::Alone)?;
        Some(TextBlock {
            form: BlockForm::Paragraph,
            anchor: self.node.and_then(Node::id).map(Cow::Borrowed),
            page: None,
            in_force: self.in_force,
            language: None,
            marker: None,
            text: cell.text.clone(),
            node: self.node,
        })
    }
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub struct TableCell<'a> {
    /// Its text.
    pub text: LinkedText<'a>,
    /// The columns it spans: 1 to [`TableCell::MAX_COLSPAN`].
    pub colspan: usize,
    /// The rows it spans: 1 to [`TableCell::MAX_ROWSPAN`].
    pub rowspan: usize,
}

impl TableCell<'_> {
    /// The maximum colspan. No cell of a real table is wider.
    pub const MAX_COLSPAN: usize = 64;
    /// The maximum rowspan. No cell of a real table is taller.
    pub const MAX_ROWSPAN: usize = 1024;
}

/// A piece of a text: words, and the uri of those that are a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OwnedPiece {
    pub(crate) words: String,
    pub(crate) uri: Option<String>,
}

impl OwnedPiece {
    pub(crate) fn new(words: impl Into<String>, uri: Option<&str>) -> Self {
        Self { words: words.into(), uri: uri.map(str::to_owned) }
    }
}

/// A text with its links.
#[derive(Clone, Debug, Default)]
pub struct LinkedText<'a> {
    /// Words before the runs, such as the designation at the start of a heading, with a uri where they are a link.
    /// The last element comes first.
    before: Vec<(Cow<'a, str>, Option<String>)>,
    /// How many bytes at the beginning of the runs are left out, because the marker has them already.
    skipped: usize,
    runs: Option<Runs<'a>>,
}

impl<'a> LinkedText<'a> {
    /// A text without links.
    pub fn plain(text: impl Into<Cow<'a, str>>) -> Self {
        Self { before: vec![(text.into(), None)], skipped: 0, runs: None }
    }

    /// A text of pieces in order.
    pub(crate) fn of_pieces(pieces: Vec<OwnedPiece>) -> Self {
        let before = pieces.into_iter().rev().map(|OwnedPiece { words, uri }| (words.into(), uri)).collect();
        Self { before, skipped: 0, runs: None }
    }

    /// A text as the artifact stores it.
    pub fn runs(runs: Runs<'a>) -> Self {
        Self { before: Vec::new(), skipped: 0, runs: Some(runs) }
    }

    /// A text as the artifact stores it, without the first `skipped` bytes.
    pub(crate) fn from_byte(skipped: usize, runs: Runs<'a>) -> Self {
        Self { before: Vec::new(), skipped, runs: Some(runs) }
    }

    /// The text with these words before it, which are a link when `uri` is given.
    #[must_use]
    pub(crate) fn led_by(mut self, words: impl Into<Cow<'a, str>>, uri: Option<String>) -> Self {
        self.before.push((words.into(), uri));
        self
    }

    /// The text with another one behind it.
    #[must_use]
    pub(crate) fn followed_by(self, other: &LinkedText<'_>) -> Self {
        let pieces = self.pieces().chain(other.pieces());
        Self::of_pieces(pieces.map(|(words, uri)| OwnedPiece::new(words, uri)).collect())
    }

    /// The pieces in order: the words of each, and the uri of those that are links.
    pub fn pieces(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let before = self.before.iter().rev().map(|(words, uri)| (&**words, uri.as_deref()));
        let mut skipped = self.skipped;
        let runs = self.runs.into_iter().flat_map(Runs::iter).map(move |run| {
            let (words, uri) = match run {
                Run::Text(words) => (words, None),
                Run::Link(link) => (link.text, link.target()),
            };
            let left_out = skipped.min(words.len());
            skipped -= left_out;
            (words.get(left_out..).unwrap_or(words), uri)
        });
        before.chain(runs)
    }

    /// The words with single spaces between them and no space at the ends.
    pub fn collapsed(&self) -> String {
        let mut words = String::new();
        let mut blank = false;
        for c in self.pieces().flat_map(|(text, _)| text.chars()) {
            if c.is_whitespace() {
                blank = !words.is_empty();
            } else {
                if std::mem::take(&mut blank) {
                    words.push(' ');
                }
                words.push(c);
            }
        }
        words
    }

    /// Whether it has the same words and links as another.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        // Nearly all texts are the stored ones themselves.
        let is_stored = |own: &str, other: &str| std::ptr::eq(own.as_ptr(), other.as_ptr());
        let (mut own, mut other) = (self.pieces(), other.pieces());
        loop {
            match (own.next(), other.next()) {
                (Some((words, uri)), Some((others, other_uri))) => {
                    let is_same = words.len() == others.len() && is_stored(words, others) || words == others;
                    if !is_same || uri != other_uri {
                        return false;
                    }
                }
                (None, None) => return true,
                _ => return false,
            }
        }
    }

    /// Whether it has only white space.
    pub fn is_blank(&self) -> bool {
        self.pieces().all(|(text, _)| text.trim().is_empty())
    }
}
