//! Every kind of text in the artifacts of a corpus, and which of them are shown.
//!
//! A kind is named by where it stands: `metadata.title` at the top, `stycke.beteckning` in a node of the body, `run.text`
//! in a run, `konventionsartikel.versions.language` in an object without a type.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_artifact::Artifact;
use serde_json::{Map, Value};

/// The kinds that [`crate::expected`] asks for.
const SHOWN: &str = "run.text *.ikrafttrader *.upphor *.mark \
    stycke.beteckning stycke.ordinal stycke.punkt paragraf.ordinal kapitel.ordinal punkt.ordinal artikel.ordinal \
    article.num article.label heading.label sektion.heading point.num paragraph.num ruling.num recital.num note.num \
    preamble.num citat.num \
    title label identifier metadata.title metadata.properties.dcterms:title \
    sammanfattning summary metadata.sammanfattning \
    amendments.identifier amendments.beslutsdatum amendments.forarbeten amendments.properties.dcterms:identifier \
    amendments.properties.rpubl:andrar amendments.properties.rpubl:ikrafttradandedatum";

/// The kinds of text that are left out on purpose, with the reason. A kind that ends with `.*` includes all kinds below it.
pub(crate) fn left_out() -> BTreeMap<&'static str, &'static str> {
    let rows = include_str!("left_out.tsv").lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split_once('\t').unwrap()).inspect(|(_, reason)| assert!(!reason.is_empty())).collect()
}

/// Kinds of text, each with a document that has it.
#[derive(Default)]
pub(crate) struct Strings {
    found: BTreeMap<String, String>,
}

impl Strings {
    pub(crate) fn collect(&mut self, artifact: &Artifact) {
        let mut kinds = BTreeSet::new();
        let consolidated = artifact.presented().is_consolidated();
        for (name, value) in artifact.value().as_object().unwrap() {
            match name.as_str() {
                "structure" | "body" | "footnotes" if consolidated => {
                    kinds.insert(format!("{name} (as issued, where a consolidation is presented)"));
                }
                "structure" | "body" | "footnotes" => body(value, name, &mut kinds),
                _ => field(value, name.clone(), &mut kinds),
            }
        }
        let uri = artifact.uri();
        self.found.extend(kinds.into_iter().map(|kind| (kind, uri.to_owned())));
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.found.extend(other.found);
    }

    pub(crate) fn has(&self, listed: &str) -> bool {
        self.found.keys().any(|kind| covers(listed, kind))
    }

    /// The kinds that are neither shown nor listed, each with a document that has it.
    pub(crate) fn unlisted<'a>(&'a self, listed: &BTreeMap<&str, &str>) -> Vec<(&'a str, &'a str)> {
        let known = |kind: &str| {
            let (_, name) = kind.rsplit_once('.').unwrap_or_default();
            SHOWN.split_whitespace().any(|shown| shown == kind || shown.strip_prefix("*.") == Some(name))
                || listed.keys().any(|listed| covers(listed, kind))
        };
        self.found.iter().filter(|(kind, _)| !known(kind)).map(|(kind, uri)| (&**kind, &**uri)).collect()
    }
}

fn covers(listed: &str, kind: &str) -> bool {
    match listed.split_once('*') {
        Some((before, after)) => {
            kind.len() > before.len() + after.len() && kind.starts_with(before) && kind.ends_with(after)
        }
        None => listed == kind,
    }
}

/// A field outside the body. The content of an amendment is a body again.
fn field(value: &Value, path: String, kinds: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if !text.trim().is_empty() => _ = kinds.insert(path),
        Value::Array(items) => items.iter().for_each(|item| field(item, path.clone(), kinds)),
        Value::Object(fields) => {
            for (name, value) in fields {
                match name.as_str() {
                    "content" if path == "amendments" => body(value, name, kinds),
                    "structure" if path == "consolidations" => body(value, name, kinds),
                    name if name.contains("://") => field(value, format!("{path}.*"), kinds),
                    name => field(value, format!("{path}.{name}"), kinds),
                }
            }
        }
        _ => {}
    }
}

/// Nodes. `around` names an object that has no type.
fn body(value: &Value, around: &str, kinds: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| body(item, around, kinds)),
        Value::Object(fields) => node(fields, around, kinds),
        _ => {}
    }
}

fn node(fields: &Map<String, Value>, around: &str, kinds: &mut BTreeSet<String>) {
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or(around);
    for (name, value) in fields {
        match (name.as_str(), value) {
            // A field derived from the text.
            (name, _) if name.starts_with('\u{1}') => {}
            ("text" | "cells", value) => runs(value, kinds),
            (_, Value::String(text)) if !text.trim().is_empty() => _ = kinds.insert(format!("{kind}.{name}")),
            (_, Value::Array(items)) if items.iter().any(Value::is_string) => {
                kinds.insert(format!("{kind}.{name}"));
            }
            ("children", value) => body(value, kind, kinds),
            (name, value) => body(value, &format!("{kind}.{name}"), kinds),
        }
    }
}

fn runs(value: &Value, kinds: &mut BTreeSet<String>) {
    match value {
        Value::String(_) => _ = kinds.insert("run.text".to_owned()),
        Value::Array(items) => items.iter().for_each(|item| runs(item, kinds)),
        Value::Object(fields) => {
            let names = fields.iter().filter(|(_, value)| value.is_string()).map(|(name, _)| name);
            kinds.extend(names.map(|name| format!("run.{name}")));
        }
        _ => {}
    }
}
