//! Chooses the contexts that count: for each provision, those of the last documents of each group that cite it.
//!
//! Most citations are of a few provisions, so most contexts do not count. These are left out before their words are
//! read.

use std::collections::HashMap;
use std::io;

use lagrum_artifact::{Anchor, AnchorGrammar, AnchorRank};
use lagrum_catalog::DocumentNumber;
use lagrum_files::TextTable;
use lagrum_search::IndexError;
use lagrum_sources::source;
use rayon::prelude::*;

use super::SpilledContexts;
use super::spilled::{CitedTexts, SpilledRow};
use crate::cited::CitedDocument;
use crate::input::BuildInput;
use crate::positions::CitedNumber;
use crate::resolved::{DocumentOrigin, ResolvedCorpus};
use crate::spill::{Record, Sorted, Sorter};

/// The maximum number of documents of one group whose contexts of a provision count. The last by uri are taken, which
/// are mostly the newest. More improve no result: the words about a much cited provision become those of legal language
/// in general.
pub(super) const MAX_CONTEXTS: u32 = 20;

/// A provision that documents of one group cite with a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ContextTarget {
    /// The document cited, and the number of the provision's anchor.
    pub(super) target: DocumentNumber,
    pub(super) anchor: u32,
    /// The group of the citing documents, as the position in [`CONTEXT_GROUPS`](super::CONTEXT_GROUPS).
    pub(super) group: u32,
}

/// A citation of a provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Citation {
    of: ContextTarget,
    /// The row of the citing document, counted from the last, and which of its locations it is.
    row_from_last: u32,
    place: u32,
}

impl Record for Citation {
    type Numbers = [u32; 5];

    fn numbers(self) -> [u32; 5] {
        [self.of.target.0, self.of.anchor, self.of.group, self.row_from_last, self.place]
    }

    fn of([target, anchor, group, row_from_last, place]: [u32; 5]) -> Self {
        Self { of: ContextTarget { target: DocumentNumber(target), anchor, group }, row_from_last, place }
    }
}

/// A location that a document cites, and the provision that its context counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ChosenContext {
    pub(super) row: u32,
    pub(super) place: u32,
    pub(super) of: ContextTarget,
}

impl Record for ChosenContext {
    type Numbers = [u32; 5];

    fn numbers(self) -> [u32; 5] {
        [self.row, self.place, self.of.target.0, self.of.anchor, self.of.group]
    }

    fn of([row, place, target, anchor, group]: [u32; 5]) -> Self {
        Self { row, place, of: ContextTarget { target: DocumentNumber(target), anchor, group } }
    }
}

/// The contexts that count.
pub(super) struct Choice {
    /// In the order of rows and places.
    pub(super) contexts: Sorted<ChosenContext>,
    /// The texts of anchors, by their numbers.
    pub(super) anchors: TextTable,
}

impl SpilledContexts<'_> {
    /// Finds the contexts that count.
    pub(super) fn choose(
        &self,
        input: &BuildInput<'_>,
        resolved: &ResolvedCorpus<'_>,
    ) -> Result<Choice, IndexError> {
        let memory = input.memory.sorting() / 2;
        let mut finder = ProvisionFinder::new(resolved, &self.texts);
        let mut citations = Sorter::new(input.spill, memory);
        let numbers = numbers_by_position(resolved);
        for (row, read) in (0_u32..).zip(self.rows.read()?) {
            let SpilledRow { position, group, cited, .. } = read?;
            let Some(citing) = numbers.get(position.index()).copied().flatten() else { continue };
            let row_from_last = self.count - row;
            for (location, place) in cited.into_iter().zip(0_u32..) {
                if let Some((target, anchor)) = finder.provision(citing, location)? {
                    let of = ContextTarget { target, anchor, group };
                    citations.extend([Citation { of, row_from_last, place }])?;
                }
            }
        }
        let mut chosen = Sorter::new(input.spill, memory);
        let (mut before, mut documents): (Option<Citation>, u32) = (None, 0);
        for citation in citations.finish()? {
            let citation = citation?;
            let Citation { of, row_from_last, place } = citation;
            documents = match before {
                Some(before) if before.of == of => {
                    documents + u32::from(before.row_from_last != row_from_last)
                }
                _ => 1,
            };
            if documents <= MAX_CONTEXTS {
                chosen.extend([ChosenContext { row: self.count - row_from_last, place, of }])?;
            }
            before = Some(citation);
        }
        Ok(Choice { contexts: chosen.finish()?, anchors: finder.units })
    }
}

/// The final number of each document that could be read.
fn numbers_by_position(resolved: &ResolvedCorpus<'_>) -> Vec<Option<DocumentNumber>> {
    let mut numbers = Vec::new();
    for (origin, number) in resolved.documents.iter().zip(resolved.numbers()) {
        if let DocumentOrigin::Held { position, .. } = *origin {
            let position = position.index();
            if numbers.len() <= position {
                numbers.resize(position + 1, None);
            }
            numbers[position] = Some(number);
        }
    }
    numbers
}

struct ProvisionFinder<'a> {
    texts: &'a CitedTexts<'a>,
    /// For each cited document, by its number in `texts`, its final number and the grammar of its anchors; None for one
    /// that is not held.
    targets: Vec<Option<(DocumentNumber, AnchorGrammar)>>,
    /// For each anchor cited in a document of a grammar, the number of the provision that it is in or is.
    found: HashMap<(AnchorGrammar, u32), Option<u32>>,
    units: TextTable,
    resolved: &'a ResolvedCorpus<'a>,
    /// What citing documents mean by places that they cite: the document and the anchor that are meant, by the citing document, the
    /// cited one and its anchor. None where nothing that is held is meant.
    #[expect(clippy::type_complexity, reason = "said above")]
    meanings: HashMap<(DocumentNumber, DocumentNumber, &'a str), Option<(DocumentNumber, &'a str)>>,
}

impl<'a> ProvisionFinder<'a> {
    fn new(resolved: &'a ResolvedCorpus<'_>, texts: &'a CitedTexts<'a>) -> Self {
        let target = |document: &CitedDocument| {
            let held = match *document {
                CitedDocument::Held(entry) => resolved.number_of_entry(entry),
                CitedDocument::Unheld(_) => None,
            };
            // The document may be a concept without a page.
            let target = held.or_else(|| resolved.number(&texts.documents.uri(*document)))?;
            Some((target, source(resolved.source(target)).grammar))
        };
        let targets = texts.documents.all().par_iter().map(target).collect();
        let meanings = resolved.meanings.iter().map(|meaning| {
            let written = (meaning.citing, meaning.written.document, resolved.anchor(meaning.written.anchor));
            let meant = meaning.meant.filter(|meant| meant.document < resolved.end());
            (written, meant.map(|meant| (meant.document, resolved.anchor(meant.anchor))))
        });
        let meanings = meanings.collect();
        Self { texts, targets, found: HashMap::new(), units: TextTable::new(), resolved, meanings }
    }

    /// The held document and the provision that a location is in; None if it is something else, or in the citing document
    /// itself.
    fn provision(
        &mut self,
        citing: DocumentNumber,
        (document, anchor): (CitedNumber, u32),
    ) -> Result<Option<(DocumentNumber, u32)>, IndexError> {
        let target = self.targets[document.index()].filter(|(target, _)| *target != citing);
        let Some((target, grammar)) = target else { return Ok(None) };
        if !self.meanings.is_empty()
            && let Some(meant) = self.meanings.get(&(citing, target, self.texts.anchors.get(anchor)))
        {
            let Some((meant, anchor)) = *meant else { return Ok(None) };
            let grammar = source(self.resolved.source(meant)).grammar;
            return Ok(self.unit(grammar, anchor)?.map(|unit| (meant, unit)));
        }
        if let Some(unit) = self.found.get(&(grammar, anchor)) {
            return Ok(unit.map(|unit| (target, unit)));
        }
        let unit = self.unit(grammar, self.texts.anchors.get(anchor))?;
        self.found.insert((grammar, anchor), unit);
        Ok(unit.map(|unit| (target, unit)))
    }

    /// The number of the provision that an anchor is in or is.
    fn unit(&mut self, grammar: AnchorGrammar, anchor: &str) -> Result<Option<u32>, IndexError> {
        match Anchor::new(anchor).map(|anchor| grammar.unit(&anchor)) {
            Some(unit) if grammar.rank(unit.anchor()) == AnchorRank::Provision => {
                Ok(Some(number(&mut self.units, unit.as_str())?))
            }
            _ => Ok(None),
        }
    }
}

/// The number of a text in a table; a new text is added.
pub(super) fn number(table: &mut TextTable, text: &str) -> Result<u32, IndexError> {
    let found = crate::cited::number(table, text);
    found.map_err(|error| IndexError::Rows(io::Error::other(error)))
}
