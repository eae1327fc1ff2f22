//! The positions of a text at which words of a query occur.

use std::ops::Range;

use crate::word_position::WordPosition;

/// A position of a text at which a word of the query occurs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mark {
    /// The position of the word in the text.
    pub(crate) position: WordPosition,
    /// The number of the word of the query.
    pub(crate) word: u16,
    /// The nearness of the form there to the word.
    pub(crate) nearness: f32,
    /// Whether it is shown as a mark: a part of a form of several parts is not shown where the other parts are far away.
    pub(crate) is_shown: bool,
}

/// The marks in a range of positions. Marks are in the order of their positions.
pub(crate) fn marks_within<'m>(marks: &'m [Mark], range: &Range<WordPosition>) -> &'m [Mark] {
    let start = marks.partition_point(|mark| mark.position < range.start);
    let end = marks.partition_point(|mark| mark.position < range.end);
    &marks[start..end.max(start)]
}
