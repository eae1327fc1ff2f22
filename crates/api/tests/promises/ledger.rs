//! Every 404 and 5xx has an entry that its id leads to, and a ledger that fails affects no answer.

use std::path::Path;
use std::process::Command;

use lagrum_api::Ledger;
use lagrum_api::ledger::{ENTRY_MAX, FailureClass, LedgerEntry, ROTATE_AT, find};

use crate::client::Client;
use crate::shelf::{Library, Shelf};

fn client(path: &Path, with_client: bool) -> Client {
    let ledger = Ledger::open(path, with_client).unwrap();
    Library::with(Shelf::new("one", &[])).ledger(ledger).client()
}

/// The entries in the file of 404s.
fn entries(path: &Path) -> Vec<LedgerEntry> {
    let text = std::fs::read_to_string(FailureClass::NotFound.file(path)).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn an_entry_says_what_was_asked_and_what_failed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("errors.jsonl");
    let headers = [("referer", "https://elsewhere.example/å"), ("user-agent", "reader/1")];
    let answer = client(&path, true).get_with("/api/v1/failing?how=missing&x=%C3%A5", &headers[1..]).await;
    let id = answer.error_id().expect("an entry");
    assert!(id.len() == 8 && id.bytes().all(|byte| b"0123456789abcdef".contains(&byte)), "{id}");

    let found = find(&path, &id).unwrap();
    let [entry] = found.as_slice() else { panic!("{found:?}") };
    let time: jiff::Timestamp = entry.time.parse().unwrap();
    assert!(entry.time.ends_with('Z') && entry.time.len() == 20 && jiff::Timestamp::now() >= time);
    let expected = LedgerEntry {
        id,
        time: entry.time.clone(),
        status: 404,
        method: "GET".into(),
        url: "/api/v1/failing?how=missing&x=%C3%A5".into(),
        client: None,
        referer: None,
        user_agent: Some("reader/1".into()),
        detail: Some("no book called Ön".into()),
        exc_type: None,
        exc_message: None,
        traceback: None,
    };
    assert_eq!(entry, &expected);
    let line = std::fs::read_to_string(FailureClass::NotFound.file(&path)).unwrap();
    let keys: Vec<_> = line.split("\":").filter_map(|part| part.rsplit('"').next()).take(12).collect();
    let order = "id time status method url client referer user_agent detail exc_type exc_message traceback";
    assert_eq!(keys.join(" "), order);
}

#[tokio::test]
async fn what_clients_are_not_told_is_in_the_entry() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("errors.jsonl");
    let client = client(&path, true);

    let id = client.get("/api/v1/failing?how=internal").await.error_id().unwrap();
    let entry = find(&path, &id).unwrap().remove(0);
    assert_eq!(entry.exc_type.as_deref(), Some("std::io::error::Error"));
    assert_eq!(entry.exc_message.as_deref(), Some("cannot read /srv/secret"));

    let id = client.get("/api/v1/failing?how=down").await.error_id().unwrap();
    let entry = find(&path, &id).unwrap().remove(0);
    assert_eq!(entry.detail.as_deref(), Some("the catalog is not available: cannot read /srv/secret"));
    assert_eq!((entry.status, entry.exc_type), (503, None));
}

#[tokio::test]
async fn other_failures_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("errors.jsonl");
    let client = client(&path, true);
    for path in ["/api/v1/books", "/api/v1/failing?how=malformed", "/api/v1/failing?how=private", "/docs/"] {
        client.get(path).await;
    }
    client.send("POST", "/api/v1/books", &[]).await;
    assert_eq!(entries(&path), []);
    client.send("HEAD", "/api/v1/nothing", &[]).await;
    let kept: Vec<_> = entries(&path).into_iter().map(|entry| (entry.method, entry.status)).collect();
    assert_eq!(kept, [("HEAD".to_owned(), 404)]);
}

#[tokio::test]
async fn a_ledger_that_cannot_be_written_changes_nothing_else_and_may_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("later/errors.jsonl");
    std::fs::write(folder.path().join("later"), "a file in the way of the folder").unwrap();
    let client = client(&path, true);
    let answer = client.get("/api/v1/failing?how=missing").await;
    assert_eq!((answer.status.as_u16(), answer.error_id()), (404, None));

    // The folder is created if it does not exist.
    std::fs::remove_file(folder.path().join("later")).unwrap();
    let id = client.get("/api/v1/failing?how=missing").await.error_id().expect("an entry");
    assert_eq!(find(&path, &id).unwrap().len(), 1);
}

#[tokio::test]
async fn a_full_file_becomes_the_older_generation() {
    let folder = tempfile::tempdir().unwrap();
    let (path, older) = (folder.path().join("errors.jsonl"), folder.path().join("errors.jsonl.1"));
    std::fs::write(&older, "the generation before\n").unwrap();
    std::fs::write(&path, format!("{}\n", "x".repeat(1023)).repeat(ROTATE_AT as usize / 1024)).unwrap();
    let client = client(&path, true);

    let first = client.get("/api/v1/failing?how=internal").await.error_id().unwrap();
    assert_eq!(find(&path, &first).unwrap().len(), 1);
    // The writer confirms an entry before or after it rotates the file; the next entry comes after both.
    let second = client.get("/api/v1/failing?how=down").await.error_id().unwrap();
    let text = std::fs::read_to_string(&older).unwrap();
    assert!(text.len() as u64 > ROTATE_AT && text.contains(&first) && !text.contains("before"));
    let newer = std::fs::read_to_string(&path).unwrap();
    assert!(newer.lines().count() == 1 && newer.contains(&second), "{newer}");

    // An entry with the same id in each generation, and a line that was cut off.
    let copy = |status: u16| {
        let entry = LedgerEntry { status, ..find(&path, &second).unwrap().remove(0) };
        serde_json::to_string(&entry).unwrap()
    };
    let newer = format!("{}\n{}\n{{\"id\":\"{second}\",\"ti", copy(502), copy(503));
    std::fs::write(&older, format!("{}\n", copy(501))).unwrap();
    std::fs::write(&path, newer).unwrap();
    let statuses: Vec<_> = find(&path, &second).unwrap().into_iter().map(|entry| entry.status).collect();
    assert_eq!(statuses, [503, 502, 501], "newest first");
    assert_eq!(find(&folder.path().join("none"), &second).unwrap(), []);
}

#[tokio::test]
async fn each_class_of_failures_has_a_file_and_all_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("errors.jsonl");
    let client = client(&path, true);
    for (how, class) in [
        ("missing", FailureClass::NotFound),
        ("internal", FailureClass::Fault),
        ("down", FailureClass::Fault),
        ("panic", FailureClass::Fault),
        ("busy", FailureClass::Refusal),
    ] {
        let id = client.get(&format!("/api/v1/failing?how={how}")).await.error_id().unwrap();
        for other in FailureClass::ALL {
            let text = std::fs::read_to_string(other.file(&path)).unwrap_or_default();
            assert_eq!(text.contains(&id), other == class, "{how} {other:?}");
        }
        assert_eq!(find(&path, &id).unwrap().len(), 1, "{how}");
    }
}

/// Requests of a client that fill a file the fastest: 404s with the longest entries, until more than their two files have been
/// filled.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_number_of_404s_removes_what_is_known_of_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("errors.jsonl");
    let client = client(&path, true);
    let fault = client.get("/api/v1/failing?how=internal").await.error_id().unwrap();
    let refusal = client.get("/api/v1/failing?how=busy").await.error_id().unwrap();
    let first = client.get("/api/v1/nothing").await.error_id().unwrap();

    let not_found = FailureClass::NotFound.file(&path);
    let (target, header) = (format!("/api/v1/{}", "x".repeat(10_000)), "\"".repeat(10_000));
    let mut sent = 0;
    while !find(&path, &first).unwrap().is_empty() {
        let flood: Vec<_> = (0..8)
            .map(|_| {
                let (client, target, header) = (client.clone(), target.clone(), header.clone());
                tokio::spawn(async move {
                    for _ in 0..100 {
                        client.get_with(&target, &[("user-agent", &header), ("referer", &header)]).await;
                    }
                })
            })
            .collect();
        for requests in flood {
            requests.await.unwrap();
        }
        sent += 800;
        assert!(sent < 50_000, "the files of 404s are never rotated");
    }
    let longest = std::fs::read_to_string(&not_found).unwrap_or_default();
    assert!(longest.lines().all(|line| line.len() < ENTRY_MAX));
    assert!(sent > 3000, "{sent} requests are enough to forget a 404");
    for id in [fault, refusal] {
        assert_eq!(find(&path, &id).unwrap().len(), 1, "{id} after {sent} requests");
    }
}

#[tokio::test]
async fn long_texts_are_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("errors.jsonl");
    let long = "y".repeat(20_000);
    let target = format!("/api/v1/{long}");
    let id = client(&path, true).get_with(&target, &[("user-agent", &long)]).await.error_id().unwrap();
    let entry = find(&path, &id).unwrap().remove(0);
    assert_eq!((entry.url.len(), entry.user_agent.unwrap().len()), (2048, 512));
}

#[tokio::test]
async fn an_anonymous_entry_names_neither_the_client_nor_what_it_looked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("errors.jsonl");
    let client = client(&path, false);
    let headers = [("referer", "https://elsewhere.example/"), ("user-agent", "reader/1")];
    let id = client.get_with("/api/v1/failing?how=missing&q=secret", &headers).await.error_id().unwrap();
    let entry = find(&path, &id).unwrap().remove(0);
    assert_eq!((entry.status, &*entry.url), (404, "/api/v1/failing"));
    assert_eq!((entry.client, entry.referer, entry.user_agent, entry.detail), (None, None, None, None));
    // The details of an internal failure are still in the entry.
    let id = client.get_with("/api/v1/failing?how=internal", &headers).await.error_id().unwrap();
    let entry = find(&path, &id).unwrap().remove(0);
    assert_eq!(entry.exc_message.as_deref(), Some("cannot read /srv/secret"));
    assert_eq!((entry.referer, entry.user_agent), (None, None));
}

#[cfg(unix)]
#[tokio::test]
async fn others_on_the_machine_cannot_read_the_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("errors.jsonl");
    // A file of an earlier version, and a new one.
    std::fs::write(&path, "").unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o664)).unwrap();
    let client = client(&path, true);
    for how in ["internal", "busy", "missing"] {
        client.get(&format!("/api/v1/failing?how={how}")).await.error_id().unwrap();
    }
    for class in FailureClass::ALL {
        let mode = std::fs::metadata(class.file(&path)).unwrap().permissions().mode();
        assert_eq!(mode & 0o137, 0, "{class:?}: {mode:o}");
    }
}

/// Every id that is returned leads to its entry, however many requests fail at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_gets_ids_that_can_be_found_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("errors.jsonl");
    let client = client(&path, true);
    let flood: Vec<_> = (0..2000)
        .map(|number| {
            let client = client.clone();
            tokio::spawn(async move { client.get(&format!("/api/v1/none/{number}")).await.error_id() })
        })
        .collect();
    let mut given = Vec::new();
    for request in flood {
        given.extend(request.await.unwrap());
    }
    let kept: std::collections::HashSet<_> = entries(&path).into_iter().map(|entry| entry.id).collect();
    assert!(!given.is_empty());
    assert!(given.iter().all(|id| kept.contains(id)));
}

/// A pipe that nobody reads stands for a disk that hangs: opening it never returns.
#[tokio::test(start_paused = true)]
async fn a_disk_that_hangs_stalls_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(FailureClass::NotFound.file(&path)).status().unwrap().success());
    let client = client(&path, true);
    let began = tokio::time::Instant::now();
    let flood: Vec<_> = (0..1000)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.get("/api/v1/none").await })
        })
        .collect();
    for request in flood {
        let answer = request.await.unwrap();
        assert_eq!((answer.status.as_u16(), answer.error_id()), (404, None));
    }
    assert!(began.elapsed() <= std::time::Duration::from_secs(2), "all waited at once, each within its time");
}
