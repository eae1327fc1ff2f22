//! Facets and leaves of the model: corpus model 5 and contract 7.2-7.3, for the sources of the pool.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::model::{Document, Model};
use crate::pool::{POOL, TITLES};

/// A leaf: its buckets by key and by slug, and what is filed there, in order.
#[derive(Clone, Debug, Default)]
pub struct Leaf {
    pub keys: Vec<String>,
    pub slugs: Vec<String>,
    pub entries: Vec<Filed>,
}

/// A document in a leaf with what is nested under it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filed {
    pub uri: String,
    pub nested: Vec<Filed>,
    pub consolidated: Option<bool>,
}

/// Outer buckets in the order they are presented. What is not listed follows by key.
const ORDERS: [(&str, &[&str]); 4] = [
    ("dv", &["nja", "hfd", "övriga"]),
    ("forarbete", &["prop", "sou", "ds", "dir", "bet", "rskr", "skr", "lr", "pm"]),
    // By designation: ÅFS comes last.
    ("foreskrift", &["FFFS", "IMYFS", "NFS", "AAFS"]),
    ("eurlex", &["directive", "regulation", "decision", "judgment", "opinion"]),
];

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ#";

/// The labels of keys that differ from their labels.
const LABELS: [(&str, &str, &str); 20] = [
    ("dv", "nja", "Högsta domstolen (NJA)"),
    ("dv", "hfd", "Högsta förvaltningsdomstolen (HFD, tidigare RÅ)"),
    ("dv", "övriga", "Övriga"),
    ("forarbete", "prop", "Propositioner"),
    ("forarbete", "sou", "SOU"),
    ("forarbete", "ds", "Ds"),
    ("forarbete", "bet", "Betänkanden"),
    ("forarbete", "lr", "Lagrådsremisser"),
    ("forarbete", "pm", "Promemorior"),
    ("foreskrift", "AAFS", "ÅFS"),
    ("foreskrift", "FFFS", "FFFS"),
    ("foreskrift", "IMYFS", "IMYFS"),
    ("foreskrift", "NFS", "NFS"),
    ("eurlex", "directive", "Direktiv"),
    ("eurlex", "regulation", "Förordningar"),
    ("eurlex", "decision", "Beslut"),
    ("eurlex", "judgment", "Avgöranden"),
    ("eurlex", "opinion", "Generaladvokatens förslag"),
    ("", "okänt", "okänt"),
    ("", "#", "#"),
];

pub fn levels(source: &str) -> Option<&'static [&'static str]> {
    Some(match source {
        "sfs" | "begrepp" => &["Bokstav"],
        "dv" => &["Domstol", "År"],
        "forarbete" | "eurlex" => &["Typ", "År"],
        "foreskrift" => &["Serie", "År"],
        _ => return None,
    })
}

pub fn label(source: &str, key: &str) -> String {
    let found = LABELS.iter().find(|(of, known, _)| (*of == source || of.is_empty()) && *known == key);
    found.map_or(key, |(_, _, label)| label).to_owned()
}

fn slug(key: &str) -> String {
    let word = |c: char| c.is_ascii_digit() || matches!(c, 'a'..='z' | 'å' | 'ä' | 'ö');
    let key = key.to_lowercase();
    let words: Vec<&str> = key.split(|c| !word(c)).filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "-".to_owned() } else { words.join("-") }
}

impl Model {
    /// The leaves of a source as filed on a day, in order.
    pub fn leaves(&self, source: &str, day: &str) -> Vec<Leaf> {
        let kept = kept(source, self.listed(Some(source), None, Some(day)));
        let mut filed: Vec<(Vec<String>, &Document, Filed)> =
            kept.into_iter().map(|(document, filed)| (keys(document), document, filed)).collect();
        // Keys with one slug are one bucket, which goes by the first of them in their order.
        let outer: Vec<String> = filed.iter().map(|(keys, ..)| keys[0].clone()).collect();
        for (keys, ..) in &mut filed {
            let alike = outer.iter().filter(|other| slug(other) == slug(&keys[0]));
            let first = alike.min_by_key(|key| (rank(source, key), key.as_str())).unwrap();
            keys[0].clone_from(first);
        }
        filed.sort_by(|(a_keys, a, _), (b_keys, b, _)| {
            compare_keys(source, a_keys, b_keys).then_with(|| compare_in_leaf(source, a, b))
        });
        let mut leaves: Vec<Leaf> = Vec::new();
        for (keys, _, entry) in filed {
            let slugs: Vec<String> = keys.iter().map(|key| slug(key)).collect();
            match leaves.last_mut().filter(|leaf| leaf.slugs == slugs) {
                Some(leaf) => leaf.entries.push(entry),
                None => leaves.push(Leaf { keys, slugs, entries: vec![entry] }),
            }
        }
        leaves
    }
}

/// The listed documents among `listed`, with the documents nested under them.
fn kept<'a>(source: &str, mut listed: Vec<&'a Document>) -> Vec<(&'a Document, Filed)> {
    match source {
        "eurlex" => {
            drop_twins(&mut listed);
            plainly(listed)
        }
        "foreskrift" => nest(listed),
        _ => plainly(listed),
    }
}

fn nest<'a>(mut listed: Vec<&'a Document>) -> Vec<(&'a Document, Filed)> {
    let issued: Vec<String> =
        listed.iter().filter_map(|document| document.uri.strip_suffix("/grund").map(str::to_owned)).collect();
    listed.retain(|document| !document.uri.ends_with("/grund"));
    let amended = |document: &Document| -> Option<&'a Document> {
        let links = document.links.iter().filter(|link| link.predicate == "rpubl:andrar");
        let first = links.map(|link| link.root().to_owned()).min()?;
        listed.iter().copied().find(|other| other.uri == first)
    };
    let home = |document: &'a Document| -> &'a Document {
        let mut met = vec![document];
        while let Some(next) = amended(met[met.len() - 1]) {
            if met.iter().any(|before| before.uri == next.uri) {
                return document;
            }
            met.push(next);
        }
        met[met.len() - 1]
    };
    let filed = |document: &Document, nested: Vec<Filed>| Filed {
        uri: document.uri.clone(),
        nested,
        consolidated: (document.description.consolidated || issued.contains(&document.uri)).then_some(true),
    };
    let stays = |document: &&&'a Document| home(document).uri == document.uri;
    listed
        .iter()
        .filter(stays)
        .map(|base| {
            let mut nested: Vec<&Document> = listed
                .iter()
                .copied()
                .filter(|document| document.uri != base.uri && home(document).uri == base.uri)
                .collect();
            nested.sort_by(|a, b| by_subject(a, b));
            (*base, filed(base, nested.into_iter().map(|document| filed(document, Vec::new())).collect()))
        })
        .collect()
}

fn plainly(listed: Vec<&Document>) -> Vec<(&Document, Filed)> {
    let alone = |document: &Document| Filed { uri: document.uri.clone(), ..Filed::default() };
    listed.into_iter().map(|document| (document, alone(document))).collect()
}

/// Removes the documents that a listing of EU law leaves out: corrigenda, older revisions, opinions in decided cases.
fn drop_twins(listed: &mut Vec<&Document>) {
    let numbered = |uri: &str| -> Option<(String, u32)> {
        let (before, number) = uri.strip_suffix(')')?.rsplit_once('(')?;
        Some((before.to_owned(), number.parse().ok()?))
    };
    listed.retain(|document| numbered(&document.uri).is_none_or(|(before, _)| !before.ends_with('R')));
    let revision = |uri: &str| {
        numbered(uri).map_or((uri.to_owned(), -1), |(before, number)| (before, i64::from(number)))
    };
    let all: Vec<(String, i64)> = listed.iter().map(|document| revision(&document.uri)).collect();
    listed.retain(|document| {
        let (of, number) = revision(&document.uri);
        all.iter().all(|(other, later)| *other != of || *later <= number)
    });
    let uris: Vec<String> = listed.iter().map(|document| document.uri.clone()).collect();
    listed
        .retain(|document| !uris.contains(&document.uri.replace("CC", "CJ")) || !document.uri.contains("CC"));
}

/// The buckets of a document, outer first.
fn keys(document: &Document) -> Vec<String> {
    match document.source.as_str() {
        "sfs" => vec![letter(subject(&document.description.title))],
        "begrepp" => vec![letter(&document.description.title)],
        _ => {
            let known = POOL.iter().find(|known| known.local_id == document.local_id()).unwrap();
            known.filed.iter().map(|key| (*key).to_owned()).collect()
        }
    }
}

fn letter(text: &str) -> String {
    let first = text.chars().next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    if LETTERS.contains(&first) && !first.is_empty() { first } else { "#".to_owned() }
}

fn subject(title: &str) -> &str {
    TITLES.iter().find(|(known, _)| *known == title).map_or(title, |(_, subject)| subject)
}

fn rank(source: &str, key: &str) -> usize {
    if let "sfs" | "begrepp" = source {
        return LETTERS.chars().position(|letter| key.starts_with(letter)).unwrap();
    }
    let order = ORDERS.iter().find(|(of, _)| *of == source).map_or(&[][..], |(_, order)| *order);
    order.iter().position(|known| *known == key).unwrap_or(order.len())
}

fn compare_keys(source: &str, a: &[String], b: &[String]) -> Ordering {
    let outer = rank(source, &a[0]).cmp(&rank(source, &b[0])).then_with(|| a[0].cmp(&b[0]));
    outer.then_with(|| match (a.get(1), b.get(1)) {
        (Some(a), Some(b)) => (a == "okänt").cmp(&(b == "okänt")).then_with(|| b.cmp(a)),
        _ => Ordering::Equal,
    })
}

fn compare_in_leaf(source: &str, a: &Document, b: &Document) -> Ordering {
    match source {
        "sfs" | "begrepp" => by_subject(a, b),
        "eurlex" => {
            let date = |document: &Document| document.description.date.clone().unwrap_or_default();
            date(b)
                .cmp(&date(a))
                .then_with(|| natural(printed_id(b), printed_id(a)))
                .then_with(|| b.uri.cmp(&a.uri))
        }
        _ => natural(printed_id(a), printed_id(b)).then_with(|| by_local_id(a, b)),
    }
}

fn printed_id(document: &Document) -> &str {
    let label = document.description.label.as_str();
    let id = document.description.short_id.as_deref().unwrap_or(label);
    if id.is_empty() { document.local_id() } else { id }
}

fn by_subject(a: &Document, b: &Document) -> Ordering {
    let name = |document: &Document| -> String {
        let candidates =
            [subject(&document.description.title), &document.description.label, document.local_id()];
        candidates.into_iter().find(|name| !name.is_empty()).unwrap().to_owned()
    };
    natural(&name(a), &name(b)).then_with(|| by_local_id(a, b))
}

fn by_local_id(a: &Document, b: &Document) -> Ordering {
    natural(a.local_id(), b.local_id()).then_with(|| a.uri.cmp(&b.uri))
}

/// Runs of digits compare as numbers, others without regard to case; text before a number.
fn natural(a: &str, b: &str) -> Ordering {
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    enum Run {
        Text(String),
        Number(u64),
    }
    let runs = |text: &str| -> Vec<Run> {
        let mut runs = Vec::new();
        for c in text.to_lowercase().chars() {
            match (runs.last_mut(), c.to_digit(10)) {
                (Some(Run::Number(number)), Some(digit)) => *number = *number * 10 + u64::from(digit),
                (_, Some(digit)) => runs.push(Run::Number(u64::from(digit))),
                (Some(Run::Text(before)), None) => before.push(c),
                (_, None) => runs.push(Run::Text(c.to_string())),
            }
        }
        runs
    };
    runs(a).cmp(&runs(b))
}

/// How many documents each inner and outer bucket has, by slug path.
pub fn counts(leaves: &[Leaf]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for leaf in leaves {
        for depth in 1..=leaf.slugs.len() {
            *counts.entry(leaf.slugs[..depth].join("/")).or_default() += leaf.entries.len() as u64;
        }
    }
    counts
}
