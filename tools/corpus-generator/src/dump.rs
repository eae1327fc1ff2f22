//! Writing a dump: documents in the order of their uris, gzip members of a few dozen documents each.
//!
//! The members of a window are made in parallel on all threads and written in order. So the file does not depend on the number
//! of threads, and at most one window of documents is in memory.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use flate2::{Compression, GzBuilder};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::draft::Draft;
use crate::links::Citations;
use crate::plan::Plan;
use crate::profile::Source;
use crate::sources;

/// Documents in a gzip member.
const MEMBER: usize = 48;
/// Members made at a time, for each thread.
const MEMBERS_PER_THREAD: usize = 4;

/// The counts of one source's output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Written {
    /// Documents.
    pub(crate) documents: usize,
    /// Bytes before compression.
    pub(crate) raw: usize,
    /// Bytes of the file.
    pub(crate) compressed: usize,
    /// Citations, those inside the document included.
    pub(crate) links: usize,
    /// Citations inside the citing document.
    pub(crate) own: usize,
    /// Pairs of a citing document and another that it cites.
    pub(crate) edges: usize,
}

impl Written {
    /// The sum of two.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            documents: self.documents + other.documents,
            raw: self.raw + other.raw,
            compressed: self.compressed + other.compressed,
            links: self.links + other.links,
            own: self.own + other.own,
            edges: self.edges + other.edges,
        }
    }
}

/// How often each document of the corpus is cited.
pub(crate) struct Tally {
    counts: Vec<Vec<[AtomicU32; 2]>>,
}

impl Tally {
    /// A tally with all counts at 0.
    pub(crate) fn new(plan: &Plan) -> Self {
        let zeroes = |source| (0..plan.count(source)).map(|_| Default::default()).collect();
        Self { counts: Source::all().map(zeroes).collect() }
    }

    fn add(&self, citations: &Citations) {
        for (source, rank, times) in &citations.cited {
            // Citations of documents that are not held are not counted.
            if let Some([documents, links]) = self.counts[*source as usize].get(*rank) {
                documents.fetch_add(1, Ordering::Relaxed);
                links.fetch_add(u32::try_from(*times).unwrap_or(u32::MAX), Ordering::Relaxed);
            }
        }
    }

    /// The document of a source that the most others cite: its rank, how many cite it, and how many times.
    pub(crate) fn most_cited(&self, source: Source) -> (usize, usize, usize) {
        self.counts[source as usize]
            .iter()
            .enumerate()
            .map(|(rank, [documents, links])| {
                (rank, documents.load(Ordering::Relaxed) as usize, links.load(Ordering::Relaxed) as usize)
            })
            .max_by_key(|(rank, documents, _)| (*documents, std::cmp::Reverse(*rank)))
            .unwrap_or_default()
    }
}

/// Writes the dump of a source. `progress` gets the number of documents after every window.
pub(crate) fn write_source(
    plan: &Plan,
    tally: &Tally,
    source: Source,
    path: &Path,
    progress: &dyn Fn(usize),
) -> io::Result<Written> {
    let mut ranks: Vec<(String, usize)> =
        (0..plan.count(source)).map(|rank| (plan.name(source, rank).local_id, rank)).collect();
    ranks.par_sort_unstable();
    let ranks: Vec<usize> = ranks.into_iter().map(|(_, rank)| rank).collect();
    write(path, &ranks, progress, |rank| {
        let citations = Citations::of(plan, source, *rank);
        tally.add(&citations);
        let written = Written {
            documents: 1,
            links: citations.len(),
            own: citations.own.len(),
            edges: citations.cited.len(),
            ..Written::default()
        };
        (sources::compose(Draft::new(plan, source, *rank, citations)), written)
    })
}

/// Writes the dump of archived lydelser of statutes: pairs of rank and lydelse, in the order of their uris.
pub(crate) fn write_lydelser(plan: &Plan, lydelser: &[(usize, usize)], path: &Path) -> io::Result<Written> {
    write(path, lydelser, &|_| (), |(rank, lydelse)| {
        let citations = Citations::of(plan, Source::Sfs, *rank);
        let draft = Draft::new(plan, Source::Sfs, *rank, citations);
        (sources::sfs::compose(draft, Some(*lydelse)), Written { documents: 1, ..Written::default() })
    })
}

/// Writes a file under a temporary name and renames it when it is complete.
fn write<T: Sync>(
    path: &Path,
    items: &[T],
    progress: &dyn Fn(usize),
    make: impl Fn(&T) -> (Value, Written) + Sync,
) -> io::Result<Written> {
    let unfinished = path.with_extension("part");
    let mut file = BufWriter::new(File::create(&unfinished)?);
    let mut total = Written::default();
    let window = MEMBER * MEMBERS_PER_THREAD * rayon::current_num_threads();
    for window in items.chunks(window) {
        let members: Vec<(Vec<u8>, Written)> =
            window.par_chunks(MEMBER).map(|items| member(items, &make)).collect::<io::Result<_>>()?;
        for (bytes, written) in members {
            file.write_all(&bytes)?;
            total = total.and(written);
        }
        progress(window.len());
    }
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    std::fs::rename(&unfinished, path)?;
    Ok(total)
}

fn member<T>(items: &[T], make: impl Fn(&T) -> (Value, Written)) -> io::Result<(Vec<u8>, Written)> {
    let mut gzip = GzBuilder::new().write(Vec::new(), Compression::new(6));
    let mut total = Written::default();
    let mut line = Vec::new();
    for item in items {
        let (artifact, written) = make(item);
        line.clear();
        serde_json::to_writer(&mut line, &artifact)?;
        line.push(b'\n');
        gzip.write_all(&line)?;
        total = total.and(Written { raw: line.len(), ..written });
    }
    let bytes = gzip.finish()?;
    total.compressed = bytes.len();
    Ok((bytes, total))
}
