//! Batches: the slots that a search goes through at once.
//!
//! A search writes some numbers for a large part of all documents. In a table of the whole corpus, each write would load
//! another line into the processor's cache, for every word. So a search goes through all words for one batch of slots, then for
//! the next batch, and the tables of a batch stay in the cache.

use std::cmp::Ordering;
use std::ops::Range;

use tantivy::{DocId, SegmentOrdinal};

use super::columns::{Columns, Slot};

/// The slots of a batch, unless a test wants fewer.
pub(super) const BATCH: u32 = 1 << 14;

/// Some slots that follow each other.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) slots: Range<Slot>,
    /// For each segment the rows between which the texts of these slots begin.
    pub(super) rows: Vec<Range<DocId>>,
}

impl Batch {
    /// The number of its slots.
    pub(super) fn len(&self) -> usize {
        self.slots.end.index() - self.slots.start.index()
    }

    /// The position in the batch of a slot that is in it.
    pub(super) fn position(&self, slot: Slot) -> usize {
        slot.index() - self.slots.start.index()
    }
}

/// All slots in batches of `length` slots. `segments` has the number of rows of each segment.
pub(super) fn batches(columns: &Columns, segments: &[DocId], length: u32) -> Vec<Batch> {
    let documents = columns.len() as u32;
    // The first row of a segment that is not before the text of a slot.
    let first_row = |slot: Slot, segment: SegmentOrdinal, rows: DocId| {
        let text = columns.texts.get(slot.index()).copied().unwrap_or(Columns::NO_TEXT);
        match text.segment_ord.cmp(&segment) {
            Ordering::Less => 0,
            Ordering::Equal => text.doc_id,
            Ordering::Greater => rows,
        }
    };
    let batch = |start: u32| {
        let slots = Slot(start)..Slot(documents.min(start.saturating_add(length)));
        let rows = segments.iter().zip(0..).map(|(rows, segment)| {
            first_row(slots.start, segment, *rows)..first_row(slots.end, segment, *rows)
        });
        Batch { rows: rows.collect(), slots }
    };
    (0..documents).step_by(length.max(1) as usize).map(batch).collect()
}
