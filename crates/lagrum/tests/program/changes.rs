//! What changed: told by the server and on the command line, and mirrored document by document.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::corpora::{BASE, statute, statutes};
use crate::proxy::{Proxy, Then};
use crate::support::{Home, Server};

const CHANGES: &str = "/api/v1/changes";
const DOCUMENT: &str = "/api/v1/document?";

/// A statute with this title and text that is expired from a day on.
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
fn kinds(answer: &Value) -> BTreeMap<String, String> {
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
        // What is imported and not built is not told.
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

    // What happens between two pages comes at the end.
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
    // The corpus is younger: everything was added since.
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
    for (path, entries) in [("/feeds/all.atom", 9), ("/feeds/sfs.atom", 9), ("/feeds/dv.atom", 0)] {
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
        let gone = feed.entries.iter().filter(|entry| entry.categories[0].term == "withdrawn").count();
        assert_eq!(gone, usize::from(entries > 0));
    }
    for path in ["/feeds/nonsens.atom", "/feeds/sfs", "/feeds/.atom"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

/// An origin with many statutes and its mirror, which has been mirrored once through a proxy.
struct Mirrored {
    home: Home,
    origin: Server,
    mirror: Home,
}

impl Mirrored {
    const STATUTES: usize = 299;

    fn new() -> Self {
        let home = Home::new();
        home.publish(&[("sfs", &statutes(1..=Self::STATUTES, "x"))]);
        let origin = Server::start(&home, &[]);
        Self { home, origin, mirror: Home::new() }
    }

    /// Publishes the statutes with other texts for these numbers.
    fn change(&self, numbers: std::ops::RangeInclusive<usize>, text: &str) {
        let lines: Vec<String> = (1..=Self::STATUTES)
            .map(|number| statute(number, if numbers.contains(&number) { text } else { "x" }))
            .collect();
        self.home.publish(&[("sfs", &lines)]);
        self.origin.caught_up(&self.home);
    }

    /// Builds the mirror, and compares its dump with the origin's.
    fn assert_same(&self) {
        self.mirror.done(&["build"]);
        self.mirror.done(&["check"]);
        assert!(self.mirror.dump("sfs.ndjson.gz") == self.home.dump("sfs.ndjson.gz"));
    }

    fn mirror_by(&self, proxy: &Proxy) -> Fetched {
        self.mirror.done(&["import", &proxy.address]);
        Fetched::by(proxy)
    }
}

/// How many documents and dumps were asked for.
#[derive(Debug, PartialEq, Eq)]
struct Fetched {
    documents: usize,
    dumps: usize,
}

impl Fetched {
    fn by(proxy: &Proxy) -> Self {
        let seen = proxy.seen();
        let count = |prefix: &str| seen.iter().filter(|seen| seen.path.starts_with(prefix)).count();
        Self { documents: count(DOCUMENT), dumps: count("/dumps/") }
    }
}

fn open(origin: &Server) -> Proxy {
    Proxy::before(&origin.address, |_, _| Then::Pass)
}

#[test]
fn a_mirror_fetches_what_changed_and_nothing_else() {
    let case = Mirrored::new();
    let proxy = open(&case.origin);
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 0, dumps: 1 });
    case.assert_same();
    case.change(11..=25, "y");
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 15, dumps: 0 });
    case.assert_same();
    // Its own log says the same.
    case.change(11..=15, "y");
    let before = case.mirror.current();
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 10, dumps: 0 });
    case.assert_same();
    let told = Server::start(&case.mirror, &[]).json(&format!("{CHANGES}?since={before}"));
    assert_eq!(kinds(&told).len(), 10);
    assert!(kinds(&told).values().all(|kind| kind == "text"));
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 0, dumps: 0 });
    // More than a tenth.
    case.change(1..=40, "z");
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 0, dumps: 1 });
    case.assert_same();
    // By way of changes to other texts, and at once back to those of the dump that was imported last: it is fetched again.
    for numbers in [21..=40, 31..=40] {
        case.change(numbers, "z");
        assert_eq!(case.mirror_by(&proxy).dumps, 0);
    }
    case.change(1..=40, "z");
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 0, dumps: 1 });
    case.assert_same();
}

#[test]
fn withdrawn_documents_are_withdrawn_in_the_mirror() {
    let case = Mirrored::new();
    let proxy = open(&case.origin);
    case.mirror_by(&proxy);
    case.home.publish(&[("sfs", &statutes(10..=Mirrored::STATUTES, "x"))]);
    case.origin.caught_up(&case.home);
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 0, dumps: 0 });
    case.assert_same();
    let told = Server::start(&case.mirror, &[]).json(&format!("{CHANGES}?since=2999-01-01"));
    assert_eq!(told["total"], 0);
}

#[test]
fn a_mirror_that_was_away_for_long_takes_the_dumps() {
    let case = Mirrored::new();
    // The log of the origin does not reach back, or the origin has no log.
    for status in [410, 404, 422] {
        case.change(1..=3, "x");
        let gone = Proxy::before(&case.origin.address, {
            let mut first = true;
            move |seen, _| {
                let asks = seen.path.starts_with(CHANGES) && seen.path.contains("versions");
                if asks && std::mem::take(&mut first) {
                    Then::Instead(status, Vec::new())
                } else {
                    Then::Pass
                }
            }
        });
        case.mirror_by(&gone);
        case.change(1..=3, &format!("text {status}"));
        assert_eq!(case.mirror_by(&gone), Fetched { documents: 0, dumps: 1 }, "{status}");
        case.assert_same();
        // From then on changes are enough.
        case.change(4..=5, "new");
        assert_eq!(case.mirror_by(&gone), Fetched { documents: 5, dumps: 0 }, "{status}");
        case.assert_same();
    }
}

#[test]
fn an_origin_that_goes_away_in_the_middle_is_taken_up_where_it_ended() {
    let case = Mirrored::new();
    let left = Arc::new(AtomicUsize::new(usize::MAX));
    let counted = left.clone();
    let proxy = Proxy::before(&case.origin.address, move |seen, _| {
        let is_over = seen.path.starts_with(DOCUMENT)
            && counted.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_err();
        if is_over { Then::Instead(403, Vec::new()) } else { Then::Pass }
    });
    case.mirror_by(&proxy);
    case.change(1..=20, "y");
    left.store(8, Ordering::SeqCst);
    let said = case.mirror.failed(&["import", &proxy.address]);
    assert!(said.contains("403") && said.contains("run the import again"), "{said}");
    proxy.seen();
    left.store(usize::MAX, Ordering::SeqCst);
    assert_eq!(case.mirror_by(&proxy), Fetched { documents: 12, dumps: 0 }, "eight are stored");
    case.assert_same();
}

#[test]
fn a_document_that_is_not_what_the_list_states_is_refused_and_named() {
    let case = Mirrored::new();
    let proxy = Proxy::before(&case.origin.address, |seen, answer| {
        if seen.path.starts_with(DOCUMENT) && seen.path.contains("1931%3A7") {
            return Then::Instead(200, answer.text().replace("falsk", "äkta").into_bytes());
        }
        Then::Pass
    });
    case.mirror_by(&proxy);
    case.change(5..=9, "falsk");
    for _ in 0..2 {
        let said = case.mirror.failed(&["import", &proxy.address]);
        assert!(said.contains(&format!("{BASE}/1931:7 was refused")) && said.contains("SHA-256"), "{said}");
    }
    case.mirror.done(&["build"]);
    let served = Server::start(&case.mirror, &[]);
    assert!(served.get(&format!("{DOCUMENT}uri={BASE}/1931:7")).text().contains("\"x \""));
    case.mirror.done(&["import", &case.origin.address]);
    case.assert_same();
}

#[test]
fn an_origin_that_is_rebuilt_in_the_middle_is_asked_again() {
    let case = Arc::new(Mirrored::new());
    let (rebuilding, asked) = (Arc::downgrade(&case), AtomicUsize::new(0));
    let proxy = Proxy::before(&case.origin.address, move |seen, _| {
        if seen.path.starts_with(DOCUMENT) && asked.fetch_add(1, Ordering::SeqCst) == 2 {
            rebuilding.upgrade().unwrap().change(1..=12, "z");
        }
        Then::Pass
    });
    case.mirror_by(&proxy);
    case.change(1..=12, "y");
    let fetched = case.mirror_by(&proxy);
    assert!(fetched.dumps == 0 && (13..=24).contains(&fetched.documents), "{fetched:?}");
    case.assert_same();
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
    // It is opened, built and served as it is.
    home.done(&["build"]);
    let second = home.current();
    let server = Server::start(&home, &[]);
    assert_eq!(server.json(&format!("{CHANGES}?since={second}"))["total"], 0);
    assert_eq!(server.get(&format!("{CHANGES}?since={first}")).status, 410);
    assert_eq!(server.get("/feeds/all.atom").status, 200);

    // From the next import on there is a log.
    home.publish(&[("sfs", &statutes(1..6, "x"))]);
    server.caught_up(&home);
    let told = server.json(&format!("{CHANGES}?since={second}"));
    assert_eq!(kinds(&told), expected(&[("1931:5", "added")]));
    let early = server
        .get(&format!("{CHANGES}?since={}", jiff::Timestamp::now() - jiff::SignedDuration::from_hours(9)));
    assert_eq!(early.status, 410);
    assert!(early.text().contains("begins at 2"), "{}", early.text());
}
