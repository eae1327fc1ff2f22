//! Links of a decision: in its text, and of the citations that its record lists.

use std::collections::BTreeMap;

use lagrum_citation::{ScanContext, ScanSettings, ScanTypes, Scanner};

use super::footnotes::Footnote;
use super::record::Reference;
use crate::ParseContext;
use crate::node::{LinkedText, Node, NodeLink};

/// Reads the citations of one decision, whose local id is `document`.
pub(super) struct Linker<'a, 'n> {
    document: &'a str,
    context: &'a ParseContext<'n>,
    settings: ScanSettings,
    /// The local ids of held documents, by their groups of publications.
    groups: Option<&'a BTreeMap<String, String>>,
}

impl<'a, 'n> Linker<'a, 'n> {
    /// A linker for a decision of a day.
    pub(super) fn new(
        document: &'a str,
        written: Option<&str>,
        context: &'a ParseContext<'n>,
        groups: Option<&'a BTreeMap<String, String>>,
    ) -> Self {
        let settings = ScanSettings {
            types: ScanTypes::all(),
            written: written.map(str::to_owned),
            pinpoints: true,
            base: Some(context.base.clone()),
            links_only: true,
            ..ScanSettings::default()
        };
        Self { document, context, settings, groups }
    }

    /// Links the texts of nodes and footnotes, in order: `a. prop.` is the proposition that was named last.
    pub(super) fn link(&self, nodes: &mut [Node], footnotes: &mut [Footnote]) {
        let mut scanner = Scanner::new(self.context.names, self.settings.clone());
        self.nodes(nodes, &mut scanner);
        for note in footnotes {
            self.text(&mut note.text, &ScanContext::default(), "dcterms:references", &mut scanner);
        }
    }

    fn nodes(&self, nodes: &mut [Node], scanner: &mut Scanner<'n>) {
        for node in nodes {
            for text in node.text.iter_mut().chain(node.cells.iter_mut().flatten()) {
                self.text(text, &ScanContext::default(), "dcterms:references", scanner);
            }
            self.nodes(&mut node.children, scanner);
        }
    }

    fn text(
        &self,
        text: &mut LinkedText,
        place: &ScanContext,
        predicate: &'static str,
        scanner: &mut Scanner<'n>,
    ) {
        // Only a cancelled scan fails.
        let found = scanner.scan(&text.plain, place).map(|found| found.links).unwrap_or_default();
        for link in found {
            let Some(target) = link.targets.first() else { continue };
            // The document's own name is no link.
            if target.document == self.document && target.anchor.is_none() {
                continue;
            }
            let mut uri = format!("{}/{target}", self.context.base);
            let mut range = link.range;
            if target.anchor.is_none()
                && let Some((length, page)) = text.plain.get(range.end..).and_then(page_in_part)
            {
                range.end += length;
                uri.push_str("#sid");
                uri.push_str(page);
            }
            text.links.push(NodeLink { range, uri, predicate, kind: None });
        }
        text.keep_apart();
    }

    /// A case that the record names, as runs: it leads to the held document of its group, else to what its words cite.
    pub(super) fn case(&self, case: &Reference, predicate: &'static str) -> LinkedText {
        let of_group = |group: &String| self.groups?.get(group);
        match case.belongs_to.as_ref().and_then(of_group).filter(|document| *document != self.document) {
            Some(document) => {
                let mut text = LinkedText::from(case.text.clone());
                let uri = format!("{}/{document}", self.context.base);
                text.links.push(NodeLink { range: 0..text.plain.len(), uri, predicate, kind: None });
                text
            }
            None => self.reference(case, None, predicate),
        }
    }

    /// A citation of the record as runs. One that cannot be read leads to the statute that the record states for it.
    pub(super) fn reference(
        &self,
        reference: &Reference,
        statute: Option<&str>,
        predicate: &'static str,
    ) -> LinkedText {
        let mut text = LinkedText::from(reference.text.clone());
        let place = ScanContext { law: statute.map(str::to_owned), ..ScanContext::default() };
        // Each citation of a record stands for itself.
        let scanner = || Scanner::new(self.context.names, self.settings.clone());
        self.text(&mut text, &place, predicate, &mut scanner());
        if text.links.is_empty() && statute.is_some() {
            // The name of a statute that is not known hides its provision.
            let mut provision = LinkedText::from(provision_alone(&reference.text).to_owned());
            self.text(&mut provision, &place, predicate, &mut scanner());
            text.links = provision.links;
        }
        if text.links.is_empty()
            && let Some(statute) = statute
        {
            let uri = format!("{}/{statute}", self.context.base);
            text.links.push(NodeLink { range: 0..text.plain.len(), uri, predicate, kind: None });
        }
        text
    }
}

/// A citation up to the end of its provision, without the name of its statute: `3 § första stycket` of `3 § första stycket fårlagen`.
fn provision_alone(text: &str) -> &str {
    const ENDS: [&str; 6] = ["§", "stycket", "punkten", "meningen", " st.", "kap."];
    let end = ENDS.iter().filter_map(|end| text.rfind(end).map(|at| at + end.len())).max();
    text.get(..end.unwrap_or_default()).unwrap_or_default()
}

/// The page of a preparatory work in several volumes that follows its number: ` del 1, s. 447`. Gives the bytes up to its end.
fn page_in_part(text: &str) -> Option<(usize, &str)> {
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = text.strip_prefix(" del ")?;
    let rest = rest.get(digits(rest)..).filter(|after| after.len() < rest.len())?;
    let rest = rest.strip_prefix(',').unwrap_or(rest).strip_prefix(" s.")?.trim_start();
    let page = rest.get(..digits(rest)).filter(|page| (1..=4).contains(&page.len()))?;
    Some((text.len() - rest.len() + page.len(), page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_in_volumes_are_read() {
        for (text, expected) in [
            (" del 1, s. 447", Some((14, "447"))),
            (" del 2 s. 7 f.", Some((11, "7"))),
            (" del, s. 447", None),
            (" del 1", None),
            (" del 1, s. x", None),
            (", s. 447", None),
        ] {
            assert_eq!(page_in_part(text), expected, "{text}");
        }
    }

    #[test]
    fn provisions_stand_before_names() {
        for (text, expected) in [
            ("5 kap. 3 § första stycket fårlagen", "5 kap. 3 § första stycket"),
            ("3 § fårlagen", "3 §"),
            ("fårlagen", ""),
        ] {
            assert_eq!(provision_alone(text), expected, "{text}");
        }
    }
}
