//! What must be shown of a document, read from its JSON by the rules, without the walk of the program.
//!
//! A node shows its number, then its text, its cells, what is below it and whatever else it holds. A number is shown
//! once: not again where the text begins with it as it is printed (`1)`, `1.`, `(1)`, `1 §`).

use lagrum_artifact::Artifact;
use serde_json::{Map, Value};

use crate::bare::{bare, push_bare};

/// The media that show a document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Medium {
    Markdown,
    Print,
    /// A comparison: days are not compared.
    Compared,
}

/// The whole document, as in markdown and in print.
pub(crate) fn document_texts(artifact: &Artifact) -> (String, String) {
    let (markdown, figures) = document_text(artifact, Medium::Markdown);
    let print = if figures { document_text(artifact, Medium::Print).0 } else { markdown.clone() };
    (markdown, print)
}

/// The body and its notes, as compared with another lydelse: without name and register.
pub(crate) fn body_text(artifact: &Artifact) -> String {
    let mut writer = Writer::new(Medium::Compared);
    writer.body(artifact);
    writer.text
}

/// The text of a document, and whether it has figures: they are not shown in the same way everywhere.
fn document_text(artifact: &Artifact, medium: Medium) -> (String, bool) {
    let mut writer = Writer::new(medium);
    writer.say(&lagrum_render::document_name(artifact, Some("T")).unwrap());
    let summary = [&["sammanfattning"][..], &["summary"], &["metadata", "sammanfattning"]];
    if let Some(summary) = summary.iter().find_map(|path| artifact.str(path))
        && !is_block(artifact, summary)
    {
        writer.say(summary);
    }
    writer.body(artifact);
    let amendments: Vec<_> =
        artifact.list(&["amendments"]).iter().filter(|entry| entry.is_object()).collect();
    if !amendments.is_empty() {
        writer.say("Ändringar");
    }
    for entry in amendments {
        writer.amendment(entry);
    }
    (writer.text, writer.figures)
}

/// Whether a summary is a text of the body, or with "…" the beginning of one.
fn is_block(artifact: &Artifact, summary: &str) -> bool {
    let cut = summary.trim_end().strip_suffix('…');
    let wanted = bare(cut.unwrap_or(summary));
    let mut found = false;
    for_each_text(artifact, false, &mut |runs| {
        let text = bare(&runs_of(runs).map(words).collect::<String>());
        found |= if cut.is_some() { text.starts_with(&wanted) } else { text == wanted };
    });
    found && !wanted.is_empty()
}

/// The texts that are searched: all that are not empty, in the order of the walk, without numbers.
pub(crate) fn search_texts(artifact: &Artifact) -> Vec<String> {
    let mut texts = Vec::new();
    for_each_text(artifact, false, &mut |runs| {
        let text: String = runs_of(runs).map(words).collect();
        if !text.trim().is_empty() {
            texts.push(text.trim().to_owned());
        }
    });
    texts
}

/// The links among the runs of the text, in order, without those to its own footnotes.
pub(crate) fn link_runs(artifact: &Artifact) -> Vec<(String, String)> {
    let mut links = Vec::new();
    for_each_text(artifact, true, &mut |runs| {
        for run in runs_of(runs) {
            if let Some(uri) = field(run, "uri").filter(|uri| !uri.starts_with('#')) {
                links.push((uri.to_owned(), field(run, "text").unwrap_or_default().to_owned()));
            }
        }
    });
    links
}

/// Whether a snippet is consecutive words of the document, optionally after the label of a provision.
pub(crate) fn snippet_is_from(snippet: &str, artifact: &Artifact, texts: &[String]) -> bool {
    // Most are the beginning of one text.
    let head = snippet.trim_end_matches(['…', ' ']);
    if texts.iter().any(|text| text.starts_with(head)) {
        return true;
    }
    let text = bare(&texts.concat());
    let summary = artifact.str(&["metadata", "sammanfattning"]).map(bare).unwrap_or_default();
    let conclusions = bare(&artifact.strs(&["metadata", "conclusions"]).collect::<String>());
    let is_from = |snippet: &str| {
        let snippet = bare(snippet.trim_end_matches('…'));
        text.contains(&snippet) || summary.contains(&snippet) || conclusions.contains(&snippet)
    };
    let unlabelled = || match snippet.split_once(" § ") {
        Some((label, rest)) if label.len() < 20 => Some(rest),
        _ => snippet.strip_prefix('(').and_then(|rest| rest.split_once(") ")).map(|(_, rest)| rest),
    };
    is_from(snippet) || unlabelled().is_some_and(is_from)
}

fn for_each_text<'a>(artifact: &'a Artifact, with_notes: bool, visit: &mut impl FnMut(&'a Value)) {
    let presented = artifact.presented();
    presented
        .body()
        .iter()
        .copied()
        .chain(presented.footnotes())
        .for_each(|section| texts(section, with_notes, visit));
    for amendment in artifact.list(&["amendments"]) {
        if let Some(content) = amendment.get("content") {
            texts(content, with_notes, visit);
        }
    }
}

/// The values below a node, in reading order. For an article of a treaty its languages and paragraphs come first, then the
/// children.
fn below<'a>(value: &'a Value, fields: &'a Map<String, Value>) -> impl Iterator<Item = &'a Value> {
    let ahead: &[&str] = match field(value, "type") {
        Some(kind) if kind.starts_with("konvention") => &["versions", "paragraphs", "children"],
        _ => &["children"],
    };
    let first = ahead.iter().filter_map(|name| fields.get(*name));
    let rest = fields.iter().filter(move |(name, _)| {
        !is_derived(name) && !matches!(name.as_str(), "text" | "cells") && !ahead.contains(&name.as_str())
    });
    first.chain(rest.map(|(_, other)| other))
}

fn texts<'a>(value: &'a Value, with_notes: bool, visit: &mut impl FnMut(&'a Value)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| texts(item, with_notes, visit)),
        Value::Object(fields) => {
            if is_bare_link(value) {
                return visit(value);
            }
            // The stored text and cells, if day marks were removed from them.
            let stored = |name: &str| {
                fields.get(&format!("\u{1}{name}")).filter(|_| with_notes).or_else(|| fields.get(name))
            };
            stored("text").into_iter().for_each(&mut *visit);
            stored("cells").and_then(Value::as_array).into_iter().flatten().for_each(&mut *visit);
            below(value, fields).for_each(|other| texts(other, with_notes, visit));
        }
        _ => {}
    }
}

/// Whether a field is derived from a note in the text, and so no field of the document.
fn is_derived(name: &str) -> bool {
    name.starts_with('\u{1}')
}

/// A link in the place of a node.
fn is_bare_link(value: &Value) -> bool {
    field(value, "type").is_none() && field(value, "uri").is_some() && value.get("children").is_none()
}

fn runs_of(text: &Value) -> impl Iterator<Item = &Value> {
    let lone = (!text.is_array()).then_some(text);
    lone.into_iter().chain(text.as_array().into_iter().flatten())
}

fn words(run: &Value) -> &str {
    run.as_str().or_else(|| run.get("text")?.as_str()).unwrap_or_default()
}

fn text_of(node: &Value) -> String {
    node.get("text").map(|text| runs_of(text).map(words).collect()).unwrap_or_default()
}

fn field<'a>(node: &'a Value, name: &str) -> Option<&'a str> {
    node.get(name)?.as_str().filter(|text| !text.is_empty())
}

fn list<'a>(node: &'a Value, name: &str) -> &'a [Value] {
    node.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn is_empty(value: &Value) -> bool {
    value.as_array().is_some_and(Vec::is_empty) || value.is_null()
}

struct Writer {
    text: String,
    medium: Medium,
    /// The designation of a paragraf whose first text has not come yet.
    number: Option<String>,
    figures: bool,
}

impl Writer {
    fn new(medium: Medium) -> Self {
        Self { text: String::new(), medium, number: None, figures: false }
    }

    fn say(&mut self, words: &str) {
        push_bare(words, &mut self.text);
    }

    fn body(&mut self, artifact: &Artifact) {
        let presented = artifact.presented();
        presented.body().iter().for_each(|section| self.section(section));
        if let Some(notes) = presented.footnotes().filter(|notes| !is_empty(notes)) {
            self.say("Noter");
            self.section(notes);
        }
    }

    fn section(&mut self, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.section(item)),
            Value::Object(_) if is_bare_link(value) => self.say(words(value)),
            Value::Object(fields) => {
                self.own(value);
                below(value, fields).for_each(|other| self.section(other));
            }
            _ => {}
        }
    }

    /// The text of a node itself.
    fn own(&mut self, node: &Value) {
        // The names with a control character are fields derived from a note in the text.
        let day = |names: [&str; 3]| names.into_iter().find_map(|name| field(node, name));
        let is_told = self.medium != Medium::Compared;
        // If only the heading of a kapitel begins, no day is shown for the kapitel.
        let begins = is_told && node.get("\u{1}rubriken träder i kraft").is_none();
        if let Some(day) =
            day(["\u{1}ikrafttrader", "ikrafttrader", "\u{1}anges träda i kraft"]).filter(|_| begins)
        {
            let has_begun = node.get("\u{1}gäller").is_some();
            self.say(if has_begun { "Gäller sedan" } else { "Träder i kraft" });
            self.say(day);
        }
        // If only the heading of a kapitel ends, no day is shown for the kapitel.
        let ends = is_told && node.get("\u{1}rubriken upphör").is_none();
        if let Some(day) = day(["\u{1}upphor", "upphor", "\u{1}anges upphöra"]).filter(|_| ends) {
            match field(node, "\u{1}ny beteckning") {
                Some(number) => self.say(&format!("Ny beteckning {number}")),
                None => self.say("Upphör att gälla"),
            }
            self.say(day);
        }
        let kind = field(node, "type").unwrap_or_default();
        let (text, number) = (text_of(node), field(node, "num"));
        let is_blank = text.trim().is_empty();
        let ordinal = field(node, "ordinal").or_else(|| field(node, "punkt"));
        match kind {
            // Every chapter of the corpus has a heading that states its number.
            // The marker of a chapter in a bill is all of its text.
            "kapitel" | "paragraf" if !is_blank => {}
            "kapitel" => {
                // A kapitel is empty if none of it applies on the day.
                if let (Some(number), Some(first)) = (ordinal, list(node, "children").first()) {
                    let heading = text_of(first);
                    assert!(
                        begins_with(&heading, number) || bare(&heading).starts_with(&bare(number)),
                        "{heading}"
                    );
                }
            }
            "paragraf" => self.number = ordinal.map(|number| format!("{number} §")),
            "article" => {
                self.heading(&text, field(node, "label").map(str::to_owned), number.or(field(node, "id")));
            }
            "artikel" if is_blank => self.say(&ordinal.map(|n| format!("Artikel {n}")).unwrap_or_default()),
            "heading" => self.heading(&text, field(node, "label").map(str::to_owned), None),
            "sektion" | "avsnitt" if is_blank => self.say(field(node, "heading").unwrap_or_default()),
            "stycke" => {
                let designation = field(node, "beteckning").map(str::to_owned).or(self.number.take());
                self.number = None;
                match designation {
                    Some(designation) if begins_with(&text, &designation) => {}
                    Some(designation) => self.say(&designation),
                    None => self.counted(&text, ordinal),
                }
            }
            "punkt" => self.counted(&text, ordinal),
            "point" => self.counted(&text, number.filter(|number| number.contains(char::is_alphanumeric))),
            "paragraph" | "ruling" | "citat" => self.counted(&text, number),
            "grafik" => {
                self.figures = true;
                if self.medium == Medium::Print {
                    self.say("Här finns en bild som inte återges. Se författningens officiella tryck.");
                }
            }
            "rubrik" | "avsnitt" | "sektion" | "avdelning" | "fotnot" | "ruta" | "tabell" | "artikel" => {}
            _ if !is_blank => self.counted(&text, number.or(ordinal).or(field(node, "mark"))),
            _ => {}
        }
        self.say(&text);
        for cell in list(node, "cells") {
            let text: String = runs_of(cell).map(words).collect();
            self.say(&text);
        }
    }

    /// A number before a text that does not begin with it.
    fn counted(&mut self, text: &str, number: Option<&str>) {
        let Some(number) = number else { return };
        let printed = [format!("{number})"), format!("{number}."), format!("({number})")];
        if !printed.iter().any(|printed| begins_with(text, printed)) {
            self.say(number);
        }
    }

    /// A designation before a heading that does not begin with it, in Swedish or in English.
    fn heading(&mut self, text: &str, label: Option<String>, number: Option<&str>) {
        let Some(label) = label.or_else(|| number.map(|number| format!("Artikel {number}"))) else { return };
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        // An amending act quotes the articles it inserts.
        let quoted = text.trim_start_matches(['‘', '’', '“', '”', '"', '\'', '«', '»']);
        let label_words = label.to_lowercase();
        let said = [label_words.replace("artikel", "article"), label_words].iter().any(|label| {
            quoted.strip_prefix(&**label).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        });
        if !said {
            self.say(&label);
            if !text.is_empty() {
                self.say("–");
            }
        }
    }

    fn amendment(&mut self, entry: &Value) {
        let property = |name| entry.get("properties").and_then(|properties| field(properties, name));
        let name = property("dcterms:identifier").or_else(|| field(entry, "identifier"));
        // An entry without a printed number is named by the number that its uri ends with.
        let number = field(entry, "uri")
            .and_then(|uri| uri.splitn(4, '/').nth(3))
            .map(lagrum_sources::name_of_local_id);
        self.say(name.or(number.as_deref()).or_else(|| field(entry, "uri")).unwrap_or_default());
        for (name, fact) in [
            ("Omfattning", property("rpubl:andrar")),
            ("Ikraftträder", property("rpubl:ikrafttradandedatum")),
            ("Beslutad", field(entry, "beslutsdatum")),
        ] {
            if let Some(fact) = fact {
                self.say(name);
                self.say(fact);
            }
        }
        let forarbeten: Vec<_> = list(entry, "forarbeten").iter().filter_map(Value::as_str).collect();
        if !forarbeten.is_empty() {
            self.say("Förarbeten");
            for name in forarbeten {
                self.say(name);
            }
        }
        if let Some(content) = entry.get("content") {
            self.section(content);
        }
    }
}

/// Whether a text begins with a number as it is printed, white space aside, and a blank or nothing follows.
fn begins_with(text: &str, printed: &str) -> bool {
    let mut text = text.trim_start().chars();
    let mut wanted = printed.chars().filter(|c| !c.is_whitespace());
    wanted.all(|wanted| text.by_ref().find(|c| !c.is_whitespace()) == Some(wanted))
        && text.next().is_none_or(char::is_whitespace)
}
