//! Builds a snapshot from the corpus.
//!
//! A build reads every artifact once, then derives what depends on all of them together:
//!
//! 1. [`gather`](mod@gather) reads and parses the artifacts in parallel. It derives the description, links and names of
//!    each document and writes its line to a dump. The parts of its text go straight into the catalog. Links are kept
//!    as numbers into tables of their texts ([`gather::Texts`]).
//! 2. [`resolve`](mod@resolve) folds inflected concepts onto one, makes stubs for concepts without a page, turns
//!    statements that a law transposes a directive into links of that law, and gives every document its final number.
//! 3. [`write`](mod@write) writes rows, links, inbound lists and listings into the catalog.
//! 4. [`search`](mod@search) writes texts and names into the search index, and takes over the texts that the snapshot
//!    before had. Then it fills the remote index, if there is one ([`RemoteIndex`]).
//!
//! Memory grows with the number of links (some thirty bytes each) and documents (a kilobyte each), not with the length
//! of their texts. How the draft is published is described in `lagrum-snapshot`.

mod acts;
pub mod check;
mod dumps;
mod error;
mod gather;
mod inbound;
mod input;
mod listing;
mod lydelser;
mod resolve;
mod search;
mod write;

use std::path::Path;

use lagrum_catalog::CatalogWriter;
use lagrum_corpus::{Corpus, CorpusState};
use lagrum_search::RemoteIndex;
use lagrum_snapshot::{Manifest, SnapshotId, Snapshots, today};
use lagrum_sources::current_name;

pub use error::BuildError;
pub use lagrum_corpus::Progress;

use input::BuildInput;

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
    // The build lock is taken first, so that no other build sweeps what this one is about to read.
    let mut draft = snapshots.begin()?;
    let state = by_current_names(corpus.reader()?.state()?);
    let Some(base) = state.base.clone() else { return Err(BuildError::Empty) };
    draft.set_generation(state.generation);
    if let Some(remote) = remote {
        let kept = snapshots.all()?;
        remote.begin(&as_texts(&kept), progress).map_err(BuildError::RemoteIndex)?;
    }
    let day = today();
    let built = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();

    let pool = corpus.reader_pool();
    let mut catalog = CatalogWriter::create(&draft.catalog())?;
    let input = BuildInput { state: &state, base: &base, pool: &pool, day, progress };
    let gathered = gather::gather(&input, &draft.dumps(), &mut catalog)?;
    let mut dumps = gathered.dumps.clone();
    dumps::add_side_dumps(&input, &draft.dumps(), &mut dumps)?;
    lydelser::write(&input, &gathered.registers, &mut catalog)?;
    let resolved = resolve::resolve(gathered, &base)?;
    let (counts, inbound_counts) = write::write(&input, &resolved, catalog)?;
    // Without a readable snapshot before, all texts are indexed anew.
    let replaced = snapshots.current().ok().flatten();
    let previous = replaced.as_ref().map(|id| snapshots.search_of(id));
    let id = draft.id();
    let output = search::IndexOutput {
        folder: &draft.search(),
        previous: previous.as_deref(),
        remote: remote.map(|remote| (remote, &id)),
    };
    search::write(&input, &resolved, &inbound_counts, &output)?;

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

/// The corpus with the current name of each source, which may have been imported under another.
fn by_current_names(mut state: CorpusState) -> CorpusState {
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
