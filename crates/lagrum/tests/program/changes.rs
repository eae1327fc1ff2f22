//! Changes, as the server and the command line report them.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::corpora::{BASE, statute, statutes};
use crate::support::{Home, Server};

pub const CHANGES: &str = "/api/v1/changes";
pub const DOCUMENT: &str = "/api/v1/document?";

/// A statute with this title and text, and with a day of expiry.
fn titled(number: usize, title: &str, text: &str, expires: Option<&str>) -> String {
    let mut statute: Value = serde_json::from_str(&statute(number, text)).unwrap();
    let properties = &mut statute["metadata"]["properties"];
    properties["dcterms:title"] = json!(title);
    if let Some(day) = expires {
        properties["rpubl:upphavandedatum"] = json!(day);
    }
    statute.to_string()
}

/// The kind of each change by local id.
pub fn kinds(answer: &Value) -> BTreeMap<String, String> {
    let rows = answer["changes"].as_array().unwrap().iter();
    rows.map(|row| {
        let uri = row["uri"].as_str().unwrap().strip_prefix(BASE).unwrap();
        (uri[1..].to_owned(), row["change"].as_str().unwrap().to_owned())
    })
    .collect()
}

fn expected(rows: &[(&str, &str)]) -> BTreeMap<String, String> {
    rows.iter().map(|(id, kind)| ((*id).to_owned(), (*kind).to_owned())).collect()
}

/// A corpus in two states, and what changed between them.
struct Changed {
    home: Home,
    server: Server,
    first: String,
    second: String,
}

impl Changed {
    const KINDS: [(&str, &str); 6] = [
        ("1931:1", "text"),
        ("1931:10", "added"),
        ("1931:2", "metadata"),
        ("1931:3", "metadata"),
        ("1931:4", "withdrawn"),
        ("1931:5", "status"),
    ];

    fn new() -> Self {
        let home = Home::new();
        let before: Vec<String> =
            (1..9).map(|number| titled(number, &format!("Lag (1931:{number})"), "x", None)).collect();
        home.publish(&[("sfs", &before)]);
        let first = home.current();
        let server = Server::start(&home, &[]);
        assert_eq!(server.json(&format!("{CHANGES}?since={first}"))["total"], 0);

        let mut after = before;
        after[0] = titled(1, "Lag (1931:1)", "y", None);
        after[1] = titled(2, "Lag (1931:2) om annat", "x", None);
        // Other white space and another order of keys.
        let rewritten: Value = serde_json::from_str(&after[2]).unwrap();
        let (uri, structure) = (&rewritten["uri"], &rewritten["structure"]);
        after[2] = format!(
            r#"{{ "structure" : {structure}, "metadata":{}, "uri" :  {uri}}}"#,
            rewritten["metadata"]
        );
        after[4] = titled(5, "Lag (1931:5)", "x", Some("2001-01-01"));
        after.push(titled(10, "Lag (1931:10)", "x", None));
        after.remove(3);
        let dump = home.write("sfs.ndjson", after.join("\n"));
        home.done(&["import", "--prune", &dump]);
        // A change that is imported and not built is not reported.
        let told = server.json(&format!("{CHANGES}?since={first}"));
        assert_eq!((&told["total"], &told["snapshot"]), (&json!(0), &json!(first)));
        home.done(&["build"]);
        server.caught_up(&home);
        let second = home.current();
        Self { home, server, first, second }
    }
}

#[test]
fn each_change_is_told_by_its_kind() {
    let Changed { home, server, first, second } = Changed::new();
    let told = server.json(&format!("{CHANGES}?since={first}"));
    assert_eq!(kinds(&told), expected(&Changed::KINDS));
    assert_eq!((&told["snapshot"], &told["since"]), (&json!(second), &json!(first)));
    assert_eq!(
        (&told["total"], &told["complete"], &told["next_cursor"]),
        (&json!(6), &json!(true), &Value::Null)
    );
    for row in told["changes"].as_array().unwrap() {
        let uri = row["uri"].as_str().unwrap();
        assert_eq!((&row["source"], &row["label"].is_string()), (&json!("sfs"), &true), "{row}");
        let answer = server.get(&format!("{DOCUMENT}uri={uri}"));
        if row["change"] == "withdrawn" {
            assert_eq!(answer.status, 404);
            assert_eq!((&row["sha256"], &row["bytes"]), (&Value::Null, &Value::Null));
            assert_eq!((&row["title"], &row["kind"]), (&json!("Lag (1931:4)"), &json!("lag")));
            continue;
        }
        let body = answer.text();
        let artifact = body.split_once("\"artifact\":").unwrap().1.strip_suffix('}').unwrap();
        assert_eq!(row["bytes"], artifact.len());
        assert_eq!(row["sha256"], hex::encode(Sha256::digest(artifact)));
    }

    let only = |query: &str| kinds(&server.json(&format!("{CHANGES}?since={first}&{query}")));
    assert_eq!(only("change=text,withdrawn"), expected(&[("1931:1", "text"), ("1931:4", "withdrawn")]));
    assert_eq!(only("source=dv"), expected(&[]));
    assert_eq!(only("source=sfs&kind=lag"), expected(&Changed::KINDS));
    assert_eq!(only("kind=nonsens"), expected(&[]));
    assert_eq!(only("source=sfs&change=status"), expected(&[("1931:5", "status")]));

    // The command line gives the same answer.
    let printed = home.done(&["changes", "--since", &first, "--json"]).stdout;
    assert_eq!(serde_json::from_str::<Value>(&printed).unwrap(), told);
    let lines = home.done(&["changes", "--since", &first, "--change", "text"]).stdout;
    assert!(lines.contains("text") && lines.contains("1 of 1 changed documents"), "{lines}");
}

#[test]
fn pages_of_changes_are_slices_of_the_list_also_after_another_build() {
    let Changed { home, server, first, .. } = Changed::new();
    let whole = server.json(&format!("{CHANGES}?since={first}"))["changes"].clone();
    let page = |query: &str| server.json(&format!("{CHANGES}?{query}"));
    let mut paged = Vec::new();
    let mut answer = page(&format!("since={first}&limit=2"));
    loop {
        paged.extend(answer["changes"].as_array().unwrap().clone());
        assert_eq!(answer["total"], 6);
        assert_eq!(answer["complete"], answer["next_cursor"].is_null());
        let Some(cursor) = answer["next_cursor"].as_str() else { break };
        answer = page(&format!("limit=2&cursor={cursor}"));
        assert_eq!(answer["since"], first);
    }
    assert_eq!(Value::from(paged), whole);

    // Changes that happen between two pages come at the end.
    let cursor = page(&format!("since={first}&limit=4"))["next_cursor"].as_str().unwrap().to_owned();
    let dump = home.write("sfs.ndjson", [titled(1, "Lag (1931:1)", "z", None), statute(11, "x")].join("\n"));
    home.done(&["import", &dump]);
    home.done(&["build"]);
    server.caught_up(&home);
    let rest = page(&format!("cursor={cursor}"));
    let mut rows: Vec<&str> =
        rest["changes"].as_array().unwrap().iter().map(|row| row["uri"].as_str().unwrap()).collect();
    let late = rows.split_off(rows.len() - 2);
    assert_eq!(late, [format!("{BASE}/1931:1"), format!("{BASE}/1931:11")]);
    let shown: Vec<&str> =
        whole.as_array().unwrap()[4..].iter().map(|row| row["uri"].as_str().unwrap()).collect();
    assert_eq!(rows, shown);

    for query in [
        format!("cursor={cursor}&change=text"),
        format!("cursor={cursor}&since=2999-01-01"),
        format!("cursor={}", &cursor[1..]),
        format!("cursor={cursor}&versions=true"),
    ] {
        assert_eq!(server.get(&format!("{CHANGES}?{query}")).status, 422, "{query}");
    }
}

#[test]
fn a_time_stands_for_the_snapshot_that_was_served_then() {
    let Changed { home: _home, server, first, second } = Changed::new();
    let told = server.json(&format!("{CHANGES}?since={first}"));
    let at = told["changes"][0]["at"].as_str().unwrap();
    assert!(told["changes"].as_array().unwrap().iter().all(|row| row["at"] == at));
    assert_eq!(server.json(&format!("{CHANGES}?since={at}"))["total"], 0, "it was served then");
    assert_eq!(server.json(&format!("{CHANGES}?since={second}"))["total"], 0);
    let before: jiff::Timestamp = at.parse().unwrap();
    let long_before = before - jiff::SignedDuration::from_hours(24);
    // The corpus is younger than that: all documents count as added.
    let all = server.json(&format!("{CHANGES}?since={long_before}"));
    assert_eq!(all["total"], 8 + 1);
    assert_eq!(kinds(&all).values().filter(|kind| *kind == "added").count(), 8);

    for (since, status) in [
        ("2001-01-01", 410),
        ("2001-01-01T00:00:00Z", 410),
        ("20010101T000000000Z-g7", 422),
        ("29990101T000000000Z-g7", 422),
        ("nonsens", 422),
        ("2031-02-30", 422),
        ("2999-01-01", 200),
    ] {
        let answer = server.get(&format!("{CHANGES}?since={since}"));
        assert_eq!(answer.status, status, "{since}: {}", answer.text());
        if status == 410 {
            assert!(answer.text().contains("/api/v1/dumps"), "{}", answer.text());
        }
    }
    let missing = server.get(CHANGES);
    assert_eq!((missing.status, &missing.json()["detail"][0]["type"]), (422, &json!("missing")));
    assert_eq!(server.get(&format!("{CHANGES}?since={first}&change=nonsens")).status, 422);
}

#[test]
fn documents_can_be_listed_by_their_last_change() {
    let Changed { home: _home, server, first, .. } = Changed::new();
    let uris = |query: &str| -> Vec<String> {
        let list = server.json(&format!("/api/v1/documents?{query}"));
        let rows = list["documents"].as_array().unwrap().clone();
        assert_eq!(list["total"], rows.len());
        rows.iter().map(|row| row["uri"].as_str().unwrap().replace(BASE, "")).collect()
    };
    let updated = server.json("/api/v1/documents?sort=updated")["documents"].clone();
    let times: Vec<&str> =
        updated.as_array().unwrap().iter().map(|row| row["updated"].as_str().unwrap()).collect();
    assert!(times.is_sorted_by(|a, b| a >= b), "{times:?}");
    assert_eq!(uris("sort=updated&include_expired=true").len(), uris("include_expired=true").len());
    assert_eq!(uris("changed_since=2001-01-01"), uris(""));
    assert_eq!(uris("changed_since=2999-01-01"), [""; 0]);
    assert_eq!(uris(&format!("changed_since={}", times[0]))[..1], ["/1931:1".to_owned()]);
    assert!(!first.is_empty());
}

#[test]
fn the_last_changes_are_a_feed() {
    let Changed { home: _home, server, .. } = Changed::new();
    for (path, entries) in [
        ("/feeds/all.atom", 9),
        ("/feeds/sfs.atom", 9),
        ("/feeds/dv.atom", 0),
        ("/dataset/sfs/feed.atom", 9),
        ("/dataset/sfs/feed.atom?rdf_type=type%2Fnonsens", 0),
        ("/dataset/dv/feed.atom?rpubl_rattsfallspublikation=nja", 0),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("content-type"), Some("application/atom+xml; charset=utf-8"));
        let tag = answer.header("etag").unwrap();
        assert_eq!(server.get_with(path, &[("if-none-match", tag)]).status, 304);
        let feed = answer.text().parse::<atom_syndication::Feed>().unwrap();
        assert_eq!(feed.entries.len(), entries, "{path}");
        let times: Vec<_> = feed.entries.iter().map(|entry| entry.updated).collect();
        assert!(times.is_sorted_by(|a, b| a >= b));
        assert!(feed.entries.iter().all(|entry| entry.links[0].href.starts_with(BASE)));
        assert_eq!(feed.links[0].href, format!("{BASE}{path}"));
        let gone = feed.entries.iter().filter(|entry| entry.categories[0].term == "withdrawn").count();
        assert_eq!(gone, usize::from(entries > 0));
    }
    for path in [
        "/feeds/nonsens.atom",
        "/feeds/all.atom?archive=1",
        "/feeds/all.atom?archive=x",
        "/feeds/sfs",
        "/feeds/.atom",
        "/dataset/forarbete/feed.atom",
        "/dataset/feed.atom",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn what_is_followed_is_told_by_feeds_and_on_the_command_line() {
    let Changed { home, server, .. } = Changed::new();
    let feed = |path: &str| {
        let answer = server.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        let tag = answer.header("etag").unwrap();
        assert_eq!(server.get_with(path, &[("if-none-match", tag)]).status, 304);
        answer.text().parse::<atom_syndication::Feed>().unwrap()
    };
    let terms = |feed: &atom_syndication::Feed| {
        let mut terms: Vec<_> = feed.entries.iter().map(|entry| entry.categories[0].term.clone()).collect();
        terms.sort();
        terms
    };
    for (id, expected) in [
        ("1931:1", &["added", "text"][..]),
        ("1931:10", &["added"]),
        // Withdrawn documents have events too.
        ("1931:4", &["withdrawn"]),
        ("1931:5", &["added", "repealed", "status"]),
    ] {
        let followed = feed(&format!("/feeds/uri.atom?uri={BASE}/{id}"));
        assert_eq!(terms(&followed), expected, "{id}");
        let ids: std::collections::BTreeSet<_> = followed.entries.iter().map(|entry| &entry.id).collect();
        assert_eq!(ids.len(), followed.entries.len());
        assert!(followed.entries.iter().all(|entry| entry.links[0].href.starts_with(BASE)));
        assert!(followed.entries.is_sorted_by(|a, b| a.updated >= b.updated));
    }
    // A provision, a provision that never existed, a document that never existed, and nothing.
    assert_eq!(server.get(&format!("/feeds/uri.atom?uri={BASE}/1931:1%23P1")).status, 200);
    assert_eq!(server.get(&format!("/feeds/uri.atom?uri={BASE}/1931:1%23P99")).status, 404);
    assert_eq!(server.get(&format!("/feeds/uri.atom?uri={BASE}/1931:99")).status, 404);
    assert_eq!(server.get("/feeds/uri.atom").status, 422);

    let found = feed("/feeds/search.atom?q=lag");
    assert!(!found.entries.is_empty() && found.entries.len() <= 100);
    assert!(terms(&found).iter().all(|term| term == "added" || term == "text"), "{:?}", terms(&found));
    assert_eq!(found.entries[0].updated, found.updated);
    assert!(feed("/feeds/search.atom?q=lag&source=dv").entries.is_empty());
    assert!(feed("/feeds/search.atom?q=finnsinte").entries.is_empty());
    assert_eq!(server.get("/feeds/search.atom").status, 422);

    let file = |lines: &[&str]| {
        let lines: Vec<String> = lines.iter().map(|id| format!("{BASE}/{id}")).collect();
        home.write("uris.txt", lines.join("\n"))
    };
    let run = |since: &str, lines: &[&str]| home.run(&["changes", "--since", since, "--uri", &file(lines)]);
    let told = run("2001-01-02", &["1931:1", "1931:99"]);
    assert_eq!(told.code, Some(1), "{}", told.stderr);
    assert!(
        told.stdout.contains(&format!("{BASE}/1931:1 ")) && told.stdout.contains("text"),
        "{}",
        told.stdout
    );
    assert!(told.stderr.contains("1931:99"), "{}", told.stderr);
    let none = run("2999-01-01", &["1931:1", "1931:99"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(0), ""));
    assert_eq!(run("igår", &["1931:1"]).code, Some(2));
    assert_eq!(home.run(&["changes", "--since", "2001-01-02", "--uri", "saknas.txt"]).code, Some(2));
    let json = home.run(&["changes", "--since", "2001-01-02", "--json", "--uri", &file(&["1931:10"])]).stdout;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json[0]["events"][0]["what"], "added");
}

#[test]
fn rewriting_every_artifact_changes_no_text() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..50, "x"))]);
    let first = home.current();
    let rewritten: Vec<String> = statutes(1..50, "x")
        .iter()
        .map(|line| {
            let value: Value = serde_json::from_str(line).unwrap();
            let fields: Vec<String> = value
                .as_object()
                .unwrap()
                .iter()
                .rev()
                .map(|(key, value)| format!("{key:?} : {value:#}"))
                .collect();
            format!("{{ {} }}", fields.join(",").replace('\n', " "))
        })
        .collect();
    home.publish(&[("sfs", &rewritten)]);
    let told: Value =
        serde_json::from_str(&home.done(&["changes", "--since", &first, "--limit", "1000", "--json"]).stdout)
            .unwrap();
    assert_eq!(told["total"], 49);
    assert!(kinds(&told).values().all(|kind| kind == "metadata"), "{told}");
}

#[test]
fn a_corpus_from_before_the_log_says_from_when_on_it_can_tell() {
    let home = Home::new();
    home.publish(&[("sfs", &statutes(1..5, "x"))]);
    let first = home.current();
    let database = rusqlite::Connection::open(home.data().join("corpus/corpus.db")).unwrap();
    database
        .execute_batch(
            "DROP TABLE change_log; DROP TABLE published; DROP TABLE mirrored_until;
             DELETE FROM property WHERE name LIKE 'log%';",
        )
        .unwrap();
    drop(database);
    // The data folder is opened, built and served without migration.
    home.done(&["build"]);
    let second = home.current();
    let server = Server::start(&home, &[]);
    assert_eq!(server.json(&format!("{CHANGES}?since={second}"))["total"], 0);
    assert_eq!(server.get(&format!("{CHANGES}?since={first}")).status, 410);
    assert_eq!(server.get("/feeds/all.atom").status, 200);
    let refused = server.get("/feeds/search.atom?q=f%01r");
    assert_eq!(refused.status, 422, "a feed cannot repeat a control character");

    // The change log begins with the next import.
    home.publish(&[("sfs", &statutes(1..6, "x"))]);
    server.caught_up(&home);
    let told = server.json(&format!("{CHANGES}?since={second}"));
    assert_eq!(kinds(&told), expected(&[("1931:5", "added")]));
    let early = server
        .get(&format!("{CHANGES}?since={}", jiff::Timestamp::now() - jiff::SignedDuration::from_hours(9)));
    assert_eq!(early.status, 410);
    assert!(early.text().contains("begins at 2"), "{}", early.text());
}
