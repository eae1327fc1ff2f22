//! The integrity check: compares a published snapshot with itself and with the corpus it was built from.
//!
//! Every document must be catalogued once, and its artifact must be in the store. The counts of sources must be the
//! same everywhere, the dumps must be as the manifest describes them, the inbound lists must follow from the links, and
//! the margin notes from the inbound lists. Facet counts must add up, the change log must be about what is held or
//! withdrawn, and every document must be in the search index. The check reads everything once and changes nothing.

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
use lagrum_snapshot::{Snapshot, Snapshots};

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
    search::check(&snapshots, &snapshot, &mut findings, progress);
    search::check_vectors(&snapshot, &mut findings);
    Ok(findings)
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
