//! Nothing is lost by default: a lost database is no new one, what would leave much less than is published stops, damaged files are
//! replaced, and a clock that is years ahead cuts nothing.

#![expect(clippy::unwrap_used, reason = "a test that meets the unexpected has failed")]

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{BASE, Place, artifact};
use lagrum_artifact::{Base, Generation};
use lagrum_corpus::attachments::{AttachmentOptions, import_attachments};
use lagrum_corpus::import::{ImportError, ImportOptions};
use lagrum_corpus::{Corpus, CorpusError, PublishedCounts, Silent, SourceCounts, check_removals};

fn lines(count: usize, text: &str) -> Vec<String> {
    (0..count).map(|number| artifact(&format!("{number:03}"), text)).collect()
}

/// What a snapshot of what is held would have.
fn published(place: &Place) -> Vec<PublishedCounts> {
    let state = place.state();
    let counts = SourceCounts {
        documents: [("sfs".to_owned(), state.documents.len() as u64)].into(),
        ..SourceCounts::default()
    };
    vec![PublishedCounts { generation: state.generation, at: 0, counts }]
}

fn database(place: &Place) -> PathBuf {
    place.data().join("corpus/corpus.db")
}

fn sql(place: &Place, statement: &str) {
    rusqlite::Connection::open(database(place)).unwrap().execute_batch(statement).unwrap();
}

fn attach(place: &Place) {
    let pages = |_: &Path| Ok(1);
    let options = AttachmentOptions { base: Some(Base::parse(BASE).unwrap()), pages: &pages };
    let report =
        import_attachments(&place.corpus(), Path::new(&place.origin("")), &options, &Silent).unwrap();
    assert!(!report.failed(), "{report:?}");
}

#[test]
fn a_database_that_is_lost_is_not_made_anew() {
    type Make = fn(&Place) -> PathBuf;
    let attachments: Make = |place| {
        place.write("pdf/a.pdf", "%PDF-1.7 a");
        place.write("pdf/index.json", format!(r#"[{{"file":"a.pdf","uri":"{BASE}/000"}}]"#));
        attach(place);
        place.data().join("corpus/attachments")
    };
    let snapshot: Make = |place| {
        let folder = place.data().join("snapshots");
        fs::create_dir_all(folder.join("1")).unwrap();
        fs::write(folder.join("1/manifest.json"), "{}").unwrap();
        folder
    };
    for make in [attachments, snapshot] {
        let place = Place::new();
        place.take(&place.dump("sfs.ndjson.gz", &lines(3, "x")));
        let beside = make(&place);
        for left in [None, Some(&b""[..])] {
            for end in ["", "-wal", "-shm"] {
                let _ = fs::remove_file(format!("{}{end}", database(&place).display()));
            }
            if let Some(left) = left {
                fs::write(database(&place), left).unwrap();
            }
            for result in [Corpus::create(&place.data()), Corpus::open(&place.data())] {
                let error = result.err().unwrap();
                assert!(
                    matches!(&error, CorpusError::Lost { beside: found, .. } if *found == beside),
                    "{error}"
                );
            }
            assert_eq!(database(&place).exists(), left.is_some());
        }
    }
}

#[test]
fn a_corpus_that_was_being_made_is_none_and_is_made() {
    let place = Place::new();
    fs::create_dir_all(place.data().join("corpus")).unwrap();
    for bytes in [&b""[..], b"sqlite"] {
        fs::write(database(&place), bytes).unwrap();
        if bytes == b"sqlite" {
            // A database without tables.
            fs::remove_file(database(&place)).unwrap();
            sql(&place, "CREATE TABLE x (y); DROP TABLE x");
        }
        assert!(matches!(Corpus::open(&place.data()), Err(CorpusError::Missing(_))));
        place.take(&place.dump("sfs.ndjson.gz", &lines(1, "x")));
        assert_eq!(place.held().len(), 1);
        fs::remove_dir_all(place.data()).unwrap();
        fs::create_dir_all(place.data().join("corpus")).unwrap();
    }
}

#[test]
fn an_import_that_would_prune_much_removes_nothing() {
    let place = Place::new();
    place.take(&place.dump("sfs.ndjson.gz", &lines(100, "x")));
    let before = published(&place);
    let prune = |count: usize, allow_removals| {
        let options = ImportOptions {
            prune: Some(true),
            published: before.clone(),
            allow_removals,
            ..ImportOptions::default()
        };
        place.import(&[&place.dump("sfs.ndjson.gz", &lines(count, "x"))], &options)
    };
    for count in [0, 1, 89] {
        let error = prune(count, false).unwrap_err();
        assert!(matches!(&error, ImportError::Removals(_)), "{error}");
        assert!(
            error.to_string().contains(&format!("{} of the 100 documents of sfs", 100 - count)),
            "{error}"
        );
        assert_eq!(place.held().len(), 100);
    }
    // What was meant counts no more, for a build and for the next import.
    prune(90, false).unwrap();
    prune(85, false).unwrap();
    let allowed = place.corpus().reader().unwrap().allowed_removals().unwrap();
    let left = SourceCounts { documents: [("sfs".to_owned(), 85)].into(), ..SourceCounts::default() };
    assert_eq!(check_removals(&before, &left, &allowed, None), Ok(()));
    assert!(check_removals(&before, &left, &[], None).is_err());
    assert!(prune(40, false).is_err());
    prune(40, true).unwrap();
    assert_eq!(place.held().len(), 40);
    assert!(place.state().generation > Generation(1));
}

#[test]
fn an_import_of_documents_without_their_texts_stops() {
    let place = Place::new();
    place.take(&place.dump("sfs.ndjson.gz", &lines(100, "x")));
    let before = published(&place);
    let generation = place.state().generation;
    let empty: Vec<String> =
        (0..100).map(|number| format!(r#"{{"uri":"{BASE}/{number:03}","structure":[]}}"#)).collect();
    let take = |lines: &[String], allow_removals| {
        let options = ImportOptions { published: before.clone(), allow_removals, ..ImportOptions::default() };
        place.import(&[&place.dump("sfs.ndjson.gz", lines)], &options)
    };
    let error = take(&empty, false).unwrap_err();
    assert!(error.to_string().contains("100 of the 100 documents of sfs"), "{error}");
    assert_eq!(place.state().generation, generation, "nothing was stored");
    take(&empty[..9], false).unwrap();
    take(&empty, true).unwrap();
    assert_eq!(place.bytes("050").unwrap(), empty[50]);
}

#[test]
fn a_damaged_attachment_is_replaced_by_its_content() {
    let place = Place::new();
    place.take(&place.dump("sfs.ndjson.gz", &lines(1, "x")));
    place.write("pdf/a.pdf", "%PDF-1.7 a sound file");
    place.write("pdf/index.json", format!(r#"[{{"file":"a.pdf","uri":"{BASE}/000"}}]"#));
    attach(&place);
    let reader = place.corpus().reader().unwrap();
    let attached = reader.attached(Generation::MAX);
    let part = attached.pdfs(&format!("{BASE}/000")).unwrap().remove(0);
    let name = part.digest.to_string();
    let stored = place.data().join("corpus/attachments").join(&name[..2]).join(&name[2..]);
    let sound = fs::read(&stored).unwrap();
    let mut damaged = sound.clone();
    damaged[12] ^= 1;
    fs::write(&stored, damaged).unwrap();
    assert!(!attached.is_whole(&part.digest, part.size).unwrap());
    attach(&place);
    assert_eq!(fs::read(&stored).unwrap(), sound);
}

#[test]
fn a_clock_that_is_years_ahead_drops_no_changes() {
    let place = Place::new();
    place.take(&place.dump("sfs.ndjson.gz", &lines(5, "x")));
    sql(&place, &format!("UPDATE change_log SET at = at - {}", 8 * 365 * 24 * 60 * 60_i64));
    let dump = place.dump("sfs.ndjson.gz", &lines(5, "y"));
    let error = place.import(&[&dump], &ImportOptions::default()).unwrap_err();
    assert!(matches!(&error, ImportError::Corpus(CorpusError::Clock { .. })), "{error}");
    assert!(error.to_string().contains("Set the clock"), "{error}");
    assert_eq!(place.state().log.entries.len(), 5);
    place.import(&[&dump], &ImportOptions { allow_removals: true, ..ImportOptions::default() }).unwrap();
    place.import(&[&dump], &ImportOptions::default()).unwrap();
}
