//! The index of what others say of provisions: a row for each provision, with the terms said of it and how often.
//!
//! A row is one of two kinds. A row of *contexts* has the words around citations of the provision, with how many documents
//! say each, weighted by what kind of documents they are. A row of *names* has the names of the concepts that the provision
//! explains. The words have no positions, since nothing of them is shown.
//!
//! What a row belongs to is read whole when the index is opened: some thirty bytes a provision.

use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::counted_terms::{CountedRows, CountedTerms};
use super::files::{CONTEXT_ROWS, CONTEXTS};
use super::work::{LOOK_UP, Work};
use crate::{IndexError, SearchError};

/// What the rows belong to, by row.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct ContextRows {
    /// The number of the document.
    pub(super) documents: Vec<u32>,
    /// How many words are said, weighted as the terms are; 0 for a row of names.
    pub(super) lengths: Vec<u32>,
    /// The anchors one after the other, and where each ends.
    anchors: String,
    anchor_ends: Vec<u32>,
}

/// An open index of contexts.
pub(super) struct ContextIndex {
    pub(super) rows: ContextRows,
    /// How many words are said, divided by their average; 0 for a row of names.
    pub(super) relative_lengths: Vec<f32>,
    /// The first row of names. They come after all others.
    pub(super) first_name: u32,
    terms: CountedTerms,
}

/// The rows that have a term, gone through in parts.
pub(super) struct TermRows<'a> {
    next: Option<(u32, u32)>,
    rest: CountedRows<'a>,
}

impl ContextRows {
    pub(super) fn len(&self) -> usize {
        self.documents.len()
    }

    pub(super) fn push(&mut self, document: u32, anchor: &str, length: u32) {
        self.documents.push(document);
        self.lengths.push(length);
        self.anchors.push_str(anchor);
        self.anchor_ends.push(self.anchors.len() as u32);
    }

    /// The anchor of the provision of a row.
    pub(super) fn anchor(&self, row: u32) -> &str {
        let end = |row: usize| self.anchor_ends.get(row).copied().unwrap_or_default() as usize;
        let start = (row as usize).checked_sub(1).map_or(0, end);
        self.anchors.get(start..end(row as usize)).unwrap_or_default()
    }

    fn is_sound(&self, documents: usize, rows: u32) -> bool {
        let lengths = [self.lengths.len(), self.anchor_ends.len(), rows as usize];
        lengths.iter().all(|length| *length == self.len())
            && self.documents.iter().all(|document| (*document as usize) < documents)
    }

    fn average_length(&self) -> f32 {
        let lengths = self.lengths.iter().filter(|length| **length > 0);
        let sum: u64 = lengths.clone().map(|length| u64::from(*length)).sum();
        sum as f32 / lengths.count().max(1) as f32
    }
}

impl ContextIndex {
    /// Opens the index of contexts in the folder of an index of so many documents.
    pub(super) fn open(folder: &Path, documents: usize) -> Result<Self, IndexError> {
        let path = folder.join(CONTEXT_ROWS);
        let bytes = std::fs::read(&path).map_err(|error| IndexError::io(&path, error))?;
        let rows: ContextRows = postcard::from_bytes(&bytes)?;
        let terms = CountedTerms::open(folder, CONTEXTS)?;
        if !rows.is_sound(documents, terms.rows()) {
            return Err(IndexError::Damaged("what is said of provisions has no rows".to_owned()));
        }
        let names = rows.lengths.iter().rev().take_while(|length| **length == 0).count();
        let average = rows.average_length().max(1.0);
        let relative_lengths = rows.lengths.iter().map(|length| *length as f32 / average).collect();
        Ok(Self { first_name: (rows.len() - names) as u32, rows, relative_lengths, terms })
    }

    /// The rows that have a term; None if none has it.
    pub(super) fn rows_with(&self, term: &str, work: &mut Work) -> Result<Option<TermRows<'_>>, SearchError> {
        work.add(LOOK_UP)?;
        let Some(number) = self.terms.find(term) else { return Ok(None) };
        let mut rest = self.terms.postings(number);
        work.add(u64::from(rest.held_by()))?;
        Ok(Some(TermRows { next: rest.next(), rest }))
    }
}

impl TermRows<'_> {
    /// Calls `take` with every row of a range that has the term, in order, and how often it is said there. Ranges must come in
    /// order.
    pub(super) fn each_in(&mut self, rows: &Range<u32>, mut take: impl FnMut(u32, u32)) {
        while let Some((row, times)) = self.next
            && row < rows.end
        {
            take(row, times);
            self.next = self.rest.next();
        }
    }
}
