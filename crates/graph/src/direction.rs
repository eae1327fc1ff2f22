//! Which way citations are followed, seen from a document.

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
    /// Every step goes in either direction.
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
