//! How a build shares its memory among its steps.

/// How much memory a build may take for what grows with the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryBudget(usize);

impl MemoryBudget {
    /// A budget of so many bytes. Below [`Self::MIN`] it is not kept, since parts of a build take as much of any corpus.
    pub const fn new(bytes: usize) -> Self {
        Self(bytes)
    }

    /// The least budget that a build of a small corpus keeps, in bytes: a few large artifacts being parsed, and the tables
    /// of names and words that ship with the program.
    pub const MIN: usize = 128 << 20;

    /// Bytes of artifacts that are read and parsed at once. Parsed, they take about four times as much.
    pub(crate) fn batch(self) -> u64 {
        (self.0 / 32).clamp(1, 48 << 20) as u64
    }

    /// Bytes of records that are sorted in memory.
    pub(crate) fn sorting(self) -> usize {
        self.0 / 4
    }

    /// Bytes of words that are indexed in memory.
    pub(crate) fn indexing(self) -> usize {
        self.0 / 4
    }
}

impl Default for MemoryBudget {
    /// A gibibyte.
    fn default() -> Self {
        Self(1 << 30)
    }
}
