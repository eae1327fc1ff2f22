//! `lagrum doctor`: problems in one screen, with an exit code for them.

use std::os::unix::fs::PermissionsExt;

use crate::corpora::statutes;
use crate::support::{Ended, Home, ended};

/// The line of one check.
fn line<'a>(ended: &'a Ended, thing: &str) -> &'a str {
    let found = ended.stdout.lines().find(|line| line.split_whitespace().nth(1) == Some(thing));
    found.unwrap_or_else(|| panic!("nothing of {thing}: {ended:?}"))
}

#[test]
fn a_published_folder_is_well() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "x"))]);
    let told = home.run(&["doctor"]);
    // A kernel without Landlock and seccomp, and a machine with little room, are warnings.
    assert!(matches!(told.code, Some(0 | 1)), "{told:?}");
    for thing in ["rights", "corpus", "snapshot", "clock"] {
        assert!(line(&told, thing).starts_with("ok "), "{told:?}");
    }
    for thing in ["disk", "open", "memory", "kernel"] {
        assert!(!line(&told, thing).starts_with("fault"), "{told:?}");
    }
    assert!(line(&told, "snapshot").contains(&home.current()));
    assert!(line(&told, "corpus").contains("3 documents"));
    assert!(!told.stdout.contains(" cluster "), "none is named: {told:?}");
    assert!(told.stdout.lines().count() < 24, "one screen: {told:?}");
}

#[test]
fn what_is_wrong_is_named_with_what_to_do() {
    let home = Home::new();
    let nothing = home.run(&["doctor"]);
    assert_eq!(nothing.code, Some(2), "{nothing:?}");
    assert!(line(&nothing, "rights").starts_with("fault") && nothing.stdout.contains("lagrum import"));

    let dump = home.write("sfs.ndjson", statutes(1..4, "x").join("\n"));
    home.done(&["import", &dump]);
    let unpublished = home.run(&["doctor"]);
    assert_eq!(unpublished.code, Some(2), "{unpublished:?}");
    assert!(
        line(&unpublished, "snapshot").starts_with("fault") && unpublished.stdout.contains("lagrum build")
    );

    home.done(&["build"]);
    let dump = home.write("sfs.ndjson", statutes(1..5, "x").join("\n"));
    home.done(&["import", &dump]);
    let stale = home.run(&["doctor"]);
    assert_eq!(stale.code, Some(1), "{stale:?}");
    assert!(line(&stale, "snapshot").starts_with("warning") && stale.stdout.contains("changed since"));

    let all = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(home.path("data/snapshots"), all).unwrap();
    let open = home.run(&["doctor"]);
    assert_eq!(open.code, Some(2), "{open:?}");
    assert!(line(&open, "rights").contains("everybody may write"), "{open:?}");
}

#[test]
fn a_damaged_snapshot_and_an_unreachable_cluster_are_faults() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "x"))]);
    // Nothing listens on the port.
    let cluster = home.run(&["doctor", "--search", "http://127.0.0.1:1"]);
    assert_eq!(cluster.code, Some(2), "{cluster:?}");
    assert!(line(&cluster, "cluster").starts_with("fault"), "{cluster:?}");
    assert!(line(&cluster, "snapshot").starts_with("ok "), "{cluster:?}");

    home.write(&format!("data/snapshots/{}/manifest.json", home.current()), "{}");
    let damaged = home.run(&["doctor"]);
    assert_eq!(damaged.code, Some(2), "{damaged:?}");
    assert!(line(&damaged, "snapshot").starts_with("fault"), "{damaged:?}");
    assert!(line(&damaged, "corpus").starts_with("ok "), "{damaged:?}");
}

#[test]
fn too_few_open_files_are_a_warning() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "x"))]);
    let program = env!("CARGO_BIN_EXE_lagrum");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &format!("ulimit -n 300 && exec {program} doctor")]);
    let told = ended(command.env("HOME", home.path("")).current_dir(home.path("")));
    assert_eq!(told.code, Some(1), "{told:?}");
    assert!(line(&told, "open").starts_with("warning") && told.stdout.contains("LimitNOFILE"), "{told:?}");
}
