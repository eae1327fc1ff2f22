//! One build: from the state of the corpus to a published snapshot.

use std::collections::BTreeMap;
use std::path::Path;

use lagrum_corpus::{Corpus, CorpusState, Progress};
use lagrum_snapshot::{Draft, Manifest, SnapshotId, Snapshots, today};
use lagrum_sources::current_name;

use crate::check;
use crate::error::BuildError;
use crate::input::{BuildInput, PreviousSnapshot};
use crate::limit::RemovalLimit;
use crate::options::BuildOptions;
use crate::parts::{self, WrittenParts};
use crate::vectors::UnembeddedDocument;

/// Builds and publishes a snapshot with the vectors that are kept. Returns the manifest, and for each encoder the
/// documents that are still to be embedded.
pub(crate) fn build_once(
    data: &Path,
    options: BuildOptions<'_>,
    progress: &dyn Progress,
) -> Result<(Manifest, Vec<Vec<UnembeddedDocument>>), BuildError> {
    let corpus = Corpus::open(data)?;
    let snapshots = Snapshots::new(data);
    // The build lock is taken first, so that no other build sweeps what this one is about to read.
    let mut draft = snapshots.begin()?;
    snapshots.record_published()?;
    let state = by_current_names(corpus.reader()?.state()?);
    let Some(base) = state.base.clone() else { return Err(BuildError::Empty) };
    draft.set_generation(state.generation);
    let limit = RemovalLimit::new(&corpus, &snapshots, options.allow_removals)?;
    limit.check_state(&state)?;
    if let Some(remote) = options.remote {
        let kept = snapshots.all()?;
        remote.begin(&as_texts(&kept), progress).map_err(BuildError::RemoteIndex)?;
    }
    let built = jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    // Without a readable snapshot before, everything is derived and indexed anew.
    let replaced = snapshots.current().ok().flatten();
    let previous = replaced.as_ref().map(|id| PreviousSnapshot {
        derived: snapshots.derived_of(id),
        dumps: snapshots.dumps_of(id),
        search: snapshots.search_of(id),
    });
    let input = BuildInput {
        state: &state,
        base: &base,
        pool: &corpus.reader_pool(),
        day: today(),
        memory: options.memory.less_documents(state.documents.len()),
        stated_years: options.stated_years,
        data,
        previous: previous.as_ref(),
        spill: draft.folder(),
        progress,
    };
    let WrittenParts { counts, dumps, vectors, unembedded } = parts::write(&input, &options, &limit, &draft)?;

    let past = limit.past(&counts.texts, jiff::Timestamp::now().as_second());
    let manifest = Manifest {
        id: draft.id(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        built,
        published: None,
        day: input.day.to_string(),
        generation: state.generation,
        base: base.clone(),
        counts,
        dumps,
        taken: state.taken.clone(),
        vectors,
        past,
        files: BTreeMap::new(),
    };
    draft.finish(&manifest)?;
    verify(&draft, progress)?;
    draft.publish_finished()?;
    if let Some(remote) = options.remote {
        let kept = snapshots.all()?;
        remote.published(&as_texts(&kept), replaced.as_ref().map(SnapshotId::as_str), progress);
    }
    Ok((manifest, unembedded))
}

/// Verifies a finished draft. Fails where something is wrong with it.
fn verify(draft: &Draft, progress: &dyn Progress) -> Result<(), BuildError> {
    let missing = || BuildError::Unsound("its manifest is missing".to_owned());
    let snapshot = draft.open()?.ok_or_else(missing)?;
    let findings = check::verify(&snapshot, progress)?;
    let Some(first) = findings.problems.first() else { return Ok(()) };
    let more = if findings.count > 1 { format!(" (and {} more)", findings.count - 1) } else { String::new() };
    Err(BuildError::Unsound(format!("{first}{more}")))
}

fn as_texts(ids: &[SnapshotId]) -> Vec<&str> {
    ids.iter().map(SnapshotId::as_str).collect()
}

/// The corpus state with the current names of sources. A source may have been imported under an earlier name.
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
