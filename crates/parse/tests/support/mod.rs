//! Outlines of artifacts, as the files of invented texts have them.

#![allow(clippy::unwrap_used, reason = "a fault ends the test")]

use std::fmt::Write as _;

use serde_json::Value;

/// A text with its links: `[3 §](2031:1#P3)`, and its note marks: `^1^`.
fn runs(runs: &Value) -> String {
    let run = |run: &Value| match run {
        Value::String(text) => text.clone(),
        mark if mark["kind"] == "footnote" => format!("^{}^", mark["text"].as_str().unwrap()),
        link => {
            let uri = link["uri"].as_str().unwrap();
            let uri = uri.strip_prefix("https://lag.example/").unwrap_or(uri);
            format!("[{}]({uri})", link["text"].as_str().unwrap())
        }
    };
    runs.as_array().into_iter().flatten().map(run).collect()
}

/// Writes a node and what is inside it, a line each.
pub fn outline(node: &Value, depth: usize, out: &mut String) {
    let text = |name: &str| node[name].as_str();
    let kind = text("type").unwrap();
    write!(out, "{}{kind}", "  ".repeat(depth)).unwrap();
    if node.get("id").is_some() && (node["page"].is_null() || !node["id"].is_null()) {
        write!(out, " {}", text("id").unwrap_or("-")).unwrap();
    }
    if let Some(ordinal) = text("ordinal") {
        write!(out, " [{ordinal}]").unwrap();
    }
    if let Some(num) = text("num") {
        write!(out, " #{num}").unwrap();
    }
    if let Some(page) = node["page"].as_u64() {
        write!(out, " s.{page}").unwrap();
    }
    if node["th"] == true {
        out.push_str(" head");
    }
    if let Some(level) = node["level"].as_u64() {
        write!(out, " level={level}").unwrap();
    }
    if let Some(beteckning) = text("beteckning") {
        write!(out, " ({beteckning})").unwrap();
    }
    for (name, sign) in [("ikrafttrader", "I"), ("upphor", "U")] {
        if let Some(day) = text(name) {
            write!(out, " {sign}:{day}").unwrap();
        }
    }
    if node.get("text").is_some() {
        write!(out, " | {}", runs(&node["text"])).unwrap();
    }
    if let Some(cells) = node["cells"].as_array() {
        write!(out, " : {}", cells.iter().map(runs).collect::<Vec<_>>().join(" | ")).unwrap();
    }
    out.push('\n');
    for child in node["children"].as_array().into_iter().flatten() {
        outline(child, depth + 1, out);
    }
}
