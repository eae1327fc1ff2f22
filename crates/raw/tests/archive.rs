//! The archive keeps what comes, whatever happens to the process.

#![allow(clippy::unwrap_used, reason = "a broken fixture should end the test")]

use std::path::Path;

use lagrum_progress::Silent;
use lagrum_raw::{
    Archive, ArchiveWriter, AskedRun, KeepStep, Kept, NewRecord, RawError, RecordName, SourceState, digest,
};

const DAY: i64 = 24 * 60 * 60;

/// A record whose normalised hash is that of the text before a `|`.
fn record(key: &str, text: &str) -> NewRecord {
    let own = text.split('|').next().unwrap_or_default();
    NewRecord {
        key: key.into(),
        part: "json".into(),
        url: format!("https://publisher.example/{key}"),
        status: 200,
        body: text.as_bytes().to_vec(),
        norm_hash: digest(own.as_bytes()),
        ..NewRecord::default()
    }
}

fn texts(data: &Path, key: &str) -> Vec<String> {
    let archive = Archive::open(data).unwrap();
    let documents = archive.documents("sfs").unwrap();
    let Some(document) = documents.iter().find(|document| document.key == key) else { return Vec::new() };
    let body = |digest| archive.body(digest).unwrap().unwrap();
    document.records.iter().map(|record| String::from_utf8(body(&record.body)).unwrap()).collect()
}

fn assert_sound(data: &Path) {
    let findings = Archive::open(data).unwrap().verify(&Silent).unwrap();
    assert_eq!(findings.problems, [""; 0]);
}

#[test]
fn another_body_is_another_row_and_the_same_moves_only_when_it_was_seen() {
    let data = tempfile::tempdir().unwrap();
    let mut writer = ArchiveWriter::open(data.path()).unwrap();
    let mut keep = |text: &str, now| writer.keep("sfs", &[record("2031:1", text)], None, now).unwrap();
    assert_eq!(keep("a|took 1", 10), [Kept::New]);
    assert_eq!(keep("a|took 2", 20), [Kept::Same]);
    assert_eq!(keep("b|took 3", 30), [Kept::Changed]);
    assert_eq!(keep("a|took 4", 40), [Kept::Changed]);
    drop(writer);
    assert_eq!(texts(data.path(), "2031:1"), ["a|took 1", "b|took 3", "a|took 4"]);
    let archive = Archive::open(data.path()).unwrap();
    let times: Vec<_> = archive.records("sfs").unwrap().iter().map(|r| (r.fetched_at, r.seen_at)).collect();
    assert_eq!(times, [(10, 20), (30, 30), (40, 40)]);
    assert_sound(data.path());
}

#[test]
fn one_body_of_two_documents_lies_once_and_a_batch_is_compared_with_itself() {
    let data = tempfile::tempdir().unwrap();
    let mut writer = ArchiveWriter::open(data.path()).unwrap();
    let batch = [record("1", "x"), record("2", "x"), record("1", "x"), record("1", "y")];
    let kept = writer.keep("sfs", &batch, None, 1).unwrap();
    assert_eq!(kept, [Kept::New, Kept::New, Kept::Same, Kept::Changed]);
    let findings = writer.verify(&Silent).unwrap();
    assert_eq!((findings.records, findings.bodies, findings.problems.len()), (3, 2, 0));
}

#[test]
fn there_is_one_writer_and_no_reader_without_an_archive() {
    let data = tempfile::tempdir().unwrap();
    assert!(matches!(Archive::open(data.path()), Err(RawError::Missing(_))));
    let _writer = ArchiveWriter::open(data.path()).unwrap();
    assert!(matches!(ArchiveWriter::open(data.path()), Err(RawError::Busy(_))));
    assert_eq!(Archive::open(data.path()).unwrap().sources().unwrap(), [""; 0]);
}

fn run(is_walk: bool, begun: i64, mark: &str) -> SourceState {
    let run = AskedRun { is_walk, begun, cursor: None, mark: Some(mark.to_owned()) };
    SourceState { run: Some(run), ..SourceState::default() }
}

#[test]
fn two_complete_walks_a_day_apart_without_a_key_are_its_tombstone() {
    // Hours at which walks begin, those that are never completed with a minus; what each meets; what is gone then.
    let walks: [(i64, &[&str], &[&str]); 8] = [
        (0, &["a", "b", "c"], &[]),
        (1, &["a"], &[]),
        (10, &["a", "c"], &[]),
        (-26, &["a"], &[]),
        (30, &["a", "c"], &["b"]),
        (31, &["a"], &["b"]),
        (80, &["a"], &["b", "c"]),
        (81, &["a", "b"], &["c"]),
    ];
    let data = tempfile::tempdir().unwrap();
    let mut writer = ArchiveWriter::open(data.path()).unwrap();
    for (hour, met, gone) in walks {
        let begun = 1_000_000 + hour.abs() * 3600;
        let records: Vec<NewRecord> = met.iter().map(|key| record(key, key)).collect();
        writer.keep("sfs", &records, Some(&run(true, begun, "m")), begun + 60).unwrap();
        if hour >= 0 {
            writer.complete("sfs", begun + 120).unwrap();
        }
        let found: Vec<&str> =
            ["a", "b", "c"].into_iter().filter(|key| writer.is_gone("sfs", key).unwrap()).collect();
        assert_eq!(found, gone, "after the walk at hour {hour}");
    }
    assert_eq!(writer.documents("sfs").unwrap().len(), 3, "rows stay");
}

#[test]
fn parts_that_were_found_again_are_not_gone() {
    let data = tempfile::tempdir().unwrap();
    let mut writer = ArchiveWriter::open(data.path()).unwrap();
    let records = [record("2031:1", "a"), record("2031:1", "b"), record("2031:2", "c")];
    writer.keep("sfs", &records, None, 10).unwrap();
    let name = |key: &str, part: &str| RecordName { key: key.into(), part: part.into() };
    let found = [name("2031:1", "json"), name("2031:1", "html"), name("2031:9", "json")];
    for day in 1..=3 {
        let state = run(true, day * 2 * DAY, "x");
        let touched = writer.touch("sfs", &found, Some(&state), day * 2 * DAY + 1).unwrap();
        assert_eq!(touched, 1);
        writer.complete("sfs", day * 2 * DAY + 2).unwrap();
    }
    assert!(!writer.is_gone("sfs", "2031:1").unwrap() && writer.is_gone("sfs", "2031:2").unwrap());
    let seen: Vec<i64> = writer.records("sfs").unwrap().iter().map(|row| row.seen_at).collect();
    assert_eq!(seen, [10, 6 * DAY + 1, 10]);
    // What is found again comes back.
    writer.touch("sfs", &[name("2031:2", "json")], None, 7 * DAY).unwrap();
    assert!(!writer.is_gone("sfs", "2031:2").unwrap());
    drop(writer);
    assert_sound(data.path());
}

#[test]
fn the_mark_moves_when_a_run_is_complete() {
    let data = tempfile::tempdir().unwrap();
    let mut writer = ArchiveWriter::open(data.path()).unwrap();
    writer.keep("sfs", &[record("a", "a")], Some(&run(false, 5, "later")), 6).unwrap();
    let state = writer.state("sfs").unwrap();
    assert_eq!((state.watermark, state.complete_at, state.run.map(|run| run.begun)), (None, None, Some(5)));
    writer.complete("sfs", 7).unwrap();
    let state = writer.state("sfs").unwrap();
    assert_eq!((state.watermark.as_deref(), state.complete_at, state.run), (Some("later"), Some(5), None));
    assert_eq!(writer.last_walk("sfs").unwrap(), None);
}

/// Ends the work at a step as a kill would: nothing after it happens.
fn killed_at(data: &Path, step: KeepStep, text: &str) {
    let mut writer = ArchiveWriter::open(data).unwrap();
    writer.on_step(move |at| assert!(at != step, "killed"));
    let work = std::panic::AssertUnwindSafe(|| {
        writer.keep("sfs", &[record("2031:1", text)], Some(&run(true, 1, "m")), 9)
    });
    assert!(std::panic::catch_unwind(work).is_err());
}

#[test]
fn a_batch_is_there_whole_or_not_at_all() {
    for (step, is_there) in [
        (KeepStep::Appended, false),
        (KeepStep::Synced, false),
        (KeepStep::Written, false),
        (KeepStep::Committed, true),
    ] {
        let data = tempfile::tempdir().unwrap();
        ArchiveWriter::open(data.path()).unwrap().keep("sfs", &[record("2031:1", "first")], None, 1).unwrap();
        killed_at(data.path(), step, "second");
        let expected: &[&str] = if is_there { &["first", "second"] } else { &["first"] };
        assert_eq!(texts(data.path(), "2031:1"), expected, "{step:?}");
        assert_eq!(Archive::open(data.path()).unwrap().state("sfs").unwrap().run.is_some(), is_there);
        assert_sound(data.path());
        // The next writer goes on, over what was left behind.
        let mut writer = ArchiveWriter::open(data.path()).unwrap();
        writer.keep("sfs", &[record("2031:1", "third")], None, 3).unwrap();
        drop(writer);
        assert_eq!(texts(data.path(), "2031:1").last().unwrap(), "third");
        assert_sound(data.path());
    }
}

#[test]
fn damage_is_found_and_mended_when_the_body_comes_again() {
    let data = tempfile::tempdir().unwrap();
    let long = "en lång text ".repeat(100);
    ArchiveWriter::open(data.path())
        .unwrap()
        .keep("sfs", &[record("1", &long), record("2", "b")], None, 1)
        .unwrap();
    let pack = data.path().join("raw/packs/000001.pack");
    let sound = std::fs::read(&pack).unwrap();
    let mut found = 0;
    for at in 0..sound.len() {
        let mut bytes = sound.clone();
        bytes[at] ^= 0x10;
        std::fs::write(&pack, &bytes).unwrap();
        // Some bits have no meaning. If no problem is found, every body must still read as it was.
        if Archive::open(data.path()).unwrap().verify(&Silent).unwrap().problems.is_empty() {
            assert_eq!(texts(data.path(), "1"), [long.as_str()], "byte {at}");
            assert_eq!(texts(data.path(), "2"), ["b"], "byte {at}");
        } else {
            found += 1;
        }
    }
    assert!(found > sound.len() - 2 * 4, "{found} of {}", sound.len());
    std::fs::write(&pack, &sound[..sound.len() - 1]).unwrap();
    assert_eq!(Archive::open(data.path()).unwrap().verify(&Silent).unwrap().problems.len(), 1);
    let mut writer = ArchiveWriter::open(data.path()).unwrap();
    writer.keep("sfs", &[record("3", "b")], None, 2).unwrap();
    assert_eq!(writer.verify(&Silent).unwrap().problems, [""; 0]);
}

#[test]
fn what_is_purged_is_nowhere_and_the_rest_stays() {
    let data = tempfile::tempdir().unwrap();
    let mut writer = ArchiveWriter::open(data.path()).unwrap();
    let batch = [record("a", "hemligt"), record("b", "öppet"), record("c", "delat"), record("a", "delat")];
    writer.keep("sfs", &batch, None, 1).unwrap();
    let purged = writer.purge("sfs", "a").unwrap();
    assert_eq!((purged.records, purged.bodies), (2, 1));
    writer.keep("sfs", &[record("d", "nytt")], None, 2).unwrap();
    drop(writer);
    assert_sound(data.path());
    assert_eq!(texts(data.path(), "a"), [""; 0]);
    for (key, text) in [("b", "öppet"), ("c", "delat"), ("d", "nytt")] {
        assert_eq!(texts(data.path(), key), [text]);
    }
    let name = hex::encode(digest("hemligt".as_bytes()));
    let secret = hex::decode(&name).unwrap();
    for folder in [data.path().join("raw"), data.path().join("raw/packs")] {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|e| e.path().is_file()) {
            let bytes = std::fs::read(entry.path()).unwrap();
            assert!(!bytes.windows(32).any(|window| window == secret), "{}", entry.path().display());
        }
    }
    assert_eq!(ArchiveWriter::open(data.path()).unwrap().purge("sfs", "a").unwrap().records, 0);
}

#[test]
fn bodies_are_exported_as_they_came() {
    let data = tempfile::tempdir().unwrap();
    let mut writer = ArchiveWriter::open(data.path()).unwrap();
    writer.keep("sfs", &[record("2031:1", "gammal")], None, 1).unwrap();
    writer.keep("sfs", &[record("2031:1", "ny")], None, 2).unwrap();
    let folder = data.path().join("out");
    assert_eq!(writer.export("sfs", &folder).unwrap().files, 2);
    assert_eq!(std::fs::read_to_string(folder.join("sfs/2031/1.json")).unwrap(), "ny");
    assert_eq!(std::fs::read_to_string(folder.join("sfs/2031/1.1.json")).unwrap(), "gammal");
    assert_eq!(DAY, lagrum_raw::TOMBSTONE_AFTER);
}
