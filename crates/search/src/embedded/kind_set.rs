//! The kinds that a query names, as the columns of documents have them.

use super::columns::DocumentFacts;
use super::open::OpenIndex;
use crate::KindOfSource;

/// Kinds as numbers.
pub(super) struct KindSet {
    /// The number of a source, and the number of one of its kinds; None for all its kinds.
    kinds: Vec<(u16, Option<u16>)>,
}

impl KindSet {
    /// Kinds that no document has are left out.
    pub(super) fn new(kinds: &[KindOfSource], index: &OpenIndex) -> Self {
        let contents = &index.contents;
        let position = |names: &[String], name: &str| {
            names.iter().position(|known| known == name).and_then(|at| u16::try_from(at).ok())
        };
        let number = |kind: &KindOfSource| {
            let source = position(&contents.sources, kind.source)?;
            match kind.kind {
                None => Some((source, None)),
                // 0 stands for no kind.
                Some(name) => Some((source, Some(position(&contents.kinds, name)? + 1))),
            }
        };
        Self { kinds: kinds.iter().filter_map(number).collect() }
    }

    /// Whether a document is of one of the kinds.
    pub(super) fn includes(&self, facts: &DocumentFacts) -> bool {
        let is_of = |(source, kind): &(u16, Option<u16>)| {
            *source == facts.source && kind.is_none_or(|kind| kind == facts.kind)
        };
        self.kinds.iter().any(is_of)
    }
}
