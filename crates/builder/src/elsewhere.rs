//! A search index that lies outside the snapshot, and is filled before the snapshot is published.
//!
//! The build says what every document holds; where it goes and how is left to who implements this.

use std::error::Error;
use std::fmt::Debug;
use std::path::Path;

use lagrum_artifact::{AnchorGrammar, FullText};
use lagrum_corpus::Progress;
use lagrum_search::DocumentToIndex;
use lagrum_snapshot::SnapshotId;

/// Why an index elsewhere could not be filled.
pub type ElsewhereError = Box<dyn Error + Send + Sync>;

/// An index that lies elsewhere. One index there belongs to one snapshot.
pub trait Elsewhere: Debug + Sync {
    /// A build begins; these snapshots are on disk. What others that were never published left may go.
    fn begin(&self, kept: &[SnapshotId], progress: &dyn Progress) -> Result<(), ElsewhereError>;

    /// Makes the index of a snapshot and returns when it can be searched.
    fn fill(&self, filling: &Filling<'_>) -> Result<(), ElsewhereError>;

    /// The snapshot is published; these are on disk, and this is the one it replaced. Failing here undoes nothing.
    fn published(&self, kept: &[SnapshotId], replaced: Option<&SnapshotId>, progress: &dyn Progress);
}

/// What an index elsewhere is filled with.
pub struct Filling<'a> {
    /// The snapshot being built.
    pub id: &'a SnapshotId,
    /// The folder of its own index, which is complete. What is put there beside it is published with the snapshot.
    pub folder: &'a Path,
    /// The same of the snapshot before.
    pub previous: Option<&'a Path>,
    /// All documents, in the order of their numbers, which is that of their uris.
    pub documents: &'a [DocumentToIndex],
    /// The text of the document of a number, and how its places are named. None for one that has none, and where it cannot
    /// be read.
    pub text: &'a (dyn Fn(usize) -> Option<(FullText, AnchorGrammar)> + Sync),
    /// Where to show how far it is.
    pub progress: &'a dyn Progress,
}

impl Debug for Filling<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Filling")
            .field("id", &self.id)
            .field("documents", &self.documents.len())
            .finish_non_exhaustive()
    }
}
