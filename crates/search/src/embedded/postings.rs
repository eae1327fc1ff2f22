//! Going through what the index says of a term, with the work counted.

use tantivy::postings::{Postings, SegmentPostings};
use tantivy::query::{EnableScoring, PhraseQuery, Query};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocSet, InvertedIndexReader, TERMINATED, Term};

use super::open::{NONE, Opened};
use crate::SearchError;

/// Entries of the index that one search may go through: so many, and so many for each document.
const MOST: u64 = 450_000;
const MOST_OF_EACH: u64 = 24;

/// What looking up a term costs, in entries.
pub(super) const LOOK_UP: u64 = 200;

/// Entries of a list that are cheaper to read than to leap over, for each leap.
const LEAP: usize = 8;

/// The work done for one search, counted in entries of the index gone through. It is bounded whatever is asked.
#[derive(Debug)]
pub(super) struct Work {
    done: u64,
    most: u64,
}

impl Work {
    /// The work on a query of an index of so many documents.
    pub(super) fn new(documents: usize) -> Self {
        Self { done: 0, most: MOST + MOST_OF_EACH * documents as u64 }
    }

    /// Counts entries about to be gone through; fails when there are too many, or when nobody waits any more.
    pub(super) fn add(&mut self, entries: u64) -> Result<(), SearchError> {
        lagrum_cancel::check()?;
        self.done += entries;
        if self.done > self.most { Err(SearchError::TooMuchWork) } else { Ok(()) }
    }

    pub(super) fn done(&self) -> u64 {
        self.done
    }
}

/// The list of a term, if it has one.
pub(super) fn list(
    reader: &InvertedIndexReader,
    field: Field,
    term: &str,
    option: IndexRecordOption,
) -> Result<Option<SegmentPostings>, SearchError> {
    let term = Term::from_field_text(field, term);
    let Some(info) = reader.get_term_info(&term)? else { return Ok(None) };
    Ok(Some(reader.read_postings_from_terminfo(&info, option)?))
}

impl Opened {
    /// Every document whose text has a term, with how often. Given documents in the order of their rows, only these.
    pub(super) fn texts_with(
        &self,
        term: &str,
        among: Option<&[u32]>,
        work: &mut Work,
        mut take: impl FnMut(u32, u32),
    ) -> Result<(), SearchError> {
        for (segment, at) in self.texts.iter().zip(0..) {
            let found = Term::from_field_text(self.text_fields.form, term);
            work.add(LOOK_UP)?;
            let Some(info) = segment.forms.get_term_info(&found)? else { continue };
            let length = info.doc_freq as usize;
            let option = IndexRecordOption::WithFreqs;
            match among {
                Some(among) if among.len() * LEAP < length => {
                    work.add((among.len() * LEAP) as u64)?;
                    let mut entries = segment.forms.read_postings_from_terminfo(&info, option)?;
                    for document in among {
                        let Some((of, row)) = self.columns.row(*document) else { continue };
                        if of != at || row < entries.doc() {
                            continue;
                        }
                        if entries.seek(row) == row {
                            take(*document, entries.term_freq());
                        }
                    }
                }
                _ => {
                    work.add(length as u64)?;
                    let mut block = segment.forms.read_block_postings_from_terminfo(&info, option)?;
                    while !block.docs().is_empty() {
                        for (row, times) in block.docs().iter().zip(block.freqs()) {
                            let document = segment.documents[*row as usize];
                            if document != NONE {
                                take(document, *times);
                            }
                        }
                        block.advance();
                    }
                }
            }
        }
        Ok(())
    }

    /// Every name that has a term: its row, and its document.
    pub(super) fn names_with(
        &self,
        term: &str,
        work: &mut Work,
        mut take: impl FnMut(u32, u32),
    ) -> Result<(), SearchError> {
        let field = self.document_fields.form;
        work.add(LOOK_UP)?;
        let Some(mut entries) = list(&self.names.forms, field, term, IndexRecordOption::Basic)? else {
            return Ok(());
        };
        work.add(u64::from(entries.doc_freq()))?;
        let mut row = entries.doc();
        while row != TERMINATED {
            let document = self.names.documents[row as usize];
            if document != NONE {
                take(row, document);
            }
            row = entries.advance();
        }
        Ok(())
    }

    /// Every document that has words one after the other, in its text or in a name.
    pub(super) fn with_phrase(
        &self,
        words: &[String],
        work: &mut Work,
        mut take: impl FnMut(u32),
    ) -> Result<(), SearchError> {
        let texts = self.texts.iter().map(|segment| (&segment.documents, &segment.words, &segment.reader));
        let names = (&self.names.documents, &self.names.words, &self.names.reader);
        let fields = self.texts.iter().map(|_| self.text_fields.word).chain([self.document_fields.word]);
        for ((documents, inverted, reader), field) in texts.chain([names]).zip(fields) {
            let mut found = |row: u32| {
                let document = documents[row as usize];
                if document != NONE {
                    take(document);
                }
            };
            match words {
                [] => {}
                [alone] => {
                    let Some(mut entries) = list(inverted, field, alone, IndexRecordOption::Basic)? else {
                        continue;
                    };
                    work.add(u64::from(entries.doc_freq()))?;
                    let mut row = entries.doc();
                    while row != TERMINATED {
                        found(row);
                        row = entries.advance();
                    }
                }
                words => {
                    if !add_phrase(inverted, field, words, work)? {
                        continue;
                    }
                    let terms = words.iter().map(|word| Term::from_field_text(field, word)).collect();
                    let scoring = EnableScoring::disabled_from_schema(reader.schema());
                    let mut rows = PhraseQuery::new(terms).weight(scoring)?.scorer(reader, 1.0)?;
                    let mut row = rows.doc();
                    while row != TERMINATED {
                        found(row);
                        row = rows.advance();
                    }
                }
            }
        }
        Ok(())
    }
}

/// Bytes of positions that are read in the time of an entry, and documents that are looked up.
const POSITIONS: u64 = 10;
const LEAPS: u64 = 4;

/// Counts what a phrase costs: the documents of its rarest word are looked up in the lists of all words, and where they
/// are, the positions of the words are read. False when a word is nowhere: no phrase, and no work.
fn add_phrase(
    reader: &InvertedIndexReader,
    field: Field,
    words: &[String],
    work: &mut Work,
) -> Result<bool, SearchError> {
    let mut infos = Vec::with_capacity(words.len());
    for word in words {
        let Some(info) = reader.get_term_info(&Term::from_field_text(field, word))? else { return Ok(false) };
        infos.push((u64::from(info.doc_freq).max(1), info.positions_range.len() as u64));
    }
    let fewest = infos.iter().map(|(documents, _)| *documents).min().unwrap_or_default();
    let positions: u64 = infos.iter().map(|(documents, bytes)| bytes * fewest / documents).sum();
    work.add(words.len() as u64 * (LOOK_UP + fewest / LEAPS) + positions / POSITIONS)?;
    Ok(true)
}
