//! Snapshots: everything derived from a corpus, immutable and replaceable.
//!
//! ```text
//! <data>/snapshots/current                       the id of the published snapshot, one line
//! <data>/snapshots/20311121T174500Z-g42/         a snapshot
//!     manifest.json  catalog.db  dumps/  search/  in-use.lock
//!     vectors/                                   vector tables, by encoder; none if the build had no encoder
//!     lookups/                                   private lookups, if the build was asked for them
//!     derived/                                   what the next build takes over; may be deleted
//! <data>/snapshots/.building-…                   a draft; worthless once its build is dead
//! ```
//!
//! **Publishing** takes two renames. A draft is filled under a hidden name and synced. The first rename gives it its
//! id, which changes nothing that is served. The second replaces `current` with a file that names it, and publishes it.
//! A build that is killed at any moment leaves either the old snapshot published or the new one.
//!
//! **Locks** show which snapshots are in use; the system releases them when a process ends. A server holds a shared
//! lock on a snapshot's `in-use.lock` while it serves the snapshot. [`Snapshots::sweep`] removes the snapshots on which
//! it gets the exclusive lock. One build runs at a time, under `build.lock`.

mod calendar;
mod digests;
mod layout;
mod manifest;
mod opened;
mod publish;

use std::path::PathBuf;

pub use calendar::{by_the_clock, day_at, fix_today, midnight, time_at, today};
pub use digests::{ChangedFile, changed_files};
pub use manifest::{
    DumpEntry, DumpFileEntry, Manifest, SnapshotCounts, SnapshotFile, SnapshotId, VectorCounts, kept_counts,
};
pub use opened::{PassageVectors, SharedNameIndex, SharedResolver, Snapshot};
pub use publish::{Draft, Snapshots};

/// Why a snapshot cannot be read or published.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// A file or folder cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// Another build is running.
    #[error("another build is running in {0}; wait until it has ended")]
    Busy(PathBuf),
    /// The manifest cannot be parsed, or contradicts its folder.
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
    /// The private lookups cannot be opened.
    #[error(transparent)]
    Lookups(#[from] lagrum_private_lookup::LookupError),
    /// The vectors cannot be opened.
    #[error(transparent)]
    Vectors(#[from] lagrum_vectors::VectorError),
    /// The corpus cannot be opened.
    #[error(transparent)]
    Corpus(#[from] lagrum_corpus::CorpusError),
}
