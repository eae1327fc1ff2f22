//! Codes of typesetters in real documents: no form that is read has them, and no word is lost with them.

use std::io::BufRead as _;

use lagrum_artifact::{Artifact, FullText};
use lagrum_render::html::html;
use lagrum_render::markdown;
use serde_json::Value;

use crate::corpus::{dumps, folder, lines};
use crate::page::Everything;

/// The codes. The longer ones stand first: they have the shorter ones in them.
const CODES: [&str; 18] = [
    "*/slut kurs/",
    "*/ny rad/",
    "*/-kurs/",
    "*/kurs/",
    "*/-g1/",
    "*/g1/",
    "*/-k/",
    "*/k/",
    "/slut kurs/",
    "/ny rad/",
    "/kurs/",
    "/-k/",
    "/k/",
    "/g1/",
    "/r1/",
    "/r2/",
    "/r3/",
    "/r4/",
];

#[test]
fn no_form_has_codes_of_typesetters_and_no_word_is_lost_with_them() {
    let Some(folder) = folder() else { return };
    let (mut stored, mut documents, mut shown, mut lost) = (0, 0, Vec::new(), Vec::new());
    for dump in dumps(&folder).into_iter().chain(dumps(&folder.join("versions"))) {
        for line in lines(&dump).lines() {
            let line = line.unwrap();
            if !CODES.iter().any(|code| line.contains(code)) {
                continue;
            }
            let raw: Value = serde_json::from_str(&line).unwrap();
            let artifact = Artifact::parse(line.as_bytes()).unwrap();
            let mut codes = 0;
            for field in ["structure", "body", "footnotes", "amendments"] {
                let read = artifact.value().get(field).unwrap_or(&Value::Null);
                compare(raw.get(field).unwrap_or(&Value::Null), read, &mut codes, &mut lost);
            }
            if codes == 0 {
                continue;
            }
            (stored, documents) = (stored + codes, documents + 1);
            let searched = FullText::of(&artifact).pieces.join("\n");
            for (form, text) in [
                ("markdown", markdown(&artifact, Some("T"))),
                ("search", searched),
                ("text", artifact.presented().plain_text()),
                ("page", html(&artifact, &Everything).html),
            ] {
                let found = CODES.iter().filter(|code| text.contains(*code));
                shown.extend(found.map(|code| format!("{} in {form}: {code}", artifact.uri())));
            }
        }
    }
    println!("{stored} codes in {documents} documents");
    assert!(stored > 150 && documents > 30, "{stored} codes in {documents} documents");
    assert!(shown.is_empty(), "{shown:?}");
    assert!(lost.is_empty(), "{lost:#?}");
}

/// Compares the letters and signs of the texts of a stored value with those that are read of it.
fn compare(stored: &Value, read: &Value, codes: &mut usize, lost: &mut Vec<String>) {
    match (stored, read) {
        (Value::Array(stored), Value::Array(read)) => {
            assert_eq!(stored.len(), read.len());
            stored.iter().zip(read).for_each(|(stored, read)| compare(stored, read, codes, lost));
        }
        (Value::Object(stored), Value::Object(read)) => {
            for (name, stored) in stored {
                let read = read.get(name).unwrap_or(&Value::Null);
                if name != "text" && name != "cells" {
                    compare(stored, read, codes, lost);
                    continue;
                }
                let before = words(stored);
                let mut without = before.clone();
                for code in CODES {
                    *codes += without.matches(code).count();
                    without = without.replace(code, "");
                }
                // A note of days at the beginning is no part of the text either.
                let (expected, found) = (signs(&without), signs(&words(read)));
                if !expected.ends_with(&found) || found.is_empty() && without.len() < before.len() {
                    lost.push(format!("{before} => {}", words(read)));
                }
            }
        }
        _ => {}
    }
}

/// The words of runs, or of cells.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(words).collect(),
        Value::Object(_) => value["text"].as_str().unwrap_or_default().to_owned(),
        _ => String::new(),
    }
}

fn signs(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
