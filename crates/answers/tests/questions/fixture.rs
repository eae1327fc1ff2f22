//! The demo corpus, imported and built once for all tests of this program, and small corpora of dump files.

use std::path::Path;
use std::sync::LazyLock;

use jiff::civil::{Date, date};
use lagrum_builder::BuildOptions;
use lagrum_corpus::attachments::{AttachmentOptions, import_attachments};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots};
use serde_json::Value;
use tempfile::TempDir;

use crate::reader::Reader;

/// The address that uris of the demo begin with.
pub(crate) const BASE: &str = lagrum_demo::BASE;

/// The day on which the demo is built, and read by people.
pub(crate) const DEMO_DAY: Date = date(2033, 1, 1);

/// A day on which acts that the demo calls repealed are repealed, and acts that it calls future do not apply yet.
pub(crate) const TODAY: Date = date(2026, 11, 21);

static DEMO: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    folder
});

static LOADED: LazyLock<Snapshot> = LazyLock::new(|| {
    let snapshot = bare();
    load(&snapshot, TODAY);
    snapshot
});

/// A snapshot, and the folder in which it lies.
pub(crate) struct Built {
    pub(crate) snapshot: Snapshot,
    pub(crate) folder: TempDir,
}

/// Imports the demo with its attachments into the folder `data` of a folder, and builds it.
pub(crate) fn fill(folder: &Path) {
    // Which changes a build takes as ahead of their day depends on today.
    lagrum_snapshot::fix_today(DEMO_DAY);
    lagrum_demo::unpack(folder).unwrap();
    let data = folder.join("data");
    let corpus = Corpus::create(&data).unwrap();
    import_from(&corpus, &folder.join("corpus"));
    let options = AttachmentOptions { base: None, pages: &lagrum_test_support::count_pages };
    import_attachments(&corpus, folder, &options, &Silent).unwrap();
    build(folder);
}

/// Imports what lies in a folder or file.
fn import_from(corpus: &Corpus, origin: &Path) {
    let sources = lagrum_sources::all().iter();
    let folders = sources.map(|source| (source.artifact_dir.to_owned(), source.name.to_owned())).collect();
    let options = ImportOptions { folders, ..ImportOptions::default() };
    let report = import(corpus, &[origin.display().to_string()], &options, &Silent).unwrap();
    assert!(!report.failed(), "{report:?}");
}

pub(crate) fn build(folder: &Path) {
    let options = BuildOptions { private_lookups: true, ..BuildOptions::default() };
    lagrum_builder::build_with(&folder.join("data"), options, &Silent).unwrap();
}

/// The snapshot in a folder that [`fill`] filled, with nothing loaded.
fn open(folder: &Path) -> Snapshot {
    Snapshots::new(&folder.join("data")).open_current().unwrap().unwrap()
}

/// The demo with nothing loaded.
pub(crate) fn bare() -> Snapshot {
    open(DEMO.path())
}

/// The demo with everything loaded, its names being those of [`TODAY`].
pub(crate) fn loaded() -> &'static Snapshot {
    &LOADED
}

/// Loads everything that a snapshot has.
pub(crate) fn load(snapshot: &Snapshot, day: Date) {
    snapshot.load_graph().unwrap();
    snapshot.load_resolver(day).unwrap();
    snapshot.load_name_index(day).unwrap();
    snapshot.load_search().unwrap();
}

/// The demo in a folder of its own.
pub(crate) fn demo_alone() -> Built {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    Built { snapshot: open(folder.path()), folder }
}

/// The demo in a folder of its own, with further documents of a source.
pub(crate) fn demo_with(source: &str, lines: &str) -> Built {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let dump = folder.path().join(format!("{source}.ndjson"));
    std::fs::write(&dump, lines).unwrap();
    import_from(&Corpus::open(&folder.path().join("data")).unwrap(), &dump);
    build(folder.path());
    Built { snapshot: open(folder.path()), folder }
}

/// A corpus of dump files: their paths (`sfs.ndjson`, `versions/sfs.ndjson`) and their lines.
pub(crate) fn dumps(files: &[(&str, &str)]) -> Built {
    let folder = tempfile::tempdir().unwrap();
    let origin = folder.path().join("corpus");
    for (path, lines) in files {
        let path = origin.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, lines).unwrap();
    }
    import_from(&Corpus::create(&folder.path().join("data")).unwrap(), &origin);
    build(folder.path());
    Built { snapshot: open(folder.path()), folder }
}

impl Reader<'static> {
    /// Asks the demo on [`TODAY`], with everything loaded.
    pub(crate) fn demo() -> Self {
        Self::new(loaded(), TODAY)
    }
}

/// A uri of the demo.
pub(crate) fn uri(local_id: &str) -> String {
    format!("{BASE}/{local_id}")
}

/// The local id of a uri of the demo.
pub(crate) fn local(uri: &Value) -> String {
    uri.as_str().unwrap().replace(&format!("{BASE}/"), "")
}
