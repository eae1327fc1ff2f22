//! Shared by several tests: the real corpus as names and holdings, and the holdings that the rows of the shared cases state.

#![allow(clippy::unwrap_used, reason = "a broken fixture may end a test")]

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use lagrum_artifact::{Anchor, Artifact, Node, Step};
use lagrum_citation::{HeldName, Holdings, NameRole};
use serde_json::Value;

const BASE: &str = "https://lagen.nu/";
/// The day the corpus was made.
const TODAY: &str = "2026-11-20";

/// The held documents, their names, and the places of those that were asked for.
#[derive(Default)]
pub struct Corpus {
    pub documents: HashSet<String>,
    pub names: Vec<HeldName>,
    /// Places in document order.
    places: HashMap<String, Vec<String>>,
}

impl Corpus {
    /// Reads all artifacts; the places only of the `wanted` documents.
    pub fn read(folder: &Path, wanted: &HashSet<String>) -> Self {
        let mut corpus = Self::default();
        let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join("corpus"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.to_string_lossy().ends_with(".ndjson.gz"))
            .collect();
        files.sort();
        for file in files {
            let lines = BufReader::new(GzDecoder::new(std::fs::File::open(file).unwrap()));
            for line in lines.lines() {
                let line = line.unwrap();
                let artifact = Artifact::parse(line.as_bytes()).unwrap();
                let Some(id) = artifact.uri().strip_prefix(BASE) else { continue };
                if wanted.contains(id) {
                    corpus.places.insert(id.to_owned(), places(&artifact));
                }
                corpus.documents.insert(id.to_owned());
                let repealed = artifact.str(&["metadata", "properties", "rpubl:upphavandedatum"]);
                let in_force = repealed.is_none_or(|day| day > TODAY);
                corpus.names.extend(HeldName::of(&artifact, id, in_force));
            }
        }
        corpus
    }
}

/// The places of a document, in order: node ids, articles and their parts, recitals, printed pages.
fn places(artifact: &Artifact) -> Vec<String> {
    let mut places = Vec::new();
    let mut eu = EuPlace::default();
    artifact.presented().walk(&mut |step| {
        let Step::Enter(node) = step else { return };
        places.extend(node.id().map(str::to_owned));
        places.extend(eu.of(node));
        places.extend(node.page().map(|page| format!("sid{page}")));
    });
    places
}

/// Where in an EU act the walk is.
#[derive(Default)]
struct EuPlace {
    article: String,
    paragraph: String,
    points: Vec<String>,
}

impl EuPlace {
    fn of(&mut self, node: Node<'_>) -> Option<String> {
        let num = node.str("num").or(node.id()).unwrap_or_default().trim_matches(['(', ')', '.']).to_owned();
        match node.kind() {
            "article" => {
                *self = Self { article: num.clone(), ..Self::default() };
                Some(num)
            }
            "recital" => Some(format!("recital-{num}")),
            _ if self.article.is_empty() => None,
            "paragraph" => {
                self.points.clear();
                self.paragraph = num;
                Some(format!("{}.{}", self.article, self.paragraph))
            }
            "point" => {
                let depth = node.field("depth").and_then(Value::as_u64).unwrap_or(1).max(1) as usize;
                self.points.resize(depth - 1, String::new());
                self.points.push(num);
                let parts = std::iter::once(&self.article).chain(Some(&self.paragraph)).chain(&self.points);
                Some(parts.filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join("."))
            }
            _ => None,
        }
    }
}

impl Holdings for Corpus {
    fn holds(&self, document: &str) -> bool {
        self.documents.contains(document)
    }

    fn has_anchor(&self, document: &str, anchor: &Anchor) -> bool {
        self.places.get(document).is_some_and(|places| places.iter().any(|place| place == anchor.as_str()))
    }

    fn encloses(&self, document: &str, outer: &Anchor, inner: &Anchor) -> bool {
        let Some(places) = self.places.get(document) else { return false };
        let before = places.iter().take_while(|place| *place != inner.as_str());
        let chapter = |place: &&String| place.starts_with('K') && !place[1..].contains(char::is_uppercase);
        before.filter(chapter).last().is_some_and(|chapter| chapter == outer.as_str())
    }

    fn page_numbered(&self, number: &str) -> Vec<String> {
        let prefix = format!("{number}_s.");
        self.documents.iter().filter(|held| held.starts_with(&prefix)).cloned().collect()
    }
}

/// Calls `visit` with text and local id of every link of a corpus file that leads into the corpus.
pub fn links(folder: &Path, file: &str, mut visit: impl FnMut(&str, &str)) {
    let path = folder.join(format!("corpus/{file}.ndjson.gz"));
    let lines = BufReader::new(GzDecoder::new(std::fs::File::open(path).unwrap()));
    for line in lines.lines() {
        let artifact = Artifact::parse(line.unwrap().as_bytes()).unwrap();
        artifact.presented().walk(&mut |step| {
            let Step::Text(runs) = step else { return };
            for link in runs.links() {
                if let Some(target) = link.uri.strip_prefix(BASE) {
                    visit(link.text, target);
                }
            }
        });
    }
}

/// The string of a value; empty for anything else.
pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The members of a list; none for anything else.
pub fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The members of an object in a field.
pub fn entries<'a>(held: &'a Value, field: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    held.get(field).and_then(Value::as_object).into_iter().flatten()
}

/// The names that a row of the shared cases says are held. Some fields stand in `held`, and in older rows beside it.
pub fn held_names(row: &Value) -> Vec<HeldName> {
    let mut names = Vec::new();
    let mut push = |document: String, name: String, role: NameRole| {
        names.push(HeldName { document, name, role, in_force: true });
    };
    let held = &row["held"];
    for (alias, documents) in entries(held, "aliases") {
        list(documents).for_each(|document| push(text(document), alias.clone(), NameRole::Identifier));
    }
    for (referat, document) in entries(held, "referat") {
        push(text(document), referat.clone(), NameRole::Identifier);
    }
    for (page, numbers) in entries(held, "jo_pages").chain(entries(row, "jo_pages")) {
        list(numbers).for_each(|n| push(format!("avg/jo/{}", text(n)), page.clone(), NameRole::JoReportPage));
    }
    for (number, decisions) in entries(held, "case_numbers") {
        for decision in list(decisions) {
            let role = NameRole::CaseNumber { court: text(&decision[0]), date: text(&decision[1]) };
            push(text(&decision[2]), number.clone(), role);
        }
    }
    for (number, documents) in entries(held, "echr_applications") {
        for document in list(documents) {
            let judgment = document[0] == "judgment";
            let role = NameRole::ApplicationNumber { judgment, date: text(&document[1]) };
            push(text(&document[2]), number.clone(), role);
        }
    }
    for (key, documents) in entries(held, "echr_names") {
        let parts: Vec<&str> = key.split('|').collect();
        let serial = if parts[2].is_empty() { String::new() } else { format!(" (no. {})", parts[2]) };
        for document in list(documents) {
            let role =
                NameRole::EchrCaption { judgment: document[0] == "judgment", date: text(&document[1]) };
            push(text(&document[2]), format!("CASE OF {} v. {}{serial}", parts[0], parts[1]), role);
        }
    }
    names
}
