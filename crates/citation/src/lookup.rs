//! Names with the rules by which they may be found in a query.

use crate::names::{Kind, NameHit, Names};
use crate::target::{How, Spelling};

/// How freely a shape is read: which spellings of names, and whether words may stand around it.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'n> {
    pub(crate) names: &'n Names,
    pub(crate) spelling: Spelling,
    /// The query begins elsewhere: abbreviations must then stand in their own case.
    pub(crate) amid_words: bool,
}

/// How a name names.
pub(crate) fn how(hit: &NameHit<'_>) -> How {
    if hit.is(Kind::Abbreviation) { How::Abbreviation } else { How::Name }
}
