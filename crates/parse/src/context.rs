//! The input of a parser beside the raw file.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_artifact::Base;
use lagrum_citation::CitationNames;

/// The input of a parser beside the raw file.
#[derive(Clone, Copy, Debug)]
pub struct ParseContext<'n> {
    /// The address that uris of the corpus begin with.
    pub base: &'n Base,
    /// The day (`YYYY-MM-DD`) by which dated variants are settled.
    pub as_of: &'n str,
    /// The names that citations are read with.
    pub names: &'n CitationNames,
    /// How held acts number their paragrafer.
    pub numbering: &'n Numbering,
}

/// How held acts number their kapitel and paragrafer, by local id. Citations of other acts are linked as they are written.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    acts: BTreeMap<String, BTreeSet<String>>,
}

impl Numbering {
    /// Adds an act with the anchors of its kapitel and paragrafer (`K2`, `K2P3`, `P7`).
    pub fn insert(&mut self, act: &str, anchors: impl IntoIterator<Item = String>) {
        self.acts.insert(act.to_owned(), anchors.into_iter().collect());
    }

    /// The anchors of an act, if it is held.
    pub(crate) fn anchors(&self, act: &str) -> Option<&BTreeSet<String>> {
        self.acts.get(act)
    }
}
