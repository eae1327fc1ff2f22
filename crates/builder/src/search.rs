//! Writes the search index of a snapshot.
//!
//! Texts are indexed from their artifacts in parallel, one artifact per thread at a time. Texts that the snapshot
//! before had too are taken over. Names, citation counts and days of expiry depend on the whole corpus and are written
//! last.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use lagrum_artifact::{Anchor, Artifact, Base, FullText};
use lagrum_citation::{CitationNames, NameRole};
use lagrum_corpus::{Progress, ReaderPool, StoredId};
use lagrum_search::{
    DayNumber, DocumentToIndex, HitFields, IndexInput, ProvisionToIndex, RemoteIndex, TextWriter,
};
use lagrum_snapshot::SnapshotId;
use lagrum_sources::{FlowGroup, source};
use lagrum_words::{Compounds, case_numbers, tokens};
use rayon::prelude::*;

use crate::error::BuildError;
use crate::gather::{HeldDocument, NumberedLink};
use crate::input::BuildInput;
use crate::resolve::ResolvedCorpus;

/// How many documents the splitting of compounds is learnt from; a larger corpus is sampled evenly.
const LEARNT_FROM: usize = 30_000;

/// How many provisions may explain a concept. The links of a concept with more say nothing of it.
const EXPLAINED_BY: usize = 8;

/// Where the index is written.
pub(crate) struct IndexOutput<'a> {
    /// An empty folder.
    pub(crate) folder: &'a Path,
    /// The folder of the index of the snapshot before.
    pub(crate) previous: Option<&'a Path>,
    /// The remote index to fill, and the id of the snapshot.
    pub(crate) remote: Option<(&'a dyn RemoteIndex, &'a SnapshotId)>,
}

/// Writes the index of all documents, and fills the remote index if there is one.
pub(crate) fn write(
    input: &BuildInput<'_>,
    resolved: &ResolvedCorpus,
    inbound_counts: &[u32],
    output: &IndexOutput<'_>,
) -> Result<(), BuildError> {
    let BuildInput { base, pool, progress, .. } = *input;
    let IndexOutput { folder, previous, remote } = *output;
    let documents = &resolved.documents;
    let writer = TextWriter::begin(folder, previous, || learn(documents, pool, progress))?;
    let missing: Vec<_> = documents
        .iter()
        .filter_map(|document| Some((document, document.stored?)))
        .filter(|(_, stored)| !writer.holds(*stored))
        .collect();
    progress.begin("index texts", Some(missing.len() as u64));
    let unreadable = AtomicU64::new(0);
    missing.par_iter().try_for_each(|(document, stored)| {
        match text(document, *stored, pool) {
            Some(text) => writer.add(*stored, &text, source(&document.source).grammar)?,
            // It could be read by the first pass. The document is still found by its names.
            None => {
                unreadable.fetch_add(1, Ordering::Relaxed);
            }
        }
        progress.advance(1);
        Ok::<_, BuildError>(())
    })?;
    progress.end();
    let unreadable = unreadable.into_inner();
    if unreadable > 0 {
        progress
            .note(&format!("{unreadable} texts could not be read again and are found by their names alone"));
    }
    progress.begin("merge the index", None);
    let keep: HashSet<i64> = documents.iter().filter_map(|document| document.stored).collect();
    let writer = writer.finish(&keep)?;
    let curated = curated_names();
    let rows: Vec<_> = documents
        .iter()
        .zip(inbound_counts)
        .zip(provisions(resolved))
        .map(|((document, inbound), provisions)| DocumentToIndex {
            provisions,
            ..row(document, *inbound, base, &curated)
        })
        .collect();
    writer.finish(&rows)?;
    progress.end();
    if let Some((remote, id)) = remote {
        let text = |at: usize| {
            let document: &HeldDocument = documents.get(at)?;
            let text = text(document, document.stored?, pool)?;
            Some((text, source(&document.source).grammar))
        };
        let input =
            IndexInput { snapshot: id.as_str(), folder, previous, documents: &rows, text: &text, progress };
        remote.fill(&input).map_err(BuildError::RemoteIndex)?;
    }
    Ok(())
}

/// The text of a document, and its summary where the artifact keeps that apart.
fn text(document: &HeldDocument, stored: i64, pool: &ReaderPool) -> Option<FullText> {
    let bytes = pool.artifact(StoredId(stored)).ok()??;
    let artifact = Artifact::parse(&bytes).ok()?;
    let mut text = FullText::of(&artifact);
    text.pieces.extend(document.description.description.clone());
    Some(text)
}

/// Learns how to split the compounds of a corpus.
fn learn(documents: &[HeldDocument], pool: &ReaderPool, progress: &dyn Progress) -> Compounds {
    let step = documents.len().div_ceil(LEARNT_FROM).max(1);
    let sample: Vec<_> = documents.iter().step_by(step).collect();
    progress.begin("learn words", Some(sample.len() as u64));
    let counts: Mutex<HashMap<String, u32>> = Mutex::default();
    sample.par_chunks(64).for_each(|chunk| {
        let mut own: HashMap<String, u32> = HashMap::new();
        for document in chunk {
            let text = document.stored.and_then(|stored| text(document, stored, pool)).unwrap_or_default();
            for piece in &text.pieces {
                for token in tokens(piece).filter(|token| token.word.chars().all(char::is_alphabetic)) {
                    match own.get_mut(token.word.as_ref()) {
                        Some(count) => *count += 1,
                        None => {
                            own.insert(token.word.into_owned(), 1);
                        }
                    }
                }
            }
        }
        let mut counts = counts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (word, count) in own {
            *counts.entry(word).or_default() += count;
        }
        progress.advance(chunk.len() as u64);
    });
    progress.end();
    Compounds::learn(&counts.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// For each document, by number: its cited provisions, how many documents cite them, and the concepts they explain.
fn provisions(resolved: &ResolvedCorpus) -> Vec<Vec<ProvisionToIndex>> {
    let documents = &resolved.documents;
    // By document and anchor: how many documents cite it, and the concepts among them.
    let mut locations: HashMap<(u32, u32), (u32, Vec<u32>)> = HashMap::new();
    for (document, number) in documents.iter().zip(0_u32..) {
        let held = |link: &&NumberedLink| (link.target as usize) < documents.len() && link.target != number;
        let mut cited: Vec<(u32, u32)> = document
            .links
            .iter()
            .filter(held)
            .filter(|link| link.target_anchor > 0)
            .map(|link| (link.target, link.target_anchor))
            .collect();
        cited.sort_unstable();
        cited.dedup();
        let is_concept = document.description.is_concept();
        let explains = is_concept && cited.len() <= EXPLAINED_BY;
        for location in cited {
            let (count, concepts) = locations.entry(location).or_default();
            *count += 1;
            if explains {
                concepts.push(number);
            }
        }
    }
    let mut by_unit: HashMap<(u32, String), ProvisionToIndex> = HashMap::new();
    for ((document, anchor), (count, concepts)) in locations {
        let Some(anchor) = Anchor::new(resolved.anchor(anchor)) else { continue };
        let unit = source(&documents[document as usize].source).grammar.unit(&anchor).as_str().to_owned();
        let provision = by_unit.entry((document, unit)).or_default();
        provision.cited += count;
        for concept in concepts {
            provision.concepts.push(documents[concept as usize].description.title.clone());
        }
    }
    let mut all = vec![Vec::new(); documents.len()];
    for ((document, anchor), provision) in by_unit {
        all[document as usize].push(ProvisionToIndex { anchor, ..provision });
    }
    for provisions in &mut all {
        provisions.sort_by(|a: &ProvisionToIndex, b| a.anchor.cmp(&b.anchor));
        for provision in provisions {
            provision.concepts.sort();
            provision.concepts.dedup();
        }
    }
    all
}

/// Names in use that no artifact states, by local id of the document.
fn curated_names() -> HashMap<String, Vec<String>> {
    let mut curated: HashMap<String, Vec<String>> = HashMap::new();
    for (document, name) in CitationNames::shipped().all() {
        curated.entry(document.to_owned()).or_default().push(name.to_owned());
    }
    curated
}

fn row(
    document: &HeldDocument,
    inbound: u32,
    base: &Base,
    curated: &HashMap<String, Vec<String>>,
) -> DocumentToIndex {
    let description = &document.description;
    let present = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let local_id = base.strip(&document.uri).unwrap_or(&document.uri);
    let own = [&description.title, &description.display, &description.label, &description.descriptive];
    let optional = [&description.short_id, &description.short_title, &description.abbr];
    let held = document.names.iter().filter(|name| !matches!(name.role, NameRole::CaseNumber { .. }));
    let mut names: Vec<String> = own.into_iter().chain(optional.into_iter().flatten()).cloned().collect();
    names.extend(held.map(|name| name.name.clone()));
    names.extend(curated.get(local_id).into_iter().flatten().cloned());
    let mut seen = HashSet::new();
    names.retain(|name| !name.is_empty() && seen.insert(name.to_lowercase()));

    let cases = document.names.iter().filter(|name| matches!(name.role, NameRole::CaseNumber { .. }));
    let judgment = description.kind.as_deref() == Some("judgment");
    let titles = std::iter::once(&description.title).filter(|_| judgment);
    let cases = cases.map(|name| &name.name).chain(titles);
    let mut case_numbers: Vec<String> =
        cases.flat_map(|text| case_numbers(text)).map(|number| number.number).collect();
    case_numbers.sort();
    case_numbers.dedup();

    DocumentToIndex {
        key: document.stored,
        year: description.year,
        expired: description.expired.map(DayNumber::from),
        preparatory: source(&document.source).group(description.kind.as_deref().unwrap_or_default())
            == FlowGroup::Forarbeten,
        keywords: document.keywords.clone(),
        names,
        case_numbers,
        provisions: Vec::new(),
        hit: HitFields {
            uri: document.uri.clone(),
            label: present(&description.label),
            title: present(&description.title),
            display: present(&description.display),
            abbr: description.abbr.clone(),
            source: document.source.clone(),
            kind: description.kind.clone(),
            inbound_count: u64::from(inbound),
        },
    }
}
