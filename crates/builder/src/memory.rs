//! How a build shares its memory among its steps.

/// The memory that a build may take. The memory of the program and of each document is subtracted first
/// ([`Self::less_documents`]). The rest is for sorting links and rows, for indexing words, and for texts that wait to
/// be indexed.
///
/// It does not bound the words of names and contexts, a part of the index of documents, the rows of the largest source
/// when its listing is written, the learning of words, and the merging of the index of texts. docs/operate.md lists
/// measurements of builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryBudget(usize);

/// Bytes that the program takes for itself: the tables of names and words that ship with it, and artifacts being parsed.
const PROGRAM: usize = 96 << 20;

/// Bytes that are kept in memory of each document while links are sorted and words indexed.
const DOCUMENT: usize = 200;

impl MemoryBudget {
    /// A budget of `bytes` bytes.
    pub const fn new(bytes: usize) -> Self {
        Self(bytes)
    }

    /// The least budget that the command line accepts, in bytes. Artifacts being parsed, and the tables of names and words
    /// that ship with the program, take about as much.
    pub const MIN: usize = 128 << 20;

    /// The budget less what the program and this many documents take. A quarter of the budget is always left, so the
    /// build of a corpus that is too large for it takes more memory.
    pub(crate) fn less_documents(self, documents: usize) -> Self {
        let held = PROGRAM.saturating_add(documents.saturating_mul(DOCUMENT));
        Self(self.0.saturating_sub(held).max(self.0 / 4))
    }

    /// Bytes of the rows of a source above which its listing is not written at the same time as the search index.
    pub(crate) fn listing(self) -> u64 {
        (self.0 / 16) as u64
    }

    /// Bytes of artifacts that are read and parsed at once. Parsed, they take about four times as much.
    pub(crate) fn batch(self) -> u64 {
        (self.0 / 32).clamp(1, 48 << 20) as u64
    }

    /// Bytes of records that are sorted in memory.
    pub(crate) fn sorting(self) -> usize {
        self.0 / 4
    }

    /// Bytes of words that are indexed in memory. A quarter more is for texts that wait.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_documents_leave_is_shared() {
        let left = |documents| MemoryBudget::default().less_documents(documents).0;
        assert_eq!(left(0), (1 << 30) - PROGRAM);
        assert_eq!(left(3_000_000), (1 << 30) - PROGRAM - 600_000_000);
        // What is sorted, indexed and waiting at one time, beside the program and the documents.
        let memory = MemoryBudget::default().less_documents(3_000_000);
        let at_once = memory.sorting() + memory.indexing() + memory.indexing() / 4;
        assert!(at_once + PROGRAM + 3_000_000 * DOCUMENT <= 1 << 30);
        for documents in [10_000_000, usize::MAX] {
            assert_eq!(left(documents), 1 << 28, "a quarter is always left");
        }
    }
}
