//! Builds a snapshot from the corpus.
//!
//! A build ([`once`](mod@once)) reads every artifact that is new, then derives what depends on all of them together
//! ([`parts`](mod@parts)):
//!
//! 1. [`gather`](mod@gather) collects the derivations of all artifacts. Derivations of the build before are kept
//!    ([`derivations`](mod@derivations)); new artifacts are read and parsed in parallel ([`derive`](mod@derive)). Facts
//!    of a document (description, names) stay on disk. The parts of its text go straight into the catalog. Its links
//!    are written to a temporary file as numbers into tables of their texts ([`links::Texts`]).
//! 2. [`resolve`](mod@resolve) folds inflected concepts onto one, makes stubs for concepts without a page, turns
//!    statements that a law transposes a directive into links of that law, and gives every document its final number.
//! 3. [`write`](mod@write) reads facts and links again, in the order of final numbers ([`documents`](mod@documents)), and
//!    writes rows, links, inbound lists and listings into the catalog.
//! 4. Beside that, [`dumps`](mod@dumps) writes the dump files, and [`search`](mod@search) the index of texts, which takes over
//!    those that the snapshot before had.
//! 5. [`search`](mod@search) writes names into the search index, and with them the citation contexts of provisions
//!    ([`contexts`](mod@contexts)). Then it fills the remote index, if there is one
//!    ([`RemoteIndex`](lagrum_search::RemoteIndex)).
//! 6. [`vectors`](mod@vectors) writes tables of the vectors that are kept. Passages without a vector are embedded after
//!    the snapshot is published, and then another snapshot is built with their vectors.
//! 7. [`lookups`](mod@lookups) writes the files of private lookups, if they are wanted.
//!
//! Data that grow with the number of links or the length of texts are kept on disk ([`spill`](mod@spill)), and a step
//! holds a share of the [`MemoryBudget`] of them in memory. Beside that, each document takes its uri and some numbers
//! in memory. The snapshot does not depend on the budget. How the draft is published is described in `lagrum-snapshot`.

mod acts;
mod application;
mod beside;
mod changes;
pub mod check;
mod cited;
mod coming;
mod contexts;
mod derivations;
mod derive;
mod deriving_code;
mod documents;
mod dumps;
mod ends;
mod error;
mod gather;
mod in_force;
mod inbound;
mod input;
mod law_comments;
mod limit;
mod links;
mod listing;
mod lookups;
mod lydelser;
mod margin;
mod meanings;
mod memory;
mod once;
mod options;
mod overlap;
mod packed_excerpts;
mod parts;
mod passages;
mod positions;
mod provision_texts;
mod rail_order;
mod register;
mod register_text;
mod related;
mod resolve;
mod resolved;
mod search;
mod search_rows;
mod signatures;
mod spill;
mod successors;
mod topics;
mod transposed;
mod vectors;
mod word_tallies;
mod write;

use std::path::Path;

use lagrum_corpus::Corpus;
use lagrum_snapshot::{Manifest, SnapshotError};

pub use error::BuildError;
pub use lagrum_catalog::StatedYear;
pub use lagrum_citation::series_named;
pub use lagrum_corpus::Progress;
pub use memory::MemoryBudget;
pub use options::{BuildOptions, PublicationListener};
pub use vectors::{DEFAULT_MAX_VECTORS, VectorOptions};
pub use word_tallies::{WordTallies, tally_words};

use once::build_once;
use vectors::embed::EmbedTask;

/// Builds a snapshot of the corpus in a data folder and publishes it.
pub fn build(data: &Path, progress: &dyn Progress) -> Result<Manifest, BuildError> {
    build_with(data, BuildOptions::default(), progress)
}

/// Builds a snapshot with options, and publishes it. If passages have no vector yet, they are embedded then, and another snapshot
/// is built and published with their vectors. Returns the manifest of the last one.
pub fn build_with(
    data: &Path,
    options: BuildOptions<'_>,
    progress: &dyn Progress,
) -> Result<Manifest, BuildError> {
    let (manifest, unembedded) = build_once(data, options, progress)?;
    options.listener.published(&manifest);
    let missing: u64 = manifest.vectors.iter().map(|vectors| vectors.missing).sum();
    if missing == 0 {
        return Ok(manifest);
    }
    progress.note(&format!("published {}; {missing} passages are embedded next", manifest.id));
    let corpus = Corpus::open(data)?;
    let (pool, folder) = (corpus.reader_pool(), vectors::kept_folder(data));
    let task = EmbedTask { pool: &pool, base: &manifest.base, folder: &folder };
    let mut embedded = 0;
    for (encoder, documents) in options.vectors.encoders.iter().zip(&unembedded) {
        if !documents.is_empty() {
            embedded += task.embed(*encoder, documents, progress)?;
        }
    }
    if embedded == 0 {
        return Ok(manifest);
    }
    match build_once(data, options, progress) {
        Ok((manifest, _)) => {
            options.listener.published(&manifest);
            Ok(manifest)
        }
        Err(BuildError::Snapshot(SnapshotError::Busy(_))) => {
            progress.note("another build is running, and publishes what was embedded");
            Ok(manifest)
        }
        Err(error) => Err(error),
    }
}
