//! Going through the postings of a term, with the work counted.

use tantivy::postings::{Postings, SegmentPostings};
use tantivy::query::{EnableScoring, PhraseQuery, Query};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{
    DocAddress, DocId, DocSet, InvertedIndexReader, SegmentOrdinal, SegmentReader, TERMINATED, Term,
};

use super::columns::Slot;
use super::open::{NO_DOCUMENT, OpenIndex, TextSegment};
use super::segments::{LEAP, postings};
use super::work::{LOOK_UP, Work};
use crate::SearchError;
use lagrum_numbers::DocumentNumber;

/// In the time of one posting, this many bytes of positions are read, or this many documents are looked up for a phrase.
const POSITION_BYTES: u64 = 10;
const LEAPS: u64 = 4;

impl OpenIndex {
    /// Calls `take` with every document whose text has a term, and how often it has it. If `among` lists few documents, in the
    /// order of their rows, only these are looked up; if it lists many, all documents with the term are returned.
    pub(super) fn texts_with(
        &self,
        term: &str,
        among: Option<&[DocumentNumber]>,
        work: &mut Work,
        mut take: impl FnMut(DocumentNumber, u32),
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
                    let postings = segment.forms.read_postings_from_terminfo(&info, option)?;
                    self.leap(postings, at, among, &mut take);
                }
                _ => {
                    work.add(length as u64)?;
                    let mut block = segment.forms.read_block_postings_from_terminfo(&info, option)?;
                    while !block.docs().is_empty() {
                        for (row, times) in block.docs().iter().zip(block.freqs()) {
                            if let Some(document) = self.document_in(segment, *row) {
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

    /// The document whose text begins in a row of a segment.
    pub(super) fn document_in(&self, segment: &TextSegment, row: DocId) -> Option<DocumentNumber> {
        let slot = segment.slots[row as usize];
        (slot != Slot::NONE).then(|| self.columns.documents[slot.index()])
    }

    /// Looks up some documents in the postings of a segment.
    fn leap(
        &self,
        mut postings: SegmentPostings,
        segment: SegmentOrdinal,
        among: &[DocumentNumber],
        take: &mut impl FnMut(DocumentNumber, u32),
    ) {
        for document in among {
            let Some(DocAddress { segment_ord, doc_id: row }) = self.columns.address(*document) else {
                continue;
            };
            if segment_ord == segment && row >= postings.doc() && postings.seek(row) == row {
                take(*document, postings.term_freq());
            }
        }
    }

    /// Calls `take` with the row of every name that has a term, and the document of the name.
    pub(super) fn names_with(
        &self,
        term: &str,
        work: &mut Work,
        mut take: impl FnMut(DocId, DocumentNumber),
    ) -> Result<(), SearchError> {
        let field = self.document_fields.form;
        work.add(LOOK_UP)?;
        let Some(mut found) = postings(&self.names.forms, field, term, IndexRecordOption::Basic)? else {
            return Ok(());
        };
        work.add(u64::from(found.doc_freq()))?;
        let mut row = found.doc();
        while row != TERMINATED {
            let document = self.names.documents[row as usize];
            if document != NO_DOCUMENT {
                take(row, document);
            }
            row = found.advance();
        }
        Ok(())
    }

    /// Calls `take` with every document that has words one after the other, in its text or in a name.
    pub(super) fn with_phrase(
        &self,
        words: &[String],
        work: &mut Work,
        mut take: impl FnMut(DocumentNumber),
    ) -> Result<(), SearchError> {
        for text in &self.texts {
            let found = |row: DocId| self.document_in(text, row).into_iter().for_each(&mut take);
            rows_with_phrase(&text.words, &text.reader, self.text_fields.word, words, work, found)?;
        }
        let names = &self.names;
        let found = |row: DocId| {
            let document = names.documents[row as usize];
            if document != NO_DOCUMENT {
                take(document);
            }
        };
        rows_with_phrase(&names.words, &names.reader, self.document_fields.word, words, work, found)
    }
}

/// Calls `found` with every row of a segment that has words one after the other in a field.
fn rows_with_phrase(
    inverted: &InvertedIndexReader,
    reader: &SegmentReader,
    field: Field,
    words: &[String],
    work: &mut Work,
    found: impl FnMut(DocId),
) -> Result<(), SearchError> {
    match words {
        [] => {}
        [alone] => {
            if let Some(rows) = postings(inverted, field, alone, IndexRecordOption::Basic)? {
                work.add(u64::from(rows.doc_freq()))?;
                each_row(rows, found);
            }
        }
        words => {
            if count_phrase(inverted, field, words, work)? {
                let terms = words.iter().map(|word| Term::from_field_text(field, word)).collect();
                let scoring = EnableScoring::disabled_from_schema(reader.schema());
                each_row(PhraseQuery::new(terms).weight(scoring)?.scorer(reader, 1.0)?, found);
            }
        }
    }
    Ok(())
}

fn each_row(mut rows: impl DocSet, mut found: impl FnMut(DocId)) {
    let mut row = rows.doc();
    while row != TERMINATED {
        found(row);
        row = rows.advance();
    }
}

/// Counts the work of a phrase: the documents of its rarest word are looked up in the postings of all words, and in those
/// that have all of them the positions are read. False when no row has one of the words: there is no phrase and no work.
fn count_phrase(
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
    work.add(words.len() as u64 * (LOOK_UP + fewest / LEAPS) + positions / POSITION_BYTES)?;
    Ok(true)
}
