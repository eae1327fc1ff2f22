//! The links in the texts of a preparatory work.
//!
//! One scanner reads all texts in order. Bare provisions belong to the law that the section proposes or comments on, and to the kapitel
//! that stands before them there (`6 kap. Om får`, `2 kap. 4 §`); elsewhere to none.

use lagrum_citation::{CitedLocation, ScanContext, ScanSettings, ScanTypes, Scanner};

use super::identity::{Identity, day};
use super::marker::is_kapitel_heading;
use super::provision::{kapitel_number, law_number, provision};
use super::record::Record;
use crate::ParseContext;
use crate::node::{LinkedText, Node, NodeLink};

/// Links the texts of nodes.
pub(super) fn link(
    key: &str,
    record: &Record,
    identity: &Identity,
    nodes: &mut [Node],
    context: &ParseContext<'_>,
) {
    let settings = ScanSettings {
        types: ScanTypes::all(),
        written: day(record, identity),
        pinpoints: true,
        base: Some(context.base.clone()),
        links_only: true,
        ..ScanSettings::default()
    };
    let mut linker = Linker { key, context, scanner: Scanner::new(context.names, settings) };
    let place = ScanContext { work: Some(key.to_owned()), ..ScanContext::default() };
    linker.nodes(nodes, &place);
}

struct Linker<'a, 'n> {
    key: &'a str,
    context: &'a ParseContext<'n>,
    scanner: Scanner<'n>,
}

impl Linker<'_, '_> {
    fn nodes(&mut self, nodes: &mut [Node], place: &ScanContext) {
        let mut place = place.clone();
        for node in nodes {
            let is_section = node.kind == "avsnitt";
            if place.law.is_some()
                && let Some(kapitel) = kapitel_before(node)
            {
                place.kapitel = Some(kapitel);
            }
            if let Some(text) = &mut node.text {
                let own_number = node.num.as_ref().filter(|_| is_section).map_or(0, String::len);
                self.text(text, &place, own_number);
            }
            let law = if is_section { law_of(node.plain()) } else { None };
            let inside = law.map(|law| ScanContext { law: Some(law), kapitel: None, ..place.clone() });
            let inside = inside.as_ref().unwrap_or(&place);
            for cell in node.cells.iter_mut().flatten() {
                self.text(cell, inside, 0);
            }
            self.nodes(&mut node.children, inside);
        }
    }

    fn text(&mut self, text: &mut LinkedText, place: &ScanContext, own_number: usize) {
        // A note's mark behind a number is no digit of it.
        let mut words = text.plain.clone().into_bytes();
        for mark in text.links.iter().filter(|link| link.is_note_mark()) {
            if let Some(digits) = words.get_mut(mark.range.clone()) {
                digits.fill(b' ');
            }
        }
        // Marks are digits, so what is left is valid.
        let words = String::from_utf8(words).unwrap_or_default();
        // Only a cancelled scan fails.
        let Ok(found) = self.scanner.scan(&words, place) else { return };
        let mut links: Vec<NodeLink> = Vec::new();
        for link in found.links {
            let Some(target) = link.targets.first().filter(|target| self.is_linked(target)) else { continue };
            if link.range.start < own_number {
                continue;
            }
            let uri = format!("{}/{target}", self.context.base);
            links.push(NodeLink { range: link.range, uri, predicate: "dcterms:references", kind: None });
        }
        if links.is_empty() {
            return;
        }
        let marks = std::mem::take(&mut text.links);
        // A link that a mark stands in is cut before it.
        for link in &mut links {
            let next = marks.partition_point(|mark| mark.range.start < link.range.start);
            if let Some(mark) = marks.get(next).filter(|mark| mark.range.start < link.range.end) {
                link.range.end = mark.range.start;
            }
        }
        links.retain(|link| link.range.start < link.range.end);
        text.links = links;
        text.links.extend(marks);
        text.links.sort_by_key(|link| link.range.start);
    }

    /// A document's own identifier is no link, nor is what the act that it proposes lacks.
    fn is_linked(&self, target: &CitedLocation) -> bool {
        target.document != self.key
    }
}

/// The kapitel that a node names for what follows it: by its heading, or by the number of the provision that it begins with.
fn kapitel_before(node: &Node) -> Option<String> {
    let text = node.cells.iter().flatten().next().or(node.text.as_ref())?;
    let number = if is_kapitel_heading(&text.plain) {
        kapitel_number(&text.plain)
    } else {
        provision(&text.plain).and_then(|provision| provision.kapitel)
    };
    number.map(|number| number.replace(' ', ""))
}

/// The law that a section proposes a change of or comments on, by its heading.
fn law_of(heading: &str) -> Option<String> {
    let is_proposal = ["Förslag", "förslag", "lag om ändring"].iter().any(|words| heading.contains(words));
    law_number(heading).filter(|_| is_proposal).map(str::to_owned)
}
