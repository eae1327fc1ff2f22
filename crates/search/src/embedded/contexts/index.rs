//! An open index of contexts: its rows, and look-up of the rows that have a term.
//!
//! The document, length and anchor of every row are read into memory when the index is opened: twelve bytes a provision, and
//! each anchor once.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, Index, InvertedIndexReader, SegmentReader, Term};

use super::schema::ContextFields;
use crate::embedded::files::CONTEXTS;
use crate::embedded::segments::{each_row_in, segments};
use crate::embedded::work::{LOOK_UP, Work};
use crate::{IndexError, SearchError};
use lagrum_numbers::DocumentNumber;

/// Columns of the index: the provision of each row.
#[derive(Debug, Default)]
pub(super) struct ContextRows {
    /// The number of the document.
    pub(super) documents: Vec<DocumentNumber>,
    /// The number of words in the contexts, weighted as the terms are; 0 for a row of names.
    pub(super) lengths: Vec<u32>,
    /// Each anchor once, and for each row the position of its anchor.
    pub(super) anchors: Vec<Box<str>>,
    pub(super) anchor_numbers: Vec<u32>,
}

/// An open index of contexts.
pub(in crate::embedded) struct ContextIndex {
    pub(super) rows: ContextRows,
    /// The number of words in the contexts of each row, divided by the average; 0 for a row of names.
    pub(super) relative_lengths: Vec<f32>,
    /// The first row of names. They come after all others.
    pub(super) first_name: DocId,
    said: Field,
    /// None if the index has no rows.
    terms: Option<Arc<InvertedIndexReader>>,
}

/// The rows that have a term, gone through in parts.
pub(super) struct TermRows {
    blocks: BlockSegmentPostings,
}

impl ContextRows {
    fn read(segment: &SegmentReader) -> Result<Self, IndexError> {
        let damaged = || IndexError::Damaged("a row of what is said belongs to no provision".to_owned());
        let columns = segment.fast_fields();
        let (document, length) = (columns.u64(ContextFields::DOCUMENT)?, columns.u64(ContextFields::LENGTH)?);
        let anchor = columns.str(ContextFields::ANCHOR)?.ok_or_else(damaged)?;
        let mut rows = Self::default();
        let mut text = String::new();
        for number in 0..anchor.num_terms() as u64 {
            anchor.ord_to_str(number, &mut text).map_err(tantivy::TantivyError::from)?;
            rows.anchors.push(text.as_str().into());
        }
        for row in 0..segment.max_doc() {
            let number = |value: Option<u64>| value.and_then(|value| u32::try_from(value).ok());
            rows.documents.push(number(document.first(row)).map(DocumentNumber).ok_or_else(damaged)?);
            rows.lengths.push(number(length.first(row)).ok_or_else(damaged)?);
            let of_row = number(anchor.ords().first(row));
            let is_known = |number: &u32| (*number as usize) < rows.anchors.len();
            rows.anchor_numbers.push(of_row.filter(is_known).ok_or_else(damaged)?);
        }
        Ok(rows)
    }

    pub(super) fn len(&self) -> usize {
        self.documents.len()
    }

    /// The anchor of the provision of a row.
    pub(super) fn anchor(&self, row: DocId) -> &str {
        &self.anchors[self.anchor_numbers[row as usize] as usize]
    }

    fn average_length(&self) -> f32 {
        let lengths = self.lengths.iter().filter(|length| **length > 0);
        let sum: u64 = lengths.clone().map(|length| u64::from(*length)).sum();
        sum as f32 / lengths.count().max(1) as f32
    }
}

impl ContextIndex {
    /// Opens the index of contexts in the folder of a snapshot's index, which has this number of documents.
    pub(in crate::embedded) fn open(folder: &Path, documents: usize) -> Result<Self, IndexError> {
        let index = Index::open_in_dir(folder.join(CONTEXTS))?;
        let said = ContextFields::new().said;
        let (rows, terms) = match segments(&index)?.as_slice() {
            [] => (ContextRows::default(), None),
            [segment] if segment.max_doc() == 0 => (ContextRows::default(), None),
            [segment] => (ContextRows::read(segment)?, Some(segment.inverted_index(said)?)),
            _ => return Err(IndexError::Damaged("the index of contexts is not one segment".to_owned())),
        };
        if rows.documents.iter().any(|document| document.index() >= documents) {
            return Err(IndexError::Damaged("what is said of provisions is of no document".to_owned()));
        }
        let names = rows.lengths.iter().rev().take_while(|length| **length == 0).count();
        let average = rows.average_length().max(1.0);
        let relative_lengths = rows.lengths.iter().map(|length| *length as f32 / average).collect();
        Ok(Self { first_name: (rows.len() - names) as u32, rows, relative_lengths, said, terms })
    }

    /// The number of its rows.
    pub(in crate::embedded) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The rows that have a term; None if none has it.
    pub(super) fn rows_with(&self, term: &str, work: &mut Work) -> Result<Option<TermRows>, SearchError> {
        work.add(LOOK_UP)?;
        let Some(terms) = &self.terms else { return Ok(None) };
        let Some(info) = terms.get_term_info(&Term::from_field_text(self.said, term))? else {
            return Ok(None);
        };
        work.add(u64::from(info.doc_freq))?;
        let blocks = terms.read_block_postings_from_terminfo(&info, IndexRecordOption::WithFreqs)?;
        Ok(Some(TermRows { blocks }))
    }
}

impl TermRows {
    /// Calls `take` with every row of a range that has the term ([`each_row_in`]). Ranges must come in order.
    pub(super) fn each_in(&mut self, rows: &Range<DocId>, take: impl FnMut(DocId, u32)) {
        each_row_in(&mut self.blocks, rows, take);
    }
}
