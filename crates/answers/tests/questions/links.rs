//! Every link of the demo corpus, as lists of links have them, and questions answered from the bare list.

use std::collections::{BTreeMap, BTreeSet};

use lagrum_answers::{GraphQuestion, NeighbourOrder};
use lagrum_artifact::{Anchor, AnchorGrammar};
use serde_json::Value;

use crate::reader::Reader;

/// A link of a document.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) citing: String,
    pub(crate) anchor: Option<String>,
    pub(crate) cited: String,
    pub(crate) cited_anchor: Option<String>,
    pub(crate) hosted: bool,
}

/// What the naive answers need to know of a document.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) source: String,
    pub(crate) group: String,
    pub(crate) inbound_count: u64,
}

/// The whole corpus as lists.
pub(crate) struct World {
    /// The address that uris of the corpus begin with.
    pub(crate) base: String,
    pub(crate) documents: BTreeMap<String, Node>,
    pub(crate) links: Vec<Link>,
    /// How often each document cites another.
    pub(crate) edges: BTreeMap<(String, String), u64>,
}

impl World {
    pub(crate) fn read(reader: Reader<'_>) -> Self {
        let mut world = Self {
            base: reader.snapshot.manifest().base.to_string(),
            documents: BTreeMap::new(),
            links: Vec::new(),
            edges: BTreeMap::new(),
        };
        for uri in reader.all_uris() {
            let card = reader.card(&uri);
            let text = |field: &str| card[field].as_str().unwrap().to_owned();
            let inbound_count = card["inbound_count"].as_u64().unwrap();
            let node = Node { source: text("source"), group: text("group"), inbound_count };
            let links = reader.outbound(&uri);
            // A link counts nowhere where it is not known which act is meant.
            let is_known =
                |link: &&Value| link["cited_as"] != "earlier_act" || !link["meant"]["uri"].is_null();
            let known = links.as_array().unwrap().iter().filter(is_known);
            // What is meant is repealed, so the link counts for what it was in.
            let is_gone =
                |link: &Value| link["cited_as"] == "earlier_number" && link["meant"]["uri"].is_null();
            world.links.extend(known.map(|link| {
                let read = read_link(&uri, link);
                if is_gone(link) { Link { cited_anchor: None, ..read } } else { read }
            }));
            world.documents.insert(uri, node);
        }
        for link in world.links.iter().filter(|link| link.hosted && link.citing != link.cited) {
            *world.edges.entry((link.citing.clone(), link.cited.clone())).or_default() += 1;
        }
        world
    }

    /// The grammar of a document's anchors.
    pub(crate) fn grammar(&self, document: &str) -> AnchorGrammar {
        lagrum_sources::source(&self.documents[document].source).grammar
    }

    /// Every place of a held document that a link leaves from or lands at, with its document.
    pub(crate) fn places(&self) -> BTreeSet<(String, String)> {
        let from = self.links.iter().map(|link| (&link.citing, &link.anchor));
        let to = self.links.iter().filter(|link| link.hosted).map(|link| (&link.cited, &link.cited_anchor));
        let places = from.chain(to).filter_map(|(uri, anchor)| {
            anchor.clone().filter(|anchor| !anchor.is_empty()).map(|anchor| (uri.clone(), anchor))
        });
        places.collect()
    }
}

fn read_link(citing: &str, link: &Value) -> Link {
    let target = link["uri"].as_str().unwrap();
    let (cited, cited_anchor) = match target.split_once('#') {
        Some((cited, anchor)) => (cited, Some(anchor.to_owned())),
        None => (target, None),
    };
    Link {
        citing: citing.to_owned(),
        anchor: link["anchor"].as_str().map(str::to_owned),
        cited: cited.to_owned(),
        cited_anchor,
        hosted: link["hosted"].as_bool().unwrap(),
    }
}

/// What a request for a picture says beyond the place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) groups: Vec<&'static str>,
    pub(crate) by_citations: bool,
    pub(crate) grouplimit: Option<usize>,
    pub(crate) limit: Option<usize>,
}

impl Asked {
    /// The question for a picture.
    pub(crate) fn change(&self, question: &mut GraphQuestion) {
        question.groups = (!self.groups.is_empty()).then(|| self.groups.join(","));
        question.group_limit = self.grouplimit.map(|most| u32::try_from(most).unwrap());
        question.limit = u32::try_from(self.limit.unwrap_or(20)).unwrap();
        if self.by_citations {
            question.order = NeighbourOrder::Citations;
        }
    }
}

/// A side of a picture, as the answer must have it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NaiveSide {
    pub(crate) total_links: u64,
    pub(crate) total_docs: u64,
    pub(crate) unresolved: u64,
    /// Neighbours with their links.
    pub(crate) top: Vec<(String, u64)>,
}

impl World {
    /// The two sides of a document or of a provision of it, straight from the definition.
    pub(crate) fn sides(&self, document: &str, anchor: Option<&str>, asked: &Asked) -> [NaiveSide; 2] {
        let unit = anchor.and_then(Anchor::new).map(|anchor| self.grammar(document).unit(&anchor));
        let in_scope = |anchor: Option<&str>| match &unit {
            None => true,
            Some(unit) => anchor.is_some_and(|anchor| {
                let rest = anchor.strip_prefix(unit.as_str());
                rest.is_some_and(|rest| {
                    rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_uppercase() || c == '.')
                })
            }),
        };
        let mut inbound = BTreeMap::<String, u64>::new();
        let mut outbound = BTreeMap::<String, u64>::new();
        let mut unresolved = 0;
        for link in &self.links {
            if link.citing != document && link.cited == document && in_scope(link.cited_anchor.as_deref()) {
                *inbound.entry(link.citing.clone()).or_default() += 1;
            }
            if link.citing == document && in_scope(link.anchor.as_deref()) {
                if !link.hosted {
                    unresolved += u64::from(link.cited.starts_with(&format!("{}/", self.base)));
                } else if link.cited != document {
                    *outbound.entry(link.cited.clone()).or_default() += 1;
                }
            }
        }
        [self.ranked(inbound, 0, asked), self.ranked(outbound, unresolved, asked)]
    }

    fn ranked(&self, mut counts: BTreeMap<String, u64>, unresolved: u64, asked: &Asked) -> NaiveSide {
        counts
            .retain(|uri, _| asked.groups.is_empty() || asked.groups.contains(&&*self.documents[uri].group));
        let (total_links, total_docs) = (counts.values().sum(), counts.len() as u64);
        let mut top: Vec<(String, u64)> = counts.into_iter().collect();
        top.sort_by_key(|(uri, links)| {
            let count = if asked.by_citations { self.documents[uri].inbound_count } else { 0 };
            (std::cmp::Reverse((count, *links)), uri.clone())
        });
        let mut of_group = BTreeMap::<String, usize>::new();
        top.retain(|(uri, _)| {
            let shown = of_group.entry(self.documents[uri].group.clone()).or_default();
            *shown += 1;
            asked.grouplimit.is_none_or(|most| *shown <= most)
        });
        top.truncate(asked.limit.unwrap_or(20));
        NaiveSide { total_links, total_docs, unresolved, top }
    }
}

/// The side of an answer in the same form.
pub(crate) fn side(answer: &Value) -> NaiveSide {
    let number = |field: &str| answer[field].as_u64().unwrap();
    let top = answer["top"].as_array().unwrap().iter();
    NaiveSide {
        total_links: number("total_links"),
        total_docs: number("total_docs"),
        unresolved: number("unresolved"),
        top: top
            .map(|row| (row["uri"].as_str().unwrap().to_owned(), row["links"].as_u64().unwrap()))
            .collect(),
    }
}
