//! The raw files of the real corpus against the artifacts that another program made of them. The differences are counted by
//! class (docs/publishers.md); a class that grows without a reason, or a difference outside them, fails.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

use std::collections::{BTreeMap, HashMap};
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use lagrum_artifact::{Artifact, Base};
use lagrum_citation::CitationNames;
use lagrum_corpus::import::{ImportOptions, import};
use lagrum_corpus::{Corpus, Progress};
use lagrum_parse::{Numbering, ParseContext, Parsed, RawParts, parse};
use serde_json::Value;

const BASE: &str = "https://lagen.nu/";

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

/// A raw file and what the other program made of it.
struct RawFile {
    path: String,
    key: String,
    wording: Option<String>,
    body: Vec<u8>,
    expected: Value,
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    bytes
}

fn raw_files(folder: &Path) -> Vec<RawFile> {
    let folder = folder.join("raw/sfs");
    let index: Value = serde_json::from_slice(&std::fs::read(folder.join("index.json")).unwrap()).unwrap();
    let mut files = Vec::new();
    for act in index.as_array().unwrap() {
        let key = act["basefile"].as_str().unwrap();
        for entry in std::iter::once(act).chain(act["versions"].as_array().unwrap()) {
            let Some(path) = entry["raw"].as_str() else { continue };
            let expected = unpacked(&folder.join(entry["expected"].as_str().unwrap()));
            files.push(RawFile {
                path: path.to_owned(),
                key: key.to_owned(),
                wording: entry["version"].as_str().map(str::to_owned),
                body: unpacked(&folder.join(path)),
                expected: serde_json::from_slice(&expected).unwrap(),
            });
        }
    }
    files
}

fn parsed(file: &RawFile, as_of: &str) -> Parsed {
    let base = Base::parse(BASE).unwrap();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of, names: &NAMES, numbering: &numbering };
    let raw = RawParts {
        body: &file.body,
        key: Some(&file.key),
        wording: file.wording.as_deref(),
        ..RawParts::default()
    };
    parse("sfs", &raw, &context).unwrap_or_else(|error| panic!("{}: {error}", file.path))
}

/// The days on which the other program may have parsed its files: it settled variants by that day.
const DAYS: [&str; 4] = ["2025-12-20", "2026-01-10", "2026-04-01", "2026-07-15"];

fn text(runs: &Value) -> String {
    let text: String = runs
        .as_array()
        .into_iter()
        .flatten()
        .map(|run| run.as_str().or_else(|| run["text"].as_str()).unwrap_or_default())
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn walk<'v>(nodes: &'v Value, visit: &mut dyn FnMut(&'v Value)) {
    for node in nodes.as_array().into_iter().flatten() {
        visit(node);
        walk(&node["children"], visit);
    }
}

fn walk_all<'v>(artifact: &'v Value, visit: &mut dyn FnMut(&'v Value)) {
    walk(&artifact["structure"], visit);
    for row in artifact["amendments"].as_array().into_iter().flatten() {
        walk(&row["content"], visit);
    }
}

/// The parts of an artifact that are compared.
#[derive(Default)]
struct Shape {
    sequence: Vec<String>,
    ids: Vec<String>,
    texts: Vec<String>,
    /// Headings and rows of tables.
    others: Vec<String>,
}

fn shape(artifact: &Value) -> Shape {
    let mut shape = Shape::default();
    walk(&artifact["structure"], &mut |node| {
        if let Some(kind @ ("kapitel" | "paragraf")) = node["type"].as_str() {
            shape.sequence.push(format!("{kind} {}", node["ordinal"].as_str().unwrap_or_default().trim()));
        }
    });
    walk_all(artifact, &mut |node| match node["type"].as_str() {
        Some("rubrik") => shape.others.push(text(&node["text"])),
        kind => {
            if let Some(cells) = node["cells"].as_array() {
                shape.others.push(cells.iter().map(text).collect::<Vec<_>>().join(" "));
            }
            shape.ids.extend(node["id"].as_str().map(str::to_owned));
            if matches!(kind, Some("stycke" | "punkt" | "upphavd")) {
                shape.texts.push(text(&node["text"]));
            }
        }
    });
    shape
}

/// The texts that only the first list has.
fn missing(wanted: &[String], given: &[String]) -> Vec<String> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    for item in given {
        *left.entry(item).or_default() += 1;
    }
    let is_missing = |item: &&String| match left.get_mut(item.as_str()) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    wanted.iter().filter(is_missing).cloned().collect()
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// The class of a text that only the other program has, if it is an accepted one.
fn class_of_text(lost: &str, raw_letters: &str, given: &[String]) -> Option<&'static str> {
    const REPEALED: [&str; 6] = ["upphävts", "upphävt", "upphävs", "upphört", "upphävd", "Ny beteckning"];
    let first: Vec<&str> = lost.split(' ').take(4).collect();
    if lost.starts_with('/') || lost.contains(" /Träder") || lost.contains("U:20") {
        return Some("C notes of days");
    }
    if lost.len() < 120
        && REPEALED.iter().any(|word| {
            first.iter().any(|of_first| word.contains(of_first) && of_first.len() > 5) || lost.contains(word)
        })
    {
        return Some("M placeholders");
    }
    let bare = letters(lost);
    if given.iter().any(|text| letters(text) == bare) {
        return Some("D blanks and hyphens");
    }
    // The raw file has the text as it is, and our artifact has it in other parts.
    if !raw_letters.contains(&bare) {
        return Some("A text moved by the other");
    }
    let parts: Vec<String> = given
        .iter()
        .map(|text| letters(text))
        .filter(|text| text.len() > 8 && bare.contains(text.as_str()))
        .collect();
    if !parts.is_empty() {
        return Some("M parts the other glued together");
    }
    None
}

#[test]
fn raw_files_give_what_the_other_program_gave_or_better() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let files = raw_files(&folder);
    assert!(files.len() >= 98);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut outside: Vec<String> = Vec::new();
    for file in &files {
        let expected = shape(&file.expected);
        let candidates = DAYS.map(|day| parsed(file, day));
        let fewest = |parsed: &Parsed| {
            let artifact: Value = serde_json::from_str(parsed.artifact.as_deref().unwrap()).unwrap();
            missing(&expected.ids, &shape(&artifact).ids).len()
        };
        let found = candidates.into_iter().min_by_key(fewest).unwrap();
        assert_eq!((found.report.missing, found.report.extra), (0, 0), "{}", file.path);
        let json = found.artifact.unwrap();
        Artifact::parse(json.as_bytes()).unwrap();
        let artifact: Value = serde_json::from_str(&json).unwrap();
        let given = shape(&artifact);
        let mut count = |name, number: usize| *counts.entry(name).or_default() += number;
        count("sequence", expected.sequence.len());
        count("sequence missing", missing(&expected.sequence, &given.sequence).len());
        count("ids", expected.ids.len());
        count("ids missing", missing(&expected.ids, &given.ids).len());
        count("texts", expected.texts.len());
        let lost = missing(&expected.texts, &given.texts);
        count("texts missing", lost.len());
        let raw = String::from_utf8_lossy(&file.body);
        let raw_letters = if file.path.ends_with(".json.gz") {
            let record: Value = serde_json::from_slice(&file.body).unwrap();
            letters(record["fulltext"]["forfattningstext"].as_str().unwrap())
        } else {
            letters(&raw.replace("&#", " "))
        };
        let ours = missing(&given.texts, &expected.texts);
        for lost in lost {
            let stands = given.others.iter().any(|other| letters(other) == letters(&lost));
            match class_of_text(&lost, &raw_letters, &ours).or(stands.then_some("E headings and tables")) {
                Some(class) => count(class, 1),
                None => outside.push(format!("{}: {lost}", file.path)),
            }
        }
        register(file, &artifact, &mut counts, &mut outside);
    }
    for (name, count) in &counts {
        println!("{name}: {count}");
    }
    for line in &outside {
        println!("outside: {line}");
    }
    let share = |part: &str, whole: &str| counts[part] as f64 / counts[whole] as f64;
    assert!(share("sequence missing", "sequence") <= 0.01);
    assert!(share("ids missing", "ids") <= 0.01);
    assert!(share("texts missing", "texts") <= 0.02);
    assert!(outside.len() as f64 / counts["texts"] as f64 <= 0.002, "{}", outside.len());
    assert_eq!(counts.get("register").copied().unwrap_or_default(), 0);
}

/// Compares rows, dates, preparatory works and titles, which must be equal or more.
fn register(file: &RawFile, artifact: &Value, counts: &mut BTreeMap<&str, usize>, outside: &mut Vec<String>) {
    let rows: HashMap<&str, &Value> = artifact["amendments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["uri"].as_str().unwrap(), row))
        .collect();
    let mut fault = |what: String| {
        outside.push(format!("{}: {what}", file.path));
        *counts.entry("register").or_default() += 1;
    };
    for wanted in file.expected["amendments"].as_array().unwrap() {
        let uri = wanted["uri"].as_str().unwrap();
        let Some(row) = rows.get(uri) else {
            // Rows that the publisher has not published are left out.
            if !String::from_utf8_lossy(&file.body).contains("\"publicerad\": false") {
                fault(format!("no row {uri}"));
            }
            continue;
        };
        let works = |row: &Value| -> Vec<String> {
            row["forarbeten"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|work| work.as_str().unwrap().to_owned())
                .collect()
        };
        for work in missing(&works(wanted), &works(row)) {
            fault(format!("{uri} lacks {work}"));
        }
        for name in
            ["rpubl:ikrafttradandedatum", "rpubl:upphavandedatum", "rpubl:andrar", "dcterms:identifier"]
        {
            let known = &wanted["properties"][name];
            if !known.is_null() && *known != row["properties"][name] {
                fault(format!("{uri} {name}: {}", row["properties"][name]));
            }
        }
    }
    let properties = &artifact["metadata"]["properties"];
    for (name, value) in file.expected["metadata"]["properties"].as_object().unwrap() {
        // The abbreviations are those of our own table; the works of a consolidation are rows.
        let is_own = matches!(name.as_str(), "dcterms:alternate" | "rpubl:konsolideringsunderlag");
        if !is_own && *value != properties[name] {
            fault(format!("{name}: {} and not {value}", properties[name]));
        }
    }
}

/// Links that lead into the act itself lead to a kapitel that it has.
#[test]
fn no_link_leads_to_a_kapitel_that_the_act_lacks() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    for file in raw_files(&folder) {
        let artifact: Value = serde_json::from_str(&parsed(&file, "2026-04-01").artifact.unwrap()).unwrap();
        let mut kapitel = Vec::new();
        walk(&artifact["structure"], &mut |node| {
            if node["type"] == "kapitel" {
                kapitel.push(node["ordinal"].as_str().unwrap().replace(' ', ""));
            }
        });
        let own = format!("{BASE}{}#K", file.key);
        walk_all(&artifact, &mut |node| {
            let cells = node["cells"].as_array().into_iter().flatten();
            for run in std::iter::once(&node["text"])
                .chain(cells)
                .flat_map(|runs| runs.as_array().into_iter().flatten())
            {
                let Some(anchor) = run["uri"].as_str().and_then(|uri| uri.strip_prefix(&own)) else {
                    continue;
                };
                let number = anchor.split(|c: char| c.is_ascii_uppercase()).next().unwrap().to_owned();
                assert!(kapitel.contains(&number), "{}: {}", file.path, run["uri"]);
            }
        });
    }
}

/// Keeps what an import notes.
#[derive(Default)]
struct Notes(std::sync::Mutex<Vec<String>>);

impl Progress for Notes {
    fn begin(&self, _stage: &str, _total: Option<u64>) {}
    fn advance(&self, _amount: u64) {}
    fn end(&self) {}
    fn note(&self, text: &str) {
        self.0.lock().unwrap().push(text.to_owned());
    }
}

#[test]
fn what_is_parsed_passes_an_import_without_a_note() {
    let Some(folder) = lagrum_test_support::real_corpus() else { return };
    let (home, dumps) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let files = raw_files(&folder);
    for (name, archived) in [("sfs.ndjson.gz", false), ("versions-sfs.ndjson.gz", true)] {
        let file = std::fs::File::create(dumps.path().join(name)).unwrap();
        let mut dump = GzEncoder::new(file, flate2::Compression::fast());
        for file in files.iter().filter(|file| file.wording.is_some() == archived) {
            dump.write_all(parsed(file, "2026-04-01").artifact.unwrap().as_bytes()).unwrap();
            dump.write_all(b"\n").unwrap();
        }
        dump.finish().unwrap();
    }
    let corpus = Corpus::create(home.path()).unwrap();
    let notes = Notes::default();
    let origin = dumps.path().to_str().unwrap().to_owned();
    let report = import(&corpus, &[origin], &ImportOptions::default(), &notes).unwrap();
    let total = report.total();
    assert_eq!((total.read, total.stored), (files.len() as u64, files.len() as u64), "{total}");
    let problems: Vec<&String> = report.files.iter().flat_map(|file| &file.problems).collect();
    assert!(problems.is_empty(), "{problems:?}");
    let notes = notes.0.into_inner().unwrap();
    assert!(notes.is_empty(), "{notes:?}");
}
