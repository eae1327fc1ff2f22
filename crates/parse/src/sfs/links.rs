//! The links in the texts of an act: those that the scanner finds, completed and limited by the numbering of the act itself and of
//! the other held acts.
//!
//! A citation of a kapitel that an act does not have is not linked, nor one of the act itself as a whole. If an act numbers its
//! paragrafer through all kapitel, the kapitel of a cited paragraf is left out. If the act itself numbers anew in each kapitel, a
//! paragraf without a kapitel gets the kapitel of the text, and is not linked in a text outside kapitel.

use std::ops::Range;

use lagrum_artifact::ProvisionNumber;
use lagrum_citation::{CitedLocation, ScanContext, ScanSettings, ScanType, ScanTypes, ScannedLink, Scanner};

use super::ids::Inventory;
use super::register::Row;
use super::terms;
use crate::ParseContext;
use crate::node::{LinkedText, Node, NodeLink};

/// The types of citations that statutes have.
const TYPES: [ScanType; 5] = [
    ScanType::Statutes,
    ScanType::Abbreviations,
    ScanType::EuActs,
    ScanType::EuActNames,
    ScanType::Regulations,
];

/// Links the texts of an act, body and transitional provisions.
pub(super) fn link(
    act: &str,
    inventory: &Inventory,
    body: &mut [Node],
    rows: &mut [Row],
    context: &ParseContext<'_>,
) {
    let types = TYPES.iter().fold(ScanTypes::default(), |types, kind| types.with(*kind));
    let settings =
        ScanSettings { types, base: Some(context.base.clone()), links_only: true, ..ScanSettings::default() };
    let mut linker = Linker { act, inventory, context, scanner: Scanner::new(context.names, settings) };
    let place = ScanContext { law: Some(act.to_owned()), ..ScanContext::default() };
    linker.nodes(body, &place, false);
    for row in rows {
        linker.nodes(&mut row.content, &place, false);
    }
}

struct Linker<'a, 'n> {
    act: &'a str,
    inventory: &'a Inventory,
    context: &'a ParseContext<'n>,
    scanner: Scanner<'n>,
}

impl Linker<'_, '_> {
    /// Links the texts of nodes. `defines` says whether the words before the nodes lead to definitions.
    fn nodes(&mut self, nodes: &mut [Node], place: &ScanContext, defines: bool) {
        let mut stycken = 0;
        let mut defines = defines;
        for node in nodes {
            let mut place = place.clone();
            let compact = || node.ordinal.as_deref().map(|ordinal| ordinal.replace(' ', ""));
            match node.kind {
                "kapitel" => place.kapitel = compact().filter(|_| self.inventory.restarts),
                "paragraf" => {
                    place.paragraf = compact();
                    defines = false;
                }
                "stycke" if !node.is_anonymous => {
                    stycken += 1;
                    place.stycke = place.paragraf.as_ref().map(|_| stycken.to_string());
                }
                "bilaga" => place.kapitel = None,
                _ => {}
            }
            let in_paragraf = place.paragraf.is_some();
            if let Some(text) = &mut node.text {
                let has_number = node.kind == "upphavd" || node.is_anonymous && node.level == Some(1);
                let own_number = if has_number { number_len(&text.plain) } else { 0 };
                self.text(text, &place, own_number);
                let range = terms::defined_in_sentence(&text.plain)
                    .or_else(|| terms::defined_before_colon(&text.plain).filter(|_| defines && in_paragraf));
                if matches!(node.kind, "stycke" | "punkt")
                    && let Some(range) = range
                {
                    self.term(text, range);
                }
            }
            for (column, cell) in node.cells.iter_mut().flatten().enumerate() {
                self.text(cell, &place, 0);
                if column == 0
                    && defines
                    && let Some(range) = terms::defined_in_cell(&cell.plain)
                {
                    self.term(cell, range);
                }
            }
            let leads = node.kind == "stycke" && in_paragraf && terms::leads_to_definitions(node.plain());
            defines |= leads;
            let heads = node.kind == "tabell";
            if heads && defines {
                // The first row names the columns.
                let head = node.children.len().min(1);
                let (head, rows) = node.children.split_at_mut(head);
                self.nodes(head, &place, false);
                self.nodes(rows, &place, true);
            } else {
                self.nodes(&mut node.children, &place, defines);
            }
        }
    }

    fn text(&mut self, text: &mut LinkedText, place: &ScanContext, own_number: usize) {
        // Only a cancelled scan fails.
        let Ok(found) = self.scanner.scan(&text.plain, place) else { return };
        for link in found.links {
            if link.range.start < own_number {
                continue;
            }
            let Some(target) = self.target(&link, place) else { continue };
            let base = self.context.base;
            let mut push = |range, target: &str| {
                let uri = format!("{base}/{target}");
                text.links.push(NodeLink { range, uri, predicate: "dcterms:references", kind: None });
            };
            let document = target.split('#').next().unwrap_or_default();
            match parted(&text.plain, &link.range, document).filter(|_| target.contains('#')) {
                Some((provision, number)) => {
                    push(provision, &target);
                    push(number, document);
                }
                None => push(link.range, &target),
            }
        }
    }

    /// Links a term, in place of the links inside it.
    fn term(&self, text: &mut LinkedText, range: Range<usize>) {
        let Some(words) = text.plain.get(range.clone()) else { return };
        let uri = format!("{}/{}", self.context.base, terms::local_id(words));
        text.links.retain(|link| link.range.end <= range.start || link.range.start >= range.end);
        let at = text.links.partition_point(|link| link.range.start < range.start);
        let term = NodeLink { range, uri, predicate: "dcterms:subject", kind: Some("term") };
        text.links.insert(at, term);
    }

    /// The uri that a citation is linked to; None for a citation that is not linked.
    fn target(&self, link: &ScannedLink, place: &ScanContext) -> Option<String> {
        let target = link.targets.first()?;
        if target.document == self.act {
            return self.own_target(target, place);
        }
        self.held_target(target)
    }

    fn own_target(&self, target: &CitedLocation, place: &ScanContext) -> Option<String> {
        let anchor = target.anchor.as_ref()?.as_str();
        if anchor.starts_with('L') {
            return Some(target.to_string());
        }
        let number = ProvisionNumber::around(anchor)?;
        if let Some(kapitel) = &number.kapitel {
            let has = self.inventory.kapitel.contains(&kapitel.to_string());
            if number.paragraf.is_none() {
                return has.then(|| target.to_string());
            }
            if !has {
                return None;
            }
            if !self.inventory.restarts {
                return Some(format!("{}#{}", target.document, without_kapitel(anchor)));
            }
            return Some(target.to_string());
        }
        // A paragraf without a kapitel in an act that numbers anew gets the kapitel of the text.
        if self.inventory.restarts {
            let kapitel = place.kapitel.as_ref()?;
            return Some(format!("{}#K{kapitel}{anchor}", target.document));
        }
        Some(target.to_string())
    }

    /// The uri of a location in another act, corrected by its numbering if the act is held.
    fn held_target(&self, target: &CitedLocation) -> Option<String> {
        let Some(anchor) = target.anchor.as_ref() else { return Some(target.to_string()) };
        let anchor = anchor.as_str();
        let (Some(anchors), Some(number)) =
            (self.context.numbering.anchors(&target.document), ProvisionNumber::around(anchor))
        else {
            return Some(target.to_string());
        };
        let Some(kapitel) = &number.kapitel else { return Some(target.to_string()) };
        if !anchors.contains(&format!("K{kapitel}")) {
            return None;
        }
        let numbers_through = number.paragraf.is_some()
            && !anchors.iter().any(|anchor| anchor.starts_with('K') && anchor.contains('P'));
        if numbers_through {
            return Some(format!("{}#{}", target.document, without_kapitel(anchor)));
        }
        Some(target.to_string())
    }
}

/// The provision and the number of `4 § lagen (2031:5)`, which become two links. The noun between them is not linked.
fn parted(text: &str, range: &Range<usize>, document: &str) -> Option<(Range<usize>, Range<usize>)> {
    const NOUNS: [&str; 8] =
        ["lagen", "förordningen", "kungörelsen", "balken", "stadgan", "reglementet", "lag", "förordning"];
    let words = text.get(range.clone())?;
    let number = words.rfind(document).filter(|at| words[..*at].ends_with('('))?;
    let noun = words[..number].strip_suffix('(')?.trim_end();
    let provision = NOUNS.iter().find_map(|word| noun.strip_suffix(word))?;
    let ends_word = provision.ends_with(char::is_whitespace);
    let provision = provision.trim_end();
    (ends_word && !provision.is_empty()).then(|| {
        let start = range.start;
        (start..start + provision.len(), start + number..start + number + document.len())
    })
}

/// An anchor without its kapitel.
fn without_kapitel(anchor: &str) -> &str {
    let rest = anchor.strip_prefix('K').unwrap_or(anchor);
    rest.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_ascii_lowercase())
}

/// The bytes of the number that a title or a note of repeal begins with: `2 a kap.`, `5 och 6 §§`, `Bilaga 1`.
fn number_len(title: &str) -> usize {
    const LONGEST: usize = 60;
    if title.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("bilaga")) {
        return title.find(|c: char| c.is_ascii_digit()).map_or(6, |at| at + 1);
    }
    let ends = ['§', 'k', 'K'].iter().filter_map(|mark| title.find(*mark)).min();
    let is_numbered = title.starts_with(|c: char| c.is_ascii_digit());
    ends.filter(|end| is_numbered && *end < LONGEST).map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provision_and_a_number_are_two_links() {
        for (words, expected) in [
            ("4 § lagen (2031:5)", Some(("4 §", "2031:5"))),
            ("2 kap. 4 § förordningen (2031:5)", Some(("2 kap. 4 §", "2031:5"))),
            ("4 § fårlagen (2031:5)", None),
            ("4 § lagen (2031:6)", None),
            ("lagen (2031:5)", None),
        ] {
            let text = format!("enligt {words} gäller");
            let range = 7..7 + words.len();
            let parts = parted(&text, &range, "2031:5");
            assert_eq!(parts.map(|(a, b)| (&text[a], &text[b])), expected, "{words}");
        }
    }

    #[test]
    fn the_number_of_a_title_is_no_link() {
        for (title, expected) in [
            ("2 a kap. Om får", "2 a k"),
            ("5 och 6 §§ upphävda", "5 och 6 "),
            ("Bilaga 1", "Bilaga 1"),
            ("Om 3 §", ""),
        ] {
            let len = number_len(title);
            assert!(len >= expected.len() && len <= expected.len() + 2, "{title}: {len}");
        }
    }
}
