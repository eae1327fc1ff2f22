//! Support for tests of all crates: the real corpus, a tiny model and a real one, outlines of HTML, a small PDF, a server that
//! stands in for a publisher, and a visible line for each skipped test.

mod court_site;
mod invented_pdf;
mod model_folder;
mod outline;
mod parliament_site;
mod player;
mod processor;
mod reading;
mod request_words;
mod strasbourg_site;
mod unended_links;
mod union_site;

use std::fmt::Display;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

pub use court_site::{CourtSite, Decision};
pub use invented_pdf::invented_pdf;
pub use model_folder::{ModelFamily, real_model, write_model};
pub use outline::outline;
pub use parliament_site::{ParliamentSite, Work};
pub use player::{Asked, Player, Reply, SiteAnswer, invented_act};
pub use processor::processor_nanoseconds;
pub use reading::{count_pages, node_ids};
pub use strasbourg_site::{Judgment, StrasbourgSite};
pub use unended_links::unended_links;
pub use union_site::{MAX_ROWS, UnionContent, UnionSite, UnionWork};

/// The environment variable that names the folder of the real corpus.
const CORPUS_VARIABLE: &str = "LAGRUM_TEST_CORPUS";

/// The folder of the real corpus, with `corpus/<source>.ndjson.gz` and the expected results of another implementation. It
/// is not part of the repository. Without one, returns None and reports the test as skipped.
pub fn real_corpus() -> Option<PathBuf> {
    let folder = optional_real_corpus();
    if folder.is_none() {
        skipped(format_args!("{CORPUS_VARIABLE} is not set"));
    }
    folder
}

/// The folder of the real corpus, for tests that do not need it. None without one; nothing is reported.
pub fn optional_real_corpus() -> Option<PathBuf> {
    std::env::var_os(CORPUS_VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// A data folder into which the real corpus has been imported and built, which `LAGRUM_TEST_DATA` may name to save time. Tests
/// only read it.
pub fn built_corpus() -> Option<PathBuf> {
    std::env::var_os("LAGRUM_TEST_DATA").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// Copies the folder of [`built_corpus`] to a folder, for a test that builds there again. Returns false if there is no
/// such folder.
///
/// # Panics
///
/// When it cannot be copied.
pub fn copy_built_corpus(folder: &Path) -> bool {
    let Some(built) = built_corpus() else { return false };
    let copied = Command::new("cp").arg("-rT").arg(&built).arg(folder).status();
    assert!(copied.is_ok_and(|status| status.success()), "{} cannot be copied", built.display());
    true
}

/// Reports on standard error that the current test is skipped, and why.
///
/// `cargo test` shows the line. It hides what passing tests print with macros, but not what is written to the stream.
pub fn skipped(reason: impl Display) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    // A closed stream is no reason for a test to fail.
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {reason}");
}
