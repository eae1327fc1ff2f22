//! Collects the contexts of all documents by provision.
//!
//! Gathering writes the contexts of each document to a temporary file, as rows ([`spilled`](super::spilled)). When
//! documents have their final numbers, the contexts that count are [chosen](super::choose). Then every word of these
//! becomes a record of fixed length, and the records are sorted with the help of the disk by provision, group and
//! document. So memory holds each word once, and the contexts of one provision at a time.

use std::io;
use std::iter::Peekable;

use lagrum_catalog::DocumentNumber;
use lagrum_files::TextTable;
use lagrum_search::{ContextToIndex, IndexError, ProvisionContexts};

use super::choose::{Choice, ChosenContext, ContextTarget, number};
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
        [self.of.target.0, self.of.anchor, self.of.group, self.row_from_last, self.word]
    }

    fn of([target, anchor, group, row_from_last, word]: [u32; 5]) -> Self {
        Self { of: ContextTarget { target: DocumentNumber(target), anchor, group }, row_from_last, word }
    }
}

impl SpilledContexts<'_> {
    /// Calls `visit` with the contexts of each provision of a held document.
    pub(crate) fn visit(
        &self,
        input: &BuildInput<'_>,
        resolved: &ResolvedCorpus<'_>,
        visit: &mut dyn FnMut(&ProvisionContexts<'_>) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        let Choice { contexts, anchors } = self.choose(input, resolved)?;
        let mut words = TextTable::new();
        let mut said = self.said_words(input, contexts, &mut words)?.peekable();
        let words = words.into_texts();
        while let Some((ContextTarget { target, anchor, .. }, contexts)) = next_contexts(&mut said)? {
            visit(&ProvisionContexts {
                document: target,
                anchor: anchors.get(anchor),
                contexts: &contexts,
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
            let said = self.words(said)?;
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

/// The contexts of the next provision, one for each document. None after the last.
fn next_contexts(
    said: &mut Peekable<Sorted<ContextWord>>,
) -> io::Result<Option<(ContextTarget, Vec<ContextToIndex>)>> {
    let Some(first) = said.next().transpose()? else { return Ok(None) };
    let mut contexts = vec![first_of(first)];
    let mut before = first;
    let is_of_same = |word: &io::Result<ContextWord>| {
        let provision = |word: &ContextWord| (word.of.target, word.of.anchor);
        word.as_ref().map_or(true, |word| provision(word) == provision(&first))
    };
    while let Some(word) = said.next_if(is_of_same) {
        let word = word?;
        let is_of_document = (word.of, word.row_from_last) == (before.of, before.row_from_last);
        match contexts.last_mut() {
            Some(context) if is_of_document => {
                // The contexts of a document that cites a provision twice may have a word twice.
                if word != before {
                    context.words.push(word.word);
                }
            }
            _ => contexts.push(first_of(word)),
        }
        before = word;
    }
    Ok(Some((first.of, contexts)))
}

/// A new context with its first word.
fn first_of(word: ContextWord) -> ContextToIndex {
    let (_, weight) = CONTEXT_GROUPS[word.of.group as usize];
    ContextToIndex { weight, words: vec![word.word] }
}
