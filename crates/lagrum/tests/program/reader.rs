//! A server that runs as a user who may only read the data folder, while its owner imports and builds.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::support::{Home, Process, Server, ended, eventually};

const DEMO: &str = "https://lag.demo.example";
const OWN: [(&str, &str); 1] = [("sec-fetch-site", "same-origin")];

/// The user that serves. It has the owner's group, which may read.
const USER: u32 = 65534;

/// Answers of every kind: from the catalog, the store, the graph, the search index, the attachments, the dumps; and a
/// picture and a PDF, which are kept in the cache.
const PATHS: [&str; 10] = [
    "/readyz",
    "/api/v1/sources",
    "/api/v1/documents?limit=5",
    "/api/v1/document?uri={}/1931:47",
    "/api/v1/resolve?q=1931:47",
    "/api/v1/search?q=lag",
    "/api/v1/graph?uri={}/1931:47",
    "/api/v1/facsimile?uri={}/sou/2029:3&sid=11",
    "/api/v1/pdf?path=/1931:47",
    "/dumps/sfs.ndjson.gz",
];

/// The program as run by the owner of the data folder: only its group may read the files.
fn owner(home: &Home, arguments: &[&str]) -> Command {
    let program = home.command(arguments);
    let mut command = Command::new("sh");
    command.args(["-c", "umask 027; exec \"$0\" \"$@\""]).arg(program.get_program()).args(arguments);
    command.env_clear().env("HOME", home.path("")).current_dir(home.path("")).stdin(Stdio::null());
    command
}

fn done(home: &Home, arguments: &[&str]) {
    let ended = ended(&mut owner(home, arguments));
    assert_eq!(ended.code, Some(0), "{arguments:?}: {ended:?}");
}

/// A server of another user, with a folder of its own for what it writes.
fn serve(home: &Home) -> Server {
    let own = home.path("own");
    std::fs::create_dir_all(&own).unwrap();
    chown(&own, Some(USER), Some(0)).unwrap();
    let mut command = Command::new(home.path("lagrum"));
    command
        .args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--cache-dir",
            "own/cache",
            "--ledger",
            "own/errors.ndjson",
        ])
        .env_clear()
        .env("TMPDIR", &own)
        .current_dir(home.path(""))
        .stdin(Stdio::null())
        .uid(USER)
        .gid(0);
    Server::spawn(home, command)
}

fn assert_served(server: &Server) {
    for path in PATHS {
        let answer = server.get_with(&path.replace("{}", DEMO), &OWN);
        assert_eq!(answer.status, 200, "{path}: {} {}", answer.text(), server.log());
    }
    let parts = server.json("/readyz")["parts"].as_array().unwrap().clone();
    assert!(parts.iter().all(|part| part["ready"] == true), "{parts:?}");
}

/// Sends requests of every kind from several clients while the work runs. Returns their number.
fn served_during(server: &Server, work: impl FnOnce()) -> usize {
    let (stop, asked) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        assert_served(server);
                        asked.fetch_add(1, Ordering::Relaxed);
                    }
                })
            })
            .collect();
        let worked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        stop.store(true, Ordering::Relaxed);
        for client in clients {
            client.join().unwrap();
        }
        worked.unwrap();
    });
    asked.load(Ordering::Relaxed)
}

fn assert_nothing_written(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().uid(), 0, "{}", entry.path().display());
        if entry.file_type().unwrap().is_dir() {
            assert_nothing_written(&entry.path());
        }
    }
}

#[test]
fn another_user_serves_a_folder_it_cannot_write_whatever_its_owner_does() {
    if std::fs::metadata("/proc/self").map_or(u32::MAX, |process| process.uid()) != 0 {
        lagrum_test_support::skipped("only root can run a server as another user");
        return;
    }
    let home = Home::new();
    std::fs::set_permissions(home.path(""), std::fs::Permissions::from_mode(0o755)).unwrap();
    // The program is put in a folder that the other user can reach.
    let program = home.path("lagrum");
    if std::fs::hard_link(env!("CARGO_BIN_EXE_lagrum"), &program).is_err() {
        std::fs::copy(env!("CARGO_BIN_EXE_lagrum"), &program).unwrap();
    }
    lagrum_demo::unpack(&home.path("demo")).unwrap();
    let publish = || {
        done(&home, &["import", "demo/corpus", "--attachments", "demo"]);
        done(&home, &["build"]);
    };
    publish();
    let data = home.data();

    // No other process has a file open, as is the case after a nightly update.
    let server = serve(&home);
    eventually("all is loaded", || {
        let parts = server.json("/readyz")["parts"].clone();
        parts.as_array()?.iter().all(|part| part["ready"] == true).then_some(())
    });
    assert_served(&server);

    // Imports and builds one after another; one import is killed while it works.
    let more = |number: usize| {
        let text = crate::corpora::statutes(1..600, &format!("marker{number}"));
        home.write("more/sfs-more.ndjson", text.join("\n").replace(crate::corpora::BASE, DEMO))
    };
    let asked = served_during(&server, || {
        let dump = more(1);
        let log = data.join("corpus/corpus.db-wal");
        let before = std::fs::metadata(&log).and_then(|log| Ok((log.len(), log.modified()?))).ok();
        let mut import = Process(
            owner(&home, &["import", &dump]).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap(),
        );
        eventually("the import writes", || {
            let now = std::fs::metadata(&log).and_then(|log| Ok((log.len(), log.modified()?))).ok();
            (now != before).then_some(())
        });
        import.kill();
        done(&home, &["import", &dump]);
        done(&home, &["build"]);
        server.caught_up(&home);
    });
    assert!(asked > 0);
    let found = server.json("/api/v1/search?q=marker1")["total"].as_u64().unwrap();
    assert!(found > 500, "{found}");
    drop(server);

    // A copy without the files that SQLite has beside its database, which the server cannot create. Then the owner imports.
    for ending in ["-wal", "-shm"] {
        std::fs::remove_file(data.join(format!("corpus/corpus.db{ending}"))).unwrap();
    }
    let server = serve(&home);
    server.caught_up(&home);
    eventually("all is loaded", || {
        let parts = server.json("/readyz")["parts"].clone();
        parts.as_array()?.iter().all(|part| part["ready"] == true).then_some(())
    });
    served_during(&server, || {
        done(&home, &["import", &more(2)]);
        done(&home, &["build"]);
        server.caught_up(&home);
    });
    assert!(server.json("/api/v1/search?q=marker2")["total"].as_u64().unwrap() > 500);
    done(&home, &["check"]);
    assert_nothing_written(&data);
    assert!(home.path("own/cache").is_dir(), "what is drawn is kept in its own folder");
}
