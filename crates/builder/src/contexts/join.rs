//! The contexts of all documents by the provision that they are of.
//!
//! Gathering writes the contexts of each document to a temporary file, as rows ([`spilled`](super::spilled)). When
//! documents have their final numbers, the contexts that count are [chosen](super::choose). Then every word of these
//! becomes a record of fixed length, and the records are sorted with the help of the disk by provision, group and
//! document. So memory holds the words of the contexts once, and those said of one provision.

use std::io;

use indexmap::IndexSet;
use lagrum_search::{ContextToIndex, IndexError, ProvisionContexts};

use super::choose::{Choice, ChosenContext, SpokenOf, number};
use super::{SPEAKING, SpilledContexts};
use crate::input::BuildInput;
use crate::resolved::ResolvedCorpus;
use crate::spill::{Record, Sorted, Sorter};

/// A word that a document says of a provision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct SaidWord {
    of: SpokenOf,
    /// The row of the citing document, counted from the last.
    row_from_last: u32,
    word: u32,
}

impl Record for SaidWord {
    type Numbers = [u32; 5];

    fn numbers(self) -> [u32; 5] {
        [self.of.target, self.of.anchor, self.of.group, self.row_from_last, self.word]
    }

    fn of([target, anchor, group, row_from_last, word]: [u32; 5]) -> Self {
        Self { of: SpokenOf { target, anchor, group }, row_from_last, word }
    }
}

impl SpilledContexts {
    /// Calls `visit` with what is said of each provision of a held document. Progress advances by [`Self::steps`].
    pub(crate) fn visit(
        &self,
        input: &BuildInput<'_>,
        resolved: &ResolvedCorpus<'_>,
        visit: &mut dyn FnMut(&ProvisionContexts<'_>) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        let Choice { contexts, anchors } = self.choose(input, resolved)?;
        let mut words = IndexSet::new();
        let said = self.said_words(input, contexts, &mut words)?;
        visit_provisions(said, &anchors, &words, visit)
    }

    /// The words of the chosen contexts, in order. Each is added to `words`.
    fn said_words(
        &self,
        input: &BuildInput<'_>,
        chosen: Sorted<ChosenContext>,
        words: &mut IndexSet<Box<str>>,
    ) -> Result<Sorted<SaidWord>, IndexError> {
        let mut sorter = Sorter::new(input.spill, input.memory.sorting() / 2);
        let mut chosen = chosen.peekable();
        for (row, read) in (0_u32..).zip(self.rows.read()?) {
            let (_, _, contexts) = read?;
            let mut numbers: Vec<Option<u32>> = vec![None; contexts.words.len()];
            let of_row =
                |next: &io::Result<ChosenContext>| next.as_ref().map_or(true, |next| next.row == row);
            while let Some(context) = chosen.next_if(of_row) {
                let ChosenContext { place, of, .. } = context?;
                for word in contexts.cited.get(place as usize).into_iter().flat_map(|(_, words)| words) {
                    let word = *word as usize;
                    let word = match numbers[word] {
                        Some(known) => known,
                        None => *numbers[word].insert(number(words, &contexts.words[word])?),
                    };
                    sorter.extend([SaidWord { of, row_from_last: self.count - row, word }])?;
                }
            }
            input.progress.advance(1);
        }
        Ok(sorter.finish()?)
    }
}

/// Calls `visit` with each provision of which something is said.
fn visit_provisions(
    said: Sorted<SaidWord>,
    anchors: &IndexSet<Box<str>>,
    words: &IndexSet<Box<str>>,
    visit: &mut dyn FnMut(&ProvisionContexts<'_>) -> Result<(), IndexError>,
) -> Result<(), IndexError> {
    let mut visit = |of: SpokenOf, contexts: &[ContextToIndex<'_>]| {
        let anchor = &anchors[of.anchor as usize];
        visit(&ProvisionContexts { document: of.target, anchor, contexts })
    };
    let mut contexts: Vec<ContextToIndex<'_>> = Vec::new();
    let mut before: Option<SaidWord> = None;
    for said in said {
        let said = said?;
        if before == Some(said) {
            continue;
        }
        let provision = |word: SaidWord| (word.of.target, word.of.anchor);
        let other = before.filter(|before| provision(*before) != provision(said));
        if let Some(other) = other {
            visit(other.of, &contexts)?;
            contexts.clear();
        }
        if before.is_none_or(|before| (before.of, before.row_from_last) != (said.of, said.row_from_last)) {
            let (_, weight) = SPEAKING[said.of.group as usize];
            contexts.push(ContextToIndex { weight, words: Vec::new() });
        }
        if let Some(context) = contexts.last_mut() {
            context.words.push(&words[said.word as usize]);
        }
        before = Some(said);
    }
    before.map_or(Ok(()), |before| visit(before.of, &contexts))
}
