//! The postings of the words of a query, gone through batch by batch.

use fixedbitset::FixedBitSet;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, SegmentOrdinal, Term};

use super::batches::Batch;
use super::columns::Slot;
use super::open::OpenIndex;
use super::segments::{LEAP, each_row_in};
use super::work::{LOOK_UP, Work};
use crate::SearchError;
use crate::plan::QueryForm;

/// The postings of a form in texts: for each part of the form, the postings of every term.
pub(super) struct FormPostings<'a> {
    pub(super) parts: Vec<Vec<TermPostings<'a>>>,
}

/// The postings of a term in one segment.
pub(super) struct TermPostings<'a> {
    segment: SegmentOrdinal,
    /// The slot of the text that begins in a row of the segment.
    slots: &'a [Slot],
    blocks: BlockSegmentPostings,
}

/// Goes through the postings of terms in a batch, with the work counted.
pub(super) struct BatchReader<'a> {
    pub(super) batch: &'a Batch,
    pub(super) candidates: &'a FixedBitSet,
    /// The addresses of the texts of the candidates, in order, if only these texts are to be found; None to find all texts.
    pub(super) texts: Option<&'a [DocAddress]>,
    pub(super) work: &'a mut Work,
}

impl<'a> FormPostings<'a> {
    /// Opens the postings of a form. If they will be `read_whole`, the work of reading them is counted here.
    pub(super) fn open(
        index: &'a OpenIndex,
        form: &QueryForm,
        read_whole: bool,
        work: &mut Work,
    ) -> Result<Self, SearchError> {
        let mut parts = Vec::with_capacity(form.parts.len());
        for part in &form.parts {
            let mut found = Vec::new();
            for term in &part.any_of {
                let term = Term::from_field_text(index.text_fields.form, term.as_str());
                for (text, segment) in index.texts.iter().zip(0..) {
                    work.add(LOOK_UP)?;
                    let Some(info) = text.forms.get_term_info(&term)? else { continue };
                    work.add(if read_whole { u64::from(info.doc_freq) } else { 0 })?;
                    let option = IndexRecordOption::WithFreqs;
                    let blocks = text.forms.read_block_postings_from_terminfo(&info, option)?;
                    found.push(TermPostings { segment, slots: &text.slots, blocks });
                }
            }
            parts.push(found);
        }
        Ok(Self { parts })
    }
}

impl BatchReader<'_> {
    /// Calls `take` with the position of every text that has one of some terms, and how often it has it.
    pub(super) fn each(
        &mut self,
        terms: &mut [TermPostings<'_>],
        mut take: impl FnMut(usize, u32),
    ) -> Result<(), SearchError> {
        for term in terms {
            let Some(texts) = self.texts else {
                term.in_batch(self.batch, &mut take);
                continue;
            };
            let expected = term.expected_in(self.batch);
            let leaps = texts.len() * LEAP;
            self.work.add(leaps.min(expected) as u64)?;
            if leaps < expected {
                term.in_texts(texts, self.batch, &mut take);
            } else {
                term.in_batch(self.batch, |position, times| {
                    if self.candidates.contains(position) {
                        take(position, times);
                    }
                });
            }
        }
        Ok(())
    }
}

impl TermPostings<'_> {
    /// Calls `take` with the position of every text of a batch that has the term, and how often it has it. Batches must
    /// come in order.
    fn in_batch(&mut self, batch: &Batch, mut take: impl FnMut(usize, u32)) {
        let rows = &batch.rows[self.segment as usize];
        if rows.is_empty() {
            return;
        }
        each_row_in(&mut self.blocks, rows, |row, times| {
            let slot = self.slots[row as usize];
            if slot != Slot::NONE {
                take(batch.position(slot), times);
            }
        });
    }

    /// Calls `take` as [`Self::in_batch`] does, for these texts of the batch only.
    fn in_texts(&mut self, texts: &[DocAddress], batch: &Batch, mut take: impl FnMut(usize, u32)) {
        let first = texts.partition_point(|text| text.segment_ord < self.segment);
        for text in texts[first..].iter().take_while(|text| text.segment_ord == self.segment) {
            let row = text.doc_id;
            let found = self.blocks.seek(row);
            if self.blocks.doc(found) == row {
                take(batch.position(self.slots[row as usize]), self.blocks.freq(found));
            }
        }
    }

    /// The approximate number of texts of a batch that have the term.
    fn expected_in(&self, batch: &Batch) -> usize {
        let rows = batch.rows[self.segment as usize].len() as u64;
        (u64::from(self.blocks.doc_freq()) * rows / (self.slots.len() as u64).max(1)) as usize
    }
}
