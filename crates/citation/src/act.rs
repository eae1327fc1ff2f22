//! An EU act or a treaty that a query names, before the article is read.

use crate::article::Locus;
use crate::cursor::Cursor;
use crate::lookup::Reader;
use crate::target::{Found, How, Spelling, Target};

/// An act or treaty that a query names, before its article is known.
pub(crate) struct Act<'q> {
    pub(crate) documents: Vec<String>,
    pub(crate) treaty: bool,
    pub(crate) end: Cursor<'q>,
    pub(crate) how: How,
    pub(crate) spelling: Spelling,
}

impl Act<'_> {
    pub(crate) fn found(&self, locus: Option<&Locus>, end: usize, reader: Reader<'_>) -> Found {
        let anchor_in = |document: &str| {
            let locus = locus?;
            match reader.names.treaty(document) {
                Some(treaty) => locus.treaty_anchor(treaty),
                None if self.treaty => locus.plain_treaty_anchor(document),
                None => locus.eu_anchor(),
            }
        };
        let targets = self.documents.iter().map(|id| Target::at(id.clone(), anchor_in(id))).collect();
        Found { targets, end, how: self.how, spelling: self.spelling }
    }
}
