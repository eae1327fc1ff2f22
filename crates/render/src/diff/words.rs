//! Which of two texts has a stretch of words.

/// Which of two texts has a stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Both.
    Same,
    /// The older text only.
    Removed,
    /// The newer text only.
    Added,
}
