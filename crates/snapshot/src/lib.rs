//! Snapshots: everything derived from a corpus, immutable and replaceable.
//!
//! ```text
//! <data>/snapshots/current                       the id of the published snapshot, one line
//! <data>/snapshots/20311121T174500Z-g42/         a snapshot
//!     manifest.json  catalog.db  dumps/  in-use.lock
//! <data>/snapshots/.building-…                   a draft; worthless once its build is dead
//! ```
//!
//! **Publishing** is two renames. A draft is filled under a hidden name, synced, renamed to its id, and only then does
//! `current` name it. Whoever is killed at any moment leaves either the old snapshot published or the new one.
//!
//! **Use** is told by locks, which the system drops when a process dies. A server holds a shared lock on a snapshot's
//! `in-use.lock` while it serves it; [`Snapshots::sweep`] removes the snapshots on which it can get the exclusive
//! lock. One build runs at a time, under `build.lock`.

mod calendar;
mod manifest;
mod opened;
mod publish;

use std::path::PathBuf;

pub use calendar::today;
pub use manifest::{DumpEntry, DumpFileEntry, Manifest, SnapshotCounts, SnapshotId};
pub use opened::{SharedResolver, Snapshot};
pub use publish::{Draft, Snapshots};

/// What can go wrong with snapshots on disk.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// A file or folder cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Another build is at work.
    #[error("another build is at work in {0}; wait until it has ended")]
    Busy(PathBuf),
    /// The manifest cannot be understood.
    #[error("{path}: {problem}; build the snapshot again")]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The catalog cannot be opened.
    #[error(transparent)]
    Catalog(#[from] lagrum_catalog::CatalogError),
    /// The search index cannot be opened.
    #[error(transparent)]
    Search(#[from] lagrum_search::IndexError),
    /// The corpus cannot be opened.
    #[error(transparent)]
    Corpus(#[from] lagrum_corpus::CorpusError),
}
