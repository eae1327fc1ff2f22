//! An open snapshot.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use arc_swap::ArcSwapOption;
use jiff::civil::Date;
use lagrum_catalog::{Catalog, CitationGraph, CitedName};
use lagrum_citation::{CitationNames, Resolver};
use lagrum_corpus::attachments::Digest;
use lagrum_corpus::{ArtifactIdentity, Corpus, CorpusError, ReaderPool, StoredAttachments, StoredId};
use lagrum_files::FileLock;
use lagrum_private_lookup::Lookups;
use lagrum_search::{Embedded, Engine};
use lagrum_suggest::NameIndex;
use lagrum_vectors::{EncoderId, TextEncoder, VectorTable};

use crate::layout::{file_error, vector_table};
use crate::{Manifest, SnapshotError, SnapshotId};

/// An open snapshot. While it lives, the snapshot and every artifact it refers to stay on disk.
#[derive(Debug)]
pub struct Snapshot {
    manifest: Manifest,
    folder: PathBuf,
    catalog: Catalog,
    corpus: Corpus,
    artifacts: ReaderPool,
    graph: OnceLock<CitationGraph>,
    search: OnceLock<Box<dyn Engine>>,
    lookups: Option<Lookups>,
    vectors: OnceLock<Vec<PassageVectors>>,
    resolver: ArcSwapOption<ResolverOfDay>,
    name_index: ArcSwapOption<NameIndexOfDay>,
    /// Whether every part was loaded or failed to load.
    has_tried_parts: AtomicBool,
    _in_use: FileLock,
}

/// The vectors of a snapshot's passages by one encoder, and the encoder, which makes vectors of queries.
#[derive(Clone, Debug)]
pub struct PassageVectors {
    /// The encoder.
    pub encoder: Arc<dyn TextEncoder>,
    /// Its vectors.
    pub table: Arc<VectorTable>,
}

/// A resolver, and the day for which its names were read: acts in force come before repealed ones.
#[derive(Debug)]
struct ResolverOfDay {
    day: Date,
    resolver: Resolver,
}

/// A reference to the resolver of a snapshot.
#[derive(Clone, Debug)]
pub struct SharedResolver(Arc<ResolverOfDay>);

impl std::ops::Deref for SharedResolver {
    type Target = Resolver;
    fn deref(&self) -> &Resolver {
        &self.0.resolver
    }
}

impl SharedResolver {
    /// The day for which its names were read.
    pub fn day(&self) -> Date {
        self.0.day
    }
}

/// A name index, and the day for which it was made: documents in force come before others.
#[derive(Debug)]
struct NameIndexOfDay {
    day: Date,
    index: NameIndex,
}

/// A reference to the name index of a snapshot.
#[derive(Clone, Debug)]
pub struct SharedNameIndex(Arc<NameIndexOfDay>);

impl std::ops::Deref for SharedNameIndex {
    type Target = NameIndex;
    fn deref(&self) -> &NameIndex {
        &self.0.index
    }
}

impl SharedNameIndex {
    /// The day for which it was made.
    pub fn day(&self) -> Date {
        self.0.day
    }
}

impl Snapshot {
    /// Opens a snapshot; None when there is none with that id, or no longer. With `whole`, its catalog must be
    /// readable.
    pub(crate) fn open(
        data: &Path,
        folder: PathBuf,
        id: &SnapshotId,
        whole: bool,
    ) -> Result<Option<Self>, SnapshotError> {
        let lock_path = folder.join("in-use.lock");
        let in_use = match FileLock::shared(&lock_path) {
            Ok(lock) => lock,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(file_error(&lock_path)(error)),
        };
        // It may have been swept before the lock was taken; with the lock it cannot be.
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
        let path = folder.join("catalog.db");
        let catalog = if whole { Catalog::open(&path)? } else { Catalog::unchecked(&path) };
        let catalog = catalog.published(manifest.generation, manifest.published_at());
        let corpus = Corpus::open(data)?;
        let artifacts = corpus.reader_pool();
        let lookups = Lookups::open(&folder.join("lookups"))?;
        Ok(Some(Self {
            manifest,
            folder,
            catalog,
            corpus,
            artifacts,
            graph: OnceLock::new(),
            search: OnceLock::new(),
            lookups,
            vectors: OnceLock::new(),
            resolver: ArcSwapOption::empty(),
            name_index: ArcSwapOption::empty(),
            has_tried_parts: AtomicBool::new(false),
            _in_use: in_use,
        }))
    }

    /// Its id.
    pub fn id(&self) -> &SnapshotId {
        &self.manifest.id
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Its manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Its catalog.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Its private lookups, if it was built with them.
    pub fn lookups(&self) -> Option<&Lookups> {
        self.lookups.as_ref()
    }

    /// Its citation graph, once [`Self::load_graph`] has loaded it.
    pub fn graph(&self) -> Option<&CitationGraph> {
        self.graph.get()
    }

    /// Loads the citation graph into memory, unless it is loaded. It takes some tenths of a second for a corpus of
    /// three hundred thousand documents; everything else can be used meanwhile.
    pub fn load_graph(&self) -> Result<&CitationGraph, SnapshotError> {
        if let Some(graph) = self.graph.get() {
            return Ok(graph);
        }
        let graph = self.catalog.with(|catalog| catalog.citation_graph())?;
        Ok(self.graph.get_or_init(|| graph))
    }

    /// States that every part was loaded, or failed to load and is retried.
    pub fn set_tried_parts(&self) {
        self.has_tried_parts.store(true, Ordering::Release);
    }

    /// Whether every part was loaded, or failed to load and is retried.
    pub fn has_tried_parts(&self) -> bool {
        let has_all = self.graph.get().is_some()
            && self.search.get().is_some()
            && self.resolver.load().is_some()
            && self.name_index.load().is_some();
        has_all || self.has_tried_parts.load(Ordering::Acquire)
    }

    /// Its search engine, once [`Self::load_search`] has opened the index.
    pub fn search(&self) -> Option<&dyn Engine> {
        self.search.get().map(|engine| &**engine)
    }

    /// Opens the search index, unless it is open. Some numbers of every document are read into memory; everything else
    /// can be used meanwhile.
    pub fn load_search(&self) -> Result<&dyn Engine, SnapshotError> {
        self.load_search_by(|engine, _| Box::new(engine))
    }

    /// Opens the search index as [`Self::load_search`] does. `make` makes the engine from the embedded index and its
    /// folder. A remote engine uses the embedded index to find passages in its hits.
    pub fn load_search_by(
        &self,
        make: impl FnOnce(Embedded, &Path) -> Box<dyn Engine>,
    ) -> Result<&dyn Engine, SnapshotError> {
        if let Some(engine) = self.search() {
            return Ok(engine);
        }
        let folder = self.folder.join("search");
        let engine = make(Embedded::open(&folder)?, &folder);
        Ok(&**self.search.get_or_init(|| engine))
    }

    /// Its vectors, once [`Self::load_vectors`] has opened them; none where it has none by a known encoder.
    pub fn vectors(&self) -> &[PassageVectors] {
        self.vectors.get().map_or(&[], Vec::as_slice)
    }

    /// Whether [`Self::load_vectors`] has opened its vectors, or found that it has none.
    pub fn has_loaded_vectors(&self) -> bool {
        self.vectors.get().is_some()
    }

    /// The table of its vectors by an encoder.
    pub fn vector_table(&self, encoder: &EncoderId) -> PathBuf {
        vector_table(&self.folder, encoder)
    }

    /// Opens the vector tables of these encoders, unless that was done. Tables of other encoders are not opened.
    pub fn load_vectors(
        &self,
        encoders: &[Arc<dyn TextEncoder>],
    ) -> Result<&[PassageVectors], SnapshotError> {
        if let Some(vectors) = self.vectors.get() {
            return Ok(vectors);
        }
        let mut vectors = Vec::new();
        for encoder in encoders {
            if self.manifest.vectors.iter().any(|counts| counts.encoder == *encoder.id()) {
                let table = Arc::new(VectorTable::open(&self.vector_table(encoder.id()))?);
                vectors.push(PassageVectors { encoder: encoder.clone(), table });
            }
        }
        Ok(self.vectors.get_or_init(|| vectors))
    }

    /// Its resolver, once [`Self::load_resolver`] has loaded the names.
    pub fn resolver(&self) -> Option<SharedResolver> {
        self.resolver.load_full().map(SharedResolver)
    }

    /// The day for which names are loaded; None while no names are loaded.
    pub fn names_day(&self) -> Option<Date> {
        self.resolver.load().as_ref().map(|loaded| loaded.day)
    }

    /// Loads the names of documents for a day, unless they are loaded. It takes about a second for a corpus of three
    /// hundred thousand documents; the names of another day are used meanwhile.
    pub fn load_resolver(&self, day: Date) -> Result<SharedResolver, SnapshotError> {
        if let Some(loaded) = self.resolver.load_full()
            && loaded.day == day
        {
            return Ok(SharedResolver(loaded));
        }
        let base = &self.manifest.base;
        let names = self.catalog.with(|catalog| catalog.held_names(base, &day.to_string()))?;
        let resolver = Resolver::new(CitationNames::build(&names), base.clone());
        let loaded = Arc::new(ResolverOfDay { day, resolver });
        self.resolver.store(Some(loaded.clone()));
        Ok(SharedResolver(loaded))
    }

    /// Its name index, once [`Self::load_name_index`] has loaded it.
    pub fn name_index(&self) -> Option<SharedNameIndex> {
        self.name_index.load_full().map(SharedNameIndex)
    }

    /// Loads the index of names for suggestions on a day, unless it is loaded. It takes some seconds for a corpus of three
    /// hundred thousand documents; the index of another day is used meanwhile.
    pub fn load_name_index(&self, day: Date) -> Result<SharedNameIndex, SnapshotError> {
        if let Some(loaded) = self.name_index().filter(|loaded| loaded.day() == day) {
            return Ok(loaded);
        }
        let resolver = self.load_resolver(day)?;
        let names = resolver.names().all();
        let mut cited_names: Vec<CitedName<'_>> =
            names.map(|(document, name)| CitedName { document, name }).collect();
        cited_names.sort_unstable();
        let base = &self.manifest.base;
        let index = self.catalog.with(|catalog| catalog.name_index(base, &day.to_string(), &cited_names))?;
        let loaded = Arc::new(NameIndexOfDay { day, index });
        self.name_index.store(Some(loaded.clone()));
        Ok(SharedNameIndex(loaded))
    }

    /// The bytes of an artifact, as they were imported.
    pub fn artifact(&self, stored: StoredId) -> Result<Option<Vec<u8>>, CorpusError> {
        self.artifacts.artifact(stored)
    }

    /// The bytes of an artifact, with a text before and one after them.
    pub fn artifact_between(
        &self,
        stored: StoredId,
        before: &[u8],
        after: &[u8],
    ) -> Result<Option<Vec<u8>>, CorpusError> {
        self.artifacts.artifact_between(stored, before, after)
    }

    /// The SHA-256 and the length in bytes of stored artifacts, in the order of `stored`; None for a missing one.
    pub fn artifact_identities(
        &self,
        stored: &[Option<StoredId>],
    ) -> Result<Vec<Option<ArtifactIdentity>>, CorpusError> {
        self.artifacts.with(|reader| {
            let identity = |stored| reader.artifact_identity(stored);
            stored.iter().map(|stored| stored.map_or(Ok(None), identity)).collect()
        })
    }

    /// Reads the attachments that documents had when the snapshot was built.
    pub fn attached<T>(
        &self,
        question: impl Fn(&StoredAttachments<'_>) -> Result<T, CorpusError>,
    ) -> Result<T, CorpusError> {
        self.artifacts.with(|reader| question(&reader.attached(self.manifest.generation)))
    }

    /// The path of an attached file.
    pub fn attachment(&self, digest: &Digest) -> PathBuf {
        self.corpus.attachment(digest)
    }

    /// The folder of its dump files.
    pub fn dumps(&self) -> PathBuf {
        self.folder.join("dumps")
    }
}
