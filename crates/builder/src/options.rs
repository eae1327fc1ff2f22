//! The options of a build.

use lagrum_catalog::StatedYear;
use lagrum_search::RemoteIndex;
use lagrum_snapshot::Manifest;

use crate::memory::MemoryBudget;
use crate::vectors::VectorOptions;

/// How a snapshot is built.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuildOptions<'a> {
    /// The memory for what grows with the corpus.
    pub memory: MemoryBudget,
    /// A search index outside the snapshot that is filled too. The snapshot is published once it can be searched.
    pub remote: Option<&'a dyn RemoteIndex>,
    /// Whether to write the files of private lookups.
    pub private_lookups: bool,
    /// The vectors that the snapshot gets.
    pub vectors: VectorOptions<'a>,
    /// The years of series that the operator states to be held whole.
    pub stated_years: &'a [StatedYear],
    /// Whether the snapshot may have much less than what is published.
    pub allow_removals: bool,
    /// Is called after each publication.
    pub listener: PublicationListener<'a>,
}

/// A callback after each publication, with the manifest of the published snapshot. A build may publish two snapshots.
#[derive(Clone, Copy, Default)]
pub struct PublicationListener<'a>(pub Option<&'a dyn Fn(&Manifest)>);

impl PublicationListener<'_> {
    pub(crate) fn published(self, manifest: &Manifest) {
        if let Some(listener) = self.0 {
            listener(manifest);
        }
    }
}

impl std::fmt::Debug for PublicationListener<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("PublicationListener").field(&self.0.is_some()).finish()
    }
}
