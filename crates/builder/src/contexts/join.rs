//! The contexts of all documents by the provision that they are of.
//!
//! Gathering writes the contexts of each document to a temporary file, as rows ([`spilled`](super::spilled)). When
//! documents have their final numbers, the contexts that count are [chosen](super::choose). Then every word of these
//! becomes a record of fixed length, and the records are sorted with the help of the disk by provision, group and
//! document. So memory holds the words of the contexts once, and those said of one provision.

use std::io;
use std::iter::Peekable;

use lagrum_files::TextTable;
use lagrum_search::{ContextDigest, ContextToIndex, IndexError, ProvisionContexts};

use super::choose::{Choice, ChosenContext, CitedProvision, ContextTarget, number};
use super::spilled::SpilledRow;
use super::{CONTEXT_GROUPS, SpilledContexts};
use crate::input::BuildInput;
use crate::resolved::ResolvedCorpus;
use crate::spill::{Record, Sorted, Sorter};

/// A word in the context of a citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ContextWord {
    of: ContextTarget,
    /// The row of the citing document, counted from the last.
    row_from_last: u32,
    word: u32,
}

impl Record for ContextWord {
    type Numbers = [u32; 5];

    fn numbers(self) -> [u32; 5] {
        [self.of.target, self.of.anchor, self.of.group, self.row_from_last, self.word]
    }

    fn of([target, anchor, group, row_from_last, word]: [u32; 5]) -> Self {
        Self { of: ContextTarget { target, anchor, group }, row_from_last, word }
    }
}

impl SpilledContexts<'_> {
    /// Calls `visit` with what is said of each provision of a held document, or with its digest alone where `is_kept` knows
    /// that.
    pub(crate) fn visit(
        &self,
        input: &BuildInput<'_>,
        resolved: &ResolvedCorpus<'_>,
        is_kept: &dyn Fn(&ContextDigest) -> bool,
        visit: &mut dyn FnMut(&ProvisionContexts<'_>) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        let Choice { provisions, contexts, anchors } = self.choose(input, resolved, is_kept)?;
        let mut words = TextTable::new();
        let mut said = self.said_words(input, contexts, &mut words)?.peekable();
        let words = words.into_texts();
        for provision in provisions.read()? {
            let CitedProvision { target, anchor, digest, is_kept } = provision?;
            let contexts = if is_kept { None } else { Some(contexts_of((target, anchor), &mut said)?) };
            visit(&ProvisionContexts {
                document: target,
                anchor: anchors.get(anchor),
                digest,
                contexts: contexts.as_deref(),
                words: &words,
            })?;
        }
        Ok(())
    }

    /// The words of the chosen contexts, in order. Each is added to `words`.
    fn said_words(
        &self,
        input: &BuildInput<'_>,
        chosen: Sorted<ChosenContext>,
        words: &mut TextTable,
    ) -> Result<Sorted<ContextWord>, IndexError> {
        let mut sorter = Sorter::new(input.spill, input.memory.sorting() / 2);
        let mut chosen = chosen.peekable();
        for (row, read) in (0_u32..).zip(self.rows.read()?) {
            let SpilledRow { said, .. } = read?;
            let of_row =
                |next: &io::Result<ChosenContext>| next.as_ref().map_or(true, |next| next.row == row);
            let mut next = chosen.next_if(of_row);
            if next.is_none() {
                continue;
            }
            let said = self.said(said)?;
            let mut numbers: Vec<Option<u32>> = vec![None; said.words.len()];
            while let Some(context) = next {
                let ChosenContext { place, of, .. } = context?;
                for word in said.of.get(place as usize).into_iter().flatten() {
                    let word = *word as usize;
                    let word = match numbers[word] {
                        Some(known) => known,
                        None => *numbers[word].insert(number(words, &said.words[word])?),
                    };
                    sorter.extend([ContextWord { of, row_from_last: self.count - row, word }])?;
                }
                next = chosen.next_if(of_row);
            }
        }
        Ok(sorter.finish()?)
    }
}

/// What is said of the next provision, by each document.
fn contexts_of(
    provision: (u32, u32),
    said: &mut Peekable<Sorted<ContextWord>>,
) -> io::Result<Vec<ContextToIndex>> {
    let mut contexts: Vec<ContextToIndex> = Vec::new();
    let mut before: Option<ContextWord> = None;
    let is_of = |word: &io::Result<ContextWord>| {
        word.as_ref().map_or(true, |word| (word.of.target, word.of.anchor) == provision)
    };
    while let Some(said) = said.next_if(is_of) {
        let said = said?;
        if before == Some(said) {
            continue;
        }
        if before.is_none_or(|before| (before.of, before.row_from_last) != (said.of, said.row_from_last)) {
            let (_, weight) = CONTEXT_GROUPS[said.of.group as usize];
            contexts.push(ContextToIndex { weight, words: Vec::new() });
        }
        if let Some(context) = contexts.last_mut() {
            context.words.push(said.word);
        }
        before = Some(said);
    }
    Ok(contexts)
}
