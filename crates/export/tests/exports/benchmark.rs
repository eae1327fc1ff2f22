//! A benchmark, read as a program that measures would.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use jiff::civil::date;
use lagrum_export::benchmark::{QueryKind, write_benchmark};
use lagrum_export::tables::ProvisionCells;
use lagrum_progress::Silent;
use serde_json::Value;

use crate::corpus::Data;

/// The text of each provision of the made act; the third has lost its text.
const PROVISIONS: [(&str, &str); 4] = [
    ("P1", "1 § Ägaren ska räkna får."),
    ("P2", "2 § Räkningen ska ske i maj."),
    ("P3", ""),
    ("P4", "4 § Straff."),
];

fn statute(number: &str, title: &str, structure: &str) -> String {
    format!(
        r#"{{"uri":"https://lag.example/{number}","metadata":{{"properties":{{"dcterms:title":"{title}","dcterms:identifier":"SFS {number}"}}}},"structure":[{structure}]}}"#
    )
}

fn decision(number: u32, headnote: &str, text: &str) -> String {
    format!(
        r#"{{"uri":"https://lag.example/dom/nja/2033s{number}","metadata":{{"identifier":"NJA 2033 s. {number}","avgorandedatum":"2033-02-03","sammanfattning":"{headnote}","lagrum":[{{"runs":[{{"predicate":"dcterms:references","text":"2 § lagen (2031:5) om får i hage","uri":"https://lag.example/2031:5#P2"}}]}}]}},"structure":[{{"type":"stycke","text":[{text}]}}]}}"#
    )
}

fn link(text: &str, anchor: &str) -> String {
    format!(
        r#"{{"predicate":"dcterms:references","text":"{text}","uri":"https://lag.example/2031:5{anchor}"}}"#
    )
}

fn corpus() -> Data {
    let paragraf = |number: u32| {
        format!(
            r#"{{"type":"paragraf","id":"P{number}","ordinal":"{number}","children":[{{"type":"stycke","id":"P{number}S1","text":["Text."]}}]}}"#
        )
    };
    let heading = |text: &str| format!(r#"{{"type":"rubrik","text":["{text}"]}}"#);
    let act = statute(
        "2031:5",
        "Lag (2031:5) om får i hage",
        &[heading("Räkning av djur"), paragraf(1), paragraf(2), heading("Straff"), paragraf(4)].join(","),
    );
    let other = statute("2031:6", "Lag (2031:6) om getter", &[heading("Straff"), paragraf(1)].join(","));
    let sentence = |text: &str, link: &str| format!(r#""{text} ",{link},".""#);
    let decisions = [
        decision(
            1,
            "Ett djur som rymt ur stallet före räkningen har inte räknats.",
            &sentence(
                "Djur som rymmer före räkningen ska räknas när de kommer hem, enligt",
                &link("1 § andra stycket", "#P1S2"),
            ),
        ),
        decision(
            2,
            "Fråga enligt 2 § om djur som rymt ur stallet.",
            &sentence("Enligt lagen om får i hage ska djur som rymmer räknas hemma, se", &link("1 §", "#P1")),
        ),
        decision(
            3,
            "Fråga.",
            &sentence(
                "Djur som rymmer ur hagen ska räknas ändå, enligt vad som följer av",
                &link("3 §", "#P3"),
            ),
        ),
    ];
    let data = Data::new();
    data.dumps(&[("sfs.ndjson", [act, other].join("\n")), ("dv.ndjson", decisions.join("\n"))]);
    data
}

fn lines(folder: &Path, file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn queries_are_of_held_provisions_and_hold_no_citation() {
    let (data, folder) = (corpus(), tempfile::tempdir().unwrap());
    let snapshot = data.open();
    let write = |folder: &Path| {
        write_benchmark(&snapshot, folder, date(2034, 1, 1), None, &Silent, |uri, add| {
            if !uri.ends_with("/2031:5") {
                return Ok(());
            }
            for (anchor, text) in PROVISIONS {
                let (uri, label) = (format!("{uri}#{anchor}"), format!("{anchor} fårlagen"));
                add(ProvisionCells {
                    uri: &uri,
                    label: &label,
                    text,
                    valid_from: "",
                    valid_until: "",
                    basis: "undated",
                })?;
            }
            Ok(())
        })
    };
    let report = write(folder.path()).unwrap();

    let corpus = lines(folder.path(), "corpus.jsonl");
    let provisions: HashSet<&str> = corpus.iter().map(|line| line["_id"].as_str().unwrap()).collect();
    assert_eq!(
        provisions,
        HashSet::from(
            ["#P1", "#P2", "#P4"]
                .map(|anchor| format!("https://lag.example/2031:5{anchor}"))
                .each_ref()
                .map(String::as_str)
        )
    );
    assert!(
        corpus.iter().all(|line| line["title"].as_str().unwrap().starts_with("Lag (2031:5) om får i hage, "))
    );

    let mut relevant: HashMap<String, Vec<String>> = HashMap::new();
    for part in ["train", "dev", "test"] {
        let text = std::fs::read_to_string(folder.path().join(format!("qrels/{part}.tsv"))).unwrap();
        for line in text.lines().skip(1) {
            let cells: Vec<&str> = line.split('\t').collect();
            assert!(provisions.contains(cells[1]) && cells[2] == "1", "{line}");
            relevant
                .entry(cells[0].to_owned())
                .or_default()
                .push(cells[1].rsplit('/').next().unwrap().to_owned());
        }
    }
    let mut found: Vec<String> = lines(folder.path(), "queries.jsonl")
        .iter()
        .map(|query| {
            let answers = relevant[query["_id"].as_str().unwrap()].join(" ");
            let kind = query["metadata"]["source"].as_str().unwrap();
            format!("{kind}: {} -> {answers}", query["text"].as_str().unwrap())
        })
        .collect();
    found.sort();
    assert_eq!(
        found,
        [
            "heading: Räkning av djur -> 2031:5#P1 2031:5#P2",
            "headnote: Ett djur som rymt ur stallet före räkningen har inte räknats. -> 2031:5#P2",
            "sentence: Djur som rymmer före räkningen ska räknas när de kommer hem, enligt. -> 2031:5#P1",
        ]
    );
    assert_eq!(report.splits.iter().sum::<u64>(), 3);
    assert_eq!(report.queries[&(QueryKind::Headnote, "dv".to_owned())], 1);

    // Equal snapshots give equal bytes, and a folder with a benchmark is not written over.
    let again = tempfile::tempdir().unwrap();
    write(again.path()).unwrap();
    for file in
        ["corpus.jsonl", "queries.jsonl", "qrels/train.tsv", "qrels/dev.tsv", "qrels/test.tsv", "README.md"]
    {
        let bytes = |folder: &Path| std::fs::read(folder.join(file)).unwrap();
        assert_eq!(bytes(folder.path()), bytes(again.path()), "{file}");
    }
    assert!(write(folder.path()).is_err());
}
