//! The steps of a comparison.

/// One step through both lydelser. Numbers are positions in [`LydelseComparison::older`](super::LydelseComparison::older) and
/// [`LydelseComparison::newer`](super::LydelseComparison::newer).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A block in both lydelser, with the same marker and the same text.
    Same {
        /// In the older lydelse.
        old: usize,
        /// In the newer one.
        new: usize,
    },
    /// A block whose marker or text has changed.
    Changed {
        /// In the older lydelse.
        old: usize,
        /// In the newer one.
        new: usize,
    },
    /// A block that only the older lydelse has here.
    Removed {
        /// In the older lydelse.
        old: usize,
        /// The position of its text in the newer one, if it has moved.
        moved_to: Option<usize>,
    },
    /// A block that only the newer lydelse has here.
    Added {
        /// In the newer lydelse.
        new: usize,
        /// The position of its text in the older one, if it has moved.
        moved_from: Option<usize>,
    },
}
