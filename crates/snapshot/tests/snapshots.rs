//! Snapshots on disk: published whole or not at all, kept while in use, and removed when not in use.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

use std::fs::{self, File};
use std::path::PathBuf;

use lagrum_artifact::{Base, Generation, StoredId};
use lagrum_catalog::CatalogWriter;
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Draft, Manifest, SnapshotCounts, SnapshotError, SnapshotId, Snapshots};

/// A data folder with a corpus of one document.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        place.import("Får.");
        place
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn snapshots(&self) -> Snapshots {
        Snapshots::new(&self.data())
    }

    /// The folder of snapshots.
    fn shelf(&self) -> PathBuf {
        self.data().join("snapshots")
    }

    /// Imports a text of the document; each is a generation of its own.
    fn import(&self, text: &str) {
        let dump = self.folder.path().join("sfs.ndjson");
        fs::write(&dump, format!(r#"{{"uri":"https://lag.example/1931:47","structure":["{text}"]}}"#))
            .unwrap();
        let corpus = Corpus::create(&self.data()).unwrap();
        import(&corpus, &[dump.display().to_string()], &ImportOptions::default(), &Silent).unwrap();
    }

    fn generation(&self) -> Generation {
        Corpus::open(&self.data()).unwrap().reader().unwrap().state().unwrap().generation
    }

    /// The number of the current stored version of the document.
    fn stored(&self) -> StoredId {
        Corpus::open(&self.data()).unwrap().reader().unwrap().state().unwrap().documents.stored(0).unwrap()
    }

    fn draft(&self) -> Draft {
        let mut draft = self.snapshots().begin().unwrap();
        draft.set_generation(self.generation());
        draft
    }

    /// Publishes a snapshot with an empty catalog.
    fn publish(&self) -> SnapshotId {
        let mut draft = self.draft();
        CatalogWriter::create(&draft.catalog()).unwrap().finish().unwrap();
        let manifest = manifest(draft.id(), self.generation());
        draft.publish(&manifest).unwrap();
        manifest.id
    }

    /// The names in the folder of snapshots, except the build lock.
    fn shelved(&self) -> Vec<String> {
        let entries = fs::read_dir(self.shelf()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| name != "build.lock");
        names.sort();
        names
    }
}

fn manifest(id: SnapshotId, generation: Generation) -> Manifest {
    Manifest {
        id,
        tool_version: "0".to_owned(),
        built: "2031-02-03T04:05:06Z".to_owned(),
        published: None,
        day: "2031-02-03".to_owned(),
        generation,
        base: Base::parse("https://lag.example").unwrap(),
        counts: SnapshotCounts::default(),
        dumps: Vec::new(),
        taken: std::collections::BTreeMap::new(),
        vectors: Vec::new(),
        past: Vec::new(),
        files: std::collections::BTreeMap::new(),
    }
}

#[test]
fn nothing_is_published_at_first() {
    let place = Place::new();
    assert_eq!(place.snapshots().current().unwrap(), None);
    assert!(place.snapshots().open_current().unwrap().is_none());
    assert_eq!(place.snapshots().all().unwrap(), []);
}

#[test]
fn a_published_snapshot_is_opened_with_what_it_says() {
    let place = Place::new();
    let id = place.publish();
    let snapshot = place.snapshots().open_current().unwrap().unwrap();
    assert_eq!(snapshot.id(), &id);
    let published = snapshot.manifest().published.clone();
    assert!(published.is_some());
    let files = snapshot.manifest().files.clone();
    assert_eq!(files.keys().collect::<Vec<_>>(), ["catalog.db"]);
    assert_eq!(
        snapshot.manifest(),
        &Manifest { published, files, ..manifest(id.clone(), place.generation()) }
    );
    assert_eq!(lagrum_snapshot::changed_files(snapshot.folder(), snapshot.manifest()).unwrap(), []);
    assert_eq!(snapshot.dumps(), place.shelf().join(id.as_str()).join("dumps"));
    let bytes = snapshot.artifact(place.stored()).unwrap().unwrap();
    assert!(String::from_utf8(bytes).unwrap().contains("Får."));
    assert_eq!(place.shelved(), [id.as_str(), "current"]);
}

#[test]
fn a_draft_is_seen_by_nobody_and_leaves_nothing_when_given_up() {
    let place = Place::new();
    let id = place.publish();
    let draft = place.draft();
    fs::write(draft.dumps().join("sfs.ndjson.gz"), b"half").unwrap();
    assert_eq!(place.snapshots().current().unwrap(), Some(id.clone()));
    assert_eq!(place.snapshots().all().unwrap(), std::slice::from_ref(&id));
    drop(draft);
    assert_eq!(place.shelved(), [id.as_str(), "current"]);
}

#[test]
fn one_build_at_a_time() {
    let place = Place::new();
    let draft = place.draft();
    assert!(matches!(place.snapshots().begin(), Err(SnapshotError::Busy(_))));
    drop(draft);
    place.publish();
}

#[test]
fn what_killed_builds_left_is_cleared_by_the_next() {
    let place = Place::new();
    let id = place.publish();
    for left in [".building-1/dumps", ".removing-20310203T040506000Z-g1"] {
        fs::create_dir_all(place.shelf().join(left)).unwrap();
    }
    fs::write(place.shelf().join(".building-1/dumps/sfs.ndjson.gz"), b"half").unwrap();
    drop(place.draft());
    assert_eq!(place.shelved(), [id.as_str(), "current"]);
}

#[test]
fn a_build_killed_before_the_last_rename_leaves_the_old_one_published() {
    let place = Place::new();
    let old = place.publish();
    // A snapshot that has its name but is not yet current.
    let unfinished = place.shelf().join("99991231T235959000Z-g1");
    fs::create_dir_all(&unfinished).unwrap();
    fs::write(place.shelf().join(".current"), "99991231T235959000Z-g1\n").unwrap();
    assert_eq!(place.snapshots().open_current().unwrap().unwrap().id(), &old);
    let new = place.publish();
    assert_eq!(place.shelved(), [new.as_str(), "current"]);
}

#[test]
fn a_snapshot_in_use_stays_with_every_artifact_it_refers_to() {
    let place = Place::new();
    let (old, stored) = (place.publish(), place.stored());
    let in_use = place.snapshots().open_current().unwrap().unwrap();
    place.import("Getter.");
    let new = place.publish();
    assert_eq!(place.snapshots().all().unwrap(), [old, new.clone()]);
    assert!(in_use.artifact(stored).unwrap().is_some());

    drop(in_use);
    let newest = place.publish();
    assert_eq!(place.snapshots().all().unwrap(), [newest]);
    let snapshot = place.snapshots().open_current().unwrap().unwrap();
    assert_eq!(snapshot.artifact(stored).unwrap(), None, "swept with the last snapshot that needed it");
    assert!(snapshot.artifact(place.stored()).unwrap().is_some());
    assert!(place.snapshots().open(&new).unwrap().is_none());
}

#[test]
fn a_lock_held_elsewhere_keeps_a_snapshot() {
    let place = Place::new();
    let old = place.publish();
    // As another process would hold it.
    let lock = File::open(place.shelf().join(old.as_str()).join("in-use.lock")).unwrap();
    lock.lock_shared().unwrap();
    let new = place.publish();
    assert_eq!(place.snapshots().all().unwrap(), [old, new]);
    drop(lock);
    let newest = place.publish();
    assert_eq!(place.snapshots().all().unwrap(), [newest]);
}

#[test]
fn nothing_of_the_corpus_goes_while_a_snapshot_in_use_cannot_say_what_it_needs() {
    let place = Place::new();
    let (old, stored) = (place.publish(), place.stored());
    let in_use = place.snapshots().open_current().unwrap().unwrap();
    fs::write(place.shelf().join(old.as_str()).join("manifest.json"), b"{").unwrap();
    place.import("Getter.");
    place.publish();
    assert!(in_use.artifact(stored).unwrap().is_some());
}

#[test]
fn a_shelf_that_contradicts_itself_is_told_of() {
    type Damage = fn(&Place, &SnapshotId);
    let table: [(&str, Damage, &str); 6] = [
        (
            "current is no id",
            |place, _| fs::write(place.shelf().join("current"), "../..\n").unwrap(),
            "names no snapshot",
        ),
        (
            "current is empty",
            |place, _| fs::write(place.shelf().join("current"), "").unwrap(),
            "names no snapshot",
        ),
        (
            "a manifest cut short",
            |place, id| fs::write(file(place, id, "manifest.json"), "{\"id\":").unwrap(),
            "EOF",
        ),
        (
            "the manifest of another",
            |place, id| {
                let other = manifest(SnapshotId::parse("other").unwrap(), Generation(1));
                fs::write(file(place, id, "manifest.json"), serde_json::to_vec(&other).unwrap()).unwrap();
            },
            "it is the manifest of other",
        ),
        ("no catalog", |place, id| fs::remove_file(file(place, id, "catalog.db")).unwrap(), "catalog"),
        (
            "no database",
            |place, id| fs::write(file(place, id, "catalog.db"), "x".repeat(9000)).unwrap(),
            "not a database",
        ),
    ];
    for (what, damage, words) in table {
        let place = Place::new();
        let id = place.publish();
        damage(&place, &id);
        let error = place.snapshots().open_current().map(|opened| opened.is_some()).unwrap_err();
        assert!(error.to_string().contains(words), "{what}: {error}");
    }
}

fn file(place: &Place, id: &SnapshotId, name: &str) -> PathBuf {
    place.shelf().join(id.as_str()).join(name)
}

#[test]
fn current_pointing_nowhere_is_as_nothing_published() {
    let place = Place::new();
    place.publish();
    fs::write(place.shelf().join("current"), "99991231T235959000Z-g1\n").unwrap();
    assert!(place.snapshots().open_current().unwrap().is_none());
    let new = place.publish();
    assert_eq!(place.snapshots().open_current().unwrap().unwrap().id(), &new);
    assert_eq!(place.shelved(), [new.as_str(), "current"]);
}

#[test]
fn ids_are_plain_names_in_the_order_of_time() {
    for text in ["20310203T040506000Z-g1", "a", &"a".repeat(64)] {
        assert_eq!(SnapshotId::parse(text).unwrap().as_str(), text);
    }
    for text in ["", ".", "..", "a/b", "a b", "å", &"a".repeat(65)] {
        assert_eq!(SnapshotId::parse(text), None, "{text}");
    }
    let place = Place::new();
    let (first, second) = (place.publish(), place.publish());
    assert!(first < second);
}
