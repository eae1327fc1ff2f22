//! Names with the rules by which they may be found in a query.

use crate::names::{CitationNames, NameHit, NameKind};
use crate::target::{CitedBy, Spelling};

/// The names, and the rules by which they may be found in a query.
#[derive(Clone, Copy)]
pub(crate) struct NameLookup<'n> {
    pub(crate) names: &'n CitationNames,
    pub(crate) spelling: Spelling,
    /// Whether other words stand before the citation. Abbreviations must then be in their own case.
    pub(crate) amid_words: bool,
}

/// Whether the hit is an abbreviation or a name.
pub(crate) fn how(hit: &NameHit<'_>) -> CitedBy {
    if hit.is(NameKind::Abbreviation) { CitedBy::Abbreviation } else { CitedBy::Name }
}
