//! What changed by the calendar: documents that expire on a day, without an import or a build.

#![expect(clippy::unwrap_used, reason = "a failed question should end the test")]

use std::path::Path;

use jiff::civil::Date;
use jiff::{Span, Zoned};
use lagrum_answers::{
    AnswerError, ChangeKind, ChangeList, ChangesQuestion, DocumentsQuestion, LatestQuestion, ListOrder,
    changes, documents, latest_changes,
};
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Silent};
use lagrum_snapshot::{Snapshot, Snapshots, midnight};

/// Imports statutes `(number, text, day of expiry)`, builds, and opens the snapshot.
fn publish(folder: &Path, statutes: &[(u32, &str, &str)]) -> Snapshot {
    publish_after(folder, statutes, || ())
}

/// Imports statutes, calls `between`, builds, and opens the snapshot.
fn publish_after(folder: &Path, statutes: &[(u32, &str, &str)], between: impl FnOnce()) -> Snapshot {
    let lines: Vec<String> = statutes
        .iter()
        .map(|(number, text, expires)| {
            format!(
                r#"{{"uri":"https://lag.example/2030:{number}","metadata":{{"properties":{{"dcterms:title":"Lag (2030:{number})","rpubl:upphavandedatum":"{expires}"}}}},"structure":[{{"type":"paragraf","id":"P1","text":["{text}"]}}]}}"#
            )
        })
        .collect();
    let dump = folder.join("sfs.ndjson");
    std::fs::write(&dump, lines.join("\n")).unwrap();
    let data = folder.join("data");
    let corpus = Corpus::create(&data).unwrap();
    import(&corpus, &[dump.display().to_string()], &ImportOptions::default(), &Silent).unwrap();
    between();
    lagrum_builder::build(&data, &Silent).unwrap();
    Snapshots::new(&data).open_current().unwrap().unwrap()
}

#[expect(clippy::needless_pass_by_value, reason = "a question is made for each call")]
fn ask(snapshot: &Snapshot, day: Date, question: ChangesQuestion) -> ChangeList {
    changes(snapshot, day, &question).unwrap()
}

fn since(text: &str) -> ChangesQuestion {
    ChangesQuestion { since: Some(text.to_owned()), limit: 100, ..ChangesQuestion::default() }
}

fn rows(list: &ChangeList) -> Vec<(&str, &str, &str)> {
    list.changes
        .iter()
        .map(|row| (row.uri.rsplit(':').next().unwrap(), row.change, row.at.as_str()))
        .collect()
}

/// The day that is `days` days from today.
fn after(days: i64) -> Date {
    Zoned::now().date().checked_add(Span::new().days(days)).unwrap()
}

/// Checks that the total, which is not counted without a filter, is the sum of the counted totals of all kinds of changes, and
/// the number of rows.
fn is_counted(snapshot: &Snapshot, day: Date, question: &ChangesQuestion) {
    for versions in [false, true] {
        let question = ChangesQuestion { versions, limit: 10_000, ..question.clone() };
        let whole = ask(snapshot, day, question.clone());
        let of_kind =
            |kind| ask(snapshot, day, ChangesQuestion { changes: vec![kind], ..question.clone() }).total;
        assert_eq!(whole.total, ChangeKind::ALL.map(of_kind).into_iter().sum::<u64>());
        assert_eq!(whole.total, whole.changes.len() as u64);
    }
}

#[test]
fn a_total_is_that_of_all_kinds_and_rows() {
    let folder = tempfile::tempdir().unwrap();
    lagrum_demo::unpack(folder.path()).unwrap();
    let data = folder.path().join("data");
    let corpus = Corpus::create(&data).unwrap();
    let origin = folder.path().join("corpus").display().to_string();
    let sources = lagrum_sources::all().iter();
    let folders = sources.map(|source| (source.artifact_dir.to_owned(), source.name.to_owned())).collect();
    import(&corpus, &[origin], &ImportOptions { folders, ..ImportOptions::default() }, &Silent).unwrap();
    lagrum_builder::build(&data, &Silent).unwrap();
    let snapshot = Snapshots::new(&data).open_current().unwrap().unwrap();
    let yesterday = since(&after(-1).to_string());
    let [without, with] = [false, true]
        .map(|versions| ask(&snapshot, after(0), ChangesQuestion { versions, ..yesterday.clone() }).total);
    assert!(without > 50 && with > without, "{without} and {with} with archived lydelser");
    is_counted(&snapshot, after(0), &yesterday);
    is_counted(&snapshot, after(300), &yesterday);
}

#[test]
fn a_document_that_expires_on_a_day_changes_its_status_then() {
    let folder = tempfile::tempdir().unwrap();
    let (tenth, eleventh) = (after(10).to_string(), after(11).to_string());
    let statutes = [(1, "x", &*tenth), (2, "x", &*eleventh), (3, "x", &*eleventh), (5, "x", "2001-01-01")];
    let snapshot = publish(folder.path(), &statutes);
    let id = snapshot.id().to_string();
    assert_eq!(ask(&snapshot, after(9), since(&id)).total, 0);
    let at = |days| jiff::Timestamp::from_second(midnight(after(days))).unwrap().to_string();
    let (first, second) = (at(10), at(11));
    (9..=11).for_each(|day| is_counted(&snapshot, after(day), &since(&id)));
    let expected = [("1", "status", &*first), ("2", "status", &*second), ("3", "status", &*second)];
    let told = ask(&snapshot, after(11), since(&id));
    assert_eq!(rows(&told), expected);
    assert!(told.changes.iter().all(|row| row.sha256.is_some()));
    assert_eq!(rows(&ask(&snapshot, after(10), since(&id))), expected[..1]);
    assert_eq!(rows(&ask(&snapshot, after(11), since(&tenth))), expected[1..]);

    // A page at a time.
    let mut paged = Vec::new();
    let mut page = ask(&snapshot, after(11), ChangesQuestion { limit: 1, ..since(&id) });
    loop {
        assert_eq!((page.total, page.changes.len()), (3, 1));
        paged.push(page.changes[0].uri.clone());
        let Some(cursor) = page.next_cursor else { break };
        let next = ChangesQuestion { cursor: Some(cursor), limit: 1, ..ChangesQuestion::default() };
        page = ask(&snapshot, after(11), next);
    }
    assert_eq!(paged.len(), 3);
    assert!(paged.is_sorted());

    // The newest first.
    let latest = latest_changes(&snapshot, after(11), &LatestQuestion::default(), 2).unwrap();
    let latest: Vec<_> = latest.iter().map(|row| row.uri.rsplit(':').next().unwrap()).collect();
    assert_eq!(latest, ["3", "2"]);

    // Changes of documents are listed together with expiries.
    let statutes = [(1, "y", &*tenth), (2, "x", &*eleventh), (6, "x", &*tenth)];
    let snapshot = publish(folder.path(), &statutes);
    let told = ask(&snapshot, after(11), since(&id));
    let kinds: Vec<_> = rows(&told).into_iter().map(|(number, change, _)| (number, change)).collect();
    assert_eq!(kinds, [("1", "text"), ("6", "added"), ("2", "status"), ("3", "status")]);
    let told = ask(&snapshot, after(9), since(&id));
    let kinds: Vec<_> = rows(&told).into_iter().map(|(number, change, _)| (number, change)).collect();
    assert_eq!(kinds, [("1", "text"), ("6", "added")]);
    (9..=11).for_each(|day| is_counted(&snapshot, after(day), &since(&id)));
}

/// A client whose last visit was between an import and its publication gets what was imported before the visit.
#[test]
fn a_document_is_new_from_when_it_is_first_served() {
    let folder = tempfile::tempdir().unwrap();
    let ends = after(400).to_string();
    publish(folder.path(), &[(1, "x", &ends)]);
    let mut visit = 0;
    let snapshot = publish_after(folder.path(), &[(1, "x", &ends), (2, "x", &ends)], || {
        let second = std::time::Duration::from_millis(1100);
        std::thread::sleep(second);
        visit = jiff::Timestamp::now().as_second();
        std::thread::sleep(second);
    });
    let asked = |changed_since| DocumentsQuestion {
        source: None,
        kind: None,
        include_expired: false,
        changed_since,
        order: ListOrder::Updated,
        limit: 10,
        offset: 0,
    };
    let list = |changed_since| {
        let json = documents(&snapshot, after(0), asked(changed_since)).unwrap().to_json().unwrap();
        let list: serde_json::Value = serde_json::from_slice(&json).unwrap();
        let rows = list["documents"].as_array().unwrap().clone();
        rows.into_iter()
            .map(|row| (row["uri"].as_str().unwrap().to_owned(), row["updated"].as_str().unwrap().to_owned()))
            .collect::<Vec<_>>()
    };
    let published = snapshot.manifest().published.clone().unwrap();
    let new = ("https://lag.example/2030:2".to_owned(), published.clone());
    assert_eq!(list(Some(visit)), std::slice::from_ref(&new));
    let all = list(None);
    assert_eq!(
        all.iter().map(|(uri, _)| uri.as_str()).collect::<Vec<_>>(),
        ["https://lag.example/2030:2", "https://lag.example/2030:1"]
    );
    assert!(all[1].1 < published, "{all:?}");
    let told = ask(&snapshot, after(0), since(&jiff::Timestamp::from_second(visit).unwrap().to_string()));
    assert_eq!(rows(&told), [("2", "added", &*published)]);
}

#[test]
fn the_log_reaches_back_400_days() {
    let folder = tempfile::tempdir().unwrap();
    let first = publish(folder.path(), &[(1, "x", "2999-01-01")]).id().to_string();
    let snapshot = publish(folder.path(), &[(1, "y", "2999-01-01")]);
    assert_eq!(ask(&snapshot, after(399), since(&first)).total, 1);
    let gone = changes(&snapshot, after(402), &since(&first));
    assert!(matches!(gone, Err(AnswerError::Gone(text)) if text.contains("/api/v1/dumps")));
    // Nothing has changed since the snapshot that answers, however old it is.
    let own = snapshot.id().to_string();
    assert_eq!(ask(&snapshot, after(402), since(&own)).total, 0);
}
