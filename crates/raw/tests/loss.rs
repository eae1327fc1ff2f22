//! What happens when the database is lost, older than the packs, or half written, and when bytes are damaged: nothing that came is
//! deleted, and what can be made anew is.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lagrum_progress::Silent;
use lagrum_raw::{Archive, ArchiveWriter, KeepStep, Kept, NewRecord, RawError, Record, digest, rebuild};

fn record(key: &str, text: &str) -> NewRecord {
    let own = text.split('|').next().unwrap_or_default();
    NewRecord {
        key: key.into(),
        part: "json".into(),
        url: format!("https://publisher.example/{key}"),
        status: 200,
        etag: Some(format!("\"{key}\"")),
        body: text.as_bytes().to_vec(),
        norm_hash: digest(own.as_bytes()),
        ..NewRecord::default()
    }
}

fn keep(data: &Path, now: i64, records: &[(&str, &str)]) -> Vec<Kept> {
    let records: Vec<NewRecord> = records.iter().map(|(key, text)| record(key, text)).collect();
    ArchiveWriter::open(data).unwrap().keep("sfs", &records, None, now).unwrap()
}

fn records(data: &Path) -> Vec<Record> {
    Archive::open(data).unwrap().records("sfs").unwrap()
}

fn texts(data: &Path) -> Vec<String> {
    let archive = Archive::open(data).unwrap();
    let text = |record: Record| String::from_utf8(archive.body(&record.body).unwrap().unwrap()).unwrap();
    archive.records("sfs").unwrap().into_iter().map(text).collect()
}

fn packs(data: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = std::fs::read_dir(data.join("raw/packs")).unwrap();
    entries
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), std::fs::read(path).unwrap()))
        .collect()
}

fn assert_kept(before: &BTreeMap<PathBuf, Vec<u8>>, data: &Path) {
    let after = packs(data);
    for (path, bytes) in before {
        assert!(after[path].starts_with(bytes), "{}", path.display());
    }
}

fn assert_sound(data: &Path) {
    assert_eq!(Archive::open(data).unwrap().verify(&Silent).unwrap().problems, [""; 0]);
}

fn database(data: &Path) -> PathBuf {
    data.join("raw/raw.db")
}

/// An archive with two documents, one of which changed.
fn archive() -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    keep(data.path(), 10, &[("2031:1", "en"), ("2031:2", "två")]);
    keep(data.path(), 20, &[("2031:1", "en ny")]);
    data
}

#[test]
fn packs_without_a_database_are_an_error_and_stay() {
    let empty = tempfile::tempdir().unwrap();
    drop(ArchiveWriter::open(empty.path()).unwrap());
    let of_no_bodies = std::fs::read(database(empty.path())).unwrap();
    for (name, left) in [("gone", None), ("empty", Some(Vec::new())), ("new", Some(of_no_bodies))] {
        let data = archive();
        let before = packs(data.path());
        std::fs::remove_file(database(data.path())).unwrap();
        if let Some(bytes) = left {
            std::fs::write(database(data.path()), bytes).unwrap();
        }
        for _ in 0..2 {
            let error = ArchiveWriter::open(data.path()).err().unwrap();
            assert!(matches!(&error, RawError::Lost(_)), "{name}: {error}");
            assert!(error.to_string().contains("lagrum raw rebuild"), "{error}");
            assert!(matches!(Archive::open(data.path()), Err(RawError::Lost(_))), "{name}");
            assert_eq!(packs(data.path()), before, "{name}");
        }
    }
}

#[test]
fn rows_are_made_of_packs() {
    let data = archive();
    let before = records(data.path());
    std::fs::remove_file(database(data.path())).unwrap();
    let rebuilt = rebuild(data.path(), &|_| None, &Silent).unwrap();
    assert_eq!((rebuilt.bodies, rebuilt.rows, rebuilt.unknown), (3, 3, 0), "{rebuilt:?}");
    assert_eq!(records(data.path()), before, "the same rows with the same times and validators");
    assert_sound(data.path());
    assert_eq!(Archive::open(data.path()).unwrap().state("sfs").unwrap().watermark, None);
    // A second time changes nothing.
    let again = rebuild(data.path(), &|_| None, &Silent).unwrap();
    assert_eq!((again.held, again.bodies, again.rows), (3, 0, 0));
    // The archive goes on.
    assert_eq!(keep(data.path(), 30, &[("2031:2", "två"), ("2031:3", "tre")]), [Kept::Same, Kept::New]);
    assert_sound(data.path());
}

#[test]
fn a_database_that_is_older_than_the_packs_loses_nothing() {
    let data = archive();
    let old = std::fs::read(database(data.path())).unwrap();
    keep(data.path(), 30, &[("2031:3", "tre"), ("2031:1", "en nyast")]);
    let before = packs(data.path());
    std::fs::write(database(data.path()), old).unwrap();
    // The next writer leaves the bytes that it does not know.
    keep(data.path(), 40, &[("2031:4", "fyra")]);
    assert_kept(&before, data.path());
    let findings = Archive::open(data.path()).unwrap().verify(&Silent).unwrap();
    assert!(findings.unnamed > 0 && findings.problems.is_empty(), "{findings:?}");
    let rebuilt = rebuild(data.path(), &|_| None, &Silent).unwrap();
    assert_eq!((rebuilt.held, rebuilt.rows), (4, 2), "{rebuilt:?}");
    assert_eq!(texts(data.path()), ["en", "två", "en ny", "fyra", "tre", "en nyast"]);
    assert_eq!(Archive::open(data.path()).unwrap().unnamed_bytes().unwrap(), 0);
    assert_sound(data.path());
}

#[test]
fn what_a_killed_writer_left_is_never_taken_for_the_newest() {
    let data = archive();
    let mut writer = ArchiveWriter::open(data.path()).unwrap();
    writer.on_step(|at| assert!(at != KeepStep::Synced, "killed"));
    let killed = std::panic::AssertUnwindSafe(|| writer.keep("sfs", &[record("2031:1", "aldrig")], None, 25));
    assert!(std::panic::catch_unwind(killed).is_err());
    drop(writer);
    keep(data.path(), 30, &[("2031:1", "en nyast")]);
    let rebuilt = rebuild(data.path(), &|_| None, &Silent).unwrap();
    assert_eq!((rebuilt.bodies, rebuilt.rows, rebuilt.superseded), (1, 0, 1), "{rebuilt:?}");
    assert_eq!(texts(data.path()).last().unwrap(), "en nyast");
    assert_sound(data.path());
}

#[test]
fn a_first_batch_that_was_killed_is_no_loss() {
    for step in [KeepStep::Appended, KeepStep::Synced, KeepStep::Written] {
        let data = tempfile::tempdir().unwrap();
        let mut writer = ArchiveWriter::open(data.path()).unwrap();
        writer.on_step(move |at| assert!(at != step, "killed"));
        let killed = std::panic::AssertUnwindSafe(|| writer.keep("sfs", &[record("2031:1", "en")], None, 1));
        assert!(std::panic::catch_unwind(killed).is_err());
        drop(writer);
        assert_eq!(keep(data.path(), 2, &[("2031:1", "en")]), [Kept::New], "{step:?}");
        assert_sound(data.path());
    }
}

#[test]
fn damaged_packs_give_their_sound_bodies() {
    let data = tempfile::tempdir().unwrap();
    for number in 0..20 {
        keep(
            data.path(),
            number,
            &[(&format!("2031:{number}"), &format!("text nummer {number} ").repeat(30))],
        );
    }
    let pack = data.path().join("raw/packs/000001.pack");
    let sound = std::fs::read(&pack).unwrap();
    std::fs::remove_file(database(data.path())).unwrap();
    for at in (0..sound.len()).step_by(311) {
        let mut bytes = sound.clone();
        bytes[at] ^= 0x24;
        std::fs::write(&pack, &bytes).unwrap();
        let rebuilt = rebuild(data.path(), &|_| None, &Silent).unwrap();
        assert!(rebuilt.bodies >= 19 && rebuilt.rows + rebuilt.unknown >= 19, "byte {at}: {rebuilt:?}");
        std::fs::remove_file(database(data.path())).unwrap();
    }
    // Cut in the middle, too.
    std::fs::write(&pack, &sound[..sound.len() / 2]).unwrap();
    let rebuilt = rebuild(data.path(), &|_| None, &Silent).unwrap();
    assert!(rebuilt.rows >= 8 && rebuilt.damaged.len() == 1, "{rebuilt:?}");
}

#[test]
fn a_body_that_does_not_state_what_it_is_is_read() {
    let data = archive();
    // Packs of an earlier version: entries without what the body was kept as.
    let pack = data.path().join("raw/packs/000001.pack");
    let mut plain = Vec::new();
    for record in records(data.path()) {
        let body = Archive::open(data.path()).unwrap().body(&record.body).unwrap().unwrap();
        let frame = zstd::bulk::compress(&body, 9).unwrap();
        plain.extend_from_slice(&record.body);
        plain.extend_from_slice(&(body.len() as u64).to_le_bytes());
        plain.extend_from_slice(&(frame.len() as u64).to_le_bytes());
        plain.extend_from_slice(&frame);
    }
    std::fs::remove_file(database(data.path())).unwrap();
    std::fs::write(&pack, plain).unwrap();
    let read = |body: Vec<u8>| {
        let text = String::from_utf8(body).unwrap();
        let key = if text.starts_with("en") { "2031:1" } else { return None };
        Some(("sfs".to_owned(), vec![record(key, &text)]))
    };
    let rebuilt = rebuild(data.path(), &read, &Silent).unwrap();
    assert_eq!((rebuilt.bodies, rebuilt.rows, rebuilt.unknown), (3, 2, 1), "{rebuilt:?}");
    assert_eq!(texts(data.path()), ["en", "en ny"]);
    assert_sound(data.path());
}

#[test]
fn a_damaged_body_is_replaced_when_the_same_content_comes() {
    for came in ["en lång text|hämtad 1", "en lång text|hämtad 2"] {
        let data = tempfile::tempdir().unwrap();
        keep(data.path(), 1, &[("1", "en lång text|hämtad 1"), ("2", "annan")]);
        let pack = data.path().join("raw/packs/000001.pack");
        let mut bytes = std::fs::read(&pack).unwrap();
        // The last byte of the frame of the first body.
        let end = bytes.len() - bytes.windows(32).rev().position(|w| w == digest(b"annan")).unwrap() - 32;
        bytes[end - 1] ^= 0x40;
        std::fs::write(&pack, bytes).unwrap();
        assert_eq!(Archive::open(data.path()).unwrap().verify(&Silent).unwrap().problems.len(), 1);
        assert_eq!(keep(data.path(), 2, &[("1", came), ("2", "annan")]), [Kept::Repaired, Kept::Same]);
        assert_sound(data.path());
        assert_eq!(texts(data.path()), [came, "annan"]);
        assert_eq!(keep(data.path(), 3, &[("1", "en lång text|hämtad 3")]), [Kept::Same]);
    }
}

#[test]
fn a_purge_that_was_killed_before_it_deleted_is_finished_by_the_next_writer() {
    let data = archive();
    let mut writer = ArchiveWriter::open(data.path()).unwrap();
    let before = packs(data.path());
    writer.purge("sfs", "2031:1").unwrap();
    drop(writer);
    // As if the deletion had not come about.
    let (path, bytes) = before.into_iter().next().unwrap();
    std::fs::write(&path, bytes).unwrap();
    let connection = rusqlite::Connection::open(database(data.path())).unwrap();
    connection.execute("INSERT INTO doomed_pack VALUES (1)", []).unwrap();
    drop(connection);
    assert_eq!(
        Archive::open(data.path()).unwrap().purged("sfs").unwrap().into_iter().collect::<Vec<_>>(),
        ["2031:1"]
    );
    keep(data.path(), 40, &[("2031:5", "fem")]);
    assert!(!path.exists());
    assert_sound(data.path());
    assert_eq!(texts(data.path()), ["två", "fem"]);
    assert_eq!(rebuild(data.path(), &|_| None, &Silent).unwrap().rows, 0);
    keep(data.path(), 50, &[("2031:1", "åter")]);
    assert_eq!(Archive::open(data.path()).unwrap().purged("sfs").unwrap().len(), 0);
}

#[test]
fn a_commit_that_was_cut_is_rolled_back_by_a_reader() {
    let data = archive();
    let journal = data.path().join("raw/raw.db-journal");
    // A copy of database and journal in the middle of a transaction is what a kill leaves.
    let connection = rusqlite::Connection::open(database(data.path())).unwrap();
    connection.execute_batch("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE").unwrap();
    for number in 0..500 {
        let insert = "INSERT INTO tombstone VALUES ('sfs', ?1, 1)";
        connection.execute(insert, [format!("{number}{}", "x".repeat(500))]).unwrap();
    }
    let (half, log) = (std::fs::read(database(data.path())).unwrap(), std::fs::read(&journal).unwrap());
    assert!(log.len() > 512, "the journal is in use");
    connection.execute_batch("ROLLBACK").unwrap();
    drop(connection);
    std::fs::write(database(data.path()), half).unwrap();
    std::fs::write(&journal, log).unwrap();
    assert_eq!(texts(data.path()), ["en", "två", "en ny"]);
    assert_sound(data.path());
}

#[test]
fn the_first_day_without_a_text_stays_until_there_is_one() {
    let data = archive();
    let archive = Archive::open(data.path()).unwrap();
    let keys = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
    let noted = || archive.emptied("sfs").unwrap().into_iter().collect::<BTreeMap<_, _>>();
    let expected = |pairs: &[(&str, &str)]| {
        pairs.iter().map(|(key, day)| ((*key).to_owned(), (*day).to_owned())).collect::<BTreeMap<_, _>>()
    };
    // A fetch that is running does not hinder it.
    let writer = ArchiveWriter::open(data.path()).unwrap();
    archive.note_emptied("sfs", "2031-03-01", &keys(&["a", "b"]), &[]).unwrap();
    archive.note_emptied("sfs", "2031-03-02", &keys(&["a"]), &keys(&["b"])).unwrap();
    assert_eq!(noted(), expected(&[("a", "2031-03-01")]));
    archive.note_emptied("sfs", "2031-03-03", &keys(&["b"]), &keys(&["a"])).unwrap();
    assert_eq!(noted(), expected(&[("b", "2031-03-03")]));
    drop(writer);
}
