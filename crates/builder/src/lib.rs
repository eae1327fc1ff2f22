//! Builds a snapshot from the corpus.
//!
//! A build reads every artifact that is new, then derives what depends on all of them together:
//!
//! 1. [`gather`](mod@gather) collects what each artifact gives. What it gave to the build before is kept
//!    ([`derivations`](mod@derivations)); new artifacts are read and parsed in parallel ([`derive`](mod@derive)). Facts of
//!    a document (description, names) stay on disk. The parts of its text go straight into the catalog. Its links are
//!    written to a temporary file as numbers into tables of their texts ([`links::Texts`]).
//! 2. [`resolve`](mod@resolve) folds inflected concepts onto one, makes stubs for concepts without a page, turns
//!    statements that a law transposes a directive into links of that law, and gives every document its final number.
//! 3. [`write`](mod@write) reads facts and links again, in the order of final numbers ([`documents`](mod@documents)), and
//!    writes rows, links, inbound lists and listings into the catalog.
//! 4. Beside that, [`dumps`](mod@dumps) writes the dump files, and [`search`](mod@search) the index of texts, which takes over
//!    those that the snapshot before had.
//! 5. [`search`](mod@search) writes names into the search index, and beside them what documents say of each other's
//!    provisions ([`contexts`](mod@contexts)). Then it fills the remote index, if there is one ([`RemoteIndex`]).
//! 6. [`vectors`](mod@vectors) writes tables of the vectors that are kept. What has none yet is embedded when the snapshot
//!    is published, and another snapshot is built of it.
//! 7. [`lookups`](mod@lookups) writes the files of private lookups, if they are wanted.
//!
//! What grows with the number of links or the length of texts lies on disk ([`spill`](mod@spill)), and what a step holds
//! of it in memory is a share of the [`MemoryBudget`]. What each document takes in memory beside it are its uri and some
//! numbers. Every budget gives the same snapshot. How the draft is published is described in `lagrum-snapshot`.

mod acts;
mod beside;
mod changes;
pub mod check;
mod cited;
mod coming;
mod contexts;
mod derivations;
mod derive;
mod deriving_code;
mod documents;
mod dumps;
mod error;
mod gather;
mod inbound;
mod input;
mod law_comments;
mod links;
mod listing;
mod lookups;
mod lydelser;
mod margin;
mod memory;
mod overlap;
mod passages;
mod provision_texts;
mod rail_order;
mod register;
mod resolve;
mod resolved;
mod search;
mod search_rows;
mod signatures;
mod spill;
mod successors;
mod topics;
mod vectors;
mod word_tallies;
mod write;

use std::path::Path;

use lagrum_catalog::CatalogWriter;
use lagrum_corpus::{Corpus, CorpusState};
use lagrum_search::RemoteIndex;
use lagrum_snapshot::{Manifest, SnapshotError, SnapshotId, Snapshots, today};
use lagrum_sources::current_name;

pub use error::BuildError;
pub use lagrum_catalog::StatedYear;
pub use lagrum_citation::series_named;
pub use lagrum_corpus::Progress;
pub use memory::MemoryBudget;
pub use vectors::{DEFAULT_MAX_VECTORS, VectorOptions};
pub use word_tallies::{WordTallies, tally_words};

use beside::beside;
use derivations::KeptDerivations;
use dumps::DumpFolders;
use input::BuildInput;
use vectors::embed::EmbeddingTask;
use vectors::{ChosenPassages, UnembeddedDocument};
use write::RowsLeft;

/// Builds a snapshot of the corpus in a data folder and publishes it.
pub fn build(data: &Path, progress: &dyn Progress) -> Result<Manifest, BuildError> {
    build_with(data, BuildOptions::default(), progress)
}

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
    /// Who is told of each publication.
    pub listener: PublicationListener<'a>,
}

/// Who is told of each publication, with the manifest of the snapshot that was published. A build may publish two.
#[derive(Clone, Copy, Default)]
pub struct PublicationListener<'a>(pub Option<&'a dyn Fn(&Manifest)>);

impl PublicationListener<'_> {
    fn published(self, manifest: &Manifest) {
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

/// Builds a snapshot with options, and publishes it. If passages have no vector yet, they are embedded then, and another snapshot
/// is built and published with their vectors. Returns the manifest of the last one.
pub fn build_with(
    data: &Path,
    options: BuildOptions<'_>,
    progress: &dyn Progress,
) -> Result<Manifest, BuildError> {
    let (manifest, unembedded) = build_once(data, options, progress)?;
    options.listener.published(&manifest);
    let missing: u64 = manifest.vectors.iter().map(|vectors| vectors.missing).sum();
    if missing == 0 {
        return Ok(manifest);
    }
    progress.note(&format!("published {}; {missing} passages are embedded next", manifest.id));
    let corpus = Corpus::open(data)?;
    let (pool, folder) = (corpus.reader_pool(), vectors::kept_folder(data));
    let task = EmbeddingTask { pool: &pool, base: &manifest.base, folder: &folder };
    let mut embedded = 0;
    for (encoder, documents) in options.vectors.encoders.iter().zip(&unembedded) {
        if !documents.is_empty() {
            embedded += task.embed(*encoder, documents, progress)?;
        }
    }
    if embedded == 0 {
        return Ok(manifest);
    }
    match build_once(data, options, progress) {
        Ok((manifest, _)) => {
            options.listener.published(&manifest);
            Ok(manifest)
        }
        Err(BuildError::Snapshot(SnapshotError::Busy(_))) => {
            progress.note("another build is running, and publishes what was embedded");
            Ok(manifest)
        }
        Err(error) => Err(error),
    }
}

/// Builds and publishes a snapshot with the vectors that are kept. Returns for each encoder the documents that are to be embedded.
fn build_once(
    data: &Path,
    BuildOptions { memory, remote, private_lookups, vectors, stated_years, listener: _ }: BuildOptions<'_>,
    progress: &dyn Progress,
) -> Result<(Manifest, Vec<Vec<UnembeddedDocument>>), BuildError> {
    let corpus = Corpus::open(data)?;
    let snapshots = Snapshots::new(data);
    // The build lock is taken first, so that no other build sweeps what this one is about to read.
    let mut draft = snapshots.begin()?;
    snapshots.record_published()?;
    let state = by_current_names(corpus.reader()?.state()?);
    let Some(base) = state.base.clone() else { return Err(BuildError::Empty) };
    let memory = memory.less_documents(state.documents.len());
    draft.set_generation(state.generation);
    if let Some(remote) = remote {
        let kept = snapshots.all()?;
        remote.begin(&as_texts(&kept), progress).map_err(BuildError::RemoteIndex)?;
    }
    let day = today();
    let built = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();

    let pool = corpus.reader_pool();
    let mut catalog = CatalogWriter::create(&draft.catalog())?;
    let spill = draft.folder();
    let input =
        BuildInput { state: &state, base: &base, pool: &pool, day, memory, stated_years, spill, progress };
    // Without a readable snapshot before, everything is derived and indexed anew.
    let replaced = snapshots.current().ok().flatten();
    let before = replaced.as_ref().map(|id| snapshots.derived_of(id));
    let name = format!("{}.segment", draft.id());
    let mut kept = KeptDerivations::open(before.as_deref(), &draft.derived(), &name, &base, &state)?;
    let (gathered, links, contexts) = gather::gather(&input, &mut kept, &mut catalog)?;
    lydelser::write(&input, &gathered.registers, &mut kept, &mut catalog)?;
    let mut kept = kept.finish()?;
    let folders = DumpFolders {
        dumps: draft.dumps(),
        derived: draft.derived(),
        previous: replaced.as_ref().map(|id| snapshots.dumps_of(id)).zip(before),
    };
    let unreadable = gathered.unreadable.clone();
    let (resolved, links, rail) = resolve::resolve(&input, gathered, links, &mut kept)?;
    let folder = draft.search();
    let previous = replaced.as_ref().map(|id| snapshots.search_of(id));
    // Dumps and texts need nothing of the catalog. In threads of their own they do not hold it up: millions of texts would come
    // before its next batch in the same ones.
    let threads = rayon::ThreadPoolBuilder::new().build()?;
    let write_texts = |progress: &dyn Progress| {
        let input = BuildInput { progress, ..input };
        let dumps = dumps::write(&input, &unreadable, &folders)?;
        let texts = search::write_texts(&input, &resolved, &folder, previous.as_deref())?;
        Ok((dumps, texts))
    };
    let ((dumps, texts), written) = beside(
        progress,
        |progress| threads.install(|| write_texts(progress)),
        || write::write(&input, &resolved, links, rail, &mut kept, catalog),
    )?;
    let (counts, RowsLeft { search: rows, passages, catalog: rest }) = written;
    drop(kept);
    let id = draft.id();
    let output = search::IndexOutput {
        folder: &folder,
        previous: previous.as_deref(),
        remote: remote.map(|remote| (remote, &id)),
    };
    // Listings and indexes of the catalog take one thread, and the search index has other work. A source at a time is held in
    // memory, so those of large sources come first.
    let mut rest = Some(rest);
    if let Some(rest) = rest.take_if(|rest| rest.largest_listing() > memory.listing()) {
        progress.begin("write listings", None);
        rest.write(&input, &resolved)?;
        progress.end();
    }
    let ((vectors, unembedded), ()) = beside(
        progress,
        |progress| {
            if let Some(rest) = rest {
                rest.write(&input, &resolved)?;
            }
            let input = BuildInput { progress, ..input };
            let encoders = vectors.encoders;
            let chosen = ChosenPassages::new(&passages, vectors.max_vectors)?;
            vectors::compact(data, encoders, &chosen)?;
            vectors::write(&input, &resolved, &chosen, encoders, data, &draft)
        },
        || search::write(&input, &resolved, &texts, &rows, &contexts, &output),
    )?;
    drop((rows, contexts));
    if private_lookups {
        lookups::write(&input, &draft.catalog(), &draft.lookups())?;
    }

    let manifest = Manifest {
        id: draft.id(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        built,
        published: None,
        day: day.to_string(),
        generation: state.generation,
        base,
        counts,
        dumps,
        taken: state.taken.clone(),
        vectors,
    };
    draft.publish(&manifest)?;
    if let Some(remote) = remote {
        let kept = snapshots.all()?;
        remote.published(&as_texts(&kept), replaced.as_ref().map(SnapshotId::as_str), progress);
    }
    Ok((manifest, unembedded))
}

fn as_texts(ids: &[SnapshotId]) -> Vec<&str> {
    ids.iter().map(SnapshotId::as_str).collect()
}

/// The corpus with the current name of each source, which may have been imported under another.
fn by_current_names(mut state: CorpusState) -> CorpusState {
    state.documents.rename_sources(|name| current_name(name).to_owned());
    let lydelser = state.lydelser.iter_mut().map(|entry| &mut entry.source);
    let statuses = state.statuses.iter_mut().map(|entry| &mut entry.source);
    let withdrawn = state.log.entries.withdrawn_mut().iter_mut().map(|entry| &mut entry.source);
    for source in lydelser.chain(statuses).chain(withdrawn) {
        let current = current_name(source);
        if current != source.as_str() {
            *source = current.to_owned();
        }
    }
    state.taken =
        state.taken.into_iter().map(|(source, day)| (current_name(&source).to_owned(), day)).collect();
    state
}
