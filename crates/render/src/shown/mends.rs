//! What the mends are called, and which of them touched a text.

use std::collections::BTreeSet;

/// A mend of a text for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mend {
    /// The title page and printed contents of a bill are left out, and lost numbers of chapters stand again.
    FrontMatter,
    /// What is printed at the head of each page is taken out.
    RunningHeads,
    /// Markup of wiki pages is taken out.
    WikiMarkup,
    /// Flattened rows are items and tables, and rows that stand twice stand once.
    FlattenedRows,
    /// What the end of a page cut in two is one paragraph.
    PageCuts,
    /// A table written with bars in a paragraph is a table.
    BarTables,
    /// A list that ran on in a paragraph has its items.
    RunOnLists,
    /// A rule of dashes is three of them.
    ShortRules,
    /// A link that ended inside a word has the whole word.
    WholeLinks,
    /// Words that ran together stand apart.
    JoinedWords,
    /// Blanks before commas and inside parentheses are taken out.
    BlanksAtMarks,
}

impl Mend {
    /// Its name in forms for programs.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::FrontMatter => "front-matter",
            Self::RunningHeads => "running-heads",
            Self::WikiMarkup => "wiki-markup",
            Self::FlattenedRows => "flattened-rows",
            Self::PageCuts => "page-cuts",
            Self::BarTables => "bar-tables",
            Self::RunOnLists => "run-on-lists",
            Self::ShortRules => "short-rules",
            Self::WholeLinks => "whole-links",
            Self::JoinedWords => "joined-words",
            Self::BlanksAtMarks => "blanks-at-marks",
        }
    }
}

/// The mends that touched a text.
pub(crate) type Mends = BTreeSet<Mend>;
