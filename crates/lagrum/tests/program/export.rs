//! `lagrum export`

use std::process::{Command, Stdio};

use crate::corpora::{BASE, propositions, statutes};
use crate::support::Home;

#[test]
fn tables_are_printed_or_written_whole() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    let printed = home.done(&["export", "documents"]).stdout;
    assert_eq!(printed.lines().count(), 4, "{printed}");
    assert!(
        printed.starts_with(
            "uri,source,kind,label,title,source_url,updated,date,expired,inbound_count,date_text,"
        )
    );
    assert!(printed.contains(&format!("\n{BASE}/1931:2,sfs,")), "{printed}");

    let file = home.path("citations.csv");
    let said = home.done(&["export", "citations", "--output", file.to_str().unwrap()]).stdout;
    assert!(said.starts_with("3 citations in "), "{said}");
    let table = std::fs::read_to_string(&file).unwrap();
    assert!(
        table.contains(&format!("{BASE}/1931:2,P1S1,{BASE}/1931:1#P1,dcterms:references,1 §,sfs,")),
        "{table}"
    );
    let provisions = home.done(&["export", "provisions"]).stdout;
    assert!(provisions.starts_with("uri,label,text,valid_from,valid_until,basis\n"), "{provisions}");
    assert!(provisions.contains(&format!("\n{BASE}/1931:2#P1,")), "{provisions}");
    let file = home.path("law.sqlite");
    let said = home.done(&["export", "sqlite", "--output", file.to_str().unwrap()]).stdout;
    assert!(said.starts_with("3 documents, 3 provisions, 0 amendments, 3 citations,"), "{said}");
    let database = rusqlite::Connection::open(&file).unwrap();
    let found = "SELECT uri FROM provisions WHERE rowid IN (SELECT rowid FROM provisions_fts WHERE provisions_fts MATCH 'vallning')";
    let found: String = database.query_row(found, [], |row| row.get(0)).unwrap();
    assert!(found.starts_with(BASE), "{found}");
    let missing = home.path("missing/citations.csv");
    assert!(
        home.failed(&["export", "citations", "--output", missing.to_str().unwrap()]).contains("cannot write")
    );
}

#[test]
fn a_repository_grows_with_the_corpus() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "om vallning")), ("forarbete", &propositions(1..2, "x"))]);
    let folder = home.path("lag");
    let export =
        || home.done(&["export", "git", "--source", "sfs", "--repo", folder.to_str().unwrap()]).stdout;
    let said = export();
    assert!(said.starts_with("3 commits added to main, 0 lydelser were there already\n"), "{said}");
    assert!(said.contains("reset --hard main"), "{said}");
    assert_eq!(export(), "0 commits added to main, 3 lydelser were there already\n");
    home.publish(&[("sfs", &statutes(1..6, "om vallning"))]);
    assert!(export().starts_with("2 commits added to main, 3 lydelser"));

    let stream = home.done(&["export", "git", "--source", "sfs", "--branch", "lag"]).stdout;
    assert!(stream.starts_with("feature done\ncommit refs/heads/lag\n"), "{}", &stream[..100]);
    assert!(stream.ends_with("\ndone\n"));
    assert!(
        home.failed(&["export", "git", "--source", "nothing"])
            .contains("no document is of the source nothing")
    );
    assert_eq!(home.run(&["export", "git", "--source", "sfs", "--branch", "a..b"]).code, Some(2));
}

#[test]
fn a_terminal_gets_no_stream_for_programs() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "om vallning"))]);
    for form in
        [&["export", "documents"][..], &["export", "citations"], &["export", "git", "--source", "sfs"]]
    {
        // `script` gives the program a terminal.
        let own = home.command(form);
        let words = std::iter::once(own.get_program()).chain(own.get_args());
        let words: Vec<_> = words.map(|word| format!("'{}'", word.to_str().unwrap())).collect();
        let mut command = Command::new("script");
        let command = command
            .args(["-q", "-e", "-c", &words.join(" "), "/dev/null"])
            .stdin(Stdio::null())
            .current_dir(home.path("."));
        for (name, value) in own.get_envs() {
            command.env(name, value.unwrap());
        }
        let Ok(output) = command.output() else {
            eprintln!("skipped: there is no program `script`");
            return;
        };
        let shown = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{form:?}: {shown}");
        assert!(shown.contains("not printed to a terminal"), "{form:?}: {shown}");
        assert!(!shown.contains("1931:2"), "{form:?}: {shown}");
    }
}
