//! The integrity check: compares a published snapshot with itself and with the corpus it was built from.
//!
//! Every document must be catalogued once, and its artifact must be in the store. The counts of sources must be the
//! same everywhere, the dumps must be as the manifest describes them, the inbound lists must follow from the links, and
//! the margin notes from the inbound lists. Facet counts must add up, the change log must be about what is held or
//! withdrawn, and every document must be in the search index. Every file must have the digest that the manifest states. The check
//! reads everything once and changes nothing.
//!
//! A build verifies its draft by the same functions before it publishes it ([`verify`]).

mod attachments;
mod changes;
mod documents;
mod dumps;
mod findings;
mod listings;
mod margin;
mod search;

use std::path::Path;

use lagrum_corpus::{Corpus, Progress};
use lagrum_snapshot::{Snapshot, Snapshots, changed_files};

pub use self::findings::Findings;
use self::findings::read;
use crate::error::BuildError;

/// Checks the published snapshot of a data folder.
pub fn check(data: &Path, progress: &dyn Progress) -> Result<Findings, BuildError> {
    let snapshots = Snapshots::new(data);
    let snapshot = snapshots.open_current()?.ok_or(BuildError::NothingPublished)?;
    let corpus = Corpus::open(data)?;
    let pool = corpus.reader_pool();
    let mut findings = Findings::default();
    documents::check(&snapshot, &corpus, &pool, &mut findings, progress)?;
    documents::check_lydelser(&snapshot, &corpus, &pool, &mut findings, progress)?;
    dumps::check(&snapshot, &mut findings, progress);
    links(&snapshot, &mut findings, progress)?;
    margin::check(&snapshot, &mut findings)?;
    listings::check(&snapshot, &mut findings)?;
    attachments::check(&snapshot, &corpus, &mut findings, progress)?;
    changes::check(&snapshot, &mut findings);
    search::check(&snapshot, &mut findings, progress);
    search::check_vectors(&snapshot, &mut findings);
    files(&snapshot, &mut findings, progress);
    Ok(findings)
}

/// Verifies what a build has made, before it is published: what the check does, without reading artifacts and attachments, which the
/// build did not make, and without the digests of files, which were taken a moment ago.
pub(crate) fn verify(snapshot: &Snapshot, progress: &dyn Progress) -> Result<Findings, BuildError> {
    let mut findings = Findings::default();
    documents::check_catalogued(snapshot, &mut findings, progress, |_, _| {})?;
    dumps::check(snapshot, &mut findings, progress);
    links(snapshot, &mut findings, progress)?;
    margin::check(snapshot, &mut findings)?;
    listings::check(snapshot, &mut findings)?;
    changes::check(snapshot, &mut findings);
    search::check(snapshot, &mut findings, progress);
    search::check_vectors(snapshot, &mut findings);
    Ok(findings)
}

/// Compares every file with its digest in the manifest. Damage that another check has told is not told again.
fn files(snapshot: &Snapshot, findings: &mut Findings, progress: &dyn Progress) {
    progress.begin("check files", None);
    match changed_files(snapshot.folder(), snapshot.manifest()) {
        Ok(changed) => changed.into_iter().for_each(|file| {
            if !findings.is_damaged(&file.name) {
                findings.problem(format!("{} {}", file.name, file.problem));
            }
        }),
        Err(error) => findings.problem(format!("the folder of the snapshot cannot be read: {error}")),
    }
    findings.checked("files", snapshot.manifest().files.len() as u64);
    progress.end();
}

/// Checks inbound lists, edges and counts against the links.
fn links(snapshot: &Snapshot, findings: &mut Findings, progress: &dyn Progress) -> Result<(), BuildError> {
    progress.begin("check inbound lists", None);
    let counts = &snapshot.manifest().counts;
    let (links, edges) = read(snapshot, |catalog| catalog.links_and_edges())?;
    if (links, edges) != (counts.citations, counts.edges) {
        findings.problem(format!(
            "the catalog holds {links} links and {edges} edges; the manifest says {} and {}",
            counts.citations, counts.edges
        ));
    }
    let rows = read(snapshot, |catalog| catalog.contradictions(&mut |problem| findings.problem(problem)))?;
    findings.checked("links", links);
    findings.checked("inbound rows", rows);
    progress.end();
    Ok(())
}
