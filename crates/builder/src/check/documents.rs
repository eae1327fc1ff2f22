//! Checks documents and archived lydelser: each is catalogued once, and its artifact is in the corpus.

use std::collections::{BTreeMap, HashMap};

use lagrum_artifact::Artifact;
use lagrum_catalog::CatalogDocument;
use lagrum_corpus::{Corpus, CorpusState, Progress, ReaderPool, StoredId};
use lagrum_render::excerpt::{Adjoining, Excerpts, excerpts};
use lagrum_snapshot::Snapshot;
use rayon::prelude::*;

use super::findings::{Findings, read};
use crate::acts;
use crate::error::BuildError;

/// Documents read at a time.
const BATCH: u64 = 2000;

/// Checks that every document is catalogued once, in order and with its artifact, and that their number is that of the
/// manifest.
pub(super) fn check(
    snapshot: &Snapshot,
    corpus: &Corpus,
    pool: &ReaderPool,
    findings: &mut Findings,
    progress: &dyn Progress,
) -> Result<(), BuildError> {
    let mut catalogued: HashMap<String, StoredId> = HashMap::new();
    check_catalogued(snapshot, findings, progress, |batch, findings| {
        let stored = batch.iter().filter_map(|document| Some((document.uri.clone(), document.stored?)));
        catalogued.extend(stored);
        for problem in unsound(snapshot, pool, batch) {
            findings.problem(problem);
        }
    })?;
    let state = corpus.reader()?.state()?;
    if state.generation == snapshot.manifest().generation {
        check_held(&state, &catalogued, snapshot.manifest().counts.unreadable, findings);
    }
    Ok(())
}

/// Checks that every document is catalogued once and in order, and that their number is that of the manifest. `each` gets all of them
/// in batches.
pub(super) fn check_catalogued(
    snapshot: &Snapshot,
    findings: &mut Findings,
    progress: &dyn Progress,
    mut each: impl FnMut(&[CatalogDocument], &mut Findings),
) -> Result<(), BuildError> {
    let counts = &snapshot.manifest().counts;
    progress.begin("check documents", Some(counts.documents));
    let (mut offset, mut stubs, mut last) = (0, 0, String::new());
    let mut per_source: BTreeMap<String, u64> = BTreeMap::new();
    for batch in snapshot.catalog().document_batches(BATCH) {
        let batch = batch?;
        for document in &batch {
            if document.uri <= last {
                findings.problem(format!("{} is catalogued twice or out of order", document.uri));
            }
            last.clone_from(&document.uri);
            *per_source.entry(document.source.clone()).or_default() += 1;
            stubs += u64::from(document.stored.is_none());
        }
        each(&batch, findings);
        offset += batch.len() as u64;
        progress.advance(batch.len() as u64);
    }
    progress.end();
    findings.checked("documents", offset);
    if (offset, stubs) != (counts.documents, counts.stubs) || per_source != counts.sources {
        findings.problem(format!(
            "the catalog holds {offset} documents, {stubs} of them stubs; the manifest says {} and {}",
            counts.documents, counts.stubs
        ));
    }
    Ok(())
}

/// The problems of the artifacts of documents and of their catalog entries.
fn unsound(snapshot: &Snapshot, pool: &ReaderPool, documents: &[CatalogDocument]) -> Vec<String> {
    let problem = |document: &CatalogDocument| {
        let stored = document.stored?;
        match sound(pool, &document.uri, stored) {
            Ok((artifact, bytes)) => differing_record(snapshot, &document.uri, &artifact)
                .or_else(|| differing_excerpt(snapshot, &document.uri, stored, &artifact, bytes)),
            Err(problem) => Some(problem),
        }
    };
    documents.par_iter().filter_map(problem).collect()
}

/// Reports where the corpus and the catalog differ, for a corpus that has not changed since the build.
fn check_held(
    state: &CorpusState,
    catalogued: &HashMap<String, StoredId>,
    unreadable: u64,
    findings: &mut Findings,
) {
    let missing = state.documents.iter().filter(|entry| catalogued.get(&entry.uri) != Some(&entry.stored));
    let missing: Vec<_> = missing.collect();
    if missing.len() as u64 != unreadable {
        for entry in missing {
            findings.problem(format!("{} is in the corpus but not in the catalog", entry.uri));
        }
    }
}

/// A stored artifact and its length in bytes, or what is wrong with it.
fn sound(pool: &ReaderPool, uri: &str, stored: StoredId) -> Result<(Artifact, usize), String> {
    match pool.artifact(stored) {
        Ok(Some(bytes)) => match Artifact::parse(&bytes) {
            Ok(artifact) if artifact.uri() == uri => Ok((artifact, bytes.len())),
            Ok(artifact) => Err(format!("the artifact of {uri} is that of {}", artifact.uri())),
            Err(error) => Err(format!("the artifact of {uri} is no artifact: {error}")),
        },
        Ok(None) => Err(format!("the artifact of {uri} is not in the corpus")),
        Err(error) => Err(format!("the artifact of {uri} cannot be read: {error}")),
    }
}

/// What is wrong with the record of an act in the catalog.
fn differing_record(snapshot: &Snapshot, uri: &str, artifact: &Artifact) -> Option<String> {
    match read(snapshot, |catalog| catalog.act(uri)) {
        Ok(record) if record == acts::record(uri, artifact, &snapshot.manifest().base) => None,
        Ok(_) => Some(format!("the register of amendments of {uri} is not as its artifact has it")),
        Err(error) => Some(format!("the register of amendments of {uri} cannot be read: {error}")),
    }
}

/// What is wrong with the excerpts of a document in the catalog. Each is looked up by its first anchor.
fn differing_excerpt(
    snapshot: &Snapshot,
    uri: &str,
    stored: StoredId,
    artifact: &Artifact,
    bytes: usize,
) -> Option<String> {
    let Excerpts { changing, excerpts } = excerpts(artifact, bytes);
    excerpts.iter().find_map(|excerpt| {
        let anchor = excerpt.anchors.first()?;
        match read(snapshot, |catalog| catalog.excerpt(stored, anchor)) {
            Ok(Some(found))
                if found.changes == changing.contains(anchor)
                    && found.artifact == excerpt.artifact
                    && serde_json::from_slice::<Adjoining>(&found.adjoining)
                        .is_ok_and(|adjoining| adjoining == excerpt.adjoining) =>
            {
                None
            }
            Ok(_) => Some(format!("the excerpt of {uri} with {anchor} is not as its artifact has it")),
            Err(error) => Some(format!("the excerpt of {uri} with {anchor} cannot be read: {error}")),
        }
    })
}

/// Checks that every archived lydelse has its artifact, and that their number is that of the manifest.
pub(super) fn check_lydelser(
    snapshot: &Snapshot,
    corpus: &Corpus,
    pool: &ReaderPool,
    findings: &mut Findings,
    progress: &dyn Progress,
) -> Result<(), BuildError> {
    let lydelser = read(snapshot, |catalog| catalog.all_lydelser())?;
    progress.begin("check archived lydelser", Some(lydelser.len() as u64));
    let unsound: Vec<String> = lydelser
        .par_iter()
        .filter_map(|lydelse| {
            let (artifact, bytes) = match sound(pool, &lydelse.uri, lydelse.stored) {
                Ok(sound) => sound,
                Err(problem) => return Some(problem),
            };
            let base = &snapshot.manifest().base;
            let signatures =
                acts::lydelse_signatures(&artifact, &lydelse.document, &lydelse.lydelse_id, base);
            let register = match read(snapshot, |catalog| catalog.act(&lydelse.document)) {
                Ok(act) => act.unwrap_or_default().register,
                Err(error) => return Some(format!("the act of {} cannot be read: {error}", lydelse.uri)),
            };
            let is_registered = |uri: &str| register.iter().any(|entry| entry.uri == uri);
            let is_same = artifact.node_dates() == lydelse.node_dates
                && acts::named(&signatures, is_registered, base) == lydelse.named;
            let dates = format!("the dates of {} are not as its artifact has them", lydelse.uri);
            let dates = (!is_same).then_some(dates);
            dates.or_else(|| differing_excerpt(snapshot, &lydelse.uri, lydelse.stored, &artifact, bytes))
        })
        .collect();
    for problem in unsound {
        findings.problem(problem);
    }
    let (held, counted) = (lydelser.len() as u64, snapshot.manifest().counts.lydelser);
    if held != counted {
        findings.problem(format!("the catalog holds {held} archived lydelser; the manifest says {counted}"));
    }
    let state = corpus.reader()?.state()?;
    if state.generation == snapshot.manifest().generation {
        let catalogued: HashMap<&str, StoredId> =
            lydelser.iter().map(|lydelse| (lydelse.uri.as_str(), lydelse.stored)).collect();
        for entry in state.lydelser {
            if catalogued.get(entry.uri.as_str()) != Some(&entry.stored) {
                findings.problem(format!("{} is in the corpus but not in the catalog", entry.uri));
            }
        }
    }
    findings.checked("archived lydelser", held);
    progress.end();
    Ok(())
}
