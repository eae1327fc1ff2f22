//! How a text has a quote.

use std::ops::Range;

/// Literal words of a quote with marks: fewer may stand anywhere.
pub(crate) const MIN_LITERAL: usize = 3;

/// How a text has a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// Word for word, but for typography.
    Exact,
    /// Word for word, but for what the quote marks.
    Adapted,
    /// What the quote leaves out or replaces has a negation or a condition.
    LeavesOut {
        /// That word.
        word: String,
        /// The quoted tokens of the text.
        tokens: Range<usize>,
    },
}
