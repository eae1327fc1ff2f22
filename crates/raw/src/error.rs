//! Why the archive fails.

use std::path::PathBuf;

use crate::record::{BodyDigest, hex_of};

/// A failure of the archive.
#[derive(Debug, thiserror::Error)]
pub enum RawError {
    /// The database failed.
    #[error("the raw archive {path}: {source}")]
    Database {
        /// The database file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// A file of the archive cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is no archive in the folder.
    #[error("no raw archive in {0}: fetch something first (lagrum fetch SOURCE… --data DIR)")]
    Missing(PathBuf),
    /// There are bodies, and no database that names them.
    #[error(
        "the raw archive {0} has packs of bodies and no database: raw.db is lost or empty. Nothing was changed. Put raw.db back from a \
         backup, or make it anew of the packs: lagrum raw rebuild --data DIR"
    )]
    Lost(PathBuf),
    /// A writer was killed inside a commit, and this process may not roll that back.
    #[error(
        "the raw archive {0} was left in the middle of a commit, and this process may not write to it; run the command once as the user \
         who fetches (lagrum raw verify)"
    )]
    HalfWritten(PathBuf),
    /// The archive was written by another version of the program.
    #[error("the raw archive {path} has format {found}, this program reads {expected}")]
    Format {
        /// The database file.
        path: PathBuf,
        /// The format that the archive states.
        found: String,
        /// The format of this program.
        expected: &'static str,
    },
    /// Another process writes to the archive.
    #[error("another fetch is writing to the raw archive in {0}; wait until it has ended")]
    Busy(PathBuf),
    /// A body in a pack differs from what was written.
    #[error("the body {} in {pack} is damaged: {problem}", hex_of(digest))]
    Damaged {
        /// Its SHA-256.
        digest: BodyDigest,
        /// The pack it lies in.
        pack: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A body is larger than the archive takes.
    #[error("a body of {0} bytes is larger than the archive takes")]
    TooLarge(usize),
}
