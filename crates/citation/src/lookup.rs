//! Names with the rules by which they may be found in a query.

use crate::names::{CitationNames, NameHit, NameKind};
use crate::target::{CitedBy, Spelling};

/// How freely a shape is read: which spellings of names, and whether words may stand around it.
#[derive(Clone, Copy)]
pub(crate) struct NameLookup<'n> {
    pub(crate) names: &'n CitationNames,
    pub(crate) spelling: Spelling,
    /// The query begins elsewhere: abbreviations must then stand in their own case.
    pub(crate) amid_words: bool,
}

/// How a name names.
pub(crate) fn how(hit: &NameHit<'_>) -> CitedBy {
    if hit.is(NameKind::Abbreviation) { CitedBy::Abbreviation } else { CitedBy::Name }
}
