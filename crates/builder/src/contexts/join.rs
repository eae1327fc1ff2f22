//! The contexts of all documents by the provision that they are of.
//!
//! Gathering writes the contexts of each document to a temporary file, as rows. When documents have their final numbers,
//! every word of a context becomes a record of fixed length, and the records are sorted with the help of the disk by
//! provision, group and document. So memory holds the words of the contexts once, and those said of one provision.

use std::io;
use std::path::Path;

use indexmap::IndexSet;
use lagrum_artifact::{Anchor, AnchorRank, Location};
use lagrum_search::{ContextToIndex, IndexError, ProvisionContexts};
use lagrum_sources::{FlowGroup, source};

use super::{DocumentContexts, SPEAKING};
use crate::input::BuildInput;
use crate::resolved::{DocumentOrigin, ResolvedCorpus};
use crate::spill::{Record, RowWriter, Sorter, SpilledRows};

/// The most documents of one group whose contexts of a provision count; the last by uri are taken, which are mostly the
/// newest. More add no gain, and what is said of the most cited provisions would be the language of the law itself.
const MAX_CONTEXTS: u32 = 20;

/// The contexts of documents being written, each under its position among the documents that could be read.
pub(crate) struct ContextWriter(RowWriter<SpilledRow>);

/// The contexts of documents.
pub(crate) struct SpilledContexts(SpilledRows<SpilledRow>);

/// The position of a document, that of its group in [`SPEAKING`], and what it says.
type SpilledRow = (u32, u32, DocumentContexts);

impl ContextWriter {
    /// Begins a file without a name in a folder.
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        RowWriter::new(folder).map(Self)
    }

    /// Appends what the document at a position says, which is of this group.
    pub(crate) fn push(
        &mut self,
        position: u32,
        group: FlowGroup,
        contexts: DocumentContexts,
    ) -> io::Result<()> {
        let group = SPEAKING.iter().zip(0..).find(|((known, _), _)| *known == group);
        match group {
            Some((_, group)) if !contexts.is_empty() => self.0.push(&(position, group, contexts)),
            _ => Ok(()),
        }
    }

    pub(crate) fn finish(self) -> io::Result<SpilledContexts> {
        self.0.finish().map(SpilledContexts)
    }
}

/// A word that a document says of a provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SaidWord {
    /// The document cited, and the number of the provision's anchor.
    target: u32,
    anchor: u32,
    /// The group of the citing document, as the position in [`SPEAKING`].
    group: u32,
    /// The citing document, counted from the last.
    citing_from_last: u32,
    word: u32,
}

impl Record for SaidWord {
    type Bytes = [u8; 20];

    fn to_bytes(self) -> [u8; 20] {
        let numbers = [self.target, self.anchor, self.group, self.citing_from_last, self.word];
        let mut bytes = [0; 20];
        for (place, number) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
            *place = number.to_le_bytes();
        }
        bytes
    }

    fn from_bytes(bytes: &[u8; 20]) -> Self {
        let number = |at: usize| u32::from_le_bytes(bytes.as_chunks::<4>().0[at]);
        Self {
            target: number(0),
            anchor: number(1),
            group: number(2),
            citing_from_last: number(3),
            word: number(4),
        }
    }
}

impl SaidWord {
    /// How many of the first fields are those of a provision, of a group, of a document, and all.
    const PROVISION: u32 = 2;
    const GROUP: u32 = 3;
    const DOCUMENT: u32 = 4;
    const WORD: u32 = 5;

    /// How many fields, from the first on, are the same in another record.
    fn same_fields(self, other: Self) -> u32 {
        let fields = |of: Self| [of.target, of.anchor, of.group, of.citing_from_last, of.word];
        fields(self).into_iter().zip(fields(other)).take_while(|(a, b)| a == b).count() as u32
    }
}

impl SpilledContexts {
    /// Calls `visit` with what is said of each provision of a held document.
    pub(crate) fn visit(
        &self,
        input: &BuildInput<'_>,
        resolved: &ResolvedCorpus<'_>,
        visit: &mut dyn FnMut(&ProvisionContexts<'_>) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        let mut joiner = Joiner {
            resolved,
            words: IndexSet::new(),
            anchors: IndexSet::new(),
            sorter: Sorter::new(input.spill, input.memory.sorting()),
        };
        let numbers = numbers_by_position(resolved);
        for row in self.0.read()? {
            let (position, group, contexts) = row?;
            if let Some(citing) = numbers.get(position as usize).copied().flatten() {
                joiner.add(citing, group, &contexts)?;
            }
        }
        joiner.visit(visit)
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

struct Joiner<'a> {
    resolved: &'a ResolvedCorpus<'a>,
    words: IndexSet<Box<str>>,
    anchors: IndexSet<Box<str>>,
    sorter: Sorter<SaidWord>,
}

impl Joiner<'_> {
    fn add(&mut self, citing: u32, group: u32, contexts: &DocumentContexts) -> Result<(), IndexError> {
        let words: Vec<u32> =
            contexts.words.iter().map(|word| number(&mut self.words, word)).collect::<Result<_, _>>()?;
        for (uri, said) in &contexts.cited {
            let Some((target, anchor)) = self.provision(citing, uri)? else { continue };
            let citing_from_last = u32::MAX - citing;
            let said = said.iter().filter_map(|word| words.get(*word as usize));
            let record = |word: &u32| SaidWord { target, anchor, group, citing_from_last, word: *word };
            self.sorter.extend(said.map(record))?;
        }
        Ok(())
    }

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

    fn visit(
        self,
        visit: &mut dyn FnMut(&ProvisionContexts<'_>) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        let Self { words, anchors, sorter, .. } = self;
        let mut visit = |said: SaidWord, contexts: &[ContextToIndex<'_>]| {
            let anchor = &anchors[said.anchor as usize];
            visit(&ProvisionContexts { document: said.target, anchor, contexts })
        };
        let mut contexts: Vec<ContextToIndex<'_>> = Vec::new();
        let mut before: Option<SaidWord> = None;
        let mut documents_of_group = 0;
        for said in sorter.finish()? {
            let said = said?;
            let same = before.map_or(0, |before| before.same_fields(said));
            if let Some(before) = before.filter(|_| same < SaidWord::PROVISION) {
                visit(before, &contexts)?;
                contexts.clear();
            }
            if same < SaidWord::GROUP {
                documents_of_group = 0;
            }
            if same < SaidWord::DOCUMENT {
                documents_of_group += 1;
                if documents_of_group <= MAX_CONTEXTS {
                    let (_, weight) = SPEAKING[said.group as usize];
                    contexts.push(ContextToIndex { weight, words: Vec::new() });
                }
            }
            if same < SaidWord::WORD
                && documents_of_group <= MAX_CONTEXTS
                && let Some(context) = contexts.last_mut()
            {
                context.words.push(&words[said.word as usize]);
            }
            before = Some(said);
        }
        before.map_or(Ok(()), |before| visit(before, &contexts))
    }
}

/// The index of a text in a set; a new text is added.
fn number(set: &mut IndexSet<Box<str>>, text: &str) -> Result<u32, IndexError> {
    let found = crate::links::number(set, text);
    found.map_err(|error| IndexError::Rows(io::Error::other(error)))
}
