//! Tests the store: stored artifacts stay until swept, nothing is lost, damage is detected, and there is one writer at
//! a time.

use crate::support::{Place, artifact, lydelse};
use lagrum_artifact::Generation;
use lagrum_corpus::import::{ImportError, ImportOptions};
use lagrum_corpus::{Corpus, CorpusError, PublishedSnapshot, StoredId};

#[test]
fn a_replaced_version_stays_until_no_snapshot_needs_it() {
    let place = Place::new();
    place.take(&place.dump("sfs.ndjson.gz", &[artifact("1931:1", "old"), artifact("1931:2", "same")]));
    let before = place.state();
    place.take(&place.dump("sfs.ndjson.gz", &[artifact("1931:1", "new"), artifact("1931:2", "same")]));
    let after = place.state();
    let old = before.documents.get(0).unwrap().stored;
    assert_ne!(old, after.documents.get(0).unwrap().stored);
    assert_eq!(before.documents.get(1).unwrap().stored, after.documents.get(1).unwrap().stored);

    let read = |id: StoredId| place.corpus().reader().unwrap().artifact(id).unwrap();
    assert_eq!(place.corpus().sweep(before.generation).unwrap(), 0);
    assert!(String::from_utf8(read(old).unwrap()).unwrap().contains("old"));
    assert_eq!(place.corpus().sweep(after.generation).unwrap(), 1);
    assert_eq!(read(old), None);
    assert!(read(after.documents.get(0).unwrap().stored).is_some());
}

#[test]
fn a_reader_sees_an_import_whole_or_not_at_all() {
    let place = Place::new();
    place.take(&place.dump("sfs.ndjson.gz", &[artifact("1931:1", "a")]));
    let reader = place.corpus().reader().unwrap();
    assert_eq!(reader.state().unwrap().documents.len(), 1);
    place.take(&place.dump("sfs.ndjson.gz", &[artifact("1931:2", "b")]));
    assert_eq!(reader.state().unwrap().documents.len(), 2);
}

#[test]
fn many_alike_artifacts_share_a_dictionary() {
    let place = Place::new();
    let text = "Den som håller får ska se till att de inte lämnar marken utan tillsyn. ".repeat(12);
    let lines: Vec<String> =
        (0..4000).map(|n| artifact(&format!("1931:{n}"), &format!("{text}{n}"))).collect();
    let raw: usize = lines.iter().map(String::len).sum();
    place.take(&place.dump("sfs.ndjson.gz", &lines));
    assert!(place.corpus().bytes_on_disk() < raw as u64 / 2);
    for n in [0, 1999, 3999] {
        assert_eq!(place.bytes(&format!("1931:{n}")).as_ref(), Some(&lines[n]));
    }
    // The next import finds the dictionary again.
    place.take(&place.dump("sfs.ndjson.gz", &[artifact("1931:0", "changed")]));
    assert!(place.bytes("1931:0").unwrap().contains("changed"));
}

#[test]
fn damage_is_noticed() {
    let place = Place::new();
    place.take(&place.dump("sfs.ndjson.gz", &[artifact("1931:1", &"text ".repeat(100))]));
    let stored = place.state().documents.get(0).unwrap().stored;
    let database = place.data().join("corpus/corpus.db");
    let connection = rusqlite::Connection::open(database).unwrap();
    connection
        .execute("UPDATE stored SET bytes = CAST(substr(bytes, 1, length(bytes) - 1) || x'00' AS BLOB)", [])
        .unwrap();
    let read = place.corpus().reader().unwrap().artifact(stored);
    assert!(matches!(read, Err(CorpusError::Damaged(..))), "{read:?}");
}

#[test]
fn importing_what_was_imported_before_heals_what_was_damaged_since() {
    let place = Place::new();
    let lines: Vec<String> =
        (0..30).map(|n| artifact(&format!("1931:{n}"), &format!("{n} text ").repeat(50))).collect();
    let archived = lydelse("1931:7", "1950:1", "old");
    let (dump, versions) =
        (place.dump("sfs.ndjson.gz", &lines), place.dump("versions/sfs.ndjson.gz", &[archived]));
    place.take(&dump);
    place.take(&versions);
    let before = place.state();
    let connection = rusqlite::Connection::open(place.data().join("corpus/corpus.db")).unwrap();
    for damage in ["bytes = x'00'", "bytes = substr(bytes, 1, length(bytes) / 2)", "size = size - 1"] {
        let of = "id IN (SELECT stored FROM document WHERE uri LIKE '%1931:7' OR uri LIKE '%1931:20')
            OR id IN (SELECT stored FROM lydelse)";
        connection.execute(&format!("UPDATE stored SET {damage} WHERE {of}"), []).unwrap();
        let again = place.take(&dump).total();
        assert_eq!((again.stored, again.unchanged), (2, 28), "{damage}");
        assert_eq!(place.take(&versions).total().stored, 1, "{damage}");
        for (n, line) in lines.iter().enumerate() {
            assert_eq!(place.bytes(&format!("1931:{n}")).as_ref(), Some(line), "{damage}");
        }
    }
    assert!(place.state().generation > before.generation, "the next build takes the healed ones");
    assert_eq!(place.take(&dump).total().unchanged, 30);
}

#[test]
fn two_imports_do_not_run_at_once() {
    let place = Place::new();
    let dump = place.dump("sfs.ndjson.gz", &[artifact("1931:1", "a")]);
    place.take(&dump);
    let lock = std::fs::File::create(place.data().join("corpus/import.lock")).unwrap();
    lock.lock().unwrap();
    let second = place.import(&[&dump], &ImportOptions::default());
    assert!(matches!(second, Err(ImportError::Corpus(CorpusError::Busy(_)))), "{second:?}");
    lock.unlock().unwrap();
    place.take(&dump);
}

#[test]
fn a_corpus_of_another_format_is_left_as_it_is() {
    let place = Place::new();
    let dump = place.dump("sfs.ndjson.gz", &[artifact("1931:1", "a")]);
    place.take(&dump);
    let database = place.data().join("corpus/corpus.db");
    let newer = rusqlite::Connection::open(&database).unwrap();
    newer.execute("UPDATE property SET value = '2' WHERE name = 'format'", []).unwrap();
    newer.execute_batch("DROP TABLE changed_provisions; PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(newer);
    let before = std::fs::read(&database).unwrap();
    let corpus = Corpus::open(&place.data()).unwrap();
    let refused = Corpus::create(&place.data()).map(drop);
    assert!(matches!(refused, Err(CorpusError::Format { .. })), "{refused:?}");
    let published =
        PublishedSnapshot { id: "20310101T000000000Z-g1".to_owned(), generation: Generation(1), at: 0 };
    let refused = corpus.record_published(&published);
    assert!(matches!(refused, Err(CorpusError::Format { .. })), "{refused:?}");
    let refused = corpus.sweep(Generation(2));
    assert!(matches!(refused, Err(CorpusError::Format { .. })), "{refused:?}");
    assert!(std::fs::read(&database).unwrap() == before, "the file was changed");
}

#[test]
fn an_interrupted_creation_is_finished() {
    let place = Place::new();
    std::fs::create_dir_all(place.data().join("corpus")).unwrap();
    let begun = rusqlite::Connection::open(place.data().join("corpus/corpus.db")).unwrap();
    for tables in ["", "CREATE TABLE property (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"] {
        begun.execute_batch(tables).unwrap();
        place.take(&place.dump("sfs.ndjson.gz", &[artifact("1931:1", "a")]));
        begun.execute_batch("DROP TABLE IF EXISTS property").unwrap();
    }
}

#[test]
fn a_folder_without_a_corpus_is_said_to_be_one() {
    let place = Place::new();
    assert!(matches!(Corpus::open(&place.data()), Err(CorpusError::Missing(_))));
}
