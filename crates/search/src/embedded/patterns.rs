//! Where the patterns of a query stand: in which documents, and at which positions of a text.
//!
//! The rows that have the rarest word of a pattern are looked up in the postings of the other words. In rows that have all of them the
//! positions are read, and only where these may do is the table of passages and headings read. That costs the most, so texts whose
//! headings are indexed by themselves are passed over where these lack a word.

use fixedbitset::FixedBitSet;
use lagrum_numbers::DocumentNumber;
use lagrum_words::QueryField;
use tantivy::postings::{Postings, SegmentPostings};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, DocId, DocSet, InvertedIndexReader, TERMINATED, Term};

use super::open::{NO_DOCUMENT, OpenIndex, TextSegment};
use super::segments::{postings, seek};
use super::work::{LOOK_UP, Work};
use crate::plan::{PatternWords, QueryWord, WordPattern};
use crate::word_pattern::{TextUnits, met_at};
use crate::word_position::WordPosition;
use crate::{NameKind, SearchError};

/// In the time of one posting, this many positions are read.
const POSITIONS: u64 = 6;
/// The cost of reading the table of a text, in postings.
const TABLE: u64 = 80;

/// The documents that meet a pattern. If `among` lists some, only these are looked at.
pub(super) fn documents_with_pattern(
    index: &OpenIndex,
    pattern: &WordPattern,
    among: Option<&FixedBitSet>,
    work: &mut Work,
) -> Result<FixedBitSet, SearchError> {
    let mut finder =
        PatternFinder { index, pattern, among, work, set: FixedBitSet::with_capacity(index.columns.len()) };
    if pattern.field != Some(QueryField::Name) {
        for (segment, text) in (0..).zip(&index.texts) {
            finder.add_texts(segment, text)?;
        }
    }
    if matches!(pattern.field, None | Some(QueryField::Name)) {
        finder.add_names()?;
    }
    Ok(finder.set)
}

struct PatternFinder<'a> {
    index: &'a OpenIndex,
    pattern: &'a WordPattern,
    among: Option<&'a FixedBitSet>,
    work: &'a mut Work,
    set: FixedBitSet,
}

impl PatternFinder<'_> {
    fn add_texts(&mut self, segment: u32, text: &TextSegment) -> Result<(), SearchError> {
        let Some(mut reader) = PatternReader::of_text(self.index, text, self.pattern, self.work)? else {
            return Ok(());
        };
        let mut headings = HeadingReader::open(self.index, text, self.pattern, self.work)?;
        for row in reader.rows(self.work)? {
            let Some(document) = self.index.document_in(text, row).filter(|document| self.is_open(*document))
            else {
                continue;
            };
            if !headings.may_have_each(text, row, self.work)? {
                continue;
            }
            if reader.go_to(row, self.work)?
                && self.is_met(&reader, document, DocAddress::new(segment, row))?
            {
                self.set.insert(document.index());
            }
        }
        Ok(())
    }

    /// Whether a text meets the pattern to which a reader has gone.
    fn is_met(
        &mut self,
        reader: &PatternReader<'_>,
        document: DocumentNumber,
        text: DocAddress,
    ) -> Result<bool, SearchError> {
        if reader.met_at(None, true).is_empty() {
            return Ok(false);
        }
        if !reader.needs_units() {
            return Ok(true);
        }
        self.work.add(TABLE)?;
        let units = self.index.with_table(document, text, TextUnits::new)?;
        Ok(!reader.met_at(Some(&units), true).is_empty())
    }

    fn add_names(&mut self) -> Result<(), SearchError> {
        let names = &self.index.names;
        let fields = &self.index.document_fields;
        let (inverted, field) = match self.pattern.words {
            PatternWords::Phrase(_) => (&names.words, fields.word),
            PatternWords::Near { .. } => (&names.forms, fields.form),
        };
        let Some(mut reader) = PatternReader::open(inverted, field, self.pattern, self.work)? else {
            return Ok(());
        };
        let own_only = self.pattern.field == Some(QueryField::Name);
        for row in reader.rows(self.work)? {
            let document = names.documents[row as usize];
            let is_searched = !own_only || names.kinds[row as usize] == NameKind::Own;
            if document == NO_DOCUMENT || !is_searched || !self.is_open(document) {
                continue;
            }
            if reader.go_to(row, self.work)? && !reader.met_at(None, true).is_empty() {
                self.set.insert(document.index());
            }
        }
        Ok(())
    }

    /// Whether it is still to be found out whether a document meets the pattern.
    fn is_open(&self, document: DocumentNumber) -> bool {
        let at = document.index();
        !self.set.contains(at) && self.among.is_none_or(|among| among.contains(at))
    }
}

/// Finds out which texts have all words of a pattern in headings, for texts whose headings are indexed by themselves.
struct HeadingReader {
    /// The postings of each word in the rows of passages; no word where this says nothing of the pattern.
    words: Vec<Vec<SegmentPostings>>,
}

impl HeadingReader {
    fn open(
        index: &OpenIndex,
        text: &TextSegment,
        pattern: &WordPattern,
        work: &mut Work,
    ) -> Result<Self, SearchError> {
        let mut opened = Vec::new();
        // Headings are indexed by the forms of their words.
        if let (PatternWords::Near { words, .. }, Some(QueryField::Heading)) = (&pattern.words, pattern.field)
        {
            for word in words {
                let mut of_word = Vec::new();
                for term in terms_of(word) {
                    work.add(LOOK_UP)?;
                    let over = index.text_fields.over;
                    of_word.extend(postings(
                        &text.provisions.headings,
                        over,
                        term,
                        IndexRecordOption::Basic,
                    )?);
                }
                opened.push(of_word);
            }
        }
        Ok(Self { words: opened })
    }

    /// Whether the text that begins in a row may have all words in headings. Rows must come in order.
    fn may_have_each(
        &mut self,
        text: &TextSegment,
        row: DocId,
        work: &mut Work,
    ) -> Result<bool, SearchError> {
        let count = text.provisions.counts.first(row).and_then(|count| u32::try_from(count).ok());
        let Some(first) = count.filter(|count| *count > 0).and_then(|count| row.checked_sub(count)) else {
            return Ok(true);
        };
        for word in &mut self.words {
            work.add(word.len() as u64)?;
            let stands_in = |postings: &mut SegmentPostings| {
                let reached = if postings.doc() < first { postings.seek(first) } else { postings.doc() };
                reached < row
            };
            if !word.iter_mut().any(stands_in) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Reads where the words of a pattern stand, row by row.
pub(super) struct PatternReader<'a> {
    pattern: &'a WordPattern,
    /// The postings of the terms of each word. Those of the rarest word are opened anew for its rows.
    words: Vec<Vec<SegmentPostings>>,
    rarest: Vec<SegmentPostings>,
    /// The positions of each word in the current row.
    positions: Vec<Vec<WordPosition>>,
}

impl<'a> PatternReader<'a> {
    /// The reader of a segment of texts; None if a word of the pattern stands nowhere in it.
    pub(super) fn of_text(
        index: &OpenIndex,
        text: &TextSegment,
        pattern: &'a WordPattern,
        work: &mut Work,
    ) -> Result<Option<Self>, SearchError> {
        let fields = &index.text_fields;
        match pattern.words {
            PatternWords::Phrase(_) => Self::open(&text.words, fields.word, pattern, work),
            PatternWords::Near { .. } => Self::open(&text.forms, fields.form, pattern, work),
        }
    }

    fn open(
        inverted: &InvertedIndexReader,
        field: Field,
        pattern: &'a WordPattern,
        work: &mut Work,
    ) -> Result<Option<Self>, SearchError> {
        let terms: Vec<Vec<&str>> = match &pattern.words {
            PatternWords::Phrase(words) => words.iter().map(|word| vec![word.as_str()]).collect(),
            PatternWords::Near { words, .. } => words.iter().map(terms_of).collect(),
        };
        let mut words = Vec::with_capacity(terms.len());
        let mut rarest: Option<(u64, Vec<SegmentPostings>)> = None;
        for terms in &terms {
            let (mut opened, mut rows, mut documents) = (Vec::new(), Vec::new(), 0);
            for term in terms {
                work.add(LOOK_UP)?;
                let Some(info) = inverted.get_term_info(&Term::from_field_text(field, term))? else {
                    continue;
                };
                documents += u64::from(info.doc_freq);
                let positions = IndexRecordOption::WithFreqsAndPositions;
                opened.push(inverted.read_postings_from_terminfo(&info, positions)?);
                rows.push(inverted.read_postings_from_terminfo(&info, IndexRecordOption::Basic)?);
            }
            if opened.is_empty() {
                return Ok(None);
            }
            words.push(opened);
            if rarest.as_ref().is_none_or(|(fewest, _)| documents < *fewest) {
                rarest = Some((documents, rows));
            }
        }
        let positions = vec![Vec::new(); words.len()];
        Ok(rarest.map(|(_, rarest)| Self { pattern, words, rarest, positions }))
    }

    /// The rows of the rarest word, in order.
    fn rows(&mut self, work: &mut Work) -> Result<Vec<DocId>, SearchError> {
        let mut rows = Vec::new();
        for mut postings in std::mem::take(&mut self.rarest) {
            work.add(u64::from(postings.doc_freq()))?;
            while postings.doc() != TERMINATED {
                rows.push(postings.doc());
                postings.advance();
            }
        }
        rows.sort_unstable();
        rows.dedup();
        Ok(rows)
    }

    /// Goes forward to a row and reads the positions of the words there. Returns whether the row has all of them.
    pub(super) fn go_to(&mut self, row: DocId, work: &mut Work) -> Result<bool, SearchError> {
        for terms in &mut self.words {
            work.add(terms.len() as u64)?;
            let mut has_word = false;
            for postings in terms {
                has_word |= seek(postings, row);
            }
            if !has_word {
                return Ok(false);
            }
        }
        let mut read = Vec::new();
        for (terms, positions) in self.words.iter_mut().zip(&mut self.positions) {
            positions.clear();
            for postings in terms.iter_mut().filter(|postings| postings.doc() == row) {
                work.add(u64::from(postings.term_freq()) / POSITIONS)?;
                postings.positions(&mut read);
                positions.extend(read.iter().copied().map(WordPosition));
            }
            if terms.len() > 1 {
                // Made of lists in order, which this sort is quick with.
                positions.sort();
                positions.dedup();
            }
        }
        Ok(true)
    }

    /// The positions at which the current row meets the pattern ([`met_at`]).
    pub(super) fn met_at(&self, units: Option<&TextUnits>, first_only: bool) -> Vec<WordPosition> {
        met_at(self.pattern, &self.positions, units, first_only)
    }

    /// Whether the passages and headings of a text decide where it meets the pattern. Words without another between them never stand
    /// in two of these.
    fn needs_units(&self) -> bool {
        let is_apart = matches!(&self.pattern.words, PatternWords::Near { between: 1.., .. });
        is_apart || self.pattern.field.is_some()
    }
}

/// The terms of a word that stand at one position.
fn terms_of(word: &QueryWord) -> Vec<&str> {
    let single = word.forms.iter().filter_map(|form| form.as_single_choice());
    single.flatten().map(crate::Term::as_str).collect()
}
