//! A small generated corpus, read back, and its citations found by the rules of the document format.

// Every test file is a program of its own and uses a part of this.
#![allow(dead_code)]
// A panic in a helper of a test fails the test.
#![allow(clippy::unwrap_used)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use lagrum_artifact::{Artifact, Base, Link, Runs, Step, walk};
use lagrum_corpus_generator::{CorpusSummary, GeneratorOptions, run};
use serde_json::Value;
use tempfile::TempDir;

pub(crate) const BASE: &str = "https://lag.example";
pub(crate) const SOURCES: [&str; 16] = [
    "avg",
    "begrepp",
    "coe",
    "dv",
    "edpb",
    "eurlex",
    "forarbete",
    "foreskrift",
    "hudoc",
    "icc",
    "icj",
    "icrc",
    "kommentar",
    "rs",
    "sfs",
    "untc",
];

pub(crate) fn generate(documents: u32, text: f64, seed: u64) -> (TempDir, CorpusSummary) {
    let folder = tempfile::tempdir().unwrap();
    let summary = run(&options(folder.path(), documents, text, seed)).unwrap();
    (folder, summary)
}

pub(crate) fn options(folder: &Path, documents: u32, text: f64, seed: u64) -> GeneratorOptions {
    GeneratorOptions { documents, out: Some(folder.to_owned()), text, seed, base: Base::parse(BASE).unwrap() }
}

/// The lines of a dump.
pub(crate) fn lines(folder: &Path, dump: &str) -> Vec<String> {
    let file = File::open(folder.join(format!("{dump}.ndjson.gz"))).unwrap();
    let lines = BufReader::new(MultiGzDecoder::new(BufReader::new(file))).lines();
    lines.collect::<Result<_, _>>().unwrap()
}

/// The documents of a dump.
pub(crate) fn artifacts(folder: &Path, dump: &str) -> Vec<Artifact> {
    lines(folder, dump).iter().map(|line| Artifact::parse(line.as_bytes()).unwrap()).collect()
}

/// All files of a folder and the folders in it, with their bytes, by name.
pub(crate) fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                found.push((name, fs::read(path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// The targets of all citations of a document, in the order the format gives them.
pub(crate) fn targets(artifact: &Artifact) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    artifact.presented().walk(&mut |step| take(step, &mut found));
    for act in artifact.list(&["amendments"]) {
        if let Some(content) = act.get("content") {
            walk(content, &mut |step| take(step, &mut found));
        }
    }
    let strings = |value: Option<&Value>| -> Vec<String> {
        let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    for statement in artifact.list(&["implements"]) {
        found.extend(strings(statement.get("uris")));
    }
    found.extend(artifact.list(&["references"]).iter().filter_map(Link::new).map(|link| link.uri.to_owned()));
    let concept = |name: &str| format!("{BASE}/begrepp/{}", name.replace(' ', "_"));
    found.extend(strings(artifact.field(&["metadata", "nyckelord"])).iter().map(|name| concept(name)));
    artifact.presented().walk(&mut |step| {
        if let Step::Enter(node) = step {
            found.extend(node.str("defines").map(concept));
        }
    });
    for list in ["bemyndigande", "andrar", "upphaver", "genomfor", "andradAv"] {
        found.extend(strings(artifact.field(&["metadata", list])));
    }
    for list in ["lagrum", "forarbeten", "related", "litteratur"] {
        for entry in artifact.list(&["metadata", list]) {
            found.extend(Runs::new(entry.get("runs")).links().map(|link| link.uri.to_owned()));
        }
    }
    found
}

fn take(step: Step<'_>, found: &mut Vec<String>) {
    if let Step::Text(runs) = step {
        found.extend(runs.links().map(|link| link.uri.to_owned()));
    }
}
