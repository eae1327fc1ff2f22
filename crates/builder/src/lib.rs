//! Corpus in, snapshot out.
//!
//! A build goes once over all artifacts, and then puts together what only all of them tell:
//!
//! 1. [`gather`](mod@gather): every artifact is read and parsed in parallel. From it come its description, its links,
//!    its names and its line in a dump. The places in its text go straight into the catalog. Links are kept as numbers
//!    into tables of the texts met ([`gather::Texts`]).
//! 2. [`resolve`](mod@resolve): inflected concepts are folded onto one, concepts nobody has written about get stubs,
//!    statements that a law transposes a directive are turned into links of that law, and everything cited gets its
//!    final number.
//! 3. [`write`](mod@write): rows, links, inbound lists and listings go into the catalog.
//! 4. [`search`](mod@search): texts and names go into the search index; those of the snapshot before are taken over. Then a
//!    remote index is filled, if there is one ([`RemoteIndex`]).
//!
//! Memory grows with the number of links (some thirty bytes each) and documents (a kilobyte each), never with the
//! length of their texts. The draft is published by one rename; see `lagrum-snapshot`.

pub mod check;
mod gather;
mod inbound;
mod listing;
mod resolve;
mod search;
mod write;

use std::path::Path;

pub use lagrum_corpus::Progress;

use lagrum_catalog::CatalogWriter;
use lagrum_corpus::dump::{DumpFile, DumpWriter};
use lagrum_corpus::{Corpus, CorpusError, ReaderPool, State};
use lagrum_search::{RemoteIndex, RemoteIndexError};
use lagrum_snapshot::{DumpEntry, DumpFileEntry, Manifest, SnapshotError, SnapshotId, Snapshots, today};
use lagrum_sources::current_name;

/// Why a build failed. What was published before stays published.
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
        /// What the system said.
        source: std::io::Error,
    },
    /// The corpus has no documents, so it has no base address either.
    #[error("the corpus is empty: import something first (lagrum import SOURCE… --data DIR)")]
    Empty,
    /// Nothing has been published that could be checked.
    #[error("nothing is published: build a snapshot first (lagrum build --data DIR)")]
    NothingPublished,
    /// More documents and cited places, or more sources, than can be numbered.
    #[error(
        "more is held or cited than this program can number: four thousand million places, {} sources",
        u16::MAX
    )]
    TooMany,
}

/// Builds a snapshot of the corpus in a data folder and publishes it.
pub fn build(data: &Path, progress: &dyn Progress) -> Result<Manifest, BuildError> {
    build_with(data, None, progress)
}

/// Builds a snapshot and fills a remote search index too. The snapshot is published once that index can be searched.
pub fn build_with(
    data: &Path,
    remote: Option<&dyn RemoteIndex>,
    progress: &dyn Progress,
) -> Result<Manifest, BuildError> {
    let corpus = Corpus::open(data)?;
    let snapshots = Snapshots::new(data);
    // The lock on builds is taken first, so that no other build sweeps away what this one is about to read.
    let mut draft = snapshots.begin()?;
    let state = by_current_names(corpus.reader()?.state()?);
    let Some(base) = state.base.clone() else { return Err(BuildError::Empty) };
    draft.of_generation(state.generation);
    if let Some(remote) = remote {
        let kept = snapshots.all()?;
        remote.begin(&as_texts(&kept), progress).map_err(BuildError::RemoteIndex)?;
    }
    let day = today();
    let built = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();

    let pool = corpus.reader_pool();
    let mut catalog = CatalogWriter::create(&draft.catalog())?;
    let gathered = gather::gather(&state, &base, &pool, &draft.dumps(), &mut catalog, progress)?;
    let mut dumps = gathered.dumps.clone();
    add_side_dumps(&state, &pool, &draft.dumps(), &mut dumps)?;
    let resolved = resolve::resolve(gathered, &base)?;
    let (counts, inbound_counts) = write::write(&resolved, &state, &base, day, catalog, progress)?;
    // Whatever is wrong with the snapshot before, this one does without it.
    let replaced = snapshots.current().ok().flatten();
    let previous = replaced.as_ref().map(|id| snapshots.search_of(id));
    let id = draft.id();
    search::write(
        &resolved,
        &inbound_counts,
        &base,
        &pool,
        search::Folders { folder: &draft.search(), previous: previous.as_deref() },
        remote.map(|remote| (remote, &id)),
        progress,
    )?;

    let manifest = Manifest {
        id: draft.id(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        built,
        day: day.to_string(),
        generation: state.generation,
        base,
        counts,
        dumps,
    };
    draft.publish(&manifest)?;
    if let Some(remote) = remote {
        let kept = snapshots.all()?;
        remote.published(&as_texts(&kept), replaced.as_ref().map(SnapshotId::as_str), progress);
    }
    Ok(manifest)
}

fn as_texts(ids: &[SnapshotId]) -> Vec<&str> {
    ids.iter().map(SnapshotId::as_str).collect()
}

/// The corpus with each source under the name it goes by, whatever it was imported as.
fn by_current_names(mut state: State) -> State {
    let documents = state.documents.iter_mut().map(|entry| &mut entry.source);
    let lydelser = state.lydelser.iter_mut().map(|entry| &mut entry.source);
    let statuses = state.statuses.iter_mut().map(|entry| &mut entry.source);
    for source in documents.chain(lydelser).chain(statuses) {
        let current = current_name(source);
        if current != source.as_str() {
            *source = current.to_owned();
        }
    }
    state
}

/// Writes the archived wordings and the status file of each source that has documents.
fn add_side_dumps(
    state: &State,
    pool: &ReaderPool,
    folder: &Path,
    dumps: &mut [DumpEntry],
) -> Result<(), BuildError> {
    for dump in dumps {
        let lydelser: Vec<_> =
            state.lydelser.iter().filter(|lydelse| lydelse.source == dump.source).collect();
        if !lydelser.is_empty() {
            let file = format!("versions-{}.ndjson.gz", dump.source);
            let failed = |source| BuildError::Dump { file: file.clone(), source };
            let mut writer = DumpWriter::create(&folder.join(&file)).map_err(failed)?;
            for lydelse in lydelser {
                // A damaged wording is left out here as damaged documents are; `check` names it.
                if let Ok(Some(bytes)) = pool.artifact(lydelse.stored) {
                    writer.push(&bytes).map_err(failed)?;
                }
            }
            dump.versions = Some(entry(&file, writer.finish().map_err(failed)?));
        }
        dump.status = write_status(state, folder, &dump.source)?;
    }
    Ok(())
}

fn write_status(state: &State, folder: &Path, source: &str) -> Result<Option<DumpFileEntry>, BuildError> {
    let entries: serde_json::Map<_, _> = state
        .statuses
        .iter()
        .filter(|status| status.source == source)
        .filter_map(|status| Some((status.key.clone(), serde_json::from_str(&status.entry).ok()?)))
        .collect();
    if entries.is_empty() {
        return Ok(None);
    }
    let file = format!("{source}-status.json");
    let bytes = serde_json::Value::Object(entries).to_string().into_bytes();
    let written = lagrum_corpus::dump::write_plain(&folder.join(&file), &bytes)
        .map_err(|source| BuildError::Dump { file: file.clone(), source })?;
    Ok(Some(entry(&file, written)))
}

fn entry(file: &str, written: DumpFile) -> DumpFileEntry {
    DumpFileEntry {
        file: file.to_owned(),
        bytes: written.bytes,
        lines: written.lines,
        sha256: written.sha256,
    }
}
