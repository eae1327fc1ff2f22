//! The marks of a query: the positions in a document at which its words and phrases occur.
//!
//! A form of several parts (a compound taken apart, a legal term of two words) is shown only where all its parts are near each
//! other, each as a separate word. The compound itself does not count as a part, so a word beside it that shares a part with it
//! is not shown.

use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, DocId, SegmentOrdinal};

use super::open::{OpenIndex, TextSegment};
use super::passage_query::PassageQuery;
use super::patterns::PatternReader;
use super::segments::{postings, seek};
use super::work::{LOOK_UP, Work};
use crate::SearchError;
use crate::marks::Mark;
use crate::near_parts::near_parts;
use crate::plan::{QueryForm, QueryPlan, Term, WordPattern};
use crate::word_pattern::TextUnits;
use crate::word_position::WordPosition;
use lagrum_numbers::DocumentNumber;

/// The most positions of one term in one document that are marked. More marks would not change what is shown.
const MAX_TERM_MARKS: usize = 3000;

/// The most marks in one document. Rarer words are marked first.
const MAX_MARKS: usize = 3_000;

/// The work on a document after which no more phrases are looked for in it.
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
    row: DocId,
    /// The position of the document on the page.
    place: usize,
}

/// The marks in each of some documents, in their order.
pub(super) fn find_marks(
    index: &OpenIndex,
    plan: &QueryPlan,
    query: &PassageQuery<'_>,
    documents: &[DocumentNumber],
) -> Result<Vec<DocumentMarks>, SearchError> {
    let mut words: Vec<(&usize, u16)> = query.words.iter().zip(0..).collect();
    words.sort_by(|(a, _), (b, _)| plan.words[**b].weight.total_cmp(&plan.words[**a].weight));
    let mut found = vec![DocumentMarks::default(); documents.len()];
    for (text, segment) in index.texts.iter().zip(0..) {
        let rows = rows_of(index, segment, documents);
        if rows.is_empty() {
            continue;
        }
        let mut marker = SegmentMarker { index, text, rows: &rows, found: &mut found, positions: Vec::new() };
        for (at, number) in words.iter().copied() {
            for form in &plan.words[*at].forms {
                marker.mark_form(form, number)?;
            }
        }
        for (phrase, number) in query.phrases.iter().zip(query.words.len()..) {
            marker.mark_phrase(phrase, number as u16)?;
        }
        for (pattern, number) in query.patterns.iter().zip(query.words.len() + query.phrases.len()..) {
            marker.mark_pattern(pattern, number as u16, documents)?;
        }
    }
    Ok(found)
}

/// The rows of a segment in which some of the documents begin, in order.
fn rows_of(index: &OpenIndex, segment: SegmentOrdinal, documents: &[DocumentNumber]) -> Vec<SegmentRow> {
    let row = |(place, document): (usize, &DocumentNumber)| {
        let DocAddress { segment_ord, doc_id: row } = index.columns.address(*document)?;
        (segment_ord == segment).then_some(SegmentRow { row, place })
    };
    let mut rows: Vec<_> = documents.iter().enumerate().filter_map(row).collect();
    rows.sort_unstable_by_key(|row| (row.row, row.place));
    rows
}

/// Marks words and phrases in the documents of one segment.
struct SegmentMarker<'a> {
    index: &'a OpenIndex,
    text: &'a TextSegment,
    rows: &'a [SegmentRow],
    found: &'a mut [DocumentMarks],
    positions: Vec<u32>,
}

impl SegmentMarker<'_> {
    fn mark_form(&mut self, form: &QueryForm, number: u16) -> Result<(), SearchError> {
        let is_single = form.parts.len() == 1;
        let mark =
            Mark { position: WordPosition(0), word: number, nearness: form.nearness, is_shown: is_single };
        // How many marks each document has, before the form and after each part of it.
        let mut counts = Vec::new();
        for choice in &form.parts {
            if !is_single {
                counts.push(self.mark_counts());
            }
            for term in &choice.any_of {
                self.mark_term(term, mark)?;
            }
        }
        if !is_single {
            counts.push(self.mark_counts());
            for (at, SegmentRow { place, .. }) in self.rows.iter().enumerate() {
                let counts: Vec<usize> = counts.iter().map(|counts| counts[at]).collect();
                show_near_parts(&mut self.found[*place].marks, &counts);
            }
        }
        Ok(())
    }

    /// How many marks each document has so far.
    fn mark_counts(&self) -> Vec<usize> {
        self.rows.iter().map(|row| self.found[row.place].marks.len()).collect()
    }

    /// Marks a term at its positions in every document.
    fn mark_term(&mut self, term: &Term, mark: Mark) -> Result<(), SearchError> {
        let (reader, field) = (&self.text.forms, self.index.text_fields.form);
        let option = IndexRecordOption::WithFreqsAndPositions;
        let Some(mut postings) = postings(reader, field, term.as_str(), option)? else { return Ok(()) };
        // The term is looked up once for all documents. The work is counted for the first document.
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
            found.marks.extend(positions.map(|position| Mark { position: WordPosition(*position), ..mark }));
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
                let mark =
                    |offset| Mark { position: start + offset, word: number, nearness: 1.0, is_shown: true };
                found.marks.extend(words.map(mark));
            }
        }
        Ok(())
    }

    /// Marks the words of a pattern where it is met.
    fn mark_pattern(
        &mut self,
        pattern: &WordPattern,
        number: u16,
        documents: &[DocumentNumber],
    ) -> Result<(), SearchError> {
        let mut work = Work::new(self.index.columns.len());
        let Some(mut reader) = PatternReader::of_text(self.index, self.text, pattern, &mut work)? else {
            return Ok(());
        };
        for SegmentRow { row, place } in self.rows {
            let document = documents[*place];
            if self.found[*place].marks.len() >= MAX_MARKS || !reader.go_to(*row, &mut work)? {
                continue;
            }
            let Some(text) = self.index.columns.address(document) else { continue };
            let passages = self.index.passages(document, text)?;
            let met_at = reader.met_at(Some(&TextUnits::new(&passages.table)), false);
            let mark = |position| Mark { position, word: number, nearness: 1.0, is_shown: true };
            self.found[*place].marks.extend(met_at.into_iter().take(MAX_TERM_MARKS).map(mark));
        }
        // The work is counted for the first document.
        self.found[self.rows[0].place].work += work.done();
        Ok(())
    }

    /// The positions at which a phrase begins in a document, and the work of finding them.
    fn phrase_starts(
        &mut self,
        row: DocId,
        phrase: &[String],
    ) -> Result<(Vec<WordPosition>, u64), SearchError> {
        let (reader, field) = (&self.text.words, self.index.text_fields.word);
        let mut starts: Option<Vec<WordPosition>> = None;
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
            let here =
                self.positions.iter().filter_map(|position| position.checked_sub(offset)).map(WordPosition);
            let all: Vec<WordPosition> = match starts {
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

/// Shows the marks of a form of several parts where all of its parts are near each other. The marks of part `i` are those
/// from `counts[i]` up to `counts[i + 1]`.
fn show_near_parts(marks: &mut [Mark], counts: &[usize]) {
    let parts =
        counts.windows(2).map(|ends| marks[ends[0]..ends[1]].iter().map(|mark| mark.position).collect());
    let near = near_parts(parts.collect());
    for mark in &mut marks[counts[0]..] {
        mark.is_shown = near.contains(&mark.position);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_of_two_words_is_shown_where_both_are() {
        // A mark of another form, the first part at 10 and 50, the second at 13 and 90.
        let mut marks = vec![mark(12), mark(50), mark(10), mark(13), mark(90)];
        show_near_parts(&mut marks, &[1, 3, 5]);
        let shown: Vec<u32> = marks.iter().filter(|mark| mark.is_shown).map(|mark| mark.position.0).collect();
        assert_eq!(shown, [10, 13]);
    }

    #[test]
    fn a_word_that_is_the_whole_compound_makes_no_neighbour_a_part() {
        // The compound stands at 20, and has both parts.
        let mut marks = vec![mark(20), mark(24), mark(60), mark(20), mark(62)];
        show_near_parts(&mut marks, &[0, 3, 5]);
        let shown: Vec<u32> = marks.iter().filter(|mark| mark.is_shown).map(|mark| mark.position.0).collect();
        assert_eq!(shown, [60, 62]);
    }

    fn mark(position: u32) -> Mark {
        Mark { position: WordPosition(position), word: 0, nearness: 1.0, is_shown: false }
    }
}
