//! Invented texts, a file for each rule: a sentence about it, the text, and the outline that it must give. The notes of
//! days are read as on 2031-06-01.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, Parsed, RawParts, parse};
use serde_json::{Value, json};
use support::outline;

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

fn parsed(body: &[u8], as_of: &str) -> Parsed {
    let base = Base::parse("https://lag.example").unwrap();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of, names: &NAMES, numbering: &numbering };
    parse("sfs", &RawParts { body, ..RawParts::default() }, &context).unwrap()
}

#[test]
fn each_rule_gives_its_outline() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    assert!(files.len() >= 13);
    let mut differ = String::new();
    for file in files {
        let content = std::fs::read_to_string(&file).unwrap();
        let (_, rest) = content.split_once("=== text\n").unwrap();
        let (text, expected) = rest.split_once("=== outline\n").unwrap();
        let record = json!({
            "beteckning": "2031:1",
            "rubrik": "Fårlag (2031:1)",
            "fulltext": { "forfattningstext": text.replace('\n', " \r\n") },
        });
        let found = parsed(record.to_string().as_bytes(), "2031-06-01");
        let artifact: Value = serde_json::from_str(found.artifact.as_deref().unwrap()).unwrap();
        let mut given = String::new();
        for node in artifact["structure"].as_array().unwrap() {
            outline(node, 0, &mut given);
        }
        for row in artifact["amendments"].as_array().unwrap() {
            if let Some(content) = row["content"].as_array() {
                let uri = row["uri"].as_str().unwrap().trim_start_matches("https://lag.example/");
                writeln!(given, "row {uri}").unwrap();
                for node in content {
                    outline(node, 1, &mut given);
                }
            }
        }
        for line in &found.report.unread {
            writeln!(given, "unread {line}").unwrap();
        }
        let ended = &artifact["metadata"]["properties"]["rpubl:upphavandedatum"];
        if let Some(day) = ended.as_str() {
            writeln!(given, "upphavandedatum {day}").unwrap();
        }
        if let Some(day) = &found.report.valid_until {
            writeln!(given, "valid_until {day}").unwrap();
        }
        let words = (found.report.missing, found.report.extra);
        if given != expected || words != (0, 0) {
            let name = file.file_name().unwrap_or_default().display();
            writeln!(differ, "{name}, words {words:?}, gives\n{given}and not\n{expected}").unwrap();
        }
    }
    assert!(differ.is_empty(), "{differ}");
}

#[test]
fn a_record_gives_its_register_and_metadata() {
    let record = json!({
        "beteckning": "2031:1",
        "rubrik": "Fårlag (2031:1)",
        "publicerad": true,
        "ikraftDateTime": "2032-01-01T00:00:00",
        "organisation": { "namn": "Fårdepartementet", "namnOchEnhet": "Fårdepartementet K" },
        "fulltext": {
            "forfattningstext": "1 § Får.",
            "andringInford": "t.o.m. SFS 9",
            "utfardadDateTime": "2031-02-03T00:00:00",
            "omtryck": "SFS 2033:4",
            "ovrigt": "Rättelseblad 2031:1\nhar iakttagits.",
        },
        "register": { "forarbeten": "Prop. 2030/31:4, bet. 2030/31:JoU2", "celexnummer": "389L0048" },
        "andringsforfattningar": [
            { "beteckning": "2034:9", "publicerad": true, "anteckningar": "ändr. 1 §", "rubrik": "Lag (2034:9) om\nändring" },
            { "beteckning": "2032:9", "publicerad": true, "anteckningar": "ny 2 §" },
            { "beteckning": "2033:5", "publicerad": false },
        ],
    });
    let found = parsed(record.to_string().as_bytes(), "2035-01-01");
    assert_eq!((found.key.as_str(), found.wording.as_str()), ("2031:1", "2034:9"));
    let artifact: Value = serde_json::from_str(found.artifact.as_deref().unwrap()).unwrap();
    let properties = &artifact["metadata"]["properties"];
    for (name, expected) in [
        ("dcterms:title", "Fårlag (2031:1)"),
        ("dcterms:identifier", "SFS 2031:1 i lydelse enligt SFS 2034:9"),
        ("dcterms:creator", "https://lag.example/org/2008/fardepartementet"),
        ("rpubl:utfardandedatum", "2031-02-03"),
        ("rpubl:ikrafttradandedatum", "2032-01-01"),
        ("rinfoex:omtryck", "https://lag.example/2033:4"),
        ("rdfs:comment", "Rättelseblad 2031:1 har iakttagits."),
    ] {
        assert_eq!(properties[name], expected, "{name}");
    }
    let rows = artifact["amendments"].as_array().unwrap();
    let uris: Vec<&str> = rows.iter().map(|row| row["uri"].as_str().unwrap()).collect();
    let wanted = ["2031:1", "2032:9", "2034:9"].map(|key| format!("https://lag.example/{key}"));
    assert_eq!(uris, wanted);
    assert_eq!(rows[0]["forarbeten"], json!(["Bet. 2030/31:JoU2", "Prop. 2030/31:4"]));
    assert_eq!(rows[0]["properties"]["rpubl:celexNummer"], "31989L0048");
    assert_eq!(rows[1]["properties"]["rpubl:inforsI"], json!(["https://lag.example/2031:1#P2"]));
    assert_eq!(rows[2]["properties"]["rdfs:label"], "Lag (2034:9) om ändring");
    assert_eq!(rows[2]["properties"]["rpubl:ersatter"], json!(["https://lag.example/2031:1#P1"]));
    assert_eq!(artifact["metadata"]["uri"], "https://lag.example/2031:1/konsolidering/2034:9");
}

#[test]
fn a_record_without_text_is_nothing() {
    for record in [
        json!({ "beteckning": "2031:1", "fulltext": { "forfattningstext": " \r\n" } }),
        json!({ "beteckning": "2031:1", "fulltext": null }),
        json!({ "beteckning": "2031:1", "publicerad": false, "fulltext": { "forfattningstext": "1 § Får" } }),
    ] {
        let found = parsed(record.to_string().as_bytes(), "2031-01-01");
        assert_eq!(found.artifact, None, "{record}");
        assert!(found.report.skipped.is_some());
    }
}

/// A value as JSON with sorted keys and without blanks.
fn canonical(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Value::Object(fields) => {
            let sorted: BTreeMap<&String, String> =
                fields.iter().map(|(name, value)| (name, canonical(value))).collect();
            let fields = sorted.iter().map(|(name, value)| format!("{}:{value}", json!(name)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

#[test]
fn the_same_file_gives_the_same_bytes_with_sorted_keys() {
    let text =
        "1 § Får enligt 2 §.\n\n2 § /Träder i kraft I:2031-01-01/\nGetter\n\n1. små\n\nDjur\tkr\n\nFår\t1";
    let record =
        json!({ "beteckning": "2031:1", "rubrik": "Fårlag", "fulltext": { "forfattningstext": text } });
    let bytes = record.to_string();
    let found = parsed(bytes.as_bytes(), "2031-01-01");
    assert_eq!(found, parsed(bytes.as_bytes(), "2031-01-01"));
    let artifact = found.artifact.unwrap();
    let value: Value = serde_json::from_str(&artifact).unwrap();
    assert_eq!(artifact, canonical(&value));
}
