//! What the tests of the demo corpus share: which files are documents, of which source, and what anchors they have.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "only tests are here")]

use std::collections::BTreeSet;

use lagrum_artifact::{Artifact, Base, Node};
use serde_json::Value;

/// The sources of the document format and the folder each one's artifacts lie in.
pub(crate) const SOURCES: [(&str, &str); 16] = [
    ("sfs", "sfs"),
    ("dv", "dom"),
    ("forarbete", "forarbete"),
    ("foreskrift", "foreskrift"),
    ("avg", "avg"),
    ("rs", "rs"),
    ("begrepp", "begrepp"),
    ("eurlex", "eurlex"),
    ("edpb", "edpb"),
    ("hudoc", "hudoc"),
    ("coe", "coe"),
    ("icrc", "icrc"),
    ("untc", "untc"),
    ("icc", "icc"),
    ("icj", "icj"),
    ("kommentar", "kommentar"),
];

/// A document of the demo.
pub(crate) struct Doc {
    /// Its source.
    pub(crate) source: &'static str,
    /// Its file in the corpus tree.
    pub(crate) path: &'static str,
    /// What the file holds.
    pub(crate) artifact: Artifact,
}

/// The documents of the demo, without attachments, archived lydelser, indexes and empty files.
pub(crate) fn documents() -> Vec<Doc> {
    lagrum_demo::files()
        .filter(|(path, bytes)| is_document(path) && !bytes.is_empty())
        .map(|(path, bytes)| {
            let folder = path.split('/').next().unwrap();
            let (source, _) = SOURCES.iter().find(|(_, f)| *f == folder).expect(path);
            Doc { source, path, artifact: Artifact::parse(bytes).expect(path) }
        })
        .collect()
}

fn is_document(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap();
    path.contains('/')
        && !path.contains("/archive/")
        && !name.ends_with(".versions.json")
        && !name.ends_with(".grund.json")
        && name != "identity-index.json"
}

/// The uri without the base of the demo.
pub(crate) fn local(uri: &str) -> Option<&str> {
    static BASE: std::sync::LazyLock<Base> =
        std::sync::LazyLock::new(|| Base::parse(lagrum_demo::BASE).unwrap());
    BASE.strip(uri)
}

/// Visits every node of the artifact, parents first, including those of the register of a statute and of unused wordings,
/// which are not part of the presented body.
pub(crate) fn each_node<'a>(artifact: &'a Artifact, mut visit: impl FnMut(Node<'a>)) {
    fn descend<'a>(value: &'a Value, visit: &mut impl FnMut(Node<'a>)) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| descend(item, visit)),
            Value::Object(object) => {
                Node::new(value).filter(|node| !node.kind().is_empty()).into_iter().for_each(&mut *visit);
                object.values().for_each(|item| descend(item, visit));
            }
            _ => {}
        }
    }
    descend(artifact.value(), &mut visit);
}

/// Visits every JSON object of the artifact.
pub(crate) fn each_object<'a>(value: &'a Value, visit: &mut impl FnMut(&'a serde_json::Map<String, Value>)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| each_object(item, visit)),
        Value::Object(object) => {
            visit(object);
            object.values().for_each(|item| each_object(item, visit));
        }
        _ => {}
    }
}

/// Every anchor the document answers to: the ids of its nodes, its printed pages, the paragraph numbers a court
/// printed, and what an EU act's articles, paragraphs and points compute to.
pub(crate) fn anchors(doc: &Doc) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut eu = EuState::default();
    each_node(&doc.artifact, |node| {
        anchors.extend(node.id().map(str::to_owned));
        anchors.extend(node.page().map(|page| format!("sid{page}")));
        match doc.source {
            "dv" => anchors.extend(node.str("ordinal").map(|number| format!("P{number}"))),
            "eurlex" => eu.enter(node, &mut anchors),
            _ => {}
        }
    });
    anchors
}

/// Where in an EU act the walk stands.
#[derive(Default)]
struct EuState {
    article: Option<String>,
    paragraph: Option<String>,
    points: Vec<String>,
}

impl EuState {
    fn enter(&mut self, node: Node, anchors: &mut BTreeSet<String>) {
        let num = node.str("num").unwrap_or_default();
        match node.kind() {
            "article" => {
                *self = Self { article: node.id().or(node.str("num")).map(str::to_owned), ..Self::default() };
                anchors.extend(self.article.clone());
            }
            "heading" | "ruling" | "signature" => *self = Self::default(),
            "recital" => _ = anchors.insert(format!("recital-{num}")),
            "paragraph" => {
                self.points.clear();
                self.paragraph =
                    self.article.as_ref().filter(|_| !num.is_empty()).map(|a| format!("{a}.{num}"));
                if let Some(paragraph) = &self.paragraph {
                    anchors.extend([paragraph.clone(), format!("{paragraph}.S1")]);
                }
            }
            "stycke" => {
                self.points.clear();
                anchors.extend(self.host().map(|host| format!("{host}.S{num}")));
            }
            "point" => {
                let depth = node.field("depth").and_then(Value::as_u64).unwrap_or(1);
                self.points.resize(usize::try_from(depth).unwrap() - 1, String::new());
                self.points.push(num.to_owned());
                if let Some(host) = self.host().filter(|_| num.contains(char::is_alphanumeric)) {
                    anchors.insert(format!("{host}.{}", self.points.join(".")));
                }
            }
            _ => {}
        }
    }

    fn host(&self) -> Option<&String> {
        self.paragraph.as_ref().or(self.article.as_ref())
    }
}
