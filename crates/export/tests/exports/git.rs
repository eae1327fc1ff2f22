//! The history of acts, read by git.

use std::path::Path;
use std::process::Command;

use lagrum_export::ExportError;
use lagrum_export::git::{BranchName, ExportedBefore, GitExport, GitReport, Repository, write_stream};
use lagrum_progress::Silent;
use lagrum_snapshot::Snapshot;

use crate::corpus::Data;

fn branch() -> BranchName {
    "main".parse().unwrap()
}

fn stream(snapshot: &Snapshot, source: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (branch, before) = (branch(), ExportedBefore::default());
    write_stream(snapshot, GitExport { source, branch: &branch, before: &before }, &mut bytes, &Silent)
        .unwrap();
    bytes
}

/// Exports into a repository.
fn export(snapshot: &Snapshot, folder: &Path) -> GitReport {
    let branch = branch();
    let repository = Repository::open_or_create(folder, &branch).unwrap();
    let before = repository.exported_before(&branch).unwrap();
    repository
        .import(|input| {
            write_stream(
                snapshot,
                GitExport { source: "sfs", branch: &branch, before: &before },
                input,
                &Silent,
            )
        })
        .unwrap()
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_history_of_the_demo() {
    let data = Data::demo();
    let snapshot = data.open();
    let folder = tempfile::tempdir().unwrap();
    let report = export(&snapshot, folder.path());
    assert_eq!((report.present, report.too_old), (0, 0));

    // One commit for each lydelse, with the amending act, the day and the preparatory works.
    let log = git(folder.path(), &["log", "--reverse", "--format=%as %s", "main", "--", "1931/47.md"]);
    let lines: Vec<&str> = log.lines().collect();
    let numbers: Vec<&str> = lines.iter().map(|line| line.split(' ').nth(1).unwrap()).collect();
    assert_eq!(numbers[..4], ["1931:47", "1958:12", "2004:310", "2029:88"], "{log}");
    assert!(lines[0].starts_with("1970-01-01 1931:47 Fårlag (1931:47)"), "{log}");
    assert!(lines[2].starts_with("2005-01-01 2004:310 "), "{log}");
    let first = git(folder.path(), &["log", "--reverse", "--format=%B", "main", "--", "1931/47.md"]);
    assert!(first.contains("In-Force: 1931-07-01\n"), "{first}");

    // Each line of the act is blamed on the amendment that wrote it.
    let blame = git(folder.path(), &["blame", "--line-porcelain", "main", "--", "1931/47.md"]);
    let blamed = |number: &str| blame.lines().any(|line| line.starts_with(&format!("summary {number} ")));
    assert!(blamed("1931:47") && blamed("2004:310"), "{}", blame.chars().take(2000).collect::<String>());

    // The newest file is the document's own markdown, and every act has one.
    let newest = git(folder.path(), &["show", "main:1931/47.md"]);
    assert!(newest.contains("Denna lag gäller får och getter"), "{newest}");
    let files = git(folder.path(), &["ls-tree", "-r", "--name-only", "main"]);
    let held = snapshot.catalog().all_documents().map(Result::unwrap);
    let held = held.filter(|document| document.source == "sfs" && document.stored.is_some());
    assert_eq!(files.lines().count(), held.count());
    git(folder.path(), &["fsck", "--strict"]);
}

#[test]
fn running_again_adds_only_what_is_new() {
    let act = |number: &str, text: &str, archived: bool| {
        let place = if archived { format!("/konsolidering/{number}") } else { String::new() };
        let uri = format!("https://lag.example/1990:1{place}");
        let register: Vec<String> = [("1990:1", "1990-07-01"), ("1995:2", "1995-07-01"), ("2002:3", "2002-01-01")]
            .iter()
            .map(|(number, day)| {
                format!(
                    r#"{{"uri":"https://lag.example/{number}","properties":{{"rpubl:ikrafttradandedatum":"{day}"}},"forarbeten":["Prop. {number}"]}}"#
                )
            })
            .collect();
        format!(
            r#"{{"uri":"{uri}","metadata":{{"uri":"https://lag.example/1990:1/konsolidering/{number}","properties":{{"dcterms:title":"Lag (1990:1) om får"}}}},"structure":[{{"type":"paragraf","id":"P1","ordinal":"1","children":[{{"type":"stycke","id":"P1S1","text":["{text}"]}}]}}],"amendments":[{}]}}"#,
            register.join(",")
        )
    };
    let data = Data::new();
    let folder = tempfile::tempdir().unwrap();
    let subjects = || git(folder.path(), &["log", "--reverse", "--format=%s", "main"]);
    data.dumps(&[("sfs.ndjson", act("1990:1", "Får.", false))]);
    assert_eq!(export(&data.open(), folder.path()).commits, 1);
    let nothing = GitReport { present: 1, ..GitReport::default() };
    assert_eq!(export(&data.open(), folder.path()), nothing, "the same again");

    // An amendment.
    data.dumps(&[
        ("sfs.ndjson", act("2002:3", "Får och getter.", false)),
        ("versions/sfs.ndjson", act("1990:1", "Får.", true)),
    ]);
    let before = git(folder.path(), &["rev-parse", "main"]);
    assert_eq!(export(&data.open(), folder.path()).commits, 1);
    assert_eq!(git(folder.path(), &["rev-parse", "main~1"]), before, "what was there stays");
    assert!(subjects().lines().last().unwrap().starts_with("2002:3 "), "{}", subjects());

    // A correction of the newest text, and a lydelse that belongs before an existing commit.
    data.dumps(&[
        ("sfs.ndjson", act("2002:3", "Får och getter!", false)),
        ("versions/sfs.ndjson", [act("1990:1", "Får.", true), act("1995:2", "Lamm.", true)].join("\n")),
    ]);
    let report = export(&data.open(), folder.path());
    assert_eq!((report.commits, report.present, report.too_old), (1, 1, 1));
    assert!(git(folder.path(), &["show", "main:1990/1.md"]).contains("getter!"));

    // A new repository has all lydelser in order.
    let whole = tempfile::tempdir().unwrap();
    assert_eq!(export(&data.open(), whole.path()).commits, 3);
    let log = git(whole.path(), &["log", "--reverse", "--format=%as %s", "main"]);
    let days: Vec<&str> = log.lines().map(|line| &line[..17]).collect();
    let works = git(whole.path(), &["log", "--format=%b", "main"]);
    assert_eq!(works.lines().filter(|line| line.starts_with("Prop. ")).count(), 3, "{works}");
    assert_eq!(days, ["1990-07-01 1990:1", "1995-07-01 1995:2", "2002-01-01 2002:3"]);
}

#[test]
fn the_same_snapshot_gives_the_same_commits() {
    let data = Data::demo();
    assert_eq!(stream(&data.open(), "sfs"), stream(&data.open(), "sfs"));
    let [one, two] = [(); 2].map(|()| {
        let folder = tempfile::tempdir().unwrap();
        export(&data.open(), folder.path());
        git(folder.path(), &["rev-parse", "main"])
    });
    assert_eq!(one, two);
}

#[test]
fn a_stream_that_ends_early_changes_nothing() {
    let data = Data::demo();
    let snapshot = data.open();
    let folder = tempfile::tempdir().unwrap();
    let repository = Repository::open_or_create(folder.path(), &branch()).unwrap();
    let whole = stream(&snapshot, "sfs");
    let cut = repository.import(|input| Ok(std::io::Write::write_all(input, &whole[..whole.len() / 2])?));
    assert!(matches!(cut, Err(ExportError::Git { .. })), "{cut:?}");
    assert_eq!(git(folder.path(), &["for-each-ref"]), "");
    assert!(export(&snapshot, folder.path()).commits > 0, "the next export starts anew");
}

#[test]
fn other_sources_and_none() {
    let data = Data::demo();
    let snapshot = data.open();
    let eu = String::from_utf8(stream(&snapshot, "eurlex")).unwrap();
    assert!(eu.contains("M 100644 inline celex/32031R0077.md\n"));
    let (branch, before) = (branch(), ExportedBefore::default());
    let none = GitExport { source: "nothing", branch: &branch, before: &before };
    let failed = write_stream(&snapshot, none, &mut Vec::new(), &Silent);
    assert!(matches!(failed, Err(ExportError::NoDocuments(_))));
}

/// A clone of the repository has the files, whatever name git gave the first branch. A branch with commits stays HEAD.
#[test]
fn the_head_of_a_repository_names_the_branch() {
    let data = Data::demo();
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "--quiet", "--bare", "--initial-branch", "other"]);
    let repository = Repository::open_or_create(folder.path(), &branch()).unwrap();
    repository.name_branch(&branch()).unwrap();
    let head = || git(folder.path(), &["symbolic-ref", "HEAD"]);
    assert_eq!(head().trim(), "refs/heads/other", "nothing was exported");
    export(&data.open(), folder.path());
    repository.name_branch(&branch()).unwrap();
    assert_eq!(head().trim(), "refs/heads/main");
    git(folder.path(), &["branch", "mine", "main"]);
    git(folder.path(), &["symbolic-ref", "HEAD", "refs/heads/mine"]);
    repository.name_branch(&branch()).unwrap();
    assert_eq!(head().trim(), "refs/heads/mine");
}
