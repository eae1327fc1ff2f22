//! Which contexts count: of each group of documents, those of the last ones that cite a provision.
//!
//! Most citations are of the few provisions that everybody cites, so most contexts do not count. They are left out before
//! their words are looked at.

use std::io;

use indexmap::IndexSet;
use lagrum_artifact::{Anchor, AnchorRank, Location};
use lagrum_search::IndexError;
use lagrum_sources::source;

use super::SpilledContexts;
use crate::input::BuildInput;
use crate::resolved::{DocumentOrigin, ResolvedCorpus};
use crate::spill::{Record, Sorted, Sorter};

/// The most documents of one group whose contexts of a provision count; the last by uri are taken, which are mostly the
/// newest. More add no gain, and what is said of the most cited provisions would be the language of the law itself.
pub(super) const MAX_CONTEXTS: u32 = 20;

/// A provision of which documents of a group say something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SpokenOf {
    /// The document cited, and the number of the provision's anchor.
    pub(super) target: u32,
    pub(super) anchor: u32,
    /// The group of the citing documents, as the position in [`SPEAKING`](super::SPEAKING).
    pub(super) group: u32,
}

/// A citation of a provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Citation {
    of: SpokenOf,
    /// The row of the citing document, counted from the last, and which of its locations it is.
    row_from_last: u32,
    place: u32,
}

impl Record for Citation {
    type Numbers = [u32; 5];

    fn numbers(self) -> [u32; 5] {
        [self.of.target, self.of.anchor, self.of.group, self.row_from_last, self.place]
    }

    fn of([target, anchor, group, row_from_last, place]: [u32; 5]) -> Self {
        Self { of: SpokenOf { target, anchor, group }, row_from_last, place }
    }
}

/// A location that a document cites, and the provision that its context counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ChosenContext {
    pub(super) row: u32,
    pub(super) place: u32,
    pub(super) of: SpokenOf,
}

impl Record for ChosenContext {
    type Numbers = [u32; 5];

    fn numbers(self) -> [u32; 5] {
        [self.row, self.place, self.of.target, self.of.anchor, self.of.group]
    }

    fn of([row, place, target, anchor, group]: [u32; 5]) -> Self {
        Self { row, place, of: SpokenOf { target, anchor, group } }
    }
}

/// The contexts that count.
pub(super) struct Choice {
    /// In the order of rows and places.
    pub(super) contexts: Sorted<ChosenContext>,
    /// What the numbers of anchors stand for.
    pub(super) anchors: IndexSet<Box<str>>,
}

impl SpilledContexts {
    /// Finds the contexts that count.
    pub(super) fn choose(
        &self,
        input: &BuildInput<'_>,
        resolved: &ResolvedCorpus<'_>,
    ) -> Result<Choice, IndexError> {
        let memory = input.memory.sorting() / 2;
        let mut finder = ProvisionFinder { resolved, anchors: IndexSet::new() };
        let mut citations = Sorter::new(input.spill, memory);
        let numbers = numbers_by_position(resolved);
        for (row, read) in (0_u32..).zip(self.rows.read()?) {
            let (position, group, contexts) = read?;
            let Some(citing) = numbers.get(position as usize).copied().flatten() else { continue };
            let row_from_last = self.count - row;
            for ((uri, _), place) in contexts.cited.iter().zip(0_u32..) {
                if let Some((target, anchor)) = finder.provision(citing, uri)? {
                    let of = SpokenOf { target, anchor, group };
                    citations.extend([Citation { of, row_from_last, place }])?;
                }
            }
            input.progress.advance(1);
        }
        let mut chosen = Sorter::new(input.spill, memory);
        let mut before: Option<Citation> = None;
        let mut documents = 0;
        for citation in citations.finish()? {
            let citation = citation?;
            if before.is_none_or(|before| before.of != citation.of) {
                documents = 1;
            } else if before.is_some_and(|before| before.row_from_last != citation.row_from_last) {
                documents += 1;
            }
            if documents <= MAX_CONTEXTS {
                let Citation { of, row_from_last, place } = citation;
                chosen.extend([ChosenContext { row: self.count - row_from_last, place, of }])?;
            }
            before = Some(citation);
        }
        Ok(Choice { contexts: chosen.finish()?, anchors: finder.anchors })
    }
}

/// The final number of each document that could be read.
fn numbers_by_position(resolved: &ResolvedCorpus<'_>) -> Vec<Option<u32>> {
    let mut numbers = Vec::new();
    for (origin, number) in resolved.documents.iter().zip(0_u32..) {
        if let DocumentOrigin::Held { position, .. } = *origin {
            let position = position as usize;
            if numbers.len() <= position {
                numbers.resize(position + 1, None);
            }
            numbers[position] = Some(number);
        }
    }
    numbers
}

struct ProvisionFinder<'a> {
    resolved: &'a ResolvedCorpus<'a>,
    anchors: IndexSet<Box<str>>,
}

impl ProvisionFinder<'_> {
    /// The held document and the provision that a uri cites; None if it cites something else, or the citing document itself.
    fn provision(&mut self, citing: u32, uri: &str) -> Result<Option<(u32, u32)>, IndexError> {
        let (root, anchor) = Location::split(uri);
        let Some(anchor) = anchor.and_then(Anchor::new) else { return Ok(None) };
        let Some(target) = self.resolved.number(root).filter(|target| *target != citing) else {
            return Ok(None);
        };
        let grammar = source(self.resolved.source(target)).grammar;
        let unit = grammar.unit(&anchor);
        if grammar.rank(unit.anchor()) != AnchorRank::Provision {
            return Ok(None);
        }
        Ok(Some((target, number(&mut self.anchors, unit.as_str())?)))
    }
}

/// The index of a text in a set; a new text is added.
pub(super) fn number(set: &mut IndexSet<Box<str>>, text: &str) -> Result<u32, IndexError> {
    let found = crate::links::number(set, text);
    found.map_err(|error| IndexError::Rows(io::Error::other(error)))
}
