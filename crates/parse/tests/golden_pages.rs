//! Invented raw files of each source, a file for each rule: a sentence about it, the record, the body if the source has one, and the
//! outline that it must give. No word of a body may be lost or added.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

use std::fmt::Write as _;
use std::path::Path;
use std::sync::LazyLock;

use lagrum_artifact::{Artifact, Base};
use lagrum_citation::CitationNames;
use lagrum_parse::{Numbering, ParseContext, Parsed, RawParts, parse};
use serde_json::Value;

static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

fn parsed(source: &str, raw: &RawParts<'_>) -> Parsed {
    let base = Base::parse("https://lag.example").unwrap();
    let numbering = Numbering::default();
    let context = ParseContext { base: &base, as_of: "2031-06-01", names: &NAMES, numbering: &numbering };
    parse(source, raw, &context).unwrap()
}

fn runs(runs: &Value) -> String {
    let run = |run: &Value| match run {
        Value::String(text) => text.clone(),
        link => {
            let uri = link["uri"].as_str().unwrap();
            let uri = uri.strip_prefix("https://lag.example/").unwrap_or(uri);
            format!("[{}]({uri})", link["text"].as_str().unwrap())
        }
    };
    runs.as_array().into_iter().flatten().map(run).collect()
}

fn outline(node: &Value, depth: usize, out: &mut String) {
    let text = |name: &str| node[name].as_str();
    write!(out, "{}{}", "  ".repeat(depth), text("type").unwrap()).unwrap();
    if let Some(id) = text("id") {
        write!(out, " {id}").unwrap();
    }
    for name in ["ordinal", "court", "class", "num"] {
        if let Some(value) = text(name) {
            write!(out, " {name}={value}").unwrap();
        }
    }
    if let Some(level) = node["level"].as_u64() {
        write!(out, " level={level}").unwrap();
    }
    if node.get("text").is_some() {
        write!(out, " | {}", runs(&node["text"])).unwrap();
    }
    if let Some(cells) = node["cells"].as_array() {
        let cells: Vec<String> = cells.iter().map(runs).collect();
        write!(out, " | {}", cells.join(" || ")).unwrap();
    }
    out.push('\n');
    for child in node["children"].as_array().into_iter().flatten() {
        outline(child, depth + 1, out);
    }
}

/// The section of a file under a heading such as `=== body`.
fn section<'f>(file: &'f str, name: &str) -> Option<&'f str> {
    let (_, rest) = file.split_once(&format!("=== {name}\n"))?;
    Some(rest.split_once("\n=== ").map_or(rest, |(section, _)| section))
}

/// What a file gives: the nodes, what was not understood, and the fields that the file names.
fn given(file: &str, found: &Parsed) -> String {
    let mut given = String::new();
    let Some(artifact) = &found.artifact else {
        return format!("skipped {:?}\n", found.report.skipped.unwrap());
    };
    assert!(Artifact::parse(artifact.as_bytes()).is_ok());
    let artifact: Value = serde_json::from_str(artifact).unwrap();
    for node in artifact["structure"].as_array().unwrap() {
        outline(node, 0, &mut given);
    }
    for note in artifact["footnotes"].as_array().into_iter().flatten() {
        writeln!(given, "footnote {} | {}", note["mark"].as_str().unwrap(), runs(&note["text"])).unwrap();
    }
    for line in &found.report.unread {
        writeln!(given, "unread {line}").unwrap();
    }
    for line in section(file, "outline").unwrap().lines().filter(|line| line.starts_with('/')) {
        let (pointer, _) = line.split_once(' ').unwrap();
        writeln!(given, "{pointer} {}", artifact.pointer(pointer).unwrap_or(&Value::Null)).unwrap();
    }
    given
}

#[test]
fn raw_files_give_their_outlines() {
    let mut differ = String::new();
    for source in ["dv", "hudoc"] {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden")).join(source);
        let mut files: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        assert!(files.len() >= 5);
        for path in files {
            let file = std::fs::read_to_string(&path).unwrap();
            let record = section(&file, "record").unwrap_or_default();
            let body = section(&file, "body");
            let raw = RawParts {
                body: body.unwrap_or(record).as_bytes(),
                record: body.map(|_| record.as_bytes()),
                ..RawParts::default()
            };
            let found = parsed(source, &raw);
            let given = given(&file, &found);
            let words = (found.report.missing, found.report.extra);
            let expected = section(&file, "outline").unwrap();
            if given != expected || words != (0, 0) {
                let name = path.file_name().unwrap_or_default().display();
                writeln!(differ, "{source}/{name}, words {words:?}, gives\n{given}and not\n{expected}")
                    .unwrap();
            }
        }
    }
    assert!(differ.is_empty(), "{differ}");
}
