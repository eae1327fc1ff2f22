//! Records of the courts' interface: those of the real corpus, and records made of held decisions, in both generations and both styles of
//! body. The record is the measure: its words in their order, its blocks, its numbers, its headings and its facts.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

use std::collections::HashSet;

use lagrum_artifact::Base;
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, RawParts, Skipped, parse};
use serde_json::{Value, json};

#[path = "support/cited.rs"]
mod cited;
use cited::{cited, is_younger_act};
#[path = "support/made_decisions.rs"]
mod made_decisions;
use made_decisions::{FORMS, held, made, members};
#[path = "support/pages.rs"]
mod pages;
use pages::{Goals, blocks, node_texts, words_in_order};
#[path = "support/words.rs"]
mod words;

/// Removes the ordinals of parts, which are also their headings.
fn without_part_numbers(nodes: &mut Value) {
    for node in nodes.as_array_mut().into_iter().flatten() {
        if node["type"] == "delmal" {
            node["ordinal"] = Value::Null;
        }
        without_part_numbers(&mut node["children"]);
    }
}

/// The printed numbers of paragraphs in order. A year at a line end of the other program's artifact is none.
fn numbers(nodes: &Value, found: &mut Vec<u32>) {
    for node in members(nodes) {
        if node["type"] == "stycke"
            && let Some(number) = node["ordinal"].as_str().and_then(|ordinal| ordinal.parse().ok())
            && number < 1_900
        {
            found.push(number);
        }
        numbers(&node["children"], found);
    }
}

fn headings(nodes: &Value, found: &mut HashSet<String>) {
    for node in members(nodes) {
        if node["type"] == "rubrik" {
            found.extend(node_texts(&json!([node]), &[]));
        }
        headings(&node["children"], found);
    }
}

/// Whether what the other program has as a heading is one: neither a line about the whole report nor one that goes on in the next.
fn is_heading(text: &str) -> bool {
    !text.starts_with("Mål nr") && !text.ends_with(['-', ';'])
}

/// Counts of wanted and found members.
#[derive(Default)]
struct Share {
    wanted: usize,
    found: usize,
    more: usize,
}

impl Share {
    fn add<T: Eq + std::hash::Hash>(&mut self, wanted: &HashSet<T>, found: &HashSet<T>) {
        self.wanted += wanted.len();
        self.found += wanted.intersection(found).count();
        self.more += found.difference(wanted).count();
    }

    fn has(&self, of_thousand: usize) -> bool {
        self.found * 1_000 >= self.wanted * of_thousand
    }
}

#[test]
fn artifacts_have_what_the_records_have() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let (base, names, numbering) =
        (Base::parse("https://lagen.nu/").unwrap(), CitationNames::shipped(), Numbering::default());
    let context = ParseContext { base: &base, as_of: "2026-04-01", names: &names, numbering: &numbering };
    let held = held(&folder.join("corpus/dv.ndjson.gz"));
    assert!(held.len() > 10, "decisions are missing");
    for form in FORMS {
        let mut goals = Goals::default();
        let (mut places, mut titles, mut documents) = (Share::default(), Share::default(), Share::default());
        for artifact in &held {
            let record = made(artifact, form);
            let bytes = serde_json::to_vec(&record).unwrap();
            let parsed = parse("dv", &RawParts { body: &bytes, ..RawParts::default() }, &context).unwrap();
            let mut found: Value = serde_json::from_str(parsed.artifact.as_deref().unwrap()).unwrap();
            without_part_numbers(&mut found["structure"]);
            let raw_blocks = blocks(record["innehall"].as_str().unwrap());
            let texts = node_texts(&found["structure"], &["ordinal"]);
            goals.words(&words_in_order(&raw_blocks), &texts);
            goals.blocks(&raw_blocks, &texts);
            let (mut wanted, mut given) = (Vec::new(), Vec::new());
            numbers(&artifact["structure"], &mut wanted);
            numbers(&found["structure"], &mut given);
            // The n-th of a number is another place than the first.
            let counted = |numbers: &[u32]| -> HashSet<(u32, usize)> {
                let before =
                    |at: usize, number| numbers[..at].iter().filter(|other| **other == number).count();
                numbers.iter().enumerate().map(|(at, number)| (*number, before(at, *number))).collect()
            };
            places.add(&counted(&wanted), &counted(&given));
            if wanted != given {
                println!("{}: numbers {wanted:?}, given {given:?}", artifact["uri"]);
            }
            let (mut wanted, mut given) = (HashSet::new(), HashSet::new());
            headings(&artifact["structure"], &mut wanted);
            headings(&found["structure"], &mut given);
            wanted.retain(|heading| is_heading(heading));
            titles.add(&wanted, &given);
            let (mut wanted, mut given) = (HashSet::new(), HashSet::new());
            cited(artifact, &mut wanted);
            let day = artifact["avgorandedatum"].as_str().unwrap_or("9999");
            wanted.retain(|document| !is_younger_act(document, &day[..4]));
            cited(&found, &mut given);
            documents.add(&wanted, &given);
            for document in wanted.difference(&given) {
                println!("{}: {document} is not cited", artifact["uri"]);
            }
            goals.facts += check_facts(&record, &found);
            if artifact["referat"].as_array().is_some_and(|list| !list.is_empty()) {
                assert_eq!(found["uri"], artifact["uri"]);
            }
        }
        println!(
            "headed {}, newer {}: {} records: {goals}; numbers {} of {}, other {}; headings {} of {}, other {}; cited {} of {}",
            form.is_headed,
            form.is_newer,
            held.len(),
            places.found,
            places.wanted,
            places.more,
            titles.found,
            titles.wanted,
            titles.more,
            documents.found,
            documents.wanted
        );
        assert_eq!((goals.missing, goals.extra, goals.moved), (0, 0, 0));
        assert!(goals.has_blocks(97));
        assert!(documents.has(970));
        assert!(titles.has(980) && places.has(995) && places.more == 0);
    }
}

/// Checks the facts of a record, and counts them.
fn check_facts(record: &Value, artifact: &Value) -> usize {
    let metadata = &artifact["metadata"];
    let list = |list: &Value| members(list).filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>();
    let field = |list: &Value, name: &str| {
        members(list).filter_map(|entry| entry[name].as_str()).map(str::to_owned).collect::<Vec<_>>()
    };
    let trimmed = |texts: Vec<String>| {
        let texts = texts.iter().map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>()
    };
    let sorted = |mut texts: Vec<String>| {
        texts.sort();
        texts
    };
    let form = record["publiceringsform"].as_str().unwrap_or("REFERAT");
    let lists = [
        (sorted(list(&record["referatNummerLista"])), sorted(list(&artifact["referat"]))),
        (list(&record["malNummerLista"]), list(&artifact["malnummer"])),
        (list(&record["nyckelordLista"]), list(&metadata["nyckelord"])),
        (list(&record["rattsomradeLista"]), list(&metadata["rattsomrade"])),
        (field(&record["lagrumLista"], "referens"), field(&metadata["lagrum"], "text")),
        (field(&record["lagrumLista"], "sfsNummer"), field(&metadata["lagrum"], "sfsnummer")),
        (list(&record["forarbeteLista"]), field(&metadata["forarbeten"], "text")),
    ];
    for (stated, found) in &lists {
        assert_eq!(&trimmed(stated.clone()), found, "{}", artifact["uri"]);
    }
    assert_eq!(
        field(&metadata["related"], "text").len(),
        members(&record["hanvisadePubliceringarLista"]).count()
    );
    let text = |value: &Value| value.as_str().unwrap_or_default().trim().to_owned();
    let facts = [
        (text(&record["avgorandedatum"]), text(&artifact["avgorandedatum"])),
        (text(&record["sammanfattning"]), text(&metadata["sammanfattning"])),
        (text(&record["typ"]), text(&metadata["typ"])),
        (form.to_owned(), text(&metadata["publiceringsform"])),
        (text(&record["domstol"]["domstolKod"]), text(&artifact["court"])),
        (text(&record["domstol"]["domstolNamn"]), text(&artifact["court_namn"])),
    ];
    for (stated, found) in &facts {
        assert_eq!(stated, found, "{}", artifact["uri"]);
    }
    lists.len() + facts.len() + 1
}

#[test]
fn records_of_the_corpus_are_read_and_named() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let (base, names, numbering) =
        (Base::parse("https://lagen.nu/").unwrap(), CitationNames::shipped(), Numbering::default());
    let context = ParseContext { base: &base, as_of: "2026-04-01", names: &names, numbering: &numbering };
    let mut records = 0;
    for entry in std::fs::read_dir(folder.join("raw/dv")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() || path.extension().is_some_and(|end| end == "tsv") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let found = parse("dv", &RawParts { body: &bytes, ..RawParts::default() }, &context);
        if !path.to_str().unwrap().ends_with(".api.json") {
            // Deliveries in Word, a page and a PDF have no publisher that sends them so.
            assert!(found.is_err(), "{}", path.display());
            continue;
        }
        let (found, record): (_, Value) = (found.unwrap(), serde_json::from_slice(&bytes).unwrap());
        let artifact: Value = serde_json::from_str(found.artifact.as_deref().unwrap()).unwrap();
        let raw_blocks = blocks(record["innehall"].as_str().unwrap());
        let mut goals = Goals::default();
        goals.facts += check_facts(&record, &artifact);
        let texts = node_texts(&artifact["structure"], &["ordinal"]);
        goals.words(&words_in_order(&raw_blocks), &texts);
        goals.blocks(&raw_blocks, &texts);
        println!("{}: {goals}", artifact["uri"]);
        assert_eq!((goals.missing, goals.extra, goals.moved), (0, 0, 0));
        assert!(goals.has_blocks(100));
        records += 1;
    }
    assert!(records >= 2, "records are missing");
    // Headnotes have their record alone: their names and days, and no text.
    for artifact in held(&folder.join("corpus/dv-register.ndjson.gz")) {
        let mut record = made(&artifact, FORMS[0]);
        record["innehall"] = Value::Null;
        let bytes = serde_json::to_vec(&record).unwrap();
        let found = parse("dv", &RawParts { body: &bytes, ..RawParts::default() }, &context).unwrap();
        assert_eq!(
            (found.report.skipped, found.report.uri.as_str()),
            (Some(Skipped::NoText), artifact["uri"].as_str().unwrap())
        );
    }
}

#[test]
fn what_is_no_record_is_refused() {
    let (base, names, numbering) =
        (Base::parse("https://lag.example/").unwrap(), CitationNames::shipped(), Numbering::default());
    let context = ParseContext { base: &base, as_of: "2031-04-01", names: &names, numbering: &numbering };
    let record = |body: &str| {
        json!({"domstol": {"domstolKod": "HDO"}, "referatNummerLista": ["NJA 2031 s. 1"], "innehall": body})
            .to_string()
    };
    let (whole, deep) = (record("<p>Får.</p>"), record(&"<table><tr><td>".repeat(60_000)));
    assert!(parse("dv", &RawParts { body: whole.as_bytes(), ..RawParts::default() }, &context).is_ok());
    let brackets = "[".repeat(60_000);
    let nested = format!("{{\"domstol\":{}", "{\"domstolKod\":".repeat(60_000));
    for (what, body) in [
        ("empty", &b""[..]),
        ("blank", b" \n"),
        ("a login page", b"<html><body><form><input name='user'></form></body></html>"),
        ("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"),
        ("a PDF", b"%PDF-1.7\n1 0 obj"),
        ("other JSON", b"{\"resultcount\":0,\"results\":[]}"),
        ("a list", b"[{\"domstol\":{\"domstolKod\":\"HDO\"}}]"),
        ("a number", b"7"),
        ("a record without court", b"{\"referatNummerLista\":[\"NJA 2031 s. 1\"],\"innehall\":\"\"}"),
        (
            "a record without report and number",
            b"{\"domstol\":{\"domstolKod\":\"HDO\"},\"innehall\":\"<p>F\"}",
        ),
        (
            "a text that is none",
            b"{\"domstol\":{\"domstolKod\":\"HDO\"},\"malNummerLista\":[\"T 1-30\"],\"innehall\":[1]}",
        ),
        ("cut", &whole.as_bytes()[..whole.len() - 3]),
        ("deep JSON", brackets.as_bytes()),
        ("deep objects", nested.as_bytes()),
        ("nested too deep", deep.as_bytes()),
    ] {
        assert!(parse("dv", &RawParts { body, ..RawParts::default() }, &context).is_err(), "{what}");
    }
}
