//! Verified cases of faults that readers would meet, as far as a scan decides them.
//!
//! Reads the rows of `cases/faults.jsonl` and `cases/faults-2.jsonl` of the folder named by `LAGRUM_TEST_CORPUS` that ask about a
//! running text. What is held, and on which day, is tested with the whole program (`crates/api/tests/endpoints/real_faults.rs`);
//! this test says in seconds whether the places of a row are read.

#![allow(clippy::unwrap_used, reason = "a broken fixture may end a test")]

use std::collections::{BTreeMap, HashSet};

use lagrum_artifact::Base;
use lagrum_citation::{
    CitationNames, CitedLocation, ScanContext, ScanSettings, ScanTypes, ScannedText, Scanner, locate,
};
use serde_json::Value;

fn words(value: &Value) -> impl Iterator<Item = &str> {
    crate::support::list(value).filter_map(Value::as_str)
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty())
}

/// Whether a place is another one or lies within it.
fn is_inside(inner: &str, outer: &str) -> bool {
    let Some(rest) = inner.strip_prefix(outer) else { return false };
    match rest.chars().next() {
        None => true,
        Some('#') => !outer.contains('#'),
        Some(next) => outer.contains('#') && next.is_uppercase(),
    }
}

/// The places of a scan: those that a link may lead to, and those that it leads to first.
struct Places {
    any: HashSet<String>,
    first: Vec<String>,
}

fn wrong(text: &str, found: &ScannedText, check: &Value, corpus: &crate::support::Corpus) -> Vec<String> {
    let name = |target: &CitedLocation| {
        let located = locate(target, corpus).map(|held| held.document);
        let document = located.unwrap_or_else(|| target.document.clone());
        CitedLocation { document, ..target.clone() }.to_string()
    };
    let all = found.links.iter();
    let places = Places {
        any: all.clone().flat_map(|link| &link.targets).map(name).collect(),
        // What a link may lead to elsewhere is decided by what is held.
        first: all
            .filter(|link| link.otherwise.is_empty())
            .flat_map(|link| &link.targets)
            .map(name)
            .collect(),
    };
    let others: HashSet<String> = found.links.iter().flat_map(|link| &link.otherwise).map(name).collect();
    let texts = |ranges: &[std::ops::Range<usize>]| -> Vec<String> {
        ranges.iter().map(|range| text[range.clone()].to_owned()).collect()
    };
    let mut wrong = Vec::new();
    for (word, value) in check.as_object().unwrap() {
        match word.as_str() {
            "held" | "not_held" | "impossible" | "read" => {
                // A page of a work whose text has no pages is somewhere in it.
                let is_page = |place: &str| {
                    let page = format!("{place}#sid");
                    places.any.iter().any(|uri| uri.starts_with(&page))
                };
                let is_read =
                    |place: &&str| places.any.contains(*place) || others.contains(*place) || is_page(place);
                wrong.extend(
                    words(value).filter(|place| !is_read(place)).map(|place| format!("{word} {place}")),
                );
            }
            "not" => wrong.extend(words(value).flat_map(|place| {
                let said = places.first.iter().filter(move |uri| is_inside(uri, place));
                said.map(|uri| format!("not {uri}"))
            })),
            "told" | "not_understood" => {
                let mut told = texts(&found.not_understood);
                if word == "told" {
                    told.extend(texts(&found.relative));
                    told.extend(found.links.iter().map(|link| text[link.range.clone()].to_owned()));
                }
                let known: HashSet<&str> = told.iter().flat_map(|text| numbers(text)).collect();
                if words(value).next().is_none() {
                    wrong.extend(told.iter().map(|text| format!("{word} {text}")));
                }
                let untold = words(value).filter(|text| !numbers(text).all(|number| known.contains(number)));
                wrong.extend(untold.map(|text| format!("{word} {text}")));
            }
            "either" => {
                let each: Vec<Vec<String>> = crate::support::list(value)
                    .map(|check| self::wrong(text, found, check, corpus))
                    .collect();
                if !each.iter().any(Vec::is_empty) {
                    wrong.extend(each.concat());
                }
            }
            // Decided by what is held.
            _ => {}
        }
    }
    wrong
}

#[test]
fn the_places_of_the_fault_cases_are_read() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let corpus = crate::support::Corpus::read(&folder, &HashSet::new());
    let names = CitationNames::build(&corpus.names);
    let settings = || ScanSettings {
        types: ScanTypes::all(),
        pinpoints: true,
        bare_case_names: true,
        base: Base::parse("https://lagen.nu").ok(),
        ..ScanSettings::default()
    };
    let mut failed: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut checked = 0;
    for file in ["faults.jsonl", "faults-2.jsonl"] {
        let rows = std::fs::read_to_string(folder.join("cases").join(file)).unwrap();
        for line in rows.lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            // Entries of a register of amendments are no places that a scan reads.
            let of_register = row["check"].to_string().contains("#L");
            if row["how"] != "extract" || !row["check"].is_object() || of_register {
                continue;
            }
            checked += 1;
            let text = row["input"].as_str().unwrap();
            let found = Scanner::new(&names, settings()).scan(text, &ScanContext::default()).unwrap();
            let faults = wrong(text, &found, &row["check"], &corpus);
            if !faults.is_empty() {
                let kind = row["kind"].as_str().unwrap_or_default().to_owned();
                failed.entry(kind).or_default().push(format!("  {text:?}\n    {faults:?}\n"));
            }
        }
    }
    assert!(checked >= 90, "only {checked} rows have a check");
    let count: usize = failed.values().map(Vec::len).sum();
    let kinds = failed.iter().map(|(kind, rows)| format!("{} {kind}\n{}", rows.len(), rows.concat()));
    let list = kinds.collect::<Vec<_>>().concat();
    assert!(failed.is_empty(), "{count} of {checked}:\n{list}");
}
