//! The search index of a snapshot.
//!
//! Texts are indexed from their artifacts, in parallel, one artifact a thread at a time; those that the snapshot before
//! had too are taken over. Then comes what only the whole corpus tells: names, citation counts, what is in force.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use lagrum_artifact::{Artifact, Base, FullText};
use lagrum_citation::{Names, Role};
use lagrum_corpus::{Progress, ReaderPool, StoredId};
use lagrum_search::{DocumentToIndex, Hit, TextWriter};
use lagrum_sources::{Group, IsoDate, source};
use lagrum_words::{Compounds, case_numbers, tokens};
use rayon::prelude::*;

use crate::BuildError;
use crate::gather::HeldDocument;

/// Documents whose words the splitting of compounds is learnt from, at most; of more every n-th.
const LEARNT_FROM: usize = 30_000;

/// Writes the index of all documents into an empty folder.
pub(crate) fn write(
    documents: &[HeldDocument],
    inbound_counts: &[u32],
    base: &Base,
    pool: &ReaderPool,
    folder: &Path,
    previous: Option<&Path>,
    progress: &dyn Progress,
) -> Result<(), BuildError> {
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
            // It was read a moment ago; whatever has become of it, it is found by its names.
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
        progress.note(&format!("{unreadable} texts could not be read again and are found by their names alone"));
    }
    progress.begin("merge the index", None);
    let keep: HashSet<i64> = documents.iter().filter_map(|document| document.stored).collect();
    let writer = writer.finish(&keep)?;
    let curated = curated_names();
    let rows: Vec<_> = documents
        .iter()
        .zip(inbound_counts)
        .map(|(document, inbound)| row(document, *inbound, base, &curated))
        .collect();
    writer.finish(&rows)?;
    progress.end();
    Ok(())
}

/// The text of a document, with its summary where that is kept apart.
fn text(document: &HeldDocument, stored: i64, pool: &ReaderPool) -> Option<FullText> {
    let bytes = pool.artifact(StoredId(stored)).ok()??;
    let artifact = Artifact::parse(&bytes).ok()?;
    let mut text = FullText::of(&artifact);
    text.pieces.extend(document.description.description.clone());
    Some(text)
}

/// Learns how the compounds of a corpus come apart.
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

/// Names in use that no artifact states, by local id.
fn curated_names() -> HashMap<String, Vec<String>> {
    let mut curated: HashMap<String, Vec<String>> = HashMap::new();
    for (document, name) in Names::shipped().all() {
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
    let held = document.names.iter().filter(|name| !matches!(name.role, Role::CaseNumber { .. }));
    let mut names: Vec<String> = own.into_iter().chain(optional.into_iter().flatten()).cloned().collect();
    names.extend(held.map(|name| name.name.clone()));
    names.extend(curated.get(local_id).into_iter().flatten().cloned());
    names.extend(document.keywords.iter().cloned());
    let mut seen = HashSet::new();
    names.retain(|name| !name.is_empty() && seen.insert(name.to_lowercase()));

    let cases = document.names.iter().filter(|name| matches!(name.role, Role::CaseNumber { .. }));
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
        expired: description.expired.as_ref().map(day),
        preparatory: source(&document.source).group(description.kind.as_deref().unwrap_or_default())
            == Group::Forarbeten,
        names,
        case_numbers,
        hit: Hit {
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

/// A day as a number that orders days: `20310131`.
fn day(date: &IsoDate) -> u32 {
    date.to_string().chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap_or_default()
}
