//! A corpus in a data folder, and a cluster to fill.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use lagrum_builder::{BuildOptions, build_with};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_opensearch::{ClusterAccess, ClusterIndexShape, ClusterIndexer, OpenSearch};
use lagrum_search::{Embedded, RemoteIndex};
use lagrum_snapshot::{Manifest, SnapshotId, Snapshots};
use tempfile::TempDir;

use xtask::opensearch::nodes::{Nodes, RELEASE, fetch, missing};

/// Clusters take much memory: one runs at a time.
static ONE: Mutex<()> = Mutex::new(());

/// A cluster, while it is needed.
pub struct Cluster {
    pub nodes: Nodes,
    _folder: TempDir,
    _one: MutexGuard<'static, ()>,
}

impl Cluster {
    /// Starts one. None, with a line that says why, where that cannot be.
    pub fn start(count: usize) -> Option<Self> {
        let asked = std::env::var("LAGRUM_TEST_OPENSEARCH").ok().filter(|release| !release.is_empty());
        let release = asked.as_deref().unwrap_or(RELEASE);
        if let Some(missing) = missing(release) {
            assert!(asked.is_none(), "{missing}");
            lagrum_test_support::skipped(format_args!("no OpenSearch can be started: {missing}"));
            return None;
        }
        let one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("opensearch").join(release);
        let jars = fetch(&kept, release).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let nodes = Nodes::start(&jars, folder.path(), count, 512).unwrap();
        Some(Self { nodes, _folder: folder, _one: one })
    }

    pub fn access(&self) -> ClusterAccess {
        ClusterAccess::parse(&self.nodes.addresses()).unwrap()
    }

    /// The names of the indexes there are.
    pub fn indexes(&self) -> Vec<String> {
        let text = self.nodes.get(0, "/_cat/indices/lagrum*,other*?h=index&s=index").unwrap();
        text.split_whitespace().map(str::to_owned).collect()
    }
}

/// A data folder with a corpus: a real one where there is one, else the demo.
pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn demo() -> Self {
        let folder = tempfile::tempdir().unwrap();
        lagrum_demo::unpack(folder.path()).unwrap();
        let place = Self { folder };
        place.import(&place.folder.path().join("corpus"));
        place
    }

    /// The corpus that `LAGRUM_TEST_CORPUS` names.
    pub fn real() -> Option<Self> {
        let corpus = lagrum_test_support::real_corpus()?;
        let place = Self { folder: tempfile::tempdir().unwrap() };
        // The build for the cluster then takes over what was derived and indexed.
        if !lagrum_test_support::copy_built_corpus(&place.data()) {
            place.import(&corpus.join("corpus"));
        }
        Some(place)
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn import(&self, origin: &Path) {
        let sources = lagrum_sources::all().iter();
        let folders = sources.map(|source| (source.artifact_dir.to_owned(), source.name.to_owned()));
        let options = ImportOptions { folders: folders.collect(), ..ImportOptions::default() };
        let corpus = Corpus::create(&self.data()).unwrap();
        let report = import(&corpus, &[origin.display().to_string()], &options, &Silent).unwrap();
        assert!(!report.failed(), "{report:?}");
    }

    pub fn build(&self, access: &ClusterAccess, shards: u32, replicas: u32) -> Manifest {
        self.build_named(access, "lagrum", shards, replicas)
    }

    /// The same with another beginning of the index's name.
    pub fn build_named(&self, access: &ClusterAccess, prefix: &str, shards: u32, replicas: u32) -> Manifest {
        let filler = self.filler(access, prefix, shards, replicas);
        let options = BuildOptions { remote: Some(&filler as &dyn RemoteIndex), ..BuildOptions::default() };
        build_with(&self.data(), options, &Silent).unwrap()
    }

    pub fn filler(&self, access: &ClusterAccess, prefix: &str, shards: u32, replicas: u32) -> ClusterIndexer {
        let shape = ClusterIndexShape { prefix: prefix.to_owned(), shards, replicas };
        ClusterIndexer::new(access, &self.data(), shape).unwrap()
    }

    /// The snapshots that are on disk.
    pub fn snapshots(&self) -> Vec<SnapshotId> {
        Snapshots::new(&self.data()).all().unwrap()
    }

    fn search_folder(&self) -> PathBuf {
        let snapshots = Snapshots::new(&self.data());
        snapshots.search_of(&snapshots.current().unwrap().unwrap())
    }

    pub fn embedded(&self) -> Embedded {
        Embedded::open(&self.search_folder()).unwrap()
    }

    pub fn engine(&self, access: &ClusterAccess) -> OpenSearch {
        OpenSearch::new(self.embedded(), &self.search_folder(), access)
    }
}
