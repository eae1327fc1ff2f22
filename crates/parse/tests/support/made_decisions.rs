//! Records of the courts' interface made of decisions that a corpus holds.

#![allow(dead_code, reason = "each user takes a part")]

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde_json::{Value, json};

/// The style of a body, and the generation of its record.
#[derive(Clone, Copy)]
pub struct Form {
    pub is_headed: bool,
    pub is_newer: bool,
}

pub const FORMS: [Form; 4] = [
    Form { is_headed: true, is_newer: true },
    Form { is_headed: true, is_newer: false },
    Form { is_headed: false, is_newer: true },
    Form { is_headed: false, is_newer: false },
];

pub fn members(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// A record made of a held decision.
pub fn made(artifact: &Value, form: Form) -> Value {
    let mut body = String::new();
    for node in members(&artifact["structure"]) {
        write_node(node, form, "", &mut body);
    }
    let metadata = &artifact["metadata"];
    let texts = |list: &Value| members(list).map(|entry| entry["text"].clone()).collect::<Vec<_>>();
    let provisions: Vec<Value> = members(&metadata["lagrum"])
        .map(|entry| json!({"referens": entry["text"], "sfsNummer": entry["sfsnummer"]}))
        .collect();
    let cases: Vec<Value> =
        texts(&metadata["related"]).into_iter().map(|text| json!({"fritext": text})).collect();
    let literature: Vec<Value> =
        texts(&metadata["litteratur"]).into_iter().map(|text| json!({"titel": text})).collect();
    let mut record = json!({
        "domstol": {"domstolKod": artifact["court"], "domstolNamn": artifact["court_namn"]},
        "typ": "REFERAT",
        "referatNummerLista": artifact["referat"],
        "malNummerLista": artifact["malnummer"],
        "avgorandedatum": artifact["avgorandedatum"],
        "sammanfattning": metadata["sammanfattning"],
        "nyckelordLista": metadata["nyckelord"],
        "lagrumLista": provisions,
        "forarbeteLista": texts(&metadata["forarbeten"]),
        "hanvisadePubliceringarLista": cases,
        "litteraturLista": literature,
        "innehall": body,
    });
    if form.is_newer {
        record["publiceringsform"] = "REFERAT".into();
        record["typ"] = "PREJUDIKAT".into();
    }
    record
}

fn write_node(node: &Value, form: Form, margin: &str, body: &mut String) {
    let kind = node["type"].as_str().unwrap();
    let margin = if kind == "betankande" && form.is_headed { " style=\"margin-left:40px;\"" } else { margin };
    let text = escaped(&node["text"]);
    if kind == "rubrik" && form.is_headed {
        let tag = match node["level"].as_u64() {
            Some(1) => "h1",
            Some(3) => "h3",
            _ => "h2",
        };
        write!(body, "<{tag}>{text}</{tag}>").unwrap();
    } else if !text.is_empty() {
        let number = node["ordinal"].as_str().map(|ordinal| format!("{ordinal}.&nbsp;")).unwrap_or_default();
        writeln!(body, "<p{margin}>{number}{text}</p>").unwrap();
    }
    for child in members(&node["children"]) {
        write_node(child, form, margin, body);
    }
}

fn escaped(runs: &Value) -> String {
    let text: String =
        members(runs).map(|run| run.as_str().or_else(|| run["text"].as_str()).unwrap_or_default()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// The decisions of a dump.
pub fn held(path: &Path) -> Vec<Value> {
    let file = std::fs::File::open(path).unwrap();
    BufReader::new(MultiGzDecoder::new(file))
        .lines()
        .map(|line| serde_json::from_str(&line.unwrap()).unwrap())
        .collect()
}
