//! A slip of a publisher, a lost database, a dump that was cut: what is published stays, and the commands say what to do.

use std::fs;

use lagrum_test_support::{Player, invented_act};
use serde_json::Value;

use crate::corpora::{propositions, statutes};
use crate::support::Home;

fn acts() -> Vec<Value> {
    let act = |number: u32| {
        let act =
            invented_act(number, &format!("2020:{number}"), &format!("Fårlag {number}"), "1 § Får är djur.");
        serde_json::from_str(&act.to_string().replace("\"2031-", "\"2021-")).unwrap()
    };
    (1..=30).map(act).collect()
}

fn fetch(home: &Home, player: &Player, more: &[&str]) -> crate::support::Ended {
    let base = format!("sfs={}", player.address);
    home.run(
        &[&["fetch", "sfs", "--full", "--contact", "lag@dimverket.example", "--base-url", &base], more]
            .concat(),
    )
}

#[test]
fn a_publisher_that_loses_its_texts_empties_nothing() {
    let (home, player) = (Home::new(), Player::start(acts()));
    assert_eq!(fetch(&home, &player, &[]).code, Some(0));
    home.done(&["build"]);
    let before = home.dump("sfs.ndjson.gz");
    player.change(|acts| {
        for act in acts.iter_mut().skip(5) {
            act["fulltext"]["forfattningstext"] = "".into();
        }
    });
    let slip = fetch(&home, &player, &[]);
    assert_eq!(slip.code, Some(0), "{slip:?}");
    assert!(
        slip.stdout.contains("withdrawn 0") && slip.stdout.contains("25 documents came without a text"),
        "{slip:?}"
    );
    home.done(&["build"]);
    assert!(home.dump("sfs.ndjson.gz") == before);
    // As if that had been yesterday.
    let archive = rusqlite::Connection::open(home.data().join("raw/raw.db")).unwrap();
    archive.execute("UPDATE emptied SET day = '2020-01-01'", []).unwrap();
    drop(archive);
    let stopped = fetch(&home, &player, &[]);
    assert_eq!(stopped.code, Some(1), "{stopped:?}");
    assert!(
        stopped.stderr.contains("25 of the 30 documents of sfs")
            && stopped.stderr.contains("--allow-removals"),
        "{stopped:?}"
    );
    home.done(&["build"]);
    assert!(home.dump("sfs.ndjson.gz") == before);
    // The operator means it; then no build counts it either.
    let allowed = fetch(&home, &player, &["--allow-removals"]);
    assert!(allowed.code == Some(0) && allowed.stdout.contains("withdrawn 25"), "{allowed:?}");
    home.done(&["build"]);
    home.done(&["build"]);
}

#[test]
fn packs_without_their_database_stay_and_are_made_anew() {
    let (home, player) = (Home::new(), Player::start(acts()));
    assert_eq!(fetch(&home, &player, &[]).code, Some(0));
    let pack = home.data().join("raw/packs/000001.pack");
    let before = fs::read(&pack).unwrap();
    let database = home.data().join("raw/raw.db");
    for left in [None, Some(b"")] {
        fs::remove_file(&database).unwrap();
        if let Some(left) = left {
            fs::write(&database, left).unwrap();
        }
        for command in
            [&["raw", "verify"][..], &["raw", "list"], &["parse"], &["raw", "purge", "sfs", "2020:1"]]
        {
            assert!(home.failed(command).contains("lagrum raw rebuild"), "{command:?}");
        }
        let refused = fetch(&home, &player, &[]);
        assert!(refused.code == Some(1) && refused.stderr.contains("lagrum raw rebuild"), "{refused:?}");
        assert!(fs::read(&pack).unwrap() == before);
        let rebuilt = home.done(&["raw", "rebuild"]).stdout;
        assert!(
            rebuilt.contains("made 31 rows of 31 bodies") && rebuilt.contains("--full"),
            "robots.txt too: {rebuilt}"
        );
        assert!(home.done(&["raw", "verify"]).stdout.contains("0 problems"));
        assert!(home.done(&["parse"]).stdout.contains("due 0"), "the same rows as before");
    }
    let again = fetch(&home, &player, &[]);
    assert!(again.code == Some(0) && again.stdout.contains("same 30"), "{again:?}");
}

#[test]
fn a_corpus_that_was_lost_is_not_begun_anew() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..30, "x"))]);
    let database = home.data().join("corpus/corpus.db");
    let dump = home.write("sfs.ndjson", statutes(1..2, "y").join("\n"));
    let saved = fs::read(&database).unwrap();
    for left in [None, Some(b"")] {
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{end}", database.display()));
        }
        if let Some(left) = left {
            fs::write(&database, left).unwrap();
        }
        for command in [&["import", &dump][..], &["build"], &["check"]] {
            let told = home.failed(command);
            assert!(told.contains("is lost or empty") && told.contains("backup"), "{command:?}: {told}");
        }
        assert_eq!(home.run(&["fetch", "sfs", "--base-url", "sfs=http://127.0.0.1:9"]).code, Some(1));
        assert_eq!(database.exists(), left.is_some(), "nothing was made");
    }
    // What the message says works: the dumps of the snapshot are a backup.
    let dumps = home.data().join("snapshots").join(home.current()).join("dumps").display().to_string();
    home.done(&["import", &dumps, "--data", "new"]);
    home.done(&["build", "--data", "new"]);
    fs::write(&database, saved).unwrap();
    home.done(&["build"]);
    home.done(&["check"]);
}

#[test]
fn a_dump_that_was_cut_and_a_corpus_that_was_replaced_are_not_published() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..101, "x")), ("forarbete", &propositions(1..30, "x"))]);
    let dump = |lines: &[String]| home.write("sfs.ndjson", lines.join("\n"));
    let statute = statutes(1..101, "x");
    // A tenth may go, and small steps add up.
    home.done(&["import", "--prune", &dump(&statute[..90])]);
    let refused = home.failed(&["import", "--prune", &dump(&statute[..50])]);
    assert!(refused.contains("50 of the 100") || refused.contains("40 of the 90"), "{refused}");
    home.done(&["build"]);
    // Texts that are emptied count as gone.
    let empty: Vec<String> = statute[..90].iter().map(|line| without_text(line)).collect();
    let refused = home.failed(&["import", &dump(&empty)]);
    assert!(refused.contains("documents of sfs") && refused.contains("--allow-removals"), "{refused}");
    home.done(&["build"]);
    // Another corpus in its place.
    home.done(&["import", &dump(&statute[..50]), "--data", "other"]);
    fs::rename(home.path("data/corpus"), home.path("saved")).unwrap();
    fs::rename(home.path("other/corpus"), home.path("data/corpus")).unwrap();
    let before = home.current();
    let refused = home.failed(&["build"]);
    assert!(refused.contains("of sfs") && refused.contains("of forarbete"), "{refused}");
    assert_eq!(home.current(), before);
    home.done(&["build", "--allow-removals"]);
    home.done(&["build"]);
    fs::remove_dir_all(home.path("data/corpus")).unwrap();
    fs::rename(home.path("saved"), home.path("data/corpus")).unwrap();
    home.done(&["build"]);
}

fn without_text(line: &str) -> String {
    let mut artifact: Value = serde_json::from_str(line).unwrap();
    artifact["structure"] = Value::Array(Vec::new());
    artifact.to_string()
}
