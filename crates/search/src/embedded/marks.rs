//! The marks of a query: the positions in a document at which its words and phrases occur.

use tantivy::DocSet;
use tantivy::TERMINATED;
use tantivy::postings::{Postings, SegmentPostings};
use tantivy::schema::IndexRecordOption;

use super::open::OpenIndex;
use super::passage_query::PassageQuery;
use super::postings::postings;
use super::work::LOOK_UP;
use crate::SearchError;
use crate::plan::{QueryForm, QueryPlan, Term};
use crate::snippet::Mark;

/// The most positions of one term in one document that are marked. More add nothing.
const MAX_TERM_MARKS: usize = 3000;

/// The most marks in one document. Those of the rarer words come first.
const MAX_MARKS: usize = 3_000;

/// The work on a document after which no other phrase is looked for in it.
const MAX_DOCUMENT_WORK: u64 = 20_000;

/// The cost of finding a document in the postings of a term, in postings, and of reading one of its positions there.
const SEEK: u64 = 20;
const POSITION: u64 = 5;

/// The marks in a document, and the work of finding them.
#[derive(Clone, Debug, Default)]
pub(super) struct DocumentMarks {
    pub(super) marks: Vec<Mark>,
    pub(super) work: u64,
}

/// A document of the page in a segment.
#[derive(Clone, Copy)]
struct SegmentRow {
    row: u32,
    /// The position of the document on the page.
    place: usize,
}

/// The marks in each of some documents, in their order.
pub(super) fn find_marks(
    index: &OpenIndex,
    plan: &QueryPlan,
    query: &PassageQuery<'_>,
    documents: &[u32],
) -> Result<Vec<DocumentMarks>, SearchError> {
    let mut words: Vec<(&usize, u16)> = query.words.iter().zip(0..).collect();
    words.sort_by(|(a, _), (b, _)| plan.words[**b].weight.total_cmp(&plan.words[**a].weight));
    let mut found = vec![DocumentMarks::default(); documents.len()];
    for segment in 0..index.texts.len() {
        let rows = rows_of(index, segment, documents);
        if rows.is_empty() {
            continue;
        }
        let mut marker =
            SegmentMarker { index, segment, rows: &rows, found: &mut found, positions: Vec::new() };
        for (at, number) in words.iter().copied() {
            for form in &plan.words[*at].forms {
                marker.mark_form(form, number)?;
            }
        }
        for (phrase, number) in query.phrases.iter().zip(query.words.len()..) {
            marker.mark_phrase(phrase, number as u16)?;
        }
    }
    Ok(found)
}

/// The rows of a segment in which some of the documents begin, in order.
fn rows_of(index: &OpenIndex, segment: usize, documents: &[u32]) -> Vec<SegmentRow> {
    let row = |(place, document): (usize, &u32)| {
        let (of, row) = index.columns.row(*document)?;
        (of == segment).then_some(SegmentRow { row, place })
    };
    let mut rows: Vec<_> = documents.iter().enumerate().filter_map(row).collect();
    rows.sort_unstable_by_key(|row| (row.row, row.place));
    rows
}

/// Marks words and phrases in the documents of one segment.
struct SegmentMarker<'a> {
    index: &'a OpenIndex,
    segment: usize,
    rows: &'a [SegmentRow],
    found: &'a mut [DocumentMarks],
    positions: Vec<u32>,
}

impl SegmentMarker<'_> {
    fn mark_form(&mut self, form: &QueryForm, number: u16) -> Result<(), SearchError> {
        for term in form.terms() {
            self.mark_term(term, Mark { position: 0, word: number, nearness: form.nearness })?;
        }
        Ok(())
    }

    /// Marks a term at its positions in every document.
    fn mark_term(&mut self, term: &Term, mark: Mark) -> Result<(), SearchError> {
        let (reader, field) = (&self.index.texts[self.segment].forms, self.index.text_fields.form);
        let option = IndexRecordOption::WithFreqsAndPositions;
        let Some(mut postings) = postings(reader, field, term.as_str(), option)? else { return Ok(()) };
        // The term is looked up once for all documents; the first one bears the work.
        self.found[self.rows[0].place].work += LOOK_UP;
        for SegmentRow { row, place } in self.rows {
            let found = &mut self.found[*place];
            if found.marks.len() >= MAX_MARKS {
                continue;
            }
            found.work += SEEK;
            if !seek(&mut postings, *row) {
                continue;
            }
            postings.positions(&mut self.positions);
            found.work += self.positions.len() as u64 * POSITION;
            let positions = self.positions.iter().take(MAX_TERM_MARKS);
            found.marks.extend(positions.map(|position| Mark { position: *position, ..mark }));
        }
        Ok(())
    }

    /// Marks every word of a phrase where all of them stand one after the other.
    fn mark_phrase(&mut self, phrase: &[String], number: u16) -> Result<(), SearchError> {
        for SegmentRow { row, place } in self.rows {
            let found = &self.found[*place];
            if found.marks.len() >= MAX_MARKS || found.work >= MAX_DOCUMENT_WORK {
                continue;
            }
            let (starts, work) = self.phrase_starts(*row, phrase)?;
            let found = &mut self.found[*place];
            found.work += work;
            for start in starts.into_iter().take(MAX_TERM_MARKS / 8) {
                let words = 0..phrase.len() as u32;
                let mark = |offset| Mark { position: start + offset, word: number, nearness: 1.0 };
                found.marks.extend(words.map(mark));
            }
        }
        Ok(())
    }

    /// The positions at which a phrase begins in a document, and the work of finding them.
    fn phrase_starts(&mut self, row: u32, phrase: &[String]) -> Result<(Vec<u32>, u64), SearchError> {
        let (reader, field) = (&self.index.texts[self.segment].words, self.index.text_fields.word);
        let mut starts: Option<Vec<u32>> = None;
        let mut work = 0;
        for (word, offset) in phrase.iter().zip(0_u32..) {
            let option = IndexRecordOption::WithFreqsAndPositions;
            let Some(mut postings) = postings(reader, field, word, option)? else {
                return Ok((Vec::new(), work));
            };
            work += LOOK_UP + SEEK;
            if !seek(&mut postings, row) {
                return Ok((Vec::new(), work));
            }
            postings.positions(&mut self.positions);
            work += self.positions.len() as u64;
            let here = self.positions.iter().filter_map(|position| position.checked_sub(offset));
            let all: Vec<u32> = match starts {
                None => here.collect(),
                Some(starts) => here.filter(|start| starts.binary_search(start).is_ok()).collect(),
            };
            if all.is_empty() {
                return Ok((all, work));
            }
            starts = Some(all);
        }
        Ok((starts.unwrap_or_default(), work))
    }
}

/// Goes forward in postings to a row. Returns whether the row is among them.
fn seek(postings: &mut SegmentPostings, row: u32) -> bool {
    let doc = postings.doc();
    doc == row || (doc < row && doc != TERMINATED && postings.seek(row) == row)
}
