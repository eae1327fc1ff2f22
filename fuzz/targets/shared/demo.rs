//! The demo corpus, built and opened with all its parts.

use std::sync::Arc;

use jiff::civil::{Date, date};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots};

/// The day of all fuzzed requests.
pub const DAY: Date = date(2026, 11, 21);

/// Builds the demo corpus in a folder that is kept as long as the process runs.
pub fn demo() -> Arc<Snapshot> {
    let folder = tempfile::tempdir().unwrap().keep();
    lagrum_demo::unpack(&folder).unwrap();
    let folders = lagrum_sources::all().iter();
    let folders = folders.map(|source| (source.artifact_dir.to_owned(), source.name.to_owned())).collect();
    let options = ImportOptions { folders, ..ImportOptions::default() };
    let data = folder.join("data");
    let tree = folder.join("corpus").display().to_string();
    import(&Corpus::create(&data).unwrap(), &[tree], &options, &Silent).unwrap();
    lagrum_builder::build(&data, &Silent).unwrap();
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    snapshot.load_graph().unwrap();
    snapshot.load_resolver(DAY).unwrap();
    snapshot.load_search().unwrap();
    Arc::new(snapshot)
}
