//! A corpus written by an attacker, at the program's own limits: an artifact can harm at most itself, whatever it contains. The
//! corpus is built and served, every question about every document has an answer of bounded size, and the answers about honest
//! documents are the same as without the others.

use lagrum_corpus::import::{ImportOptions, ImportReport, import};
use lagrum_corpus::{Corpus, Progress};
use lagrum_snapshot::Snapshots;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Mutex;

use crate::served::{Served, TODAY, encoded, open};

const BASE: &str = "https://lag.example";

/// Maximum length of an answer about the corpus; docs/api.md explains it.
const LONGEST_ANSWER: usize = 24 << 20;

/// Markdown of a document may be this many times as long as its artifact, plus this many bytes.
const MARKDOWN: (usize, usize) = (12, 64 << 10);

fn at(local_id: &str) -> String {
    format!("{BASE}/{local_id}")
}

fn repeated(count: usize, item: impl Fn(usize) -> Value) -> Value {
    (0..count).map(item).collect()
}

/// The source, the local id and the fields of each artifact.
fn hostile() -> Vec<(&'static str, &'static str, Value)> {
    let long = |text: &str, bytes: usize| text.repeat(bytes / text.len());
    let mut deep = json!({"type": "stycke", "text": ["innerst"]});
    for level in 0..60 {
        deep = json!({"type": "stycke", "id": format!("P{level}"), "ordinal": "1", "level": level, "children": [deep]});
    }
    let wide = repeated(1000, |_| "".into());
    let mut table =
        vec![json!({"type": "rad", "cells": wide, "colspan": vec![64; 1000], "rowspan": vec![1024; 1000]})];
    table.extend(vec![json!({"type": "rad", "cells": ["ord"]}); 1500]);
    let names = long("Ett ord ", 100_000);
    vec![
        (
            "sfs",
            "1999:1",
            json!({"structure": [{"type": "stycke", "text": repeated(66_000, |number| {
                json!({"uri": at("1931:47#P1"), "text": "1 §", "predicate": format!("x:{number}")})
            })}]}),
        ),
        (
            "sfs",
            "1999:2",
            json!({
                "identifier": names, "label": names, "source_url": names, "publisher": names, "date": names, "title": names,
                "metadata": {"title": names, "properties": {"dcterms:title": names, "dcterms:identifier": names,
                    "dcterms:publisher": names, "rpubl:upphavandedatum": names}},
                "structure": [{"type": "stycke", "text": repeated(6000, |number| {
                    json!({"uri": at(&format!("1931:47#P{number}")), "text": "se"})
                })}],
            }),
        ),
        (
            "sfs",
            "1999:3",
            json!({"structure": [{"type": "stycke", "id": "P1", "text": [long("&", 1 << 20)]}]}),
        ),
        ("sfs", "1999:4", json!({"structure": [{"type": "tabell", "children": table}]})),
        ("sfs", "1999:5", json!({"structure": [deep]})),
        (
            "sfs",
            "1999:6",
            json!({
                "date": "99999-99-99", "metadata": {"properties": {
                    "rpubl:ikrafttradandedatum": "-0001-13-45", "rpubl:upphavandedatum": "2031-02-30",
                    "dcterms:title": "Rubrik med \u{0}\u{1b}[31m\u{202e} tecken"}},
                "structure": [
                    {"type": "rubrik", "level": u64::MAX, "text": ["Störst"]}, {"type": "rubrik", "level": -1, "text": ["Minst"]},
                    {"type": "rubrik", "level": 1e300, "text": ["Bråk"]},
                    {"type": "stycke", "page": i64::MAX, "text": [{"uri": at("1931:47"), "text": "sist"}]},
                    {"type": "stycke", "page": i64::MIN, "text": [{"uri": at("1931:47"), "text": "först"}]},
                    {"type": "stycke", "page": 1e30, "id": 7, "text": {"text": 3}, "children": "x", "cells": {"a": []}},
                    {"type": ["stycke"], "text": [[["nästlat"]]], "versions": {"text": ["sv"]}},
                ],
                "amendments": [null, 3, {"uri": 3, "content": {"text": "fri"}}, {"forarbeten": "x", "properties": []}],
            }),
        ),
        (
            "sfs",
            "1999:7",
            json!({"structure": [{"type": "paragraf", "id": long("K1P1", 1 << 20), "children":
            repeated(20_000, |number| json!({"type": "stycke", "id": format!("K1P{number}"), "text": ["ord"]}))}]}),
        ),
        (
            "sfs",
            "1999:8",
            json!({"source_url": "javascript:alert(1)", "structure": [{"type": "stycke", "text": [
            {"uri": "javascript:alert(1)", "text": "skript"}, {"uri": "data:text/html,x", "text": "data"},
            {"uri": "JaVaScRiPt:alert(1)", "text": "versaler"}, {"uri": at(&long("x", 100_000)), "text": "lång"},
            {"uri": "vbscript:x", "text": "vb"}, {"uri": at("1931:47"), "text": "hederlig"}]}]}),
        ),
        (
            "sfs",
            "1999:9",
            json!({"structure": [{"type": "stycke", "text": [long("ordet", 1 << 20)]},
            {"type": "stycke", "text": [long("\u{301}", 100_000)]}, {"type": "stycke", "text": [long("( ", 100_000)]}]}),
        ),
        (
            "sfs",
            "1999:10",
            json!({"structure": repeated(20_000, |level| {
                json!({"type": "rubrik", "level": level, "id": format!("R{level}"), "text": ["Rubrik"]})
            })}),
        ),
        (
            "dv",
            "dom/nja/1999s1",
            json!({"label": names, "court": names, "malnummer": repeated(5000, |n| json!(format!("T {n}-99"))),
            "metadata": {"sammanfattning": long("Ord ", 1 << 20), "nyckelord": repeated(5000, |n| json!(format!("ord {n}")))},
            "structure": [{"type": "instans", "children": [{"type": "domskal", "children":
                repeated(5000, |n| json!({"type": "stycke", "ordinal": n.to_string(), "text": ["skäl"]}))}]}]}),
        ),
        (
            "eurlex",
            "celex/31999R0001",
            json!({"doctype": names, "label": names, "celex": names, "lang": "swe", "expired": "x",
            "structure": [{"type": "article", "num": long("1", 1 << 20), "children":
                repeated(10_000, |n| json!({"type": "point", "depth": n, "num": n.to_string(), "defines": format!("ord {n}"), "text": ["led"]}))}]}),
        ),
        (
            "foreskrift",
            "fffs/1999:1",
            json!({"fs": names, "identifier": names, "metadata": {"andrar":
            repeated(5000, |n| json!(at(&format!("fffs/1998:{n}")))), "bemyndigande": [names], "status": "upphävt", "upphavd": names}}),
        ),
        (
            "forarbete",
            "prop/1999/00:1",
            json!({"doctype": names, "title": names, "implements": repeated(50, |n| {
                json!({"law": "lagen (1931:47) om får", "paragraf": n, "uris": [at(&format!("celex/31999L0001#{n}"))], "sentence": names})
            })}),
        ),
        (
            "hudoc",
            "dom/echr/001-1",
            json!({"title": names, "metadata": {"applicationNumber":
            repeated(5000, |n| json!(format!("{n}/99")))}}),
        ),
        (
            "begrepp",
            "begrepp/Ord",
            json!({"title": names, "aliases": repeated(5000, |n| json!(at(&format!("begrepp/Ord_{n}"))))}),
        ),
        (
            "kommentar",
            "kommentar/1931:47",
            json!({"annotates": at("1931:47"), "author": names, "title": names}),
        ),
        (
            "okänd",
            "x/1",
            json!({"title": names, "label": names, "doctype": names, "structure": null, "body": "x"}),
        ),
    ]
}

/// The messages of a build.
#[derive(Default)]
struct Notes(Mutex<Vec<String>>);

impl Progress for Notes {
    fn begin(&self, _: &str, _: Option<u64>) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}
    fn note(&self, text: &str) {
        self.0.lock().unwrap().push(text.to_owned());
    }
}

fn write(folder: &Path, source: &str, artifacts: &[Value]) {
    let lines: Vec<String> = artifacts.iter().map(Value::to_string).collect();
    std::fs::write(folder.join(format!("{source}.ndjson")), lines.join("\n")).unwrap();
}

fn taken(folder: &Path, dumps: &Path) -> ImportReport {
    let corpus = Corpus::create(&folder.join("data")).unwrap();
    import(&corpus, &[dumps.display().to_string()], &ImportOptions::default(), &lagrum_corpus::Silent)
        .unwrap()
}

/// A corpus of the honest documents, and of the hostile ones if wanted. Returns the messages of the build.
fn corpus(folder: &Path, with_hostile: bool) -> Vec<String> {
    let dumps = folder.join("dumps");
    std::fs::create_dir_all(&dumps).unwrap();
    let honest = vec![
        json!({"uri": at("1931:47"), "metadata": {"properties": {"dcterms:title": "Lag (1931:47) om får"}}, "structure":
            [{"type": "paragraf", "id": "P1", "text": ["Lagen gäller får, se ", {"uri": at("1890:2#P7"), "text": "7 §"}, "."]}]}),
        json!({"uri": at("1890:2"), "metadata": {"properties": {"dcterms:title": "Lag (1890:2) om getter"}}, "structure":
            [{"type": "paragraf", "id": "P7", "text": ["Getter, se ", {"uri": at("1931:47"), "text": "fårlagen",
                "predicate": "rpubl:andrar"}, "."]}]}),
    ];
    let mut by_source: std::collections::BTreeMap<&str, Vec<Value>> = [("sfs", honest)].into();
    for (source, local_id, mut artifact) in hostile().into_iter().filter(|_| with_hostile) {
        artifact["uri"] = at(local_id).into();
        by_source.entry(source).or_default().push(artifact);
    }
    for (source, artifacts) in &by_source {
        write(&dumps, source, artifacts);
    }
    let report = taken(folder, &dumps);
    assert_eq!(report.total().unreadable + report.total().rejected, 0, "{report:?}");
    let notes = Notes::default();
    lagrum_builder::build(&folder.join("data"), &notes).unwrap();
    notes.0.into_inner().unwrap()
}

fn served(folder: &Path) -> Served {
    let snapshot = open(folder);
    snapshot.load_graph().unwrap();
    snapshot.load_resolver(TODAY).unwrap();
    snapshot.load_search().unwrap();
    Served::new(Some(snapshot))
}

#[tokio::test]
async fn an_artifact_costs_itself_at_most() {
    let (plain, attacked) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert_eq!(corpus(plain.path(), false), Vec::<String>::new());
    let notes = corpus(attacked.path(), true);
    for told in [
        "sfs https://lag.example/1999:1: has 66000 links, of which the first 25000 are kept",
        "sfs https://lag.example/1999:1: has more than 64 kinds of relations",
    ] {
        assert!(notes.iter().any(|note| note.starts_with(told)), "{told}: {notes:?}");
    }
    let checked =
        lagrum_builder::check::check(&attacked.path().join("data"), &lagrum_corpus::Silent).unwrap();
    assert!(checked.problems.is_empty(), "{checked:?}");
    let manifest = Snapshots::new(&attacked.path().join("data")).open_current().unwrap().unwrap();
    assert_eq!(manifest.manifest().counts.unreadable, 0);

    let (plain, attacked) = (served(plain.path()), served(attacked.path()));
    for (source, local_id, artifact) in hostile() {
        let uri = encoded(&at(local_id));
        let questions = [
            format!("document?uri={uri}"),
            format!("card?uri={uri}"),
            format!("card?uri={uri}%23P1"),
            format!("document/inbound?uri={uri}&limit=10000"),
            format!("document/outbound?uri={uri}"),
            format!("graph?uri={uri}&depth=3&limit=300"),
            format!("documents?source={}&limit=1000", encoded(source)),
            format!("facets?source={}", encoded(source)),
            format!("resolve?q={}", encoded(local_id)),
        ];
        for question in questions {
            let answer = attacked.get(&format!("/api/v1/{question}")).await;
            // Some sources have no facets.
            let is_expected =
                answer.status == 200 || (answer.status == 404 && question.starts_with("facets"));
            assert!(is_expected, "{question}: {} {:.300}", answer.status, answer.text());
            assert!(answer.body.len() <= LONGEST_ANSWER, "{question}: {} bytes", answer.body.len());
            for scheme in ["javascript:", "data:text", "vbscript:"] {
                let is_verbatim = question.starts_with("document?");
                assert!(
                    is_verbatim || !answer.text().to_lowercase().contains(scheme),
                    "{question}: {scheme}"
                );
            }
        }
        let markdown = attacked.get(&format!("/api/v1/document?uri={uri}&format=md")).await;
        assert_eq!(markdown.status, 200, "{local_id}: {:.300}", markdown.text());
        let most = artifact.to_string().len() * MARKDOWN.0 + MARKDOWN.1;
        assert!(markdown.body.len() <= most, "{local_id}: {} of {most} bytes", markdown.body.len());
        assert!(
            !markdown.text().contains("](javascript") && !markdown.text().contains("](data"),
            "{local_id}"
        );
    }
    for query in ["ord", "rubrik", "1931:47", "\"ord ord\"", "Ett*", "ordetordet*", "getter"] {
        let answer = attacked.get(&format!("/api/v1/search?q={}&limit=50", encoded(query))).await;
        assert_eq!(answer.status, 200, "{query}: {:.300}", answer.text());
        assert!(answer.body.len() <= 1 << 20, "{query}: {} bytes", answer.body.len());
    }
    for local_id in ["1931:47", "1890:2"] {
        for form in ["json", "md"] {
            let question = format!("/api/v1/document?uri={}&format={form}", encoded(&at(local_id)));
            let (mut before, mut after) = (plain.json(&question).await, attacked.json(&question).await);
            // The inbound citations of an honest document come from the other documents.
            for answer in [&mut before, &mut after] {
                answer["inbound_count"] = Value::Null;
            }
            assert_eq!(before, after);
        }
        let question = format!("/api/v1/document/outbound?uri={}", encoded(&at(local_id)));
        let (before, mut after) = (plain.json(&question).await, attacked.json(&question).await);
        // A preparatory work may state what a law transposes.
        let own = |link: &Value| link["predicate"] != "rpubl:genomforDirektiv";
        after.as_array_mut().unwrap().retain(own);
        assert_eq!(before, after);
    }
}
