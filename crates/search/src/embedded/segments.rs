//! The segments of an index of tantivy, and the rows in which they have a term.

use std::ops::Range;

use tantivy::postings::{BlockSegmentPostings, SegmentPostings};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, DocSet, Index, InvertedIndexReader, SegmentReader, TERMINATED, Term};

use crate::{IndexError, SearchError};

/// The cost of looking up one row in postings, as the number of postings that are read in the same time.
pub(super) const LEAP: usize = 8;

/// The segments of an index. They are opened one by one, without tantivy's own reader: that takes a lock, which writes to the
/// folder, and watches the folder for changes, which never come.
pub(super) fn segments(index: &Index) -> Result<Vec<SegmentReader>, IndexError> {
    let segments = index.searchable_segments()?;
    Ok(segments.iter().map(SegmentReader::open).collect::<Result<_, _>>()?)
}

/// The postings of a term; None for a term that the segment does not have.
pub(super) fn postings(
    reader: &InvertedIndexReader,
    field: Field,
    term: &str,
    option: IndexRecordOption,
) -> Result<Option<SegmentPostings>, SearchError> {
    let term = Term::from_field_text(field, term);
    let Some(info) = reader.get_term_info(&term)? else { return Ok(None) };
    Ok(Some(reader.read_postings_from_terminfo(&info, option)?))
}

/// Calls `take` with every row of a range that is in the postings of a term, and with the frequency of the term there, in order.
/// Ranges must come in order.
pub(super) fn each_row_in(
    blocks: &mut BlockSegmentPostings,
    rows: &Range<DocId>,
    mut take: impl FnMut(DocId, u32),
) {
    let mut from = blocks.seek(rows.start);
    loop {
        let (found, times) = (blocks.docs(), blocks.freqs());
        let Some(last) = found.last() else { return };
        let ends_here = *last >= rows.end;
        let to = if ends_here { found.partition_point(|row| *row < rows.end) } else { found.len() };
        for (row, times) in found[from..to].iter().zip(&times[from..to]) {
            take(*row, *times);
        }
        if ends_here {
            return;
        }
        blocks.advance();
        from = 0;
    }
}

/// Goes forward in postings to a row. Returns whether the postings have the row.
pub(super) fn seek(postings: &mut SegmentPostings, row: DocId) -> bool {
    let doc = postings.doc();
    doc == row || (doc < row && doc != TERMINATED && postings.seek(row) == row)
}
