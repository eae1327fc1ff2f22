//! The steps of a comparison.

/// One step of the way through both wordings. Numbers are positions in [`LydelseComparison::older`](super::Comparison::older) and
/// [`LydelseComparison::newer`](super::Comparison::newer).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A block that stands in both, with the same marker and the same text.
    Same {
        /// In the older wording.
        old: usize,
        /// In the newer one.
        new: usize,
    },
    /// A block whose marker or text has changed.
    Changed {
        /// In the older wording.
        old: usize,
        /// In the newer one.
        new: usize,
    },
    /// A block that stands here in the older wording only.
    Removed {
        /// In the older wording.
        old: usize,
        /// Where its text stands in the newer one, if it has moved.
        moved_to: Option<usize>,
    },
    /// A block that stands here in the newer wording only.
    Added {
        /// In the newer wording.
        new: usize,
        /// Where its text stood in the older one, if it has moved.
        moved_from: Option<usize>,
    },
}
