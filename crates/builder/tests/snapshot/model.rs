//! The naive model: every document with its links, and every answer found by a scan of all of them.
//!
//! Only data of single documents (the description, the links as written, the statements) are taken from the sources
//! crate. Everything that depends on several documents is computed here, slowly and simply.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_artifact::{Artifact, Base};
use lagrum_sources::{
    Description, ObservedConcepts, concept_name, concept_uri, fold_concepts, law_name_key, links, parse_date,
    source, status_expiry, transpositions,
};

use crate::corpus::{BASE, Corpus, uri};

/// A link with its final target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub to: String,
    pub anchor: Option<String>,
    pub page: Option<i64>,
    pub predicate: String,
    pub text: Option<String>,
}

impl Link {
    /// The document part of the target.
    pub fn root(&self) -> &str {
        self.to.split('#').next().unwrap()
    }
}

#[derive(Clone, Debug)]
pub struct Document {
    pub uri: String,
    pub source: String,
    pub description: Description,
    pub is_stub: bool,
    pub links: Vec<Link>,
}

impl Document {
    pub fn local_id(&self) -> &str {
        self.uri.strip_prefix(BASE).unwrap().trim_start_matches('/')
    }

    pub fn kind(&self) -> &str {
        self.description.kind.as_deref().unwrap_or_default()
    }

    /// Whether it has ended on the day or before.
    pub fn is_hidden(&self, day: &str) -> bool {
        self.description.expired.is_some_and(|ended| *ended.to_string() <= *day)
    }
}

/// A corpus as answers should show it.
#[derive(Clone, Debug)]
pub struct Model {
    pub documents: BTreeMap<String, Document>,
    /// How often each document is cited. Counted once, since every comparison needs it.
    inbound_counts: BTreeMap<String, u64>,
}

pub fn base() -> Base {
    Base::parse(BASE).unwrap()
}

impl Model {
    pub fn of(corpus: &Corpus) -> Self {
        let artifacts: Vec<(&str, Artifact)> = corpus
            .documents
            .iter()
            .map(|(source, json)| (*source, Artifact::parse(json.to_string().as_bytes()).unwrap()))
            .collect();
        let mut documents: BTreeMap<String, Document> = artifacts
            .iter()
            .map(|(name, artifact)| (artifact.uri().to_owned(), read(name, artifact, corpus)))
            .collect();
        transpose(&artifacts, &mut documents);
        name_commentaries(&mut documents);
        settle_concepts(&artifacts, &mut documents);
        let citing = |uri: &str| {
            let cites = |document: &&Document| document.links.iter().any(|link| link.root() == uri);
            documents.values().filter(|document| document.uri != uri).filter(cites).count() as u64
        };
        let inbound_counts = documents.keys().map(|uri| (uri.clone(), citing(uri))).collect();
        Self { documents, inbound_counts }
    }

    /// The documents of a source and a kind that are not hidden on a day, by uri.
    pub fn listed(&self, source: Option<&str>, kind: Option<&str>, day: Option<&str>) -> Vec<&Document> {
        self.documents
            .values()
            .filter(|document| source.is_none_or(|source| document.source == source))
            .filter(|document| kind.is_none_or(|kind| document.description.kind.as_deref() == Some(kind)))
            .filter(|document| day.is_none_or(|day| !document.is_hidden(day)))
            .collect()
    }

    pub fn sources(&self) -> BTreeSet<&str> {
        self.documents.values().map(|document| document.source.as_str()).collect()
    }

    /// How many documents other than itself cite a document or a place in it.
    pub fn inbound_count(&self, uri: &str) -> u64 {
        self.inbound_counts[uri]
    }

    /// Every root that some link names.
    pub fn cited(&self) -> BTreeSet<&str> {
        self.documents.values().flat_map(|document| &document.links).map(Link::root).collect()
    }
}

fn read(name: &str, artifact: &Artifact, corpus: &Corpus) -> Document {
    let mut description = source(name).describe(artifact, &base());
    if name == "eurlex" && description.expired.is_none() {
        let celex = artifact.uri().rsplit('/').next().unwrap();
        description.expired = corpus.statuses.get(celex).and_then(status_expiry);
    }
    let links = links(artifact, source(name), &base())
        .into_iter()
        .map(|link| Link {
            to: link.to.into_owned(),
            anchor: link.from_anchor.map(std::borrow::Cow::into_owned),
            page: link.from_page,
            predicate: link.predicate.to_owned(),
            text: Some(link.text.into_owned()).filter(|text| !text.is_empty()),
        })
        .collect();
    Document { uri: artifact.uri().to_owned(), source: name.to_owned(), description, is_stub: false, links }
}

/// Adds links from laws to the directives that they transpose according to preparatory works (corpus model 4.3).
fn transpose(artifacts: &[(&str, Artifact)], documents: &mut BTreeMap<String, Document>) {
    let mut in_order: Vec<_> = artifacts.iter().collect();
    in_order.sort_by_key(|(source, artifact)| (*source, artifact.uri().to_owned()));
    for (_, artifact) in in_order {
        for statement in transpositions(artifact) {
            let stating = &documents[artifact.uri()].description;
            let (text, stated) = (stating.label.clone(), stating.date.as_deref().and_then(parse_date));
            let by_number = |number: &str| Some(uri(number)).filter(|uri| documents.contains_key(uri));
            let law = match statement.law.number {
                Some(number) => by_number(number),
                None => law_of_name(documents, &statement.law.name, stated),
            };
            let Some(law) = law else { continue };
            for article in statement.articles {
                documents.get_mut(&law).unwrap().links.push(Link {
                    to: article.to_owned(),
                    anchor: Some(statement.anchor.clone()),
                    page: None,
                    predicate: "rpubl:genomforDirektiv".to_owned(),
                    text: Some(text.clone()),
                });
            }
        }
    }
}

/// The law of a name; of several the first to come into force after a day.
fn law_of_name(
    documents: &BTreeMap<String, Document>,
    name: &str,
    stated: Option<jiff::civil::Date>,
) -> Option<String> {
    let is_named = |law: &&Document| law.source == "sfs" && law_name_key(&law.description.title) == name;
    let named: Vec<&Document> = documents.values().filter(is_named).collect();
    if let [only] = named.as_slice() {
        return Some(only.uri.clone());
    }
    let stated = stated?;
    let from = |law: &Document| law.description.in_force_from;
    let later = named.into_iter().filter(|law| from(law).is_some_and(|from| from > stated));
    later.min_by_key(|law| (from(law), law.uri.clone())).map(|law| law.uri.clone())
}

/// Names commentaries after what they are about (contract 4.1).
fn name_commentaries(documents: &mut BTreeMap<String, Document>) {
    let names: BTreeMap<String, String> =
        documents.iter().map(|(uri, document)| (uri.clone(), document.description.in_text.clone())).collect();
    for (uri, document) in documents {
        let about = document.description.about.clone().filter(|about| about != uri);
        if let Some(name) = about.and_then(|about| names.get(&about)) {
            document.description.name_after(name);
        }
    }
}

/// Points links to inflected and former concepts at the concept, and adds stubs (corpus model 3.9).
fn settle_concepts(artifacts: &[(&str, Artifact)], documents: &mut BTreeMap<String, Document>) {
    let base = base();
    let aliases = |artifact: &Artifact| -> Vec<String> {
        artifact.strs(&["aliases"]).filter_map(|uri| concept_name(&base, uri)).collect()
    };
    let pages: BTreeMap<String, &str> = artifacts
        .iter()
        .filter_map(|(_, artifact)| Some((concept_name(&base, artifact.uri())?, artifact.uri())))
        .collect();
    let cited = documents.values().flat_map(|document| &document.links);
    let observed = ObservedConcepts {
        cited: cited.filter_map(|link| concept_name(&base, link.root())).collect(),
        authored: artifacts
            .iter()
            .filter_map(|(_, artifact)| Some((concept_name(&base, artifact.uri())?, aliases(artifact))))
            .collect(),
    };
    let settled = fold_concepts(&observed);
    let mut stubs = BTreeMap::new();
    for link in documents.values_mut().flat_map(|document| &mut document.links) {
        let Some(name) = concept_name(&base, link.root()) else { continue };
        let name = settled.folded.get(&name).unwrap_or(&name);
        let uri = match pages.get(name) {
            Some(page) => (*page).to_owned(),
            None if settled.stubs.contains(name) => {
                let uri = concept_uri(&base, name);
                stubs.insert(uri.clone(), name.clone());
                uri
            }
            None => continue,
        };
        link.to = format!("{uri}{}", &link.to[link.root().len()..]);
    }
    for (uri, name) in stubs {
        let stub = Document {
            uri: uri.clone(),
            source: "begrepp".to_owned(),
            description: Description::stub(&name),
            is_stub: true,
            links: Vec::new(),
        };
        documents.insert(uri, stub);
    }
}
