//! What an import did.

use std::fmt;

/// Details of problems are kept up to this many a file; beyond that they are only counted.
const DETAILS_MAX: usize = 20;

/// Bytes of a problem's text, which may quote a uri of any length.
const DETAIL_MAX: usize = 1024;

/// What became of the artifacts of one file or folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Artifacts looked at.
    pub read: u64,
    /// New or changed, and now stored.
    pub stored: u64,
    /// The same, byte for byte, as what the corpus holds.
    pub unchanged: u64,
    /// Removed by pruning.
    pub removed: u64,
    /// Parsed to nothing: no object with a uri.
    pub nothing: u64,
    /// Could not be read as an artifact.
    pub unreadable: u64,
    /// Refused: their uri does not begin with the corpus's base.
    pub refused: u64,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.read += other.read;
        self.stored += other.stored;
        self.unchanged += other.unchanged;
        self.removed += other.removed;
        self.nothing += other.nothing;
        self.unreadable += other.unreadable;
        self.refused += other.refused;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "read {}, stored {}, unchanged {}, removed {}, parsed to nothing {}, unreadable {}, refused {}",
            self.read, self.stored, self.unchanged, self.removed, self.nothing, self.unreadable, self.refused
        )
    }
}

/// What became of one file or folder.
#[derive(Clone, Debug, Default)]
pub struct FileReport {
    /// The file as it was named.
    pub name: String,
    /// The source it was taken for.
    pub source: String,
    /// Counts of its artifacts.
    pub counts: Counts,
    /// Problems with their places, at most a few; `counts` has them all.
    pub problems: Vec<String>,
    /// Why the file could not be read to its end.
    pub broken: Option<String>,
}

impl FileReport {
    pub(crate) fn problem(&mut self, mut text: String) {
        if self.problems.len() < DETAILS_MAX {
            if text.len() > DETAIL_MAX {
                text.truncate(text.floor_char_boundary(DETAIL_MAX));
                text.push_str("...");
            }
            self.problems.push(text);
        }
    }

    /// Whether everything in the file was read, so that what it lacks may be pruned.
    pub(super) fn is_whole(&self) -> bool {
        self.broken.is_none() && self.counts.unreadable == 0 && self.counts.refused == 0
    }
}

/// What an import did, file by file.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// One entry a file or folder, in the order they were taken.
    pub files: Vec<FileReport>,
}

impl Report {
    /// The sums over all files.
    pub fn total(&self) -> Counts {
        let mut total = Counts::default();
        for file in &self.files {
            total.add(&file.counts);
        }
        total
    }

    /// Whether something went wrong that an operator must look at: a broken file, or artifacts of another base.
    /// Unreadable lines cost only themselves and do not count.
    pub fn failed(&self) -> bool {
        self.files.iter().any(|file| file.broken.is_some() || file.counts.refused > 0)
    }
}
