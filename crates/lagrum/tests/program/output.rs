//! Text of documents, file names and other services never reaches a log or a terminal unescaped.

use serde_json::{Value, json};

use crate::corpora::BASE;
use crate::support::{Ended, Home, Server};

/// A forged line, a title of the terminal, NUL, a C1 sequence that clears the screen, DEL, a separator of lines, and
/// writing from right to left.
const HOSTILE: &str = "x\n2031-01-01T00:00:00.000000Z  INFO forged\r\u{1b}]0;owned\u{7}\0\u{9b}2J\u{7f}\u{2028}\u{202e}y\u{2066}";

/// The part of it that a uri may contain.
const HOSTILE_URI: &str = "\u{9b}2J\u{202e}y\u{2066}";

fn is_unsafe(c: char) -> bool {
    c != '\n'
        && (c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
}

fn assert_harmless(what: &str, text: &str) {
    let found: Vec<char> = text.chars().filter(|c| is_unsafe(*c)).collect();
    assert!(found.is_empty(), "{what}: {found:?} in {text:?}");
    assert!(!text.lines().any(|line| line.starts_with("2031-01-01")), "{what}: {text}");
}

fn harmless(what: &str, ended: &Ended) {
    assert_harmless(what, &ended.stdout);
    assert_harmless(what, &ended.stderr);
}

fn document(uri: &str, title: &str, text: &str) -> String {
    json!({
        "uri": uri,
        "metadata": {"properties": {"dcterms:title": title}},
        "structure": [{
            "type": "paragraf",
            "id": "P1",
            "ordinal": "1",
            "children": [{"type": "stycke", "id": "P1S1", "text": [text]}],
        }],
    })
    .to_string()
}

/// A folder with a hostile document, and everything the program printed meanwhile.
fn home() -> Home {
    let home = Home::new();
    let lines = [
        document(
            &format!("{BASE}/1931:1"),
            &format!("Lag (1931:1) om rundgravar {HOSTILE}"),
            &format!("rundgrav {HOSTILE} rundgrav"),
        ),
        document(&format!("{BASE}/1931:2{HOSTILE}"), "Lag (1931:2)", "rundgrav"),
        document(&format!("{BASE}/1931:2{HOSTILE_URI}"), "Lag (1931:2)", "rundgrav"),
        document(&format!("{BASE}/1931:3#{HOSTILE_URI}"), "has a fragment", "text"),
        document(&format!("https://other.example/{HOSTILE_URI}"), "of another base", "text"),
        document(&format!("{BASE}/1931:4{HOSTILE_URI}{}", "z".repeat(100_000)), "with a long uri", "text"),
    ];
    let dump = home.write(&format!("{HOSTILE}/sfs.ndjson").replace('\0', ""), lines.join("\n"));
    for format in ["text", "json"] {
        let import = home.run(&["import", &dump, "--log-format", format]);
        harmless("import", &import);
        assert!(import.stderr.contains("has a fragment") && import.stderr.contains("rejected"), "{import:?}");
        assert!(import.stderr.lines().all(|line| line.len() < 20_000), "lines have a bound");
        if format == "json" {
            // The last line is the program's own, not the log's.
            let logged = import.stderr.lines().filter(|line| !line.starts_with("error: "));
            assert!(logged.clone().count() > 2);
            logged.for_each(|line| drop(serde_json::from_str::<Value>(line).unwrap()));
        }
    }
    harmless("strict import", &home.run(&["import", "--strict", &dump]));
    harmless("import of nothing", &home.run(&["import", &format!("no/{HOSTILE}").replace('\0', "")]));
    harmless("build", &home.done(&["build"]));
    home
}

#[test]
fn commands_print_nothing_as_it_came() {
    let home = home();
    let search = home.done(&["search", "rundgravar"]);
    assert!(search.stdout.contains("om rundgravar") && search.stdout.contains("\\u{202e}"), "{search:?}");
    harmless("search", &search);
    harmless("resolve", &home.done(&["resolve", "1931:1"]));
    harmless("resolve what nobody can", &home.done(&["resolve", &HOSTILE.replace('\0', "")]));
    harmless("status", &home.done(&["status"]));
    harmless("check", &home.done(&["check"]));
    harmless("a source of that name", &home.run(&["search", "x", "--source", &HOSTILE.replace('\0', "")]));

    // JSON has escapes of its own.
    for arguments in [["search", "--json", "rundgravar"], ["resolve", "--json", "1931:1"]] {
        let printed = home.done(&arguments);
        harmless("JSON", &printed);
        let value: Value = serde_json::from_str(&printed.stdout).unwrap();
        let title = value["results"][0]["title"].as_str().or(value["results"][0]["display"].as_str());
        assert!(printed.stdout.contains("om rundgravar"), "{title:?} {}", printed.stdout);
        assert!(value.to_string().chars().any(is_unsafe), "the value itself is as it was");
    }

    // A damaged artifact is reported with its uri.
    let database = home.data().join("corpus/corpus.db");
    let mut bytes = std::fs::read(&database).unwrap();
    let from = bytes.len() / 2;
    bytes[from..].fill(0x5a);
    std::fs::write(&database, bytes).unwrap();
    harmless("check of a damaged corpus", &home.run(&["check"]));
    harmless("status of a damaged corpus", &home.run(&["status"]));
}

#[test]
fn the_server_logs_and_keeps_nothing_as_it_came() {
    let home = home();
    for format in ["text", "json"] {
        let server = Server::start(&home, &["--ledger", "errors.ndjson", "--log-format", format]);
        let coded = "%0A2031-01-01T00%3A00%3A00Z%20forged%1B%5B2J%C2%9B2J%E2%80%AE";
        for path in ["/api/v1/document?uri=", "/api/v1/resolve?q=", "/api/v1/search?q=", "/", "/dumps/"] {
            server
                .get_with(&format!("{path}{coded}"), &[("user-agent", "\u{9b}2J"), ("referer", "\u{202e}x")]);
        }
        let id = server.get(&format!("/api/v1/document?uri={coded}")).json()["error_id"]
            .as_str()
            .unwrap()
            .to_owned();
        let printed = home.done(&["ledger", "--ledger", "errors.ndjson", &id]);
        harmless("ledger", &printed);
        assert_eq!(serde_json::from_str::<Value>(&printed.stdout).unwrap()["id"], *id);
        assert_harmless("the log", &server.log());
        assert_harmless(
            "the file of the ledger",
            &std::fs::read_to_string(home.path("errors.ndjson.404")).unwrap(),
        );
        assert!(home.failed(&["ledger", "--ledger", "errors.ndjson", "\u{1b}[2J"]).contains("\\u{1b}"));
    }
}
