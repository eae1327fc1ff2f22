//! What a writer is told of a document.
//!
//! One walk ([`read`](crate::read)) goes through an artifact in reading order and tells what it meets as events;
//! markdown, the diff, and whatever else comes are writers of these events. An event says what a thing *is* (a
//! heading of that depth, an item with that letter, a row with those spans), never how it looks. All knowledge of node
//! types is in the walk, so that a writer is a page of code, and a new node type is new to one file.

use std::borrow::Cow;

use lagrum_artifact::{Run, Runs};

/// One thing met in reading order.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A part begins: what follows is inside it, until its [`Event::Leave`].
    Enter(DocumentPart<'a>),
    /// A text that stands as a block of its own.
    Block(TextBlock<'a>),
    /// A row of the table that has begun, or a row without a table.
    Row(TableRow<'a>),
    /// The part last entered and not left ends.
    Leave,
}

/// A part of a document that holds blocks and further parts.
#[derive(Clone, Debug)]
pub struct DocumentPart<'a> {
    /// What it is: its node type, or one of the parts a document has beside its body ([`DocumentPart::NOTES`],
    /// [`DocumentPart::REGISTER`], [`DocumentPart::AMENDMENT`]).
    pub kind: &'a str,
    /// Its anchor.
    pub anchor: Option<Cow<'a, str>>,
    /// When it applies.
    pub in_force: InForce<'a>,
}

impl DocumentPart<'_> {
    /// The notes after the text.
    pub const NOTES: &'static str = "noter";
    /// The register of amendments.
    pub const REGISTER: &'static str = "register";
    /// One amendment in the register.
    pub const AMENDMENT: &'static str = "andring";
    /// A table: rows, and perhaps a caption.
    pub const TABLE: &'static str = "tabell";
}

/// When a part that stands beside another wording of itself begins or ceases to apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InForce<'a> {
    /// The day, or the phrase, from which it applies.
    pub from: Option<&'a str>,
    /// The day, or the phrase, from which it no longer applies.
    pub until: Option<&'a str>,
}

impl<'a> InForce<'a> {
    /// What a reader is told of it: the words, and the day or phrase after them.
    pub fn statements(self) -> impl Iterator<Item = (&'static str, &'a str)> {
        let statement = |words, day: Option<&'a str>| day.map(|day| (words, day));
        [statement("Träder i kraft", self.from), statement("Upphör att gälla", self.until)]
            .into_iter()
            .flatten()
    }
}

/// A text that stands as a block of its own, such as a heading, a stycke or an item.
#[derive(Clone, Debug)]
pub struct TextBlock<'a> {
    /// What it is.
    pub form: BlockForm,
    /// The anchor of its node.
    pub anchor: Option<Cow<'a, str>>,
    /// The printed page it stands on.
    pub page: Option<i64>,
    /// When it applies.
    pub in_force: InForce<'a>,
    /// The language it is in, where a document has several side by side.
    pub language: Option<&'a str>,
    /// The number or letter printed in front of it.
    pub marker: Option<Marker<'a>>,
    /// What it says. May be empty: a marker can stand alone.
    pub text: LinkedText<'a>,
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
    /// A rule between two texts; without text.
    Rule,
    /// A figure that is left out; without text.
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
}

impl Marker<'_> {
    /// The marker without anything set around it.
    pub fn text(&self) -> &str {
        match self {
            Self::Designation(text) => text,
            Self::Number(text) | Self::Letter(text) | Self::Parenthesis(text) | Self::Name(text) => text,
        }
    }
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct TableRow<'a> {
    /// Whether its cells head the columns.
    pub header: bool,
    /// When it applies.
    pub in_force: InForce<'a>,
    /// Its cells, left to right. A cell of a row above may reach into it and push them to the right.
    pub cells: Vec<TableCell<'a>>,
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub struct TableCell<'a> {
    /// What it says.
    pub text: LinkedText<'a>,
    /// How many columns it takes up: 1 to [`TableCell::WIDEST`].
    pub colspan: usize,
    /// How many rows it takes up: 1 to [`TableCell::TALLEST`].
    pub rowspan: usize,
}

impl TableCell<'_> {
    /// No cell of a real table is wider.
    pub const WIDEST: usize = 64;
    /// No cell of a real table is taller.
    pub const TALLEST: usize = 1024;
}

/// A text with its links.
#[derive(Clone, Debug, Default)]
pub struct LinkedText<'a> {
    /// Words in front of the runs, such as the designation that a heading begins with, and the target of those that
    /// are a link. The last of them stands first.
    before: Vec<(Cow<'a, str>, Option<String>)>,
    /// How many bytes at the beginning of the runs are left out, because they are said otherwise.
    said: usize,
    runs: Option<Runs<'a>>,
}

impl<'a> LinkedText<'a> {
    /// A text without links.
    pub fn plain(text: impl Into<Cow<'a, str>>) -> Self {
        Self { before: vec![(text.into(), None)], said: 0, runs: None }
    }

    /// A text as the artifact stores it.
    pub fn runs(runs: Runs<'a>) -> Self {
        Self { before: Vec::new(), said: 0, runs: Some(runs) }
    }

    /// A text as the artifact stores it, from this byte on.
    pub(crate) fn from_byte(said: usize, runs: Runs<'a>) -> Self {
        Self { before: Vec::new(), said, runs: Some(runs) }
    }

    /// The text with words in front, and the target of these words when they are a link.
    #[must_use]
    pub(crate) fn led_by(mut self, words: impl Into<Cow<'a, str>>, uri: Option<String>) -> Self {
        self.before.push((words.into(), uri));
        self
    }

    /// The pieces in order: the words of each, and the target of those that lead a reader somewhere.
    pub fn pieces(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let before = self.before.iter().rev().map(|(words, uri)| (&**words, uri.as_deref()));
        let mut said = self.said;
        let runs = self.runs.into_iter().flat_map(Runs::iter).map(move |run| {
            let (words, uri) = match run {
                Run::Text(words) => (words, None),
                Run::Link(link) => (link.text, link.target()),
            };
            let left_out = said.min(words.len());
            said -= left_out;
            (words.get(left_out..).unwrap_or(words), uri)
        });
        before.chain(runs)
    }

    /// The words, with each run of white space as one blank and none at the ends.
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

    /// Whether there is nothing in it but white space.
    pub fn is_blank(&self) -> bool {
        self.pieces().all(|(text, _)| text.trim().is_empty())
    }
}
