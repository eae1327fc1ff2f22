//! The links in the texts of a judgment: those that the scanner finds, and the judgment's own paragraphs.

use std::collections::HashSet;
use std::ops::Range;

use lagrum_citation::{ScanContext, ScanSettings, ScanType, ScanTypes, Scanner};

use crate::ParseContext;
use crate::node::{LinkedText, Node, NodeLink};

/// The types of citations that texts of the court have.
const TYPES: [ScanType; 4] = [ScanType::Strasbourg, ScanType::EuActs, ScanType::EuCases, ScanType::English];

/// Links the texts of a judgment. `document` is its local id.
pub(super) fn link(nodes: &mut [Node], document: &str, context: &ParseContext<'_>) {
    let types = TYPES.iter().fold(ScanTypes::default(), |types, kind| types.with(*kind));
    let settings = ScanSettings {
        types,
        base: Some(context.base.clone()),
        pinpoints: true,
        links_only: true,
        ..ScanSettings::default()
    };
    let paragraphs: HashSet<String> = nodes.iter().filter_map(|node| node.id.clone()).collect();
    let mut linker = Linker {
        document,
        paragraphs,
        context,
        scanner: Scanner::new(context.names, settings),
        in_opinion: false,
    };
    for node in nodes {
        linker.node(node);
    }
}

struct Linker<'a, 'n> {
    document: &'a str,
    paragraphs: HashSet<String>,
    context: &'a ParseContext<'n>,
    scanner: Scanner<'n>,
    /// Whether an opinion has begun: its paragraphs are not those of the judgment.
    in_opinion: bool,
}

impl Linker<'_, '_> {
    fn node(&mut self, node: &mut Node) {
        self.in_opinion |= node.id.as_deref().is_some_and(|id| id.starts_with('P') && id.contains('-'));
        if let Some(text) = &mut node.text {
            self.text(text);
        }
        for cell in node.cells.iter_mut().flatten() {
            self.text(cell);
        }
        for child in &mut node.children {
            self.node(child);
        }
    }

    fn text(&mut self, text: &mut LinkedText) {
        let place = ScanContext { convention: true, ..ScanContext::default() };
        let mut links = std::mem::take(&mut text.links);
        for (range, number) in own_paragraphs(&text.plain, self.in_opinion) {
            let anchor = format!("P{number}");
            if self.paragraphs.contains(&anchor) {
                let uri = format!("{}/{}#{anchor}", self.context.base, self.document);
                links.push(NodeLink { range, uri, predicate: "dcterms:references", kind: None });
            }
        }
        // Only a cancelled scan fails.
        let found = self.scanner.scan(&text.plain, &place).map(|found| found.links).unwrap_or_default();
        for link in found {
            let Some(target) = link.targets.first() else { continue };
            // The document's own name is no link.
            if target.document == self.document && target.anchor.is_none() {
                continue;
            }
            let uri = format!("{}/{target}", self.context.base);
            links.push(NodeLink { range: link.range, uri, predicate: "dcterms:references", kind: None });
        }
        // Marks of notes and own paragraphs come before what else is read at the same place.
        text.links = links;
        text.keep_apart();
    }
}

/// The numbers of the judgment's own paragraphs that a text names: `paragraphs 16 and 18 above`, `§ 9 below`,
/// `paragraph 4 of the judgment`. In an opinion, `above` and `below` are of the opinion.
fn own_paragraphs(text: &str, in_opinion: bool) -> Vec<(Range<usize>, u32)> {
    const NAMES: [&str; 4] = ["paragraphs", "paragraph", "§§", "§"];
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text.get(at..).and_then(|rest| rest.find(['p', 'P', '§'])).map(|start| start + at)
    {
        let rest = text.get(start..).unwrap_or_default();
        let first = rest.chars().next().map_or(1, char::len_utf8);
        at = start + first;
        let lowered =
            |word: &str| rest.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word));
        let Some(name) = NAMES.iter().find(|word| lowered(word)) else { continue };
        let (numbers, end) = numbers(text, start + name.len());
        let after = text.get(end..).unwrap_or_default().trim_start();
        let of_judgment =
            ["of the judgment", "of the present judgment", "of the Court’s judgment", "of this judgment"];
        let is_own = of_judgment.iter().any(|words| after.starts_with(words))
            || !in_opinion && ["above", "below"].iter().any(|word| after.starts_with(word));
        at = at.max(end);
        if is_own {
            found.extend(numbers);
        }
    }
    found
}

/// The numbers that are listed from a place on, and where they end.
fn numbers(text: &str, start: usize) -> (Vec<(Range<usize>, u32)>, usize) {
    let mut found = Vec::new();
    let mut end = start;
    let mut at = start;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let trimmed = rest.trim_start();
        let begin = at + rest.len() - trimmed.len();
        let digits = trimmed.len() - trimmed.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let number =
            trimmed.get(..digits).and_then(|digits| digits.parse::<u32>().ok()).filter(|_| digits <= 4);
        let Some(number) = number else { return (found, end) };
        end = begin + digits;
        found.push((begin..end, number));
        let rest = text.get(end..).unwrap_or_default();
        let joint = ["-", "–", "\u{2011}", ", ", " and ", " to ", " or "]
            .iter()
            .find(|joint| rest.starts_with(**joint));
        let Some(joint) = joint else { return (found, end) };
        at = end + joint.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_paragraphs_are_read() {
        for (text, in_opinion, expected) in [
            ("(see paragraph 16 above)", false, vec![("16", 16)]),
            (
                "see paragraphs 9, 12-14 and 20 below",
                false,
                vec![("9", 9), ("12", 12), ("14", 14), ("20", 20)],
            ),
            ("§§ 45 and 46 above", false, vec![("45", 45), ("46", 46)]),
            ("paragraph 3 of Article 6", false, vec![]),
            ("paragraph 3 above", true, vec![]),
            ("paragraph 3 of the judgment", true, vec![("3", 3)]),
            ("paragraph above", false, vec![]),
            ("§", false, vec![]),
        ] {
            let found = own_paragraphs(text, in_opinion);
            let found: Vec<_> = found.iter().map(|(range, number)| (&text[range.clone()], *number)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
