//! Back up and restore, rollback and upgrades, as docs/operate.md describes them.

use std::path::Path;

use rusqlite::Connection;

use crate::corpora::{BASE, statute, statutes};
use crate::support::{Home, Server};

/// Copies the database of a corpus as docs/operate.md says.
fn back_up(data: &Path, copy: &Path) {
    std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
    let corpus = Connection::open(data.join("corpus/corpus.db")).unwrap();
    corpus.execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
}

/// `cp -al`: the same folders with links to the same files.
fn link_all(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            link_all(&entry.path(), &target);
        } else {
            std::fs::hard_link(entry.path(), target).unwrap();
        }
    }
}

fn text(server: &Server, number: usize) -> (u16, String) {
    let answer = server.get(&format!("/api/v1/provision?uri={BASE}/1931:{number}%23P1&format=text"));
    (answer.status, answer.text().into_owned())
}

#[test]
fn a_backup_of_the_corpus_gives_the_same_service() {
    let home = Home::new();
    drop(Server::start(&home, &["--demo", "--data", "demo"]));
    let data = home.path("demo");
    back_up(&data, &home.path("backup/corpus.db"));
    link_all(&data.join("corpus/attachments"), &home.path("backup/attachments"));

    let restored = home.path("restored");
    std::fs::create_dir_all(&restored).unwrap();
    link_all(&home.path("backup"), &restored.join("corpus"));
    home.done(&["build", "--private-lookups", "--data", "restored"]);
    // The demo was built as of its own day; both are compared as of today.
    home.done(&["build", "--private-lookups", "--data", "demo"]);
    let whole = home.done(&["check", "--data", "demo"]).stdout;
    assert!(whole.contains("all is well") && whole.contains("6 PDFs"), "{whole}");
    assert_eq!(home.done(&["check", "--data", "restored"]).stdout, whole, "as much of everything");
    let dumps = |data: &Path| {
        let current = std::fs::read_to_string(data.join("snapshots/current")).unwrap();
        let folder = data.join("snapshots").join(current.trim()).join("dumps");
        let mut dumps: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name(), std::fs::read(entry.path()).unwrap()))
            .collect();
        dumps.sort();
        dumps
    };
    assert!(dumps(&data) == dumps(&restored), "the dumps are the same bytes");
}

#[test]
fn a_copy_from_before_the_update_is_served_after_it() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "före"))]);
    let (first, before) = (home.current(), home.path("before"));
    back_up(&home.data(), &before.join("corpus/corpus.db"));
    link_all(&home.data().join("snapshots"), &before.join("snapshots"));

    // One text is changed, one document is withdrawn, and the stored artifacts that only the snapshot before needed are swept.
    home.publish(&[("sfs", &[statute(1, "efter"), statute(2, "före")])]);
    home.publish(&[("sfs", &[statute(1, "efter"), statute(2, "före")])]);
    let server = Server::start(&home, &[]);
    assert!(text(&server, 1).1.contains("efter"));
    assert_eq!(text(&server, 3).0, 404);
    drop(server);

    std::fs::rename(home.data(), home.path("after")).unwrap();
    std::fs::rename(&before, home.data()).unwrap();
    assert_eq!(home.current(), first);
    let server = Server::start(&home, &[]);
    server.caught_up(&home);
    for number in 1..4 {
        let (status, told) = text(&server, number);
        assert!(status == 200 && told.contains("före"), "{number}: {status} {told}");
    }
    assert!(home.done(&["check"]).stdout.contains("all is well"));
    // The data folder can be updated after the restore.
    home.publish(&[("sfs", &[statute(1, "efter"), statute(2, "före")])]);
    server.caught_up(&home);
    assert!(text(&server, 1).1.contains("efter"));
}

#[test]
fn a_snapshot_of_another_version_is_built_again_and_a_corpus_of_one_is_left_alone() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "x"))]);
    // A manifest in another format, as another version of the program may leave it.
    home.write(&format!("data/snapshots/{}/manifest.json", home.current()), "{\"format\": 2}");
    let said = home.failed(&["check"]);
    assert!(said.contains("build the snapshot again"), "{said}");
    home.done(&["build"]);
    assert!(home.done(&["check"]).stdout.contains("all is well"));

    let database = home.data().join("corpus/corpus.db");
    let corpus = Connection::open(&database).unwrap();
    corpus.execute("UPDATE property SET value = '99' WHERE name = 'format'", []).unwrap();
    drop(corpus);
    let held = || -> Vec<(String, i64)> {
        let corpus = Connection::open(&database).unwrap();
        let mut query = corpus.prepare("SELECT uri, stored FROM document ORDER BY uri").unwrap();
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    let (published, before) = (home.current(), held());
    let dump = home.write("sfs.ndjson", statutes(1..5, "x").join("\n"));
    for command in [&["import", &dump][..], &["build"], &["status"]] {
        let said = home.failed(command);
        assert!(said.contains("has format 99, this program reads 1"), "{command:?}: {said}");
    }
    assert_eq!(home.current(), published);
    assert_eq!((before.len(), held()), (3, before), "no document was stored or removed");
}
