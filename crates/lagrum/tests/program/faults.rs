//! Faults: a full disk, files that are damaged or missing. The server keeps serving what it can, an error response has no
//! internal details, nothing stored is lost, and the next build repairs what a build can repair.

use std::fs;
use std::path::PathBuf;

use crate::corpora::{BASE, statutes};
use crate::support::{Ended, Home, Server, ended, eventually};

/// Runs a command with a limit on the size of files, in blocks of 512 bytes, as if the disk were full.
fn on_a_full_disk(home: &Home, blocks: usize, arguments: &[&str]) -> Ended {
    let program = home.command(&[]).get_program().to_owned();
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")])
        .arg(program)
        .args(arguments)
        .env_clear()
        .env("HOME", home.path(""))
        .env("TMPDIR", home.path(""))
        .current_dir(home.path(""));
    ended(&mut shell)
}

const STATUTES: usize = 400;

#[test]
fn a_disk_that_is_full_fails_the_build_and_nothing_else() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..STATUTES, "old"))]);
    let server = Server::start(&home, &[]);
    let path = format!("/api/v1/document?uri={BASE}/1931:7");
    let before = server.get(&path).body;
    let new = home.write("sfs.ndjson", statutes(1..STATUTES, "new").join("\n"));
    home.done(&["import", &new]);
    let current = home.current();
    let longest = fs::metadata(published(&home).join("catalog.db")).unwrap().len() as usize / 512;

    for blocks in [0, 1, 16, longest / 4, longest / 2, longest - 8] {
        let failed = on_a_full_disk(&home, blocks, &["build"]);
        assert_eq!(failed.code, Some(1), "{blocks}: {failed:?}");
        assert!(failed.stderr.contains("error"), "{blocks}: {failed:?}");
        assert!(!failed.stderr.contains("panicked"), "{blocks}: {failed:?}");
        assert_eq!(home.current(), current, "{blocks}");
        assert_eq!(server.get(&path).body, before, "{blocks}");
    }
    home.done(&["build"]);
    server.caught_up(&home);
    assert_ne!(server.get(&path).body, before);
    assert!(home.snapshots().iter().all(|name| !name.starts_with('.')), "{:?}", home.snapshots());
    home.done(&["check"]);
}

#[test]
fn a_disk_that_is_full_fails_the_import_and_loses_nothing() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..STATUTES, "old"))]);
    let new = home.write("sfs.ndjson", statutes(1..2 * STATUTES, "new").join("\n"));
    let size = fs::metadata(home.data().join("corpus/corpus.db")).unwrap().len() as usize / 512;
    for blocks in [0, 1, 16, size / 2, size] {
        let failed = on_a_full_disk(&home, blocks, &["import", &new]);
        assert_eq!(failed.code, Some(1), "{blocks}: {failed:?}");
        assert!(!failed.stderr.contains("panicked"), "{blocks}: {failed:?}");
        home.done(&["check"]);
    }
    let imported = home.done(&["import", &new]);
    assert!(imported.stdout.contains(&format!("read {}", 2 * STATUTES - 1)), "{imported:?}");
    home.done(&["build"]);
    home.done(&["check"]);
    assert_eq!(Server::start(&home, &[]).json("/api/v1/documents")["total"], 2 * STATUTES - 1);
}

fn published(home: &Home) -> PathBuf {
    home.data().join("snapshots").join(home.current())
}

/// Overwrites the middle of a file, or all of it except its first page.
fn scribble(path: &PathBuf) {
    let mut bytes = fs::read(path).unwrap();
    let from = 4096.min(bytes.len() / 2);
    bytes[from..].iter_mut().enumerate().for_each(|(at, byte)| *byte = (at * 31 % 251) as u8);
    fs::write(path, bytes).unwrap();
}

fn cut(path: &PathBuf) {
    let length = fs::metadata(path).unwrap().len();
    fs::File::options().write(true).open(path).unwrap().set_len(length / 3).unwrap();
}

const PATHS: [&str; 7] = [
    "/api/v1/documents",
    "/api/v1/document?uri=https://lag.example/1931:7",
    "/api/v1/document/inbound?uri=https://lag.example/1931:7",
    "/api/v1/graph?uri=https://lag.example/1931:7&depth=2",
    "/api/v1/resolve?q=1931:7",
    "/api/v1/sources",
    "/dumps/sfs.ndjson.gz",
];

/// Checks that a failure is a 500 or a 503 with an entry in the ledger and no internal details.
fn fails_decently(server: &Server, path: &str) -> bool {
    let answer = server.get(path);
    if answer.status == 200 {
        return false;
    }
    assert!([500, 503].contains(&answer.status), "{path}: {answer:?}");
    let body = answer.json();
    assert!(body["error_id"].is_string(), "{path}: {body}");
    let detail = body["detail"].as_str().unwrap();
    for word in ["/", "sqlite", "SQL", "catalog.db", "os error", "malformed", "disk image"] {
        assert!(!detail.contains(word), "{path}: {detail}");
    }
    true
}

#[test]
fn a_snapshot_damaged_on_disk_is_told_of_and_the_next_build_heals_it() {
    type Damage = fn(&Home);
    // The damage, and whether a server started afterwards answers nothing at all.
    let table: [(&str, Damage, bool); 8] = [
        ("catalog scribbled over", |home| scribble(&published(home).join("catalog.db")), false),
        ("catalog cut short", |home| cut(&published(home).join("catalog.db")), false),
        ("catalog gone", |home| fs::remove_file(published(home).join("catalog.db")).unwrap(), false),
        ("catalog empty", |home| fs::write(published(home).join("catalog.db"), "").unwrap(), false),
        ("manifest scribbled over", |home| scribble(&published(home).join("manifest.json")), true),
        ("manifest gone", |home| fs::remove_file(published(home).join("manifest.json")).unwrap(), true),
        ("folder gone", |home| fs::remove_dir_all(published(home)).unwrap(), true),
        ("dump gone", |home| fs::remove_file(published(home).join("dumps/sfs.ndjson.gz")).unwrap(), false),
    ];
    for (name, damage, nothing) in table {
        let home = Home::new();
        home.publish(&[("sfs", &statutes(1..STATUTES, "x"))]);
        let running = Server::start(&home, &["--ledger", "running.ndjson"]);
        damage(&home);
        // Some requests may be answered; the server never panics.
        for path in PATHS {
            fails_decently(&running, path);
        }
        let checked = home.run(&["check"]);
        assert_eq!(checked.code, Some(1), "{name}: {checked:?}");
        assert!(!checked.stderr.contains("panicked"), "{name}: {checked:?}");

        let mut started = Server::start(&home, &["--ledger", "started.ndjson"]);
        let failing = PATHS.iter().filter(|path| fails_decently(&started, path)).count();
        assert!(failing > 0, "{name}: a new server sees no damage");
        assert!(!nothing || failing == PATHS.len(), "{name}: {failing} fail");
        assert_eq!(started.get("/healthz").status, 200, "{name}");
        assert!(!started.has_ended(), "{name}");

        home.done(&["build"]);
        for server in [&running, &started] {
            server.caught_up(&home);
            eventually("everything is loaded", || {
                PATHS.iter().all(|path| server.get(path).status == 200).then_some(())
            });
        }
        home.done(&["check"]);
    }
}

#[test]
fn a_ledger_that_cannot_be_written_costs_the_entry_and_not_the_answer() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "x"))]);
    let server = Server::start(&home, &["--ledger", "errors.ndjson"]);
    let ask = || server.get("/api/v1/nothing");
    assert!(ask().json()["error_id"].is_string());
    fs::remove_file(home.path("errors.ndjson.404")).unwrap();
    fs::create_dir(home.path("errors.ndjson.404")).unwrap();
    let answer = ask();
    assert_eq!((answer.status, &answer.json()["error_id"]), (404, &serde_json::Value::Null));
    fs::remove_dir(home.path("errors.ndjson.404")).unwrap();
    assert!(ask().json()["error_id"].is_string());
}

#[test]
fn what_could_not_be_loaded_is_loaded_as_soon_as_it_can_be() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..STATUTES, "x"))]);
    let (catalog, search) = (published(&home).join("catalog.db"), published(&home).join("search"));
    let sound = fs::read(&catalog).unwrap();
    scribble(&catalog);
    fs::rename(&search, home.path("aside")).unwrap();
    let server = Server::start(&home, &[]);
    let missing = || -> Vec<String> {
        let parts = server.get("/readyz").json()["parts"].as_array().unwrap().clone();
        let missing = parts.iter().filter(|part| part["ready"] == false);
        missing.map(|part| part["name"].as_str().unwrap().to_owned()).collect()
    };
    for part in ["graph", "names", "search"] {
        assert!(missing().contains(&part.to_owned()), "{part} of {:?}", missing());
    }
    fs::write(&catalog, sound).unwrap();
    fs::rename(home.path("aside"), &search).unwrap();
    eventually("every part is there", || missing().is_empty().then_some(()));
    assert_eq!(server.get("/api/v1/graph?uri=https://lag.example/1931:7").status, 200);
}
