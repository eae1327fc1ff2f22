//! What several tests share: the real corpus as names and holdings.

#![allow(dead_code, unreachable_pub, reason = "each test uses a part")]

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use lagrum_artifact::{Anchor, Artifact, Node, Step};
use lagrum_citation::{HeldName, Holdings, Role};
use serde::Deserialize;
use serde_json::Value;

/// The folder with the real corpus, if the environment names one.
pub fn corpus_folder(what: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("LAGRUM_TEST_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: LAGRUM_TEST_CORPUS does not name a folder with {what}");
    }
    folder
}

const BASE: &str = "https://lagen.nu/";
/// The day the corpus was made.
const TODAY: &str = "2026-11-20";

/// The fields of an artifact that name it; the text is skipped over.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Head {
    uri: String,
    title: Option<String>,
    shortname: Option<String>,
    abbr: Option<String>,
    label: Option<String>,
    doctype: Option<String>,
    ecli: Option<String>,
    identifier: Option<String>,
    docnumber: Option<String>,
    date: Option<String>,
    court: Option<String>,
    avgorandedatum: Option<String>,
    malnummer: Vec<String>,
    referat: Vec<String>,
    #[serde(rename = "officialReport")]
    official_report: Option<String>,
    metadata: Value,
}

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
                let head: Head = serde_json::from_str(&line).unwrap_or_default();
                let Some(id) = head.uri.strip_prefix(BASE) else { continue };
                if wanted.contains(id) {
                    corpus.places.insert(id.to_owned(), places(&Artifact::parse(line.as_bytes()).unwrap()));
                }
                corpus.documents.insert(id.to_owned());
                name(id, &head, &mut corpus.names);
            }
        }
        corpus
    }
}

fn name(document: &str, head: &Head, names: &mut Vec<HeldName>) {
    let properties = &head.metadata["properties"];
    let repealed = properties["rpubl:upphavandedatum"].as_str();
    let in_force = repealed.is_none_or(|day| day > TODAY);
    let mut push = |name: &str, role: Role| {
        names.push(HeldName { document: document.to_owned(), name: name.to_owned(), role, in_force });
    };
    let date = head.date.as_deref().or(head.avgorandedatum.as_deref()).unwrap_or_default().to_owned();
    let judgment = head.doctype.as_deref() == Some("judgment");
    if let Some(title) = properties["dcterms:title"].as_str() {
        push(title, Role::Title);
    }
    let (caption, act) = (head.title.as_deref(), document.starts_with("celex/3"));
    if document.starts_with("dom/echr/") {
        let role = Role::EchrCaption { judgment, date: date.clone() };
        push(caption.unwrap_or_default(), role);
    } else if document.starts_with("icc/") {
        push(caption.unwrap_or_default(), Role::CaseName);
    } else if act || ["coe/", "icrc/", "untc/"].iter().any(|source| document.starts_with(source)) {
        push(caption.unwrap_or_default(), Role::Title);
    }
    if let Some(name) = head.metadata["caseName"].as_str() {
        push(name, Role::CaseName);
    }
    if act {
        push(head.shortname.as_deref().unwrap_or_default(), Role::Name);
        push(head.abbr.as_deref().unwrap_or_default(), Role::Abbreviation);
    }
    if let Some((_, name)) = head.label.as_deref().and_then(|label| label.strip_suffix(')')?.split_once(" ("))
    {
        push(name, Role::CaseName);
    }
    for identifier in [&head.ecli, &head.identifier, &head.docnumber].into_iter().flatten() {
        push(identifier, Role::Identifier);
    }
    for report in &head.referat {
        push(report, Role::Identifier);
    }
    if let Some(page) = head.official_report.as_deref().and_then(|report| report.strip_prefix("JO ")) {
        push(page, Role::JoReportPage);
    }
    for number in &head.malnummer {
        push(number, Role::CaseNumber { court: head.court.clone().unwrap_or_default(), date: date.clone() });
    }
    for number in head.metadata["applicationNumber"].as_array().into_iter().flatten() {
        let role = Role::ApplicationNumber { judgment, date: date.clone() };
        push(number.as_str().unwrap_or_default(), role);
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

    fn has_place(&self, document: &str, anchor: &Anchor) -> bool {
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
