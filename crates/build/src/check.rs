//! Verifying a published snapshot against the corpus it was built from.
//!
//! The checks go through what a build promises and what its parts say of each other: every document catalogued once
//! and its artifact in the store, sources counted alike everywhere, dumps as long and as whole as the manifest says,
//! inbound lists the mirror of the links, facet counts adding up. They read everything once; nothing is changed.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use lagrum_artifact::{Artifact, Place};
use lagrum_catalog::inbound::InboundQuery;
use lagrum_catalog::{Bucket, Connected, DocumentFilter, Page, Problem};
use lagrum_corpus::{Corpus, Progress, ReaderPool, StoredId};
use lagrum_snapshot::{DumpFileEntry, Snapshot, SnapshotError, Snapshots};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::BuildError;

/// Problems are listed up to this many; beyond, they are counted.
const LISTED: usize = 100;

/// Documents looked at together.
const BATCH: u64 = 2000;

/// What a check found.
#[derive(Debug, Default)]
pub struct Findings {
    /// What is wrong, in words; at most a hundred.
    pub problems: Vec<String>,
    /// How much is wrong.
    pub count: u64,
    /// What was looked at.
    pub checked: BTreeMap<&'static str, u64>,
}

impl Findings {
    fn problem(&mut self, text: impl Into<String>) {
        self.count += 1;
        if self.problems.len() < LISTED {
            self.problems.push(text.into());
        }
    }

    fn looked_at(&mut self, what: &'static str, count: u64) {
        *self.checked.entry(what).or_default() += count;
    }

    /// One line: what was checked, and whether all is well.
    pub fn summary(&self) -> String {
        let checked: Vec<String> =
            self.checked.iter().map(|(what, count)| format!("{count} {what}")).collect();
        let verdict =
            if self.count == 0 { "all is well".to_owned() } else { format!("{} problems", self.count) };
        format!("checked {}: {verdict}", checked.join(", "))
    }
}

/// Checks the published snapshot of a data folder.
pub fn check(data: &Path, progress: &dyn Progress) -> Result<Findings, BuildError> {
    let snapshot = Snapshots::new(data).open_current()?.ok_or(BuildError::NothingPublished)?;
    let corpus = Corpus::open(data)?;
    let pool = corpus.reader_pool();
    let mut findings = Findings::default();
    documents(&snapshot, &corpus, &pool, &mut findings, progress)?;
    lydelser(&corpus, &pool, &mut findings, progress)?;
    dumps(&snapshot, &mut findings, progress);
    mirror(&snapshot, &mut findings, progress)?;
    listings(&snapshot, &mut findings)?;
    Ok(findings)
}

fn asked<T>(
    snapshot: &Snapshot,
    question: impl FnOnce(&Connected<'_>) -> Result<T, Problem>,
) -> Result<T, SnapshotError> {
    Ok(snapshot.catalog().with(question)?)
}

/// Every document once, in order, with an artifact that is what it says, and as many as were built.
fn documents(
    snapshot: &Snapshot,
    corpus: &Corpus,
    pool: &ReaderPool,
    findings: &mut Findings,
    progress: &dyn Progress,
) -> Result<(), BuildError> {
    let counts = &snapshot.manifest().counts;
    progress.begin("check documents", Some(counts.documents));
    let (mut offset, mut stubs, mut last) = (0, 0, String::new());
    let mut per_source: BTreeMap<String, u64> = BTreeMap::new();
    let mut catalogued: HashMap<String, i64> = HashMap::new();
    loop {
        let page = Page { limit: BATCH, offset };
        let batch = asked(snapshot, |catalog| catalog.documents(DocumentFilter::default(), page))?;
        if batch.is_empty() {
            break;
        }
        for document in &batch {
            if document.uri <= last {
                findings.problem(format!("{} is catalogued twice or out of order", document.uri));
            }
            last.clone_from(&document.uri);
            *per_source.entry(document.source.clone()).or_default() += 1;
            match document.stored {
                Some(stored) => {
                    catalogued.insert(document.uri.clone(), stored);
                }
                None => stubs += 1,
            }
        }
        let unsound: Vec<String> = batch
            .par_iter()
            .filter_map(|document| unsound(pool, &document.uri, StoredId(document.stored?)))
            .collect();
        for problem in unsound {
            findings.problem(problem);
        }
        offset += batch.len() as u64;
        progress.advance(batch.len() as u64);
    }
    progress.end();
    findings.looked_at("documents", offset);
    if (offset, stubs) != (counts.documents, counts.stubs) || per_source != counts.sources {
        findings.problem(format!(
            "the catalog holds {offset} documents, {stubs} of them stubs; the manifest says {} and {}",
            counts.documents, counts.stubs
        ));
    }
    // A corpus that has not changed since must hold exactly what was catalogued.
    let state = corpus.reader()?.state()?;
    if state.generation == snapshot.manifest().generation {
        let missing =
            state.documents.iter().filter(|entry| catalogued.get(&entry.uri) != Some(&entry.stored.0));
        let missing: Vec<_> = missing.collect();
        if missing.len() as u64 != counts.unreadable {
            for entry in missing {
                findings.problem(format!("{} is in the corpus but not in the catalog", entry.uri));
            }
        }
    }
    Ok(())
}

/// What is wrong with a stored artifact.
fn unsound(pool: &ReaderPool, uri: &str, stored: StoredId) -> Option<String> {
    match pool.artifact(stored) {
        Ok(Some(bytes)) => match Artifact::parse(&bytes) {
            Ok(artifact) if artifact.uri() == uri => None,
            Ok(artifact) => Some(format!("the artifact of {uri} is that of {}", artifact.uri())),
            Err(error) => Some(format!("the artifact of {uri} is no artifact: {error}")),
        },
        Ok(None) => Some(format!("the artifact of {uri} is not in the corpus")),
        Err(error) => Some(format!("the artifact of {uri} cannot be read: {error}")),
    }
}

fn lydelser(
    corpus: &Corpus,
    pool: &ReaderPool,
    findings: &mut Findings,
    progress: &dyn Progress,
) -> Result<(), BuildError> {
    let lydelser = corpus.reader()?.state()?.lydelser;
    progress.begin("check archived wordings", Some(lydelser.len() as u64));
    let unsound: Vec<String> =
        lydelser.par_iter().filter_map(|lydelse| unsound(pool, &lydelse.uri, lydelse.stored)).collect();
    for problem in unsound {
        findings.problem(problem);
    }
    findings.looked_at("archived wordings", lydelser.len() as u64);
    progress.end();
    Ok(())
}

/// Every dump file as the manifest describes it; a source's documents are its dump's lines and its stubs.
fn dumps(snapshot: &Snapshot, findings: &mut Findings, progress: &dyn Progress) {
    let manifest = snapshot.manifest();
    progress.begin("check dumps", Some(manifest.dumps.len() as u64));
    for dump in &manifest.dumps {
        for file in dump.files() {
            if let Some(problem) = file_problem(&snapshot.dumps(), file) {
                findings.problem(format!("dump {}: {problem}", file.file));
            }
            findings.looked_at("dump files", 1);
        }
        let stubs = if dump.source == "begrepp" { manifest.counts.stubs } else { 0 };
        let held = manifest.counts.sources.get(&dump.source).copied().unwrap_or_default();
        if dump.documents.lines + stubs != held {
            findings.problem(format!(
                "{}: {held} documents are catalogued, its dump has {} lines and there are {stubs} stubs",
                dump.source, dump.documents.lines
            ));
        }
        progress.advance(1);
    }
    progress.end();
}

fn file_problem(folder: &Path, entry: &DumpFileEntry) -> Option<String> {
    let bytes = match std::fs::read(folder.join(&entry.file)) {
        Ok(bytes) => bytes,
        Err(error) => return Some(format!("cannot be read: {error}")),
    };
    if lagrum_corpus::dump::hex(&Sha256::digest(&bytes)) != entry.sha256 {
        return Some("its SHA-256 is not that of the manifest".to_owned());
    }
    if entry.file.ends_with(".gz") {
        return match count_lines(&bytes) {
            Ok(lines) if lines == entry.lines => None,
            Ok(lines) => Some(format!("{lines} lines where the manifest says {}", entry.lines)),
            Err(error) => Some(format!("is no whole gzip: {error}")),
        };
    }
    None
}

fn count_lines(bytes: &[u8]) -> std::io::Result<u64> {
    let mut reader = MultiGzDecoder::new(bytes);
    let (mut buffer, mut lines) = (vec![0; 1 << 16], 0);
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(lines),
            count => lines += buffer[..count].split(|byte| *byte == b'\n').count() as u64 - 1,
        }
    }
}

/// Each document's inbound list has the spots that the links of all documents give it, and no others.
fn mirror(snapshot: &Snapshot, findings: &mut Findings, progress: &dyn Progress) -> Result<(), BuildError> {
    let expected = asked(snapshot, |catalog| catalog.citing_spots())?;
    progress.begin("check inbound lists", Some(expected.len() as u64));
    let everything = Page { limit: u64::MAX, offset: 0 };
    let mut rows = 0;
    for (uri, spots) in &expected {
        let Some(place) = Place::parse(uri) else { continue };
        let query =
            InboundQuery { place: &place, exact: false, source: None, by_citations: false, page: everything };
        let found = asked(snapshot, |catalog| catalog.inbound(&query))?;
        let by_source: u64 = found.by_source.values().sum();
        if found.total != spots.rows || found.rows.len() as u64 != spots.rows || by_source != spots.rows {
            findings.problem(format!(
                "{uri}: {} spots cite it, its inbound list has {}",
                spots.rows, found.total
            ));
        }
        if let Some(count) = spots.inbound_count
            && count != spots.documents
        {
            findings.problem(format!(
                "{uri}: {} documents cite it, its inbound count is {count}",
                spots.documents
            ));
        }
        rows += spots.rows;
        progress.advance(1);
    }
    let lists = asked(snapshot, |catalog| catalog.inbound_lists())?;
    if lists != expected.len() as u64 {
        findings.problem(format!("{} documents are cited, there are {lists} inbound lists", expected.len()));
    }
    findings.looked_at("inbound rows", rows);
    progress.end();
    Ok(())
}

/// Counts of inner buckets are the sums of their leaves, and leaves hold as many documents as they say.
fn listings(snapshot: &Snapshot, findings: &mut Findings) -> Result<(), BuildError> {
    let day = &snapshot.manifest().day;
    for source in snapshot.manifest().counts.sources.keys() {
        let Some(tree) = asked(snapshot, |catalog| catalog.facet_tree(source, day))? else { continue };
        for bucket in &tree.buckets {
            leaves(snapshot, source, day, "", bucket, findings)?;
        }
    }
    Ok(())
}

fn leaves(
    snapshot: &Snapshot,
    source: &str,
    day: &str,
    outer: &str,
    bucket: &Bucket,
    findings: &mut Findings,
) -> Result<(), BuildError> {
    let path = if outer.is_empty() { bucket.slug.clone() } else { format!("{outer}/{}", bucket.slug) };
    let inside = if let Some(children) = &bucket.children {
        for child in children {
            leaves(snapshot, source, day, &path, child, findings)?;
        }
        children.iter().map(|child| child.count).sum()
    } else {
        findings.looked_at("leaves", 1);
        asked(snapshot, |catalog| catalog.leaf(source, &path, day, Page { limit: 0, offset: 0 }))?.total
    };
    if inside != bucket.count {
        findings.problem(format!(
            "{source}: the bucket {path} says {} documents and holds {inside}",
            bucket.count
        ));
    }
    Ok(())
}
