//! The documents one step from a document, in the direction that a chain follows.

use crate::{
    direction::{Direction, Side},
    document::DocumentNumber,
    graph::Graph,
};

impl Graph {
    /// The documents one step from `document`: two ascending lists, one of them empty unless the direction is both.
    pub(crate) fn steps(&self, document: DocumentNumber, direction: Direction) -> [&[DocumentNumber]; 2] {
        let side = |side| self.row(document, side).documents;
        match direction {
            Direction::In => [side(Side::In), &[]],
            Direction::Out => [side(Side::Out), &[]],
            Direction::Both => [side(Side::In), side(Side::Out)],
        }
    }

    /// The number of entries in those two lists.
    pub(crate) fn step_count(&self, document: DocumentNumber, direction: Direction) -> usize {
        self.steps(document, direction).iter().map(|row| row.len()).sum()
    }
}

/// Two ascending lists read as one. A document in both comes twice.
pub(crate) struct Ascending<'a>(pub(crate) [&'a [DocumentNumber]; 2]);

impl Iterator for Ascending<'_> {
    type Item = DocumentNumber;

    fn next(&mut self) -> Option<DocumentNumber> {
        let [left, right] = &mut self.0;
        let row = match (left.first(), right.first()) {
            (Some(first), Some(second)) if second < first => right,
            (None, _) => right,
            _ => left,
        };
        row.split_off_first().copied()
    }
}
