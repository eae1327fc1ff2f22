//! A search index outside the snapshot's folder, which a build fills before it publishes the snapshot.
//!
//! The build supplies the contents of every document; the implementation stores them. Snapshots are named by their ids as text,
//! since the crate that defines the ids depends on this one.

use std::error::Error;
use std::fmt::Debug;
use std::path::Path;

use lagrum_artifact::{AnchorGrammar, FullText};
use lagrum_progress::Progress;

use crate::DocumentToIndex;

/// Why a remote index cannot be filled.
pub type RemoteIndexError = Box<dyn Error + Send + Sync>;

/// A service that keeps search indexes for snapshots, one index for each.
pub trait RemoteIndex: Debug + Sync {
    /// A build begins. `kept` are the snapshots on disk; indexes of other snapshots may be deleted.
    fn begin(&self, kept: &[&str], progress: &dyn Progress) -> Result<(), RemoteIndexError>;

    /// Makes the index of a snapshot. Returns when the index can be searched.
    fn fill(&self, input: &IndexInput<'_>) -> Result<(), RemoteIndexError>;

    /// The snapshot is published. `kept` are the snapshots on disk, `replaced` is the one that was published before. A
    /// failure here undoes nothing, so it is only reported.
    fn published(&self, kept: &[&str], replaced: Option<&str>, progress: &dyn Progress);
}

/// The contents that a remote index is filled with.
pub struct IndexInput<'a> {
    /// The id of the snapshot being built.
    pub snapshot: &'a str,
    /// The folder of the snapshot's embedded index, which is complete. A file written here is published with the snapshot.
    pub folder: &'a Path,
    /// The folder of the embedded index of the previous snapshot.
    pub previous: Option<&'a Path>,
    /// All documents, in the order of their numbers, which is that of their uris.
    pub documents: &'a [DocumentToIndex],
    /// The text of the document with a number, and the grammar of its anchors. None for a document without a text and
    /// for one that cannot be read.
    pub text: &'a (dyn Fn(usize) -> Option<(FullText, AnchorGrammar)> + Sync),
    /// Receives the progress.
    pub progress: &'a dyn Progress,
}

impl Debug for IndexInput<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IndexInput")
            .field("snapshot", &self.snapshot)
            .field("documents", &self.documents.len())
            .finish_non_exhaustive()
    }
}
