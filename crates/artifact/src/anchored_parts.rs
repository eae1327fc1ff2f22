//! All parts of a document that an anchor names, with the values that are shown where a part is cited.
//!
//! [`Presented::part`] finds the same parts one by one, with a walk over the document for each anchor. Here each of
//! the four kinds of part is collected in one walk: a text is added to every part that is open when the walk meets
//! it, up to the length that is shown. The kinds come in the order in which `part` looks for them. If several parts
//! have one anchor, the first is listed.
//!
//! One spelling that `part` accepts is left out, since no document uses it: a page number with leading zeros.

use std::collections::{HashMap, HashSet};

use crate::part::{block_text, node_form, own_text, with_number};
use crate::walk::walk_node;
use crate::{Anchor, Node, Presented, Step, court_paragraph, eu_anchor};

/// Characters of a part's text that are shown where the part is cited.
pub const PART_TEXT_CHARS: usize = 240;

/// A part of a document that an anchor names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnchoredPart {
    /// The anchor.
    pub anchor: Anchor,
    /// How many nodes are around it, for a node that stores its anchor; 0 for other parts.
    pub depth: u16,
    /// How a reader names it, where that does not follow from the anchor: `p. 26`.
    pub reader_form: Option<String>,
    /// The heading that is printed over it.
    pub heading: Option<String>,
    /// Its text with that of the parts inside it and the numbers that are printed before them, without its heading. A longer text is
    /// cut after [`PART_TEXT_CHARS`] characters, with `…`.
    pub text: String,
}

impl Presented<'_> {
    /// Every part of the document: nodes that store their anchor in reading order, then articles and their parts in an
    /// EU act, printed pages, and numbered paragraphs of a court decision (by `P26` and `p26`, in an EU judgment by
    /// `point-26`).
    pub fn anchored_parts(&self) -> Vec<AnchoredPart> {
        self.anchored_parts_up_to(PART_TEXT_CHARS)
    }

    /// The parts as [`anchored_parts`](Self::anchored_parts) lists them, with up to `chars` characters of each text.
    pub fn anchored_parts_up_to(&self, chars: usize) -> Vec<AnchoredPart> {
        let mut parts = PartCollector { chars, ..PartCollector::default() };
        parts.add_nodes(self);
        parts.add_articles(self);
        parts.add_pages(self);
        for paragraph in court_paragraph::all(self) {
            for anchor in paragraph.anchors() {
                if let Some(part) = parts.open(&anchor) {
                    parts.found[part].reader_form = Some(paragraph.reader_form());
                    parts.add_node_text(part, paragraph.node);
                }
            }
        }
        let PartCollector { mut found, .. } = parts;
        for part in &mut found {
            cut(&mut part.text, chars);
        }
        found
    }
}

#[derive(Default)]
struct PartCollector {
    found: Vec<AnchoredPart>,
    /// Characters of a text that are shown.
    chars: usize,
    /// For each part, how many more characters are collected. The limit is one above `chars`, so that `cut` can
    /// detect a longer text.
    room: Vec<usize>,
    seen: HashSet<String>,
}

impl PartCollector {
    /// Adds a part and returns its index; None when the anchor has a part already.
    fn open(&mut self, anchor: &str) -> Option<usize> {
        let name = Anchor::new(anchor).filter(|_| self.seen.insert(anchor.to_owned()))?;
        self.found.push(AnchoredPart {
            anchor: name,
            depth: 0,
            reader_form: None,
            heading: None,
            text: String::new(),
        });
        self.room.push(self.chars.saturating_add(1));
        Some(self.found.len() - 1)
    }

    fn add_nodes(&mut self, presented: &Presented<'_>) {
        // For each node entered and not left, the index of its part.
        let mut entered: Vec<Option<usize>> = Vec::new();
        let mut piece = String::new();
        // Whether the next text is the heading of the node last entered, and the number that is printed before it.
        let (mut is_heading, mut number) = (false, None);
        presented.walk(&mut |step| match step {
            Step::Enter(node) => {
                is_heading = node.heading_text().is_some();
                number = node.number_before_text();
                let part = node.id().and_then(|id| self.open(id));
                if let Some(part) = part.map(|part| &mut self.found[part]) {
                    part.depth = u16::try_from(entered.len()).unwrap_or(u16::MAX);
                    part.reader_form = node_form(node);
                    part.heading = node.heading();
                }
                entered.push(part);
            }
            Step::Text(runs) => {
                piece.clear();
                runs.push_to(&mut piece);
                let under = entered.len() - usize::from(std::mem::take(&mut is_heading)).min(entered.len());
                let piece = [number.take().as_deref().unwrap_or_default(), piece.trim()].join(" ");
                let piece = piece.trim();
                if !piece.is_empty() {
                    // When a part is full, the parts around it are full too: the innermost comes first.
                    let _ = entered[..under].iter().rev().flatten().all(|part| self.add_text(*part, piece));
                }
            }
            Step::Leave(_) => {
                entered.pop();
            }
        });
    }

    fn add_articles(&mut self, presented: &Presented<'_>) {
        // The indices of the parts that the previous block belongs to. Each anchor begins with the anchor before it,
        // so they are few.
        let mut open: Vec<usize> = Vec::new();
        for block in eu_anchor::all(presented) {
            open.retain(|part| block.continues(self.found[*part].anchor.as_str()));
            let is_heading = block.node.heading_text().is_some();
            let around = open.len();
            for anchor in block.anchors() {
                if let Some(part) = self.open(&anchor) {
                    self.found[part].heading = block.node.heading();
                    open.push(part);
                }
            }
            let takes_text = if is_heading { around } else { open.len() };
            if open[..takes_text].iter().any(|part| self.room[*part] > 0) {
                let text = with_number(block.node, block_text(block.node));
                for part in &open[..takes_text] {
                    self.add_text(*part, &text);
                }
            }
            open.retain(|part| self.room[*part] > 0);
        }
    }

    fn add_pages(&mut self, presented: &Presented<'_>) {
        let mut by_page: HashMap<i64, Option<usize>> = HashMap::new();
        let mut visit = |page: i64, node: Node<'_>| {
            let part = *by_page.entry(page).or_insert_with(|| {
                u32::try_from(page).ok().and_then(|page| self.open(&format!("sid{page}")))
            });
            if let Some(part) = part {
                self.add_text(part, &with_number(node, own_text(node)));
            }
        };
        presented.paged(&mut visit);
    }

    /// Adds the texts of a node and of all below it.
    fn add_node_text(&mut self, part: usize, node: Node<'_>) {
        walk_node(node, &mut |step| match step {
            Step::Enter(node) => {
                if let Some(number) = node.number_before_text() {
                    self.add_text(part, &number);
                }
            }
            Step::Text(runs) if self.room[part] > 0 => {
                self.add_text(part, &runs.plain_text());
            }
            Step::Text(_) | Step::Leave(_) => {}
        });
    }

    /// Adds as much of a text as will be shown. Returns false when the part was full already.
    fn add_text(&mut self, part: usize, piece: &str) -> bool {
        let (text, room) = (&mut self.found[part].text, &mut self.room[part]);
        let piece = piece.trim();
        if *room == 0 || piece.is_empty() {
            return *room > 0;
        }
        let blank = (!text.is_empty()).then_some(' ');
        for c in blank.into_iter().chain(piece.chars()).take(*room) {
            text.push(c);
            *room -= 1;
        }
        true
    }
}

fn cut(text: &mut String, chars: usize) {
    if let Some((end, _)) = text.char_indices().nth(chars) {
        text.truncate(end);
        text.truncate(text.trim_end().len());
        text.push('…');
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::{AnchorTarget, Artifact};

    fn artifact(structure: &Value) -> Artifact {
        Artifact::parse(json!({"uri": "x:1", "structure": structure}).to_string().as_bytes()).unwrap()
    }

    /// The texts of a node and of what is below it, each with its number.
    fn numbered(node: Node<'_>) -> Vec<String> {
        let mut texts = Vec::new();
        walk_node(node, &mut |step| match step {
            Step::Enter(node) => texts.extend(node.number_before_text()),
            Step::Text(runs) => texts.push(runs.plain_text().trim().to_owned()),
            Step::Leave(_) => {}
        });
        texts
    }

    /// The text of a part with its numbers, without the heading that it begins with.
    fn text_under_heading(part: &AnchorTarget<'_>) -> String {
        let own = |node: &Node<'_>| with_number(*node, own_text(*node));
        let (texts, first) = match part {
            AnchorTarget::Node(node) => (numbered(*node), Some(node)),
            AnchorTarget::CourtParagraph(node) => (numbered(*node), None),
            AnchorTarget::Blocks(nodes) => {
                let block = |node: &Node<'_>| with_number(*node, block_text(*node));
                (nodes.iter().map(block).collect(), nodes.first())
            }
            AnchorTarget::Page(nodes) => (nodes.iter().map(own).collect(), None),
        };
        let text = texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
        let heading = first.filter(|node| node.heading_text().is_some());
        let heading = heading.map(|node| node.text().plain_text()).unwrap_or_default();
        text.strip_prefix(heading.trim()).unwrap_or(&text).trim_start().to_owned()
    }

    #[test]
    fn items_have_their_numbers() {
        let artifact = artifact(&json!([{"type": "paragraf", "id": "P1", "children": [
            {"type": "stycke", "id": "P1S1", "text": ["Den som håller"], "children": [
                {"type": "punkt", "id": "P1S1N1", "ordinal": "1", "text": ["får, eller"]},
                {"type": "punkt", "id": "P1S1N2", "ordinal": "2", "text": ["getter som"], "children": [
                    {"type": "punkt", "ordinal": "a", "text": ["är friska."]}]}]}]}]));
        let found: Vec<String> =
            artifact.presented().anchored_parts().into_iter().map(|part| part.text).collect();
        let whole = "Den som håller 1. får, eller 2. getter som a) är friska.";
        assert_eq!(found, [whole, whole, "1. får, eller", "2. getter som a) är friska."]);
    }

    #[test]
    fn a_long_text_is_cut() {
        let table = [("å".repeat(240), "å".repeat(240)), ("å ".repeat(200), "å ".repeat(119) + "å…")];
        for (text, expected) in table {
            let artifact = artifact(&json!([{"type": "stycke", "id": "S1", "text": [text]}]));
            assert_eq!(artifact.presented().anchored_parts()[0].text, expected);
        }
    }

    #[test]
    fn depths_tell_what_stands_in_what() {
        let artifact = artifact(&json!([
            {"type": "kapitel", "id": "K1", "children": [{"type": "paragraf", "id": "P1"}]},
            {"type": "kapitel", "id": "K2", "children": [{"children": [{"type": "paragraf", "id": "P2"}]}]},
            {"type": "stycke", "page": 3, "text": "a"},
        ]));
        let places = artifact.presented().anchored_parts();
        let found: Vec<_> = places.iter().map(|place| (place.anchor.as_str(), place.depth)).collect();
        assert_eq!(found, [("K1", 0), ("P1", 1), ("K2", 0), ("P2", 2), ("sid3", 0)]);
    }

    type Parts = (&'static str, &'static str, Option<i32>, Option<i32>, Option<i32>, String);

    fn node((kind, id, number, page, depth, text): Parts) -> Value {
        let number = number.map(|number| number.to_string());
        json!({"type": kind, "id": id, "num": number, "ordinal": number, "page": page, "depth": depth,
            "text": [text], "bilaga": kind == "avsnitt" && page == Some(2)})
    }

    /// Bodies of every kind of node that has parts with anchors, in any nesting.
    fn body() -> impl Strategy<Value = Value> {
        const KINDS: &[&str] = &[
            "paragraf",
            "stycke",
            "article",
            "paragraph",
            "point",
            "recital",
            "tabell",
            "heading",
            "instans",
            "delmal",
            "domskal",
            "skiljaktig",
            "konventionsartikel",
            "avsnitt",
        ];
        const IDS: &[&str] = &["", "", "", "1", "P1", "K1", "1.1", "sid2", "recital-1", "1.1.S1", "p2"];
        let text = prop_oneof![Just(String::new()), "[a-c ]{0,3}", Just("ord ".repeat(50))];
        let number = || prop::option::of(1..4_i32);
        let leaf =
            (prop::sample::select(KINDS), prop::sample::select(IDS), number(), number(), number(), text);
        let nested = leaf.prop_map(node).prop_recursive(5, 40, 5, |inner| {
            (inner.clone(), prop::collection::vec(inner, 0..5)).prop_map(|(mut node, children)| {
                node["children"] = children.into();
                node
            })
        });
        prop::collection::vec(nested, 0..5).prop_map(Value::from)
    }

    /// Every anchor that the bodies could have, and some they could not.
    fn anchors() -> Vec<String> {
        let numbers = ["1", "2", "3", "1.1", "2.3", "1.1.1", "3.1.2", "1.1.1.1", "1.2.3.1", "4"];
        let numbers = numbers.iter().flat_map(|number| {
            ["", "P", "p", "K", "sid", "recital-", "point-"].map(|before| format!("{before}{number}"))
        });
        numbers.flat_map(|anchor| [format!("{anchor}.S1"), format!("{anchor}.S2"), anchor]).collect()
    }

    proptest! {
        #[test]
        fn places_are_what_part_finds(body in body()) {
            let artifact = artifact(&body);
            let presented = artifact.presented();
            let places = presented.anchored_parts();
            for place in &places {
                let part = presented.part(&place.anchor).unwrap();
                let mut text = text_under_heading(&part);
                cut(&mut text, PART_TEXT_CHARS);
                prop_assert_eq!(&place.text, &text, "{}", place.anchor);
                prop_assert_eq!(&place.heading, &part.heading(), "{}", place.anchor);
                prop_assert_eq!(&place.reader_form, &part.reader_form(), "{}", place.anchor);
            }
            for anchor in anchors() {
                let listed = places.iter().filter(|place| place.anchor.as_str() == anchor).count();
                let found = presented.part(&Anchor::new(&anchor).unwrap()).is_some();
                prop_assert_eq!(listed, usize::from(found), "{}", anchor);
            }
        }
    }
}
