use std::path::PathBuf;

use lagrum_corpus::CorpusError;
use lagrum_search::RemoteIndexError;
use lagrum_snapshot::SnapshotError;

/// Why a build failed. The snapshot that was published before stays published.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The corpus cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// The snapshot cannot be written or published.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The catalog cannot be written.
    #[error(transparent)]
    Catalog(#[from] lagrum_catalog::CatalogError),
    /// The search index cannot be written.
    #[error(transparent)]
    Search(#[from] lagrum_search::IndexError),
    /// The remote search index cannot be filled.
    #[error("the remote search index cannot be filled: {0}")]
    RemoteIndex(RemoteIndexError),
    /// A dump file cannot be written.
    #[error("{file}: {source}")]
    Dump {
        /// The dump file.
        file: String,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A file that the next build takes over cannot be written.
    #[error("{path}: {source}")]
    Derivations {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A folder of the snapshot cannot be made.
    #[error("{path}: {source}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// Vectors cannot be read or written.
    #[error(transparent)]
    Vectors(#[from] lagrum_vectors::VectorError),
    /// Passages cannot be embedded.
    #[error("passages could not be embedded; a snapshot without their vectors may be published: {0}")]
    Encode(#[from] lagrum_vectors::EncodeError),
    /// A temporary file cannot be written or read.
    #[error("a temporary file of the build in the data folder: {0}")]
    Spill(#[from] std::io::Error),
    /// Threads cannot be started.
    #[error("the threads of the build cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The snapshot would have much less than what is published.
    #[error(
        "{0} would go. Nothing was published. If that is right, build with --allow-removals; if not, lagrum status says what the corpus \
         holds"
    )]
    Removals(lagrum_corpus::TooMuchRemoved),
    /// The snapshot that was made is not sound.
    #[error(
        "the snapshot that was made is not sound, and was not published: {0}. Build again; if it is so again, memory or disk of this \
         machine may be damaged"
    )]
    Unsound(String),
    /// The private lookups cannot be written.
    #[error(transparent)]
    Lookups(#[from] lagrum_private_lookup::LookupError),
    /// The corpus has no documents, and so no base address.
    #[error("the corpus is empty: import something first (lagrum import SOURCE… --data DIR)")]
    Empty,
    /// There is no published snapshot to check.
    #[error("no snapshot is published: build one with `lagrum build --data DIR`")]
    NothingPublished,
    /// There are more documents and anchors, or more sources, than the catalog can number.
    #[error(
        "the corpus has more documents and anchors or more sources than the catalog can number: {} and {}",
        u32::MAX,
        u16::MAX
    )]
    TooMany,
}
