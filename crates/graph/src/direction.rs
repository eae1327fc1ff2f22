//! Which way citations are followed, seen from a document.

use crate::graph::{Graph, Ordinal};

/// One of the two sides of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The documents that cite it.
    In,
    /// The documents it cites.
    Out,
}

/// Which citations a chain may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Every step goes to a document that cites the one before.
    In,
    /// Every step goes to a document that the one before cites.
    Out,
    /// Every step goes either way.
    Both,
}

impl Direction {
    /// The direction in which the same chain is read from its end.
    pub(crate) fn reversed(self) -> Self {
        match self {
            Self::In => Self::Out,
            Self::Out => Self::In,
            Self::Both => Self::Both,
        }
    }
}

impl Graph {
    /// The documents one step from `document`: two ascending lists, one of them empty unless the direction is both.
    pub(crate) fn steps(&self, document: Ordinal, direction: Direction) -> [&[Ordinal]; 2] {
        let side = |side| self.row(document, side).documents;
        match direction {
            Direction::In => [side(Side::In), &[]],
            Direction::Out => [side(Side::Out), &[]],
            Direction::Both => [side(Side::In), side(Side::Out)],
        }
    }

    /// The number of entries in those two lists.
    pub(crate) fn step_count(&self, document: Ordinal, direction: Direction) -> usize {
        self.steps(document, direction).iter().map(|row| row.len()).sum()
    }
}

/// Two ascending lists read as one. A document in both comes twice.
pub(crate) struct Ascending<'a>(pub(crate) [&'a [Ordinal]; 2]);

impl Iterator for Ascending<'_> {
    type Item = Ordinal;

    fn next(&mut self) -> Option<Ordinal> {
        let [left, right] = &mut self.0;
        let row = match (left.first(), right.first()) {
            (Some(first), Some(second)) if second < first => right,
            (None, _) => right,
            _ => left,
        };
        row.split_off_first().copied()
    }
}
