//! An EU act or a treaty that a query names, before the article is read.

use crate::article::EuProvision;
use crate::cursor::Cursor;
use crate::lookup::NameLookup;
use crate::target::{CitationMatch, CitedBy, CitedLocation, Spelling};

/// An act or treaty that a query names, before the article is read.
pub(crate) struct CitedAct<'q> {
    pub(crate) documents: Vec<String>,
    pub(crate) treaty: bool,
    pub(crate) end: Cursor<'q>,
    pub(crate) how: CitedBy,
    pub(crate) spelling: Spelling,
}

impl CitedAct<'_> {
    pub(crate) fn found(
        &self,
        locus: Option<&EuProvision>,
        end: usize,
        lookup: NameLookup<'_>,
    ) -> CitationMatch {
        let anchor_in = |document: &str| {
            let locus = locus?;
            match lookup.names.treaty(document) {
                Some(treaty) => locus.treaty_anchor(treaty),
                None if self.treaty => locus.plain_treaty_anchor(document),
                None => locus.eu_anchor(),
            }
        };
        let targets = self.documents.iter().map(|id| CitedLocation::at(id.clone(), anchor_in(id))).collect();
        CitationMatch { targets, end, how: self.how, spelling: self.spelling }
    }
}
