//! The shared cases: queries with the targets they must be read as, each row with what the corpus holds for it.

#![allow(clippy::unwrap_used, reason = "a broken fixture may end a test")]

use std::collections::HashMap;

use lagrum_artifact::{Anchor, Base};
use lagrum_citation::{CitationNames, Holdings, Resolver};
use serde_json::Value;

use crate::support::{entries, held_names, list, text};

/// The holdings that a row states. If the row has no anchors, every place exists.
struct RowHoldings<'a> {
    documents: Vec<String>,
    anchors: HashMap<&'a str, Vec<&'a str>>,
}

impl Holdings for RowHoldings<'_> {
    fn holds(&self, document: &str) -> bool {
        self.anchors.contains_key(document) || self.documents.iter().any(|held| held == document)
    }

    fn has_anchor(&self, document: &str, anchor: &Anchor) -> bool {
        self.anchors.get(document).is_none_or(|anchors| anchors.contains(&anchor.as_str()))
    }

    fn encloses(&self, document: &str, outer: &Anchor, inner: &Anchor) -> bool {
        let Some(anchors) = self.anchors.get(document) else { return false };
        let mut chapter = None;
        for anchor in anchors {
            if anchor.starts_with('K') {
                chapter = Some(*anchor);
            }
            if *anchor == inner.as_str() {
                return chapter == Some(outer.as_str());
            }
        }
        false
    }

    fn page_numbered(&self, number: &str) -> Vec<String> {
        let prefix = format!("{number}_s.");
        self.documents.iter().filter(|held| held.starts_with(&prefix)).cloned().collect()
    }
}

/// Rows that a newer rule reads otherwise: an article after the last one of a treaty is kept, so that it can be reported as impossible.
const NEWER: [(&str, &str); 1] = [("artikel 99 i barnkonventionen", "untc/I-27531#A99")];

fn read(resolver: &Resolver, row: &Value, query: &str) -> Vec<String> {
    let held = &row["held"];
    let documents: Vec<String> = held.get("documents").into_iter().flat_map(list).map(text).collect();
    let anchors: HashMap<&str, Vec<&str>> = entries(held, "anchors")
        .map(|(document, anchors)| (document.as_str(), list(anchors).filter_map(Value::as_str).collect()))
        .collect();
    if documents.is_empty() && anchors.is_empty() {
        let targets = resolver.read(query).map(|reading| reading.targets).unwrap_or_default();
        return targets.iter().map(ToString::to_string).collect();
    }
    let resolution = resolver.resolve(query, &RowHoldings { documents, anchors });
    let results = resolution.results.iter().map(|resolved| match &resolved.anchor {
        Some(pin) => format!("{}#{pin}", resolved.document),
        None => resolved.document.clone(),
    });
    results.chain(resolution.recognized.iter().map(|other| other.document.clone())).collect()
}

#[test]
fn every_row_is_read_as_expected() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let rows = std::fs::read_to_string(folder.join("cases/resolve.jsonl")).unwrap();
    let base = Base::parse("https://lag.example").unwrap();
    let plain = Resolver::new(CitationNames::shipped(), base.clone());
    let mut shapes: std::collections::BTreeMap<String, (u32, u32)> = std::collections::BTreeMap::default();
    let mut misses = Vec::new();
    for line in rows.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let query = text(&row["q"]).replace("{base}", base.as_str());
        let newer = NEWER.iter().find(|(newer, _)| *newer == query);
        let expected = match newer {
            Some((_, target)) => vec![(*target).to_owned()],
            None => list(&row["expect"]).map(text).collect::<Vec<String>>(),
        };
        let of_row =
            row.get("held").map(|_| Resolver::new(CitationNames::build(&held_names(&row)), base.clone()));
        let found = read(of_row.as_ref().unwrap_or(&plain), &row, &query);
        let shape = shapes.entry(text(&row["shape"])).or_default();
        shape.1 += 1;
        if found == expected {
            shape.0 += 1;
        } else {
            misses.push(format!("{}: {query:?} expected {expected:?} found {found:?}", text(&row["shape"])));
        }
    }
    for (shape, (right, all)) in &shapes {
        println!("{shape:24} {right:4} of {all}");
    }
    println!("{} rows, {} missed", shapes.values().map(|(_, all)| all).sum::<u32>(), misses.len());
    assert!(misses.is_empty(), "{}", misses.join("\n"));
}
