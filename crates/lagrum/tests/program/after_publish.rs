//! `lagrum build --after-publish COMMAND`: the input of the command, and the effect of its failure.

use serde_json::Value;

use crate::corpora::{BASE, statute, statutes};
use crate::support::{Home, Server};

/// A script that stores its input and the snapshots that it gets.
const SCRIPT: &str = "cat > \"$1\"\necho \"$LAGRUM_SNAPSHOT ${LAGRUM_SNAPSHOT_BEFORE-none}\" > \"$1.snapshots\"\n\
                      echo said by the command\n";

#[test]
fn the_command_gets_what_changed_since_the_snapshot_before() {
    let home = Home::new();
    home.write("keep.sh", SCRIPT);
    let told = home.path("told");
    let command = format!("/bin/sh keep.sh {}", told.display());
    let read = |name: &str| std::fs::read_to_string(home.path(name)).unwrap();
    let publish = |lines: &[String]| {
        let dump = home.write("sfs.ndjson", lines.join("\n"));
        home.done(&["import", "--prune", &dump]);
        let built = home.done(&["build", "--after-publish", &command]);
        assert!(!built.stdout.contains("said by") && built.stderr.contains("said by"), "{built:?}");
    };

    publish(&statutes(1..4, "x"));
    let first = home.current();
    assert_eq!(read("told"), "", "nothing was published before");
    assert_eq!(read("told.snapshots").trim(), format!("{first} none"));

    publish(&[statute(1, "x"), statute(2, "y"), statute(4, "x")]);
    let second = home.current();
    assert_eq!(read("told.snapshots").trim(), format!("{second} {first}"));
    let rows: Vec<Value> = read("told").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let server = Server::start(&home, &[]);
    let listed = server.json(&format!("/api/v1/changes?since={first}"));
    assert_eq!(Value::Array(rows), listed["changes"], "the rows of /changes");
    let changes = listed["changes"].as_array().unwrap();
    let of = |id: &str| {
        let uri = format!("{BASE}/{id}");
        changes.iter().find(|row| row["uri"] == *uri).map(|row| row["change"].clone())
    };
    assert_eq!(of("1931:2"), Some("text".into()));
    assert_eq!(of("1931:3"), Some("withdrawn".into()));
    assert_eq!(of("1931:4"), Some("added".into()));
    assert_eq!(of("1931:1"), None);

    publish(&[statute(1, "x"), statute(2, "y"), statute(4, "x")]);
    assert_eq!(read("told"), "", "nothing changed");
    assert_eq!(read("told.snapshots").trim(), format!("{} {second}", home.current()));
}

#[test]
fn its_failure_is_told_and_undoes_nothing() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "x"))]);
    for (command, word) in [("/bin/sh -e nowhere.sh", "failed: exit"), ("/nowhere/tell", "/nowhere/tell: ")] {
        let before = home.current();
        let built = home.run(&["build", "--after-publish", command]);
        assert_eq!(built.code, Some(1), "{built:?}");
        assert!(
            built.stderr.contains("the command after publishing") && built.stderr.contains(word),
            "{built:?}"
        );
        assert_ne!(home.current(), before, "it is published");
        home.done(&["check"]);
    }
    // Characters with a meaning for a shell are rejected before anything is built.
    let before = home.current();
    assert_eq!(home.run(&["build", "--after-publish", "tell | mail"]).code, Some(2));
    assert_eq!(home.current(), before);
}
