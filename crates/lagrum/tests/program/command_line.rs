//! What the program prints, to which stream, and with which exit code.

use std::process::Stdio;

use crate::corpora::{BASE, propositions, statute, statutes};
use crate::support::{Home, Server, ended, gzip};

#[test]
fn help_names_what_a_stranger_needs() {
    let home = Home::new();
    let table: [(&[&str], &[&str]); 9] = [
        (
            &["--help"],
            &[
                "import",
                "build",
                "serve",
                "resolve",
                "provision",
                "diff",
                "status",
                "check",
                "ledger",
                "serve --demo",
                "LAGRUM_DATA",
            ],
        ),
        (&["-h"], &["import", "build", "serve", "./data"]),
        (&["help", "import"], &["sfs.ndjson.gz", "https://", "--prune", "--no-prune", "--source", "--base"]),
        (&["help", "build"], &["--data", "snapshot"]),
        (
            &["help", "serve"],
            &["--demo", "--listen", "LAGRUM_LISTEN", "127.0.0.1:8080", "--metrics", "--ledger"],
        ),
        (&["help", "parse"], lagrum_parse::SOURCES),
        (&["help", "status"], &["--data"]),
        (&["help", "check"], &["--data", "corpus"]),
        (&["help", "ledger"], &["error_id", "--ledger"]),
    ];
    for (arguments, words) in table {
        let ended = home.done(arguments);
        for word in words {
            assert!(ended.stdout.contains(word), "{arguments:?}: no {word} in\n{}", ended.stdout);
        }
        assert_eq!(ended.stderr, "");
    }
    assert!(home.done(&["--version"]).stdout.contains(env!("CARGO_PKG_VERSION")));
    assert!(!home.data().exists(), "asking for help must not make folders");
}

#[test]
fn wrong_usage_is_told_from_failure() {
    let home = Home::new();
    home.write("wrong.toml", "lisen = \"x\"");
    let table: [(&[&str], &str); 11] = [
        (&[], "Usage"),
        (&["sreve"], "serve"),
        (&["import"], "<SOURCE>"),
        (&["build", "now"], "now"),
        (&["serve", "--listen", "8080"], "--listen"),
        (&["serve", "--listen", "127.0.0.1:99999"], "99999"),
        (&["serve", "--connections", "-1"], "-1"),
        (&["serve", "--drain", "soon"], "soon"),
        (&["status", "--log-format", "xml"], "xml"),
        (&["status", "--config", "wrong.toml"], "lisen"),
        (&["status", "--config", "nowhere.toml"], "nowhere.toml"),
    ];
    for (arguments, word) in table {
        let ended = home.run(arguments);
        assert_eq!(ended.code, Some(2), "{arguments:?}: {ended:?}");
        assert_eq!(ended.stdout, "", "{arguments:?}");
        assert!(ended.stderr.contains(word), "{arguments:?}: {}", ended.stderr);
    }
}

#[test]
fn failures_say_what_to_do() {
    let home = Home::new();
    home.write("odd.txt", "x");
    home.write("file", "x");
    home.write("broken.ndjson.gz", "not gzip");
    let table: [(&[&str], &str); 10] = [
        (&["build"], "lagrum import"),
        (&["status"], "lagrum import"),
        (&["check"], "lagrum build"),
        (&["import", "nowhere.ndjson.gz"], "nowhere.ndjson.gz: no such file"),
        (&["import", "odd.txt"], "--source"),
        (&["import", "broken.ndjson.gz"], "broken.ndjson.gz"),
        (&["import", "http://127.0.0.1:1"], "http://127.0.0.1:1"),
        (&["import", "--base", "nonsense", "odd.txt"], "nonsense"),
        (&["build", "--data", "file"], "file"),
        (&["status", "--log", "=x=y"], "log filter"),
    ];
    for (arguments, word) in table {
        let said = home.failed(arguments);
        assert!(said.contains(word) && said.contains("error: "), "{arguments:?}: {said}");
    }
}

#[test]
fn results_go_to_standard_output_and_all_else_to_standard_error() {
    let home = Home::new();
    let dump = home.path("sfs.ndjson.gz");
    gzip(&dump, &[&statutes(1..4, "x")[..], &["{\"uri\":".to_owned()]].concat());
    let import = home.done(&["import", dump.to_str().unwrap()]);
    assert!(import.stdout.contains("stored 3") && import.stdout.contains("unreadable 1"), "{import:?}");
    assert!(import.stderr.contains("line 4: "), "{import:?}");
    let build = home.done(&["build"]);
    assert!(build.stdout.contains("3 documents"), "{build:?}");
    let status = home.done(&["status"]);
    for words in ["up to date", BASE, "sfs"] {
        assert!(status.stdout.contains(words), "{status:?}");
    }
    let check = home.done(&["check"]);
    assert!(check.stdout.contains("all is well"), "{check:?}");
    for ended in [&import, &build, &status, &check] {
        assert!(!ended.stdout.contains("INFO"), "{ended:?}");
        // Colours are for terminals.
        assert!(!ended.stderr.contains('\u{1b}'), "{ended:?}");
    }
    // With `--log error` standard error has errors only; the JSON log is JSON.
    assert_eq!(home.done(&["build", "--log", "error"]).stderr, "");
    for line in home.done(&["build", "--log-format", "json"]).stderr.lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
    }

    home.done(&["import", "--source", "sfs", &home.write("more.ndjson", statute(9, "x"))]);
    assert!(home.done(&["status"]).stdout.contains("run `lagrum build`"));
}

#[test]
fn a_reader_that_goes_away_is_no_disaster() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "x"))]);
    for arguments in [&["status"][..], &["build"], &["check"], &["--help"]] {
        let mut child =
            home.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && !said.contains("panicked"), "{arguments:?}: {said}");
    }
    let mut child = home.command(&["build"]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert!(child.wait().unwrap().success(), "nobody listens to the log");
}

#[test]
fn flags_win_over_the_environment_and_that_over_the_file() {
    let home = Home::new();
    let dump = home.write("sfs.ndjson", statute(1, "x"));
    home.write("lagrum.toml", "data = \"from-file\"\nlisten = \"nonsense\"\n");
    let import = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = home.command(&[&["import", &dump], arguments].concat());
        let ended = ended(command.envs(variables.iter().copied()));
        assert_eq!(ended.code, Some(0), "{ended:?}");
    };
    let here = |folder: &str| home.path(folder).join("corpus/corpus.db").is_file();
    import(&["--config", "lagrum.toml"], &[]);
    assert!(here("from-file"));
    import(&[], &[("LAGRUM_CONFIG", "lagrum.toml"), ("LAGRUM_DATA", "from-environment")]);
    assert!(here("from-environment"));
    import(&["--data", "from-flag"], &[("LAGRUM_DATA", "from-nowhere")]);
    assert!(here("from-flag") && !here("from-nowhere") && !here("data"));
    import(&[], &[]);
    assert!(here("data"));

    let mut command = home.command(&["serve"]);
    command.env("LAGRUM_LISTEN", "127.0.0.1:0").env("LAGRUM_DATA", "from-flag");
    assert_eq!(Server::spawn(&home, command).get("/healthz").status, 200);
    // Values of the file are checked like flags.
    let serve = home.run(&["serve", "--config", "lagrum.toml"]);
    assert_eq!(serve.code, Some(2), "{serve:?}");
    assert!(serve.stderr.contains("nonsense"), "{serve:?}");
}

#[test]
fn nonsense_is_counted_and_leaves_the_corpus_as_it_was() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "x"))]);
    let nonsense = home.write("dv.ndjson", "{}\nnull\n[\n\u{0}\n{\"uri\":7}\n\n\"uri\"\n");
    let ended = home.run(&["import", "--prune", &nonsense]);
    assert!(ended.code == Some(1) && ended.stdout.contains("stored 0"), "{ended:?}");
    assert!(ended.stderr.contains("error: nothing was stored"), "{ended:?}");
    home.failed(&["import", "--strict", &nonsense]);
    let foreign = home.write("dv.ndjson", r#"{"uri":"https://other.example/dom/1"}"#);
    assert!(home.failed(&["import", &foreign]).contains("https://other.example/dom/1"));
    let (sfs, cut) = (home.path("sfs.ndjson.gz"), home.path("cut/sfs.ndjson.gz"));
    gzip(&sfs, &propositions(1..400, "x"));
    let bytes = std::fs::read(&sfs).unwrap();
    home.write("cut/sfs.ndjson.gz", &bytes[..bytes.len() - 9]);
    home.failed(&["import", "--prune", "--source", "dv", cut.to_str().unwrap()]);
    assert!(
        home.done(&["status"]).stdout.contains("sfs                 3"),
        "{}",
        home.done(&["status"]).stdout
    );
    home.done(&["build"]);
    home.done(&["check"]);
}

/// Takes the lock of a running import or build.
fn locked(home: &Home, path: &str) -> std::fs::File {
    let lock = std::fs::File::options().append(true).open(home.data().join(path)).unwrap();
    lock.lock().unwrap();
    lock
}

#[test]
fn a_second_import_or_build_fails_at_once() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..4, "x"))]);
    let dump = home.write("sfs.ndjson", statute(9, "x"));
    let import = locked(&home, "corpus/import.lock");
    assert!(home.failed(&["import", &dump]).contains("another import"));
    home.done(&["build"]);
    drop(import);
    let build = locked(&home, "snapshots/build.lock");
    assert!(home.failed(&["build"]).contains("another build"));
    home.done(&["import", &dump]);
    drop(build);
    home.done(&["build"]);
    home.done(&["check"]);
}
