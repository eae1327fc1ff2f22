//! The links of a document, in reading order.
//!
//! A link is a run of the text that readers see, or a relation that a source records beside the text (keywords, the act
//! that a regulation amends, a directive that a bill transposes). Relations of the whole document come first, then the
//! others in reading order.

use std::borrow::Cow;

use lagrum_artifact::{
    Artifact, Base, Link, Location, MAX_ANCHOR_BYTES, Node, Runs, Step, is_web_address, walk,
};
use serde_json::Value;

use crate::Source;
use crate::bounds::{link_text, predicate};
use crate::concepts::concept_uri;

const REFERENCES: &str = "dcterms:references";
const SUBJECT: &str = "dcterms:subject";
const TRANSPOSES: &str = "rpubl:genomforDirektiv";
const ISSUED_UNDER: &str = "rpubl:bemyndigande";
const COMPLETES: &str = "rinfoex:kompletterar";

/// Fields of `metadata` that list documents, and their relations.
const RELATIONS: [(&str, &str); 5] = [
    ("andrar", "rpubl:andrar"),
    ("upphaver", "rpubl:upphaver"),
    ("genomfor", TRANSPOSES),
    ("genomfor_akt", "rinfoex:genomforRattsakt"),
    ("andradAv", "rinfoex:andradAv"),
];

/// Fields of `metadata` that list entries with runs, as editors of case reports record them.
const CURATED: [&str; 4] = ["lagrum", "forarbeten", "related", "litteratur"];

/// One link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitationLink<'a> {
    /// The relation (`dcterms:references` for a plain reference).
    pub predicate: &'a str,
    /// The anchor of the citing spot, without `#`.
    pub from_anchor: Option<Cow<'a, str>>,
    /// The printed page of the citing spot.
    pub from_page: Option<i64>,
    /// The target as written.
    pub to: Cow<'a, str>,
    /// The words that carry the link; empty when there are none.
    pub text: Cow<'a, str>,
}

impl<'a> CitationLink<'a> {
    fn of_run(link: Link<'a>, from_anchor: Option<&'a str>, from_page: Option<i64>) -> Self {
        Self {
            predicate: link.predicate.and_then(predicate).unwrap_or(REFERENCES),
            from_anchor: from_anchor.map(Cow::Borrowed),
            from_page,
            to: Cow::Borrowed(link.uri),
            text: link_text(Cow::Borrowed(link.text)),
        }
    }

    fn of_document(predicate: &'a str, to: impl Into<Cow<'a, str>>, text: impl Into<Cow<'a, str>>) -> Self {
        Self { predicate, from_anchor: None, from_page: None, to: to.into(), text: link_text(text.into()) }
    }

    fn has_spot(&self) -> bool {
        self.from_anchor.is_some() || self.from_page.is_some()
    }
}

/// Every link of the document: those of the whole document first, then the others in reading order. Targets that are
/// not web addresses, like `javascript:`, are left out.
pub fn links<'a>(artifact: &'a Artifact, source: &Source, base: &Base) -> Vec<CitationLink<'a>> {
    let mut placed = Vec::new();
    body_links(artifact, source, &mut placed);
    for amendment in artifact.list(&["amendments"]) {
        if let Some(content) = amendment.get("content") {
            walk_links(|visit| walk(content, visit), false, &mut placed);
        }
    }
    transposition_links(artifact, &mut placed);

    let (elsewhere, mut links): (Vec<_>, Vec<_>) =
        relation_links(artifact, base).into_iter().partition(CitationLink::has_spot);
    links.append(&mut placed);
    links.extend(elsewhere);
    links.retain(|link| is_web_address(&link.to));
    links
}

fn body_links<'a>(artifact: &'a Artifact, source: &Source, links: &mut Vec<CitationLink<'a>>) {
    let presented = artifact.presented();
    let anchored = walk_links(|visit| presented.walk(visit), true, links);
    if !anchored && source.cited_by_page {
        for link in links {
            link.from_anchor = link.from_page.map(page_anchor);
        }
    }
}

fn page_anchor<'a>(page: i64) -> Cow<'a, str> {
    Cow::Owned(format!("sid{page}"))
}

/// Collects the links of a walk with the nearest anchor and page around each. Returns whether there was any anchor.
fn walk_links<'a>(
    walk: impl FnOnce(&mut dyn FnMut(Step<'a>)),
    paged: bool,
    links: &mut Vec<CitationLink<'a>>,
) -> bool {
    let mut anchored = false;
    // The anchor and page at each node entered and not left; a node without one has that of the node around it.
    let mut around: Vec<(Option<&'a str>, Option<i64>)> = vec![(None, None)];
    walk(&mut |step| match step {
        Step::Enter(node) => {
            let (anchor, page) = around.last().copied().unwrap_or_default();
            anchored |= node.id().is_some();
            around.push((node.id().or(anchor), if paged { node.page().or(page) } else { None }));
        }
        Step::Leave(_) => {
            around.pop();
        }
        Step::Text(runs) => {
            let (anchor, page) = around.last().copied().unwrap_or_default();
            links.extend(cited(runs).map(|link| CitationLink::of_run(link, anchor, page)));
        }
    });
    anchored
}

/// The links of a text to other documents. A footnote mark points into the same document.
fn cited(runs: Runs<'_>) -> impl Iterator<Item = Link<'_>> {
    runs.links().filter(|link| !link.uri.starts_with('#'))
}

fn transposition_links<'a>(artifact: &'a Artifact, links: &mut Vec<CitationLink<'a>>) {
    for record in artifact.list(&["implements"]) {
        let Some(record) = Node::new(record) else { continue };
        for uri in strs(record.field("uris")) {
            links.push(CitationLink {
                predicate: TRANSPOSES,
                from_anchor: record.page().map(page_anchor),
                from_page: record.page(),
                to: Cow::Borrowed(uri),
                text: link_text(Cow::Borrowed(record.str("sentence").unwrap_or_default())),
            });
        }
    }
}

/// The relations that are recorded beside the text.
fn relation_links<'a>(artifact: &'a Artifact, base: &Base) -> Vec<CitationLink<'a>> {
    let mut links = Vec::new();
    for reference in artifact.list(&["references"]) {
        if let Some(link) = Link::new(reference).filter(|link| !link.uri.starts_with('#')) {
            links.push(CitationLink::of_run(link, None, None));
        }
    }
    for keyword in artifact.strs(&["metadata", "nyckelord"]) {
        links.push(CitationLink::of_document(SUBJECT, concept_uri(base, keyword), keyword));
    }
    if artifact.str(&["lang"]) == Some("swe") {
        defined_terms(artifact, base, &mut links);
    }

    let name = artifact.str(&["identifier"]).unwrap_or_else(|| {
        let uri = artifact.uri();
        base.strip(uri).unwrap_or(uri)
    });
    for uri in artifact.strs(&["metadata", "bemyndigande"]) {
        links.push(CitationLink::of_document(ISSUED_UNDER, uri, name));
    }
    authority_links(artifact, &mut links);
    for (field, predicate) in RELATIONS {
        for uri in artifact.strs(&["metadata", field]) {
            links.push(CitationLink::of_document(predicate, uri, name));
        }
    }
    for field in CURATED {
        for entry in artifact.list(&["metadata", field]) {
            let runs = Runs::new(entry.get("runs"));
            links.extend(cited(runs).map(|link| CitationLink::of_run(link, None, None)));
        }
    }
    links
}

/// The terms that an act defines, each a link from the definition to the concept.
fn defined_terms<'a>(artifact: &'a Artifact, base: &Base, links: &mut Vec<CitationLink<'a>>) {
    artifact.presented().walk(&mut |step| {
        if let Step::Enter(node) = step
            && let Some(term) = node.str("defines").filter(|term| !term.trim().is_empty())
        {
            let mut link = CitationLink::of_document(SUBJECT, concept_uri(base, term), term);
            link.from_anchor = node.id().map(Cow::Borrowed);
            links.push(link);
        }
    });
}

/// The relations of a government ordinance to the provisions it is issued under, and to the law it completes.
fn authority_links<'a>(artifact: &'a Artifact, links: &mut Vec<CitationLink<'a>>) {
    for entry in artifact.list(&["bemyndigande"]) {
        let Some(law) = entry.get("lagrum").and_then(Value::as_str).filter(|law| !law.is_empty()) else {
            continue;
        };
        let mut provisions = strs(entry.get("provisions")).peekable();
        if provisions.peek().is_none() {
            links.push(CitationLink::of_document(ISSUED_UNDER, law, law));
        }
        for provision in provisions {
            let mut link = CitationLink::of_document(ISSUED_UNDER, law, law);
            link.from_anchor = Location::split(provision)
                .1
                .filter(|anchor| anchor.len() <= MAX_ANCHOR_BYTES)
                .map(Cow::Borrowed);
            links.push(link);
        }
    }
    for uri in artifact.strs(&["kompletterar"]) {
        links.push(CitationLink::of_document(COMPLETES, uri, uri));
    }
}

/// The non-empty texts of a list.
fn strs(value: Option<&Value>) -> impl Iterator<Item = &str> {
    let items = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(Value::as_str).filter(|text| !text.is_empty())
}
