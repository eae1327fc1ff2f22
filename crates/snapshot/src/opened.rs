//! A snapshot in use.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use lagrum_catalog::{Catalog, CitationGraph};
use lagrum_corpus::{Corpus, CorpusError, ReaderPool, StoredId};

use crate::publish::file_error;
use crate::{Manifest, SnapshotError, SnapshotId};

/// An open snapshot. While it lives, the snapshot and every artifact it refers to stay on disk.
#[derive(Debug)]
pub struct Snapshot {
    manifest: Manifest,
    folder: PathBuf,
    catalog: Catalog,
    artifacts: ReaderPool,
    graph: OnceLock<CitationGraph>,
    _in_use: File,
}

impl Snapshot {
    /// Opens a snapshot; None when there is none of that id (any more).
    pub(crate) fn open(data: &Path, folder: PathBuf, id: &SnapshotId) -> Result<Option<Self>, SnapshotError> {
        let lock_path = folder.join("in-use.lock");
        let in_use = match File::open(&lock_path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(file_error(&lock_path)(error)),
        };
        in_use.lock_shared().map_err(file_error(&lock_path))?;
        // It may have been swept between the two steps above; now that it is locked it cannot be.
        let manifest_path = folder.join("manifest.json");
        let bytes = match std::fs::read(&manifest_path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(file_error(&manifest_path)(error)),
        };
        let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|error| SnapshotError::Manifest {
            path: manifest_path.clone(),
            problem: error.to_string(),
        })?;
        if manifest.id != *id {
            let problem = format!("it is the manifest of {}", manifest.id);
            return Err(SnapshotError::Manifest { path: manifest_path, problem });
        }
        let catalog = Catalog::open(&folder.join("catalog.db"))?;
        let artifacts = Corpus::open(data)?.reader_pool();
        Ok(Some(Self { manifest, folder, catalog, artifacts, graph: OnceLock::new(), _in_use: in_use }))
    }

    /// Its id.
    pub fn id(&self) -> &SnapshotId {
        &self.manifest.id
    }

    /// What it says of itself.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Its catalog.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Its citation graph, once [`Self::load_graph`] has loaded it.
    pub fn graph(&self) -> Option<&CitationGraph> {
        self.graph.get()
    }

    /// Loads the citation graph into memory, unless it is there already. Takes some tenths of a second for a corpus of
    /// three hundred thousand documents; everything else can be asked meanwhile.
    pub fn load_graph(&self) -> Result<&CitationGraph, SnapshotError> {
        if let Some(graph) = self.graph.get() {
            return Ok(graph);
        }
        let graph = self.catalog.with(|catalog| catalog.citation_graph())?;
        Ok(self.graph.get_or_init(|| graph))
    }

    /// The bytes of an artifact, as they were imported.
    pub fn artifact(&self, stored: i64) -> Result<Option<Vec<u8>>, CorpusError> {
        self.artifacts.artifact(StoredId(stored))
    }

    /// The folder of its dump files.
    pub fn dumps(&self) -> PathBuf {
        self.folder.join("dumps")
    }
}
