//! The numbered paragraphs of a court decision, which are cited by number but store no anchor.
//!
//! The paragraphs of EU judgments and opinions are in `eu_paragraph.rs`. For other courts these rules apply:
//!
//! A number means the paragraph by the deciding court, which is the last instance of each part of the case. When
//! several parts of a case have a paragraph with the number, the number names none. Within an instance, paragraphs of
//! the reasons come before others. Reports, dissents and additions are left out, since they are not the decision.

use std::collections::HashMap;

use crate::{Node, Presented, eu_paragraph};

/// A numbered paragraph of a decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CourtParagraph<'a> {
    /// Its printed number.
    pub(crate) number: &'a str,
    pub(crate) node: Node<'a>,
}

impl CourtParagraph<'_> {
    /// The anchors that name the paragraph. The first is the one that citations use.
    pub(crate) fn anchors(&self) -> impl Iterator<Item = String> + use<> {
        let prefixes = if is_of_eu_court(self.node) { &[POINT][..] } else { &["P", "p"] };
        let number = self.number.to_owned();
        prefixes.iter().map(move |prefix| format!("{prefix}{number}"))
    }

    /// How a reader names it.
    pub(crate) fn reader_form(&self) -> String {
        reader_form(self.node, self.number)
    }
}

/// How the anchor of a paragraph of an EU judgment begins.
pub(crate) const POINT: &str = "point-";

/// The number of a paragraph that an anchor of any of the spellings names.
pub(crate) fn number_in(anchor: &str) -> Option<&str> {
    anchor.strip_prefix(POINT).or_else(|| anchor.strip_prefix(['P', 'p']))
}

/// How a reader names a numbered paragraph.
pub(crate) fn reader_form(node: Node<'_>, number: &str) -> String {
    if is_of_eu_court(node) { format!("punkt {number}") } else { format!("p. {number}") }
}

/// The unit type of a numbered paragraph: `point` in an EU judgment, else `paragraph`.
pub(crate) fn unit_type(node: Node<'_>) -> &'static str {
    if is_of_eu_court(node) { "point" } else { "paragraph" }
}

/// Whether a numbered paragraph is of an EU judgment. In other decisions such a paragraph is a node of the kind
/// `stycke`.
fn is_of_eu_court(node: Node<'_>) -> bool {
    node.kind() == eu_paragraph::KIND
}

/// Every numbered paragraph, in the order in which the numbers first occur. Each number names one paragraph.
pub(crate) fn all<'a>(presented: &Presented<'a>) -> impl Iterator<Item = CourtParagraph<'a>> {
    // Most texts have no numbered paragraphs. One walk establishes that.
    let numbered = presented.nodes().any(has_numbered).then_some(presented).into_iter();
    numbered
        .flat_map(|presented| of_court(presented).chain(eu_paragraph::all(presented)))
        .map(|(number, node)| CourtParagraph { number, node })
}

fn has_numbered(node: Node<'_>) -> bool {
    may_be_numbered(node) || node.children().any(has_numbered)
}

/// Whether a node may be a numbered paragraph.
pub(crate) fn may_be_numbered(node: Node<'_>) -> bool {
    match node.kind() {
        "stycke" => node.field("ordinal").is_some(),
        eu_paragraph::KIND => node.field("num").is_some(),
        _ => false,
    }
}

/// Every number that names exactly one paragraph of a decision by a court other than the EU courts, with the
/// paragraph.
fn of_court<'a>(presented: &Presented<'a>) -> impl Iterator<Item = (&'a str, Node<'a>)> + use<'a> {
    let mut decided = Vec::new();
    for node in presented.nodes() {
        collect_kind(node, "delmal", &mut decided);
    }
    let mut found = Numbered::default();
    if decided.is_empty() {
        found.add_scope(presented.nodes().collect());
    }
    for part in decided {
        found.add_scope(part.children().collect());
    }
    let Numbered { order, mut paragraphs } = found;
    order.into_iter().filter_map(move |number| Some((number, paragraphs.remove(number)??)))
}

fn collect_kind<'a>(node: Node<'a>, kind: &str, found: &mut Vec<Node<'a>>) {
    if node.kind() == kind {
        found.push(node);
        return;
    }
    for child in node.children() {
        collect_kind(child, kind, found);
    }
}

/// The paragraphs of the parts of a case; None for a number that several parts have.
#[derive(Default)]
struct Numbered<'a> {
    order: Vec<&'a str>,
    paragraphs: HashMap<&'a str, Option<Node<'a>>>,
}

impl<'a> Numbered<'a> {
    /// Adds the numbers of the last instance; without instances, of all nodes.
    fn add_scope(&mut self, nodes: Vec<Node<'a>>) {
        let mut instances = Vec::new();
        for node in &nodes {
            collect_kind(*node, "instans", &mut instances);
        }
        let mut scope = Scope::default();
        for node in instances.pop().map_or(nodes, |last| vec![last]) {
            scope.search(node, false);
        }
        for number in scope.order {
            let Some(paragraph) = scope.in_reasons.get(number).or(scope.elsewhere.get(number)) else {
                continue;
            };
            if let Some(other) = self.paragraphs.get_mut(number) {
                *other = None;
            } else {
                self.order.push(number);
                self.paragraphs.insert(number, Some(*paragraph));
            }
        }
    }
}

/// The first paragraphs of each number in one part of a case, inside the reasons and outside them.
#[derive(Default)]
struct Scope<'a> {
    order: Vec<&'a str>,
    in_reasons: HashMap<&'a str, Node<'a>>,
    elsewhere: HashMap<&'a str, Node<'a>>,
}

impl<'a> Scope<'a> {
    fn search(&mut self, node: Node<'a>, in_reasons: bool) {
        // A report, a dissent, an addition: not part of the decision.
        if matches!(node.kind(), "betankande" | "skiljaktig" | "tillagg") {
            return;
        }
        let in_reasons = in_reasons || node.kind() == "domskal";
        let number = node.short("ordinal").filter(|number| number.bytes().all(|b| b.is_ascii_digit()));
        if let Some(number) = number.filter(|_| node.kind() == "stycke" && node.id().is_none()) {
            if !self.in_reasons.contains_key(number) && !self.elsewhere.contains_key(number) {
                self.order.push(number);
            }
            let first = if in_reasons { &mut self.in_reasons } else { &mut self.elsewhere };
            first.entry(number).or_insert(node);
        }
        for child in node.children() {
            self.search(child, in_reasons);
        }
    }
}
