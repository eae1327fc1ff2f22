//! The links in the texts of an EU document.
//!
//! A bare article belongs to the act itself if that has it, except in judgments, in quotations, and where the act says how another one
//! is amended: there it belongs to that act. The document itself as a whole is not linked.

use std::collections::HashSet;

use lagrum_citation::{ScanContext, ScanSettings, ScanType, ScanTypes, Scanner};

use crate::ParseContext;
use crate::node::{LinkedText, Node, NodeLink};

/// What a document is, as far as links depend on it.
pub(super) struct Linked<'d> {
    /// The local id, `celex/32031R0077`.
    pub(super) local_id: &'d str,
    pub(super) is_swedish: bool,
    /// Whether bare articles belong to the document.
    pub(super) is_act: bool,
    /// The day of adoption: names mean the acts that had them on that day.
    pub(super) date: Option<&'d str>,
}

/// Links the texts of nodes.
pub(super) fn link(document: &Linked<'_>, nodes: &mut [Node], context: &ParseContext<'_>) {
    let mut kinds = vec![ScanType::EuActs, ScanType::EuCases, ScanType::Strasbourg];
    kinds.push(if document.is_swedish { ScanType::EuActNames } else { ScanType::EnglishEuActs });
    let types = kinds.iter().fold(ScanTypes::default(), |types, kind| types.with(*kind));
    let settings = ScanSettings {
        types,
        written: document.date.map(str::to_owned),
        pinpoints: true,
        base: Some(context.base.clone()),
        links_only: true,
        ..ScanSettings::default()
    };
    let mut articles = HashSet::new();
    collect_articles(nodes, &mut articles);
    let own = ScanContext {
        eu_act: document.is_act.then(|| document.local_id.to_owned()),
        ..ScanContext::default()
    };
    let scanner = Scanner::new(context.names, settings);
    let mut linker = Linker { document, articles, base: context.base.to_string(), scanner };
    linker.nodes(nodes, &own, false);
}

/// Collects the anchors of the articles of the act.
fn collect_articles(nodes: &[Node], articles: &mut HashSet<String>) {
    for node in nodes {
        if node.kind == "article" {
            articles.extend(node.id.clone());
        } else {
            collect_articles(&node.children, articles);
        }
    }
}

/// Whether words say that what follows amends the act that they name.
fn amends(text: &str) -> bool {
    const WORDS: [&str; 5] = [
        "amended as follows",
        "ändras på följande sätt",
        "ändras enligt följande",
        "ändrad på följande sätt",
        "ska ändras enligt",
    ];
    WORDS.iter().any(|words| text.contains(words))
}

struct Linker<'d, 'n> {
    document: &'d Linked<'d>,
    /// The anchors of the articles that the document has.
    articles: HashSet<String>,
    base: String,
    scanner: Scanner<'n>,
}

impl Linker<'_, '_> {
    fn nodes(&mut self, nodes: &mut [Node], place: &ScanContext, is_quoted: bool) {
        // The act that the words before amend: what they introduce may stand beside them.
        let mut amended: Option<ScanContext> = None;
        for node in nodes {
            let is_quoted = is_quoted || node.quoted.is_some();
            let place = amended.as_ref().unwrap_or(place);
            // Of a quotation whose act is not known nothing is said of bare articles.
            let is_own = place.eu_act.as_deref() == Some(self.document.local_id);
            let unknown = ScanContext::default();
            let of_text = if is_quoted && is_own { &unknown } else { place };
            if let Some(text) = &mut node.text {
                self.text(text, of_text, is_quoted);
            }
            for cell in node.cells.iter_mut().flatten() {
                self.text(cell, of_text, is_quoted);
            }
            let inside = self.amended_by(node).unwrap_or_else(|| place.clone());
            self.nodes(&mut node.children, &inside, is_quoted);
            if inside != *place {
                amended = Some(inside);
            }
        }
    }

    /// The act that the words of a node amend, as the place of what follows.
    fn amended_by(&self, node: &Node) -> Option<ScanContext> {
        let text = node.text.as_ref().filter(|text| node.quoted.is_none() && amends(&text.plain))?;
        let own = &self.document.local_id;
        let targets =
            text.links.iter().filter_map(|link| link.uri.strip_prefix(&self.base)?.strip_prefix('/'));
        let act =
            targets.map(|target| target.split('#').next().unwrap_or_default()).find(|act| act != own)?;
        Some(ScanContext { eu_act: Some(act.to_owned()), ..ScanContext::default() })
    }

    /// Whether a target in the document itself is an article that it has.
    fn has(&self, anchor: &str) -> bool {
        let article = anchor.split('.').next().unwrap_or_default();
        !article.starts_with(|c: char| c.is_ascii_digit()) || self.articles.contains(article)
    }

    fn text(&mut self, text: &mut LinkedText, place: &ScanContext, is_quoted: bool) {
        // Only a cancelled scan fails.
        let Ok(found) = self.scanner.scan(&text.plain, place) else { return };
        let marks = std::mem::take(&mut text.links);
        let mut links: Vec<NodeLink> = Vec::with_capacity(marks.len() + found.links.len());
        for link in found.links {
            let Some(target) = link.targets.first() else { continue };
            let is_own = target.document == self.document.local_id;
            let is_left_out = match &target.anchor {
                _ if is_quoted && link.inferred => true,
                None => is_own,
                Some(anchor) => is_own && (link.inferred || !self.has(anchor.as_str())),
            };
            if is_left_out {
                continue;
            }
            let mut range = link.range;
            // A mark is no part of a citation.
            let first = marks.partition_point(|mark| mark.range.end <= range.start);
            if let Some(mark) = marks.get(first).filter(|mark| mark.range.start < range.end) {
                range.end =
                    text.plain.get(..mark.range.start).map_or(range.start, |before| before.trim_end().len());
            }
            if range.end > range.start && links.last().is_none_or(|last| last.range.end <= range.start) {
                let uri = format!("{}/{target}", self.base);
                links.push(NodeLink { range, uri, predicate: "dcterms:references", kind: None });
            }
        }
        links.extend(marks);
        links.sort_by_key(|link| (link.range.start, link.range.end));
        text.links = links;
    }
}
