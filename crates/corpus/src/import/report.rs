//! The result of an import.

use std::fmt;

/// The maximum number of problems that are described per file. All are counted.
const MAX_PROBLEMS: usize = 20;

/// The maximum length of the description of a problem, in bytes. It may quote a uri of any length.
const MAX_PROBLEM_BYTES: usize = 1024;

/// How many artifacts of a file or folder had which outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportCounts {
    /// Artifacts read.
    pub read: u64,
    /// New or changed, and stored.
    pub stored: u64,
    /// Byte for byte the same as the stored artifact.
    pub unchanged: u64,
    /// Removed by pruning.
    pub removed: u64,
    /// Not an object with a uri.
    pub empty: u64,
    /// Not readable as an artifact.
    pub unreadable: u64,
    /// Rejected, because the uri does not begin with the base of the corpus.
    pub rejected: u64,
}

impl ImportCounts {
    fn add(&mut self, other: &Self) {
        self.read += other.read;
        self.stored += other.stored;
        self.unchanged += other.unchanged;
        self.removed += other.removed;
        self.empty += other.empty;
        self.unreadable += other.unreadable;
        self.rejected += other.rejected;
    }
}

impl fmt::Display for ImportCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "read {}, stored {}, unchanged {}, removed {}, empty {}, unreadable {}, rejected {}",
            self.read, self.stored, self.unchanged, self.removed, self.empty, self.unreadable, self.rejected
        )
    }
}

/// The result of importing one file or folder.
#[derive(Clone, Debug, Default)]
pub struct FileReport {
    /// The name of the file as given.
    pub name: String,
    /// Its source.
    pub source: String,
    /// How many of its artifacts had which outcome.
    pub counts: ImportCounts,
    /// Descriptions of the first problems; `counts` has all.
    pub problems: Vec<String>,
    /// Why the file could not be read to its end.
    pub failure: Option<String>,
}

impl FileReport {
    pub(crate) fn add_problem(&mut self, mut text: String) {
        if self.problems.len() < MAX_PROBLEMS {
            if text.len() > MAX_PROBLEM_BYTES {
                text.truncate(text.floor_char_boundary(MAX_PROBLEM_BYTES));
                text.push_str("...");
            }
            self.problems.push(text);
        }
    }

    /// Whether everything in the file was read, so that pruning may rely on it.
    pub(super) fn is_complete(&self) -> bool {
        self.failure.is_none() && self.counts.unreadable == 0 && self.counts.rejected == 0
    }
}

/// The result of an import, file by file.
#[derive(Clone, Debug, Default)]
pub struct ImportReport {
    /// One entry per file or folder, in the order of import.
    pub files: Vec<FileReport>,
}

impl ImportReport {
    /// The sums over all files.
    pub fn total(&self) -> ImportCounts {
        let mut total = ImportCounts::default();
        for file in &self.files {
            total.add(&file.counts);
        }
        total
    }

    /// Whether something failed that an operator must look at: a damaged file, or artifacts of another base. Single
    /// unreadable lines do not count.
    pub fn failed(&self) -> bool {
        self.files.iter().any(|file| file.failure.is_some() || file.counts.rejected > 0)
    }
}
