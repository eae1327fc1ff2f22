//! The links of a document, in reading order.
//!
//! A link is a run of the text that readers see, or a relation that a source records beside the text (keywords, the act
//! that a regulation amends, a directive that a bill transposes). Relations of the whole document come first, then the
//! others in reading order.

use std::borrow::Cow;

use lagrum_artifact::{
    AnchorTarget, Artifact, Base, Link, Location, MAX_ANCHOR_BYTES, Node, RULING, Runs, Step, is_web_address,
    walk,
};
use serde_json::Value;

use crate::Source;
use crate::bounds::{link_text, predicate};
use crate::concepts::concept_uri;

const REFERENCES: &str = "dcterms:references";
const SUBJECT: &str = "dcterms:subject";
const TRANSPOSES: &str = "rpubl:genomforDirektiv";
const ISSUED_UNDER: &str = "rpubl:bemyndigande";

/// Whether the citing document of a relation is issued under what it cites.
pub fn issues_under(predicate: &str) -> bool {
    predicate == ISSUED_UNDER
}
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
            let mut spots = Spots::new(false);
            walk(content, &mut |step| placed.extend(spots.step(step)));
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

/// Walks the text of a document, then the text of its amendments, and calls `visit` with each step and its links. These are the
/// links of [`links`] that stand in a text, with the same anchors and pages.
pub fn walk_links<'a>(
    artifact: &'a Artifact,
    source: &Source,
    visit: &mut dyn FnMut(Step<'a>, &mut dyn Iterator<Item = CitationLink<'a>>),
) {
    let by_page = are_placed_by_page(artifact, source);
    let mut spots = Spots::new(true);
    artifact.presented().walk(&mut |step| {
        let placed = spots.step(step).map(|mut link| {
            if by_page {
                link.from_anchor = link.from_page.map(page_anchor);
            }
            link
        });
        visit(step, &mut placed.filter(|link| is_web_address(&link.to)));
    });
    for content in artifact.list(&["amendments"]).iter().filter_map(|amendment| amendment.get("content")) {
        let mut spots = Spots::new(false);
        walk(content, &mut |step| {
            visit(step, &mut spots.step(step).filter(|link| is_web_address(&link.to)));
        });
    }
}

/// The links in the text of a part of the document, in reading order. Each is one of [`links`].
pub fn part_links<'a>(
    artifact: &'a Artifact,
    part: &AnchorTarget<'a>,
    source: &Source,
) -> Vec<CitationLink<'a>> {
    let mut spots = Spots::new(true);
    let mut links = Vec::new();
    artifact.presented().walk_part(part, &mut |step, inside| {
        let cited = spots.step(step);
        if inside {
            links.extend(cited);
        }
    });
    spots.place_by_page(source, &mut links);
    links.retain(|link| is_web_address(&link.to));
    links
}

/// Whether the links of a document are placed by page: its source is cited by page, and none of its nodes stores an anchor. The answer
/// for an excerpt may differ from that for its document, which may have anchors elsewhere.
pub fn are_placed_by_page(artifact: &Artifact, source: &Source) -> bool {
    let mut anchored = false;
    artifact.presented().walk(&mut |step| {
        anchored |= matches!(step, Step::Enter(node) if stored_anchor(node).is_some());
    });
    source.cited_by_page && !anchored
}

fn body_links<'a>(artifact: &'a Artifact, source: &Source, links: &mut Vec<CitationLink<'a>>) {
    let mut spots = Spots::new(true);
    artifact.presented().walk(&mut |step| links.extend(spots.step(step)));
    spots.place_by_page(source, links);
}

/// The anchor that the artifact stores for a node. That of the ruling of a judgment is made when it is read.
fn stored_anchor(node: Node<'_>) -> Option<&str> {
    node.id().filter(|id| !id.starts_with(RULING))
}

fn page_anchor<'a>(page: i64) -> Cow<'a, str> {
    Cow::Owned(format!("sid{page}"))
}

/// The citing spots of the links of a walk.
struct Spots<'a> {
    /// Whether printed pages are followed.
    paged: bool,
    /// Whether any node had an anchor.
    anchored: bool,
    /// The anchor and page at each node entered and not left; a node without one has that of the node around it.
    around: Vec<(Option<&'a str>, Option<i64>)>,
}

impl<'a> Spots<'a> {
    fn new(paged: bool) -> Self {
        Self { paged, anchored: false, around: vec![(None, None)] }
    }

    /// Takes a step of the walk, and returns its links.
    fn step(&mut self, step: Step<'a>) -> impl Iterator<Item = CitationLink<'a>> + use<'a> {
        let (anchor, page) = self.around.last().copied().unwrap_or_default();
        let mut runs = Runs::new(None);
        let mut of_notes = None;
        match step {
            Step::Enter(node) => {
                self.anchored |= stored_anchor(node).is_some();
                let page = if self.paged { node.page().or(page) } else { None };
                let anchor = stored_anchor(node).or(anchor);
                self.around.push((anchor, page));
                of_notes = Some((node, anchor, page));
            }
            Step::Leave(_) => {
                self.around.pop();
            }
            Step::Text(text) => runs = text,
        }
        // Notes of days are not part of the text. They cite the acts that changed it.
        let of_notes = of_notes.into_iter().flat_map(|(node, anchor, page)| {
            let links = node.note_links().filter(is_outward);
            links.map(move |link| CitationLink::of_run(link, anchor, page))
        });
        of_notes.chain(cited(runs).map(move |link| CitationLink::of_run(link, anchor, page)))
    }

    /// To be called after the walk: in a document without anchors that is cited by page, sets the anchor of each link to its page.
    fn place_by_page(&self, source: &Source, links: &mut [CitationLink<'a>]) {
        if !self.anchored && source.cited_by_page {
            for link in links {
                link.from_anchor = link.from_page.map(page_anchor);
            }
        }
    }
}

/// The links of a text to other documents. A footnote mark points into the same document.
fn cited(runs: Runs<'_>) -> impl Iterator<Item = Link<'_>> {
    runs.links().filter(is_outward)
}

/// Whether a link in a text is one of [`links`]: to another document, at a web address.
pub fn is_citation(link: &Link<'_>) -> bool {
    is_outward(link) && is_web_address(link.uri)
}

/// The links to what a preparatory work states that its law transposes. The words of a link are the sentence that states it. The
/// links are among [`links`].
pub fn stated_transpositions(artifact: &Artifact) -> Vec<CitationLink<'_>> {
    let mut stated = Vec::new();
    transposition_links(artifact, &mut stated);
    stated
}

fn is_outward(link: &Link<'_>) -> bool {
    !link.uri.starts_with('#')
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
