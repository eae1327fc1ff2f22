//! A document as the search index takes it: its text in pieces, and each part of it as a range of pieces.
//!
//! A part is a [`crate::AnchorTarget`] with an anchor. Its text is contiguous, whatever its kind: a node with its
//! children, the blocks of an article, the nodes of a printed page, a numbered paragraph of a decision. So a part is
//! two numbers, and a part inside another is a range inside a range.
//!
//! A part also has the headings over it, its own and those of the parts around it. They say what a paragraf is about in
//! words that the paragraf does not repeat.

use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};

use serde_json::Value;

use crate::node_dates::is_date;
use crate::outline::{HeadingScope, Outline};
use crate::part::node_form;
use crate::walk::{walk, walk_node_while};
use crate::{Anchor, Artifact, Node, Presented, Step, court_paragraph, eu_anchor};

/// How many headings over a part are kept, the nearest ones.
const HEADINGS: usize = 6;

/// How many pieces a sample has of the beginning of a text, and of its middle.
const SAMPLE: usize = 40;

/// The text of a document and its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FullText {
    /// The non-empty texts in reading order, trimmed; those of transitional provisions last.
    pub pieces: Vec<String>,
    /// The form of each piece; pieces after the last form are plain text.
    pub forms: Vec<PieceForm>,
    /// The first piece of the middle of the text.
    pub middle: u32,
    /// The pieces that apply on some days only.
    pub dated: Vec<DatedPieces>,
    /// The parts in the order in which they begin; a part before the parts inside it. Variants of a provision that apply on
    /// different days have the same anchor.
    pub parts: Vec<TextPart>,
}

/// What a piece of a text is to a reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceForm {
    /// A stycke, a cell, a note: whatever is no other form.
    #[default]
    Plain,
    /// A heading.
    Heading,
    /// An item of a list.
    Item,
}

/// Pieces that apply on some days only, as their node states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatedPieces {
    /// The pieces.
    pub pieces: Range<u32>,
    /// The day (`YYYY-MM-DD`) from which they apply.
    pub from: Option<String>,
    /// The day from which they no longer apply.
    pub until: Option<String>,
}

/// A part of a document as a range of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPart {
    /// The anchor.
    pub anchor: Anchor,
    /// Its pieces.
    pub pieces: Range<u32>,
    /// The pieces that are headings over it, outermost first.
    pub headings: Vec<u32>,
    /// The heading that is printed over it.
    pub heading: Option<String>,
    /// How a reader names it, where that does not follow from the anchor: `p. 26`.
    pub reader_form: Option<String>,
    /// Whether it is only a heading.
    pub is_heading: bool,
}

impl FullText {
    /// The text that readers see of a document, and its transitional provisions.
    pub fn of(artifact: &Artifact) -> Self {
        let presented = artifact.presented();
        let middle = middle_nodes(&presented).first().map(|node| node.address());
        let mut collector = TextCollector { middle_node: middle, ..TextCollector::default() };
        presented.walk(&mut |step| collector.step(step));
        collector.add_articles(&presented);
        collector.add_pages(&presented);
        for paragraph in court_paragraph::all(&presented) {
            let spans = collector.spans.get(&paragraph.node.address()).cloned();
            if let (Some(spans), Some(anchor)) = (spans, paragraph.anchors().next()) {
                collector.add(&anchor, spans.whole(), Some(paragraph.reader_form()), None);
            }
        }
        for amendment in artifact.list(&["amendments"]) {
            walk(amendment.get("content").unwrap_or(&Value::Null), &mut |step| {
                if let Step::Text(runs) = step {
                    collector.push_piece(&runs.plain_text());
                }
            });
        }
        let TextCollector { pieces, forms, middle, mut dated, mut parts, .. } = collector;
        dated.retain(|dated| !dated.pieces.is_empty());
        parts.retain(|part| !part.pieces.is_empty());
        parts.sort_by_key(|part| (part.pieces.start, std::cmp::Reverse(part.pieces.end)));
        Self { pieces, forms, middle, dated, parts }
    }

    /// The first pieces of the text, and those from its middle on: enough to know its language by. The beginning alone may be a
    /// title page or a formula in another language.
    pub fn sample(&self) -> impl Iterator<Item = &str> {
        let from = |start: usize| self.pieces.get(start..).unwrap_or_default().iter().take(SAMPLE);
        from(0).chain(from(self.middle as usize)).map(String::as_str)
    }

    /// The [`sample`](Self::sample) of an artifact's text, without reading the rest of it.
    pub fn sample_of(artifact: &Artifact) -> Vec<String> {
        let presented = artifact.presented();
        let mut sample = first_pieces(presented.nodes());
        sample.extend(first_pieces(middle_nodes(&presented).into_iter()));
        sample
    }

    /// The form of a piece.
    pub fn form(&self, piece: usize) -> PieceForm {
        self.forms.get(piece).copied().unwrap_or_default()
    }
}

/// The nodes from the middle of a text on: of its top nodes, or of those inside the one that has all of it.
fn middle_nodes<'a>(presented: &Presented<'a>) -> Vec<Node<'a>> {
    let mut nodes: Vec<Node<'a>> = presented.nodes().collect();
    while let [only] = nodes.as_slice() {
        let inside: Vec<Node<'a>> = only.children().collect();
        if inside.is_empty() {
            break;
        }
        nodes = inside;
    }
    nodes.split_off(nodes.len() / 2)
}

/// The first pieces of some nodes.
fn first_pieces<'a>(mut nodes: impl Iterator<Item = Node<'a>>) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut take = |step: Step<'_>| {
        if let Step::Text(runs) = step {
            let text = runs.plain_text();
            pieces.extend(Some(text.trim()).filter(|text| !text.is_empty()).map(str::to_owned));
        }
        if pieces.len() < SAMPLE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let _ = nodes.try_for_each(|node| walk_node_while(node, &mut take));
    pieces
}

/// The pieces of a node.
#[derive(Clone, Debug)]
struct Spans {
    start: u32,
    /// Where the pieces of the node itself end and those of its children begin.
    own_end: u32,
    end: u32,
    headings: Vec<u32>,
}

impl Spans {
    fn whole(&self) -> (Range<u32>, Vec<u32>) {
        (self.start..self.end, self.headings.clone())
    }
}

/// A node that was entered and not left.
struct Open {
    address: usize,
    start: u32,
    own_end: Option<u32>,
    part: Option<usize>,
    /// What the node's own text is a heading over, if it is one.
    heading: Option<HeadingScope>,
    /// Whether the node's own text is a heading to readers: also `2 kap. Om bete` printed as the text of a kapitel.
    is_headed: bool,
    /// The form of the pieces that are the node's own text.
    form: PieceForm,
    /// Whether nodes without a type in it are headings.
    heads_versions: bool,
    /// The days on which the node applies, where it states any.
    dated: Option<usize>,
}

/// Bytes that a heading may have.
const HEADING_BYTES: usize = 300;

/// The nearest of some headings, outermost first.
fn nearest<'a>(headings: impl DoubleEndedIterator<Item = &'a u32>) -> Vec<u32> {
    let mut nearest: Vec<u32> = headings.rev().take(HEADINGS).copied().collect();
    nearest.reverse();
    nearest
}

#[derive(Default)]
struct TextCollector {
    pieces: Vec<String>,
    forms: Vec<PieceForm>,
    /// The node that the middle of the text begins with, and its first piece.
    middle_node: Option<usize>,
    middle: u32,
    dated: Vec<DatedPieces>,
    parts: Vec<TextPart>,
    seen: HashSet<String>,
    open: Vec<Open>,
    outline: Outline<u32>,
    spans: HashMap<usize, Spans>,
}

impl TextCollector {
    fn at(&self) -> u32 {
        u32::try_from(self.pieces.len()).unwrap_or(u32::MAX)
    }

    /// Adds a text; None for an empty one.
    fn push_piece(&mut self, text: &str) -> Option<u32> {
        let text = text.trim();
        let at = self.at();
        (!text.is_empty()).then(|| {
            self.pieces.push(text.to_owned());
            self.forms.push(self.open.last().map(|open| open.form).unwrap_or_default());
            at
        })
    }

    fn step(&mut self, step: Step<'_>) {
        match step {
            Step::Enter(node) => self.enter(node),
            Step::Text(runs) => {
                let piece = self.push_piece(&runs.plain_text());
                if let Some(piece) = piece {
                    self.take_heading(piece);
                }
            }
            Step::Leave(_) => self.leave(),
        }
    }

    fn enter(&mut self, node: Node<'_>) {
        let start = self.at();
        if self.middle_node == Some(node.address()) {
            self.middle = start;
        }
        if let Some(parent) = self.open.last_mut() {
            parent.own_end.get_or_insert(start);
        }
        let is_heading = node.kind() == "rubrik";
        let heading = node.has_heading().then(|| node.heading_scope()).flatten();
        let is_headed =
            heading.is_some() || matches!(node.kind(), "avdelning" | "underavdelning" | "kapitel" | "bilaga");
        let headings = nearest(self.outline.over_heading(heading.unwrap_or(HeadingScope::Inside)));
        let form = match node.kind() {
            "punkt" | "point" => PieceForm::Item,
            // The language versions of the heading of a part of a treaty.
            "" if self.open.last().is_some_and(|around| around.heads_versions) => PieceForm::Heading,
            _ => PieceForm::Plain,
        };
        let heads_versions = node.kind().starts_with("konvention") && node.kind() != "konventionsstycke";
        let day = |text: Option<&str>| text.filter(|text| is_date(text)).map(str::to_owned);
        let (from, until) = (day(node.applies_from()), day(node.applies_until()));
        let dated = (from.is_some() || until.is_some()).then(|| {
            self.dated.push(DatedPieces { pieces: start..start, from, until });
            self.dated.len() - 1
        });
        // Each dated variant of a number is a part with the anchor of the number.
        let id = if dated.is_some() { node.number_anchor() } else { node.id() };
        let part = id.and_then(|id| {
            let is_new = self.seen.insert(id.to_owned());
            let anchor = Anchor::new(id).filter(|_| is_new || dated.is_some())?;
            self.parts.push(TextPart {
                anchor,
                pieces: start..start,
                headings,
                heading: node.heading(),
                reader_form: node_form(node),
                is_heading,
            });
            Some(self.parts.len() - 1)
        });
        let address = node.address();
        self.open.push(Open {
            address,
            start,
            own_end: None,
            part,
            heading,
            is_headed,
            form,
            heads_versions,
            dated,
        });
        self.outline.enter();
    }

    fn take_heading(&mut self, piece: u32) {
        let Some(open) = self.open.last_mut().filter(|open| open.own_end.is_none() && open.start == piece)
        else {
            return;
        };
        if open.is_headed && self.pieces[piece as usize].len() <= HEADING_BYTES {
            self.forms[piece as usize] = PieceForm::Heading;
        }
        let Some(scope) = open.heading else { return };
        if let (HeadingScope::Inside, Some(part)) = (scope, open.part) {
            self.parts[part].headings.push(piece);
        }
        self.outline.take(scope, true, piece);
    }

    fn leave(&mut self) {
        let end = self.at();
        let headings = nearest(self.outline.over_place());
        self.outline.leave();
        let Some(open) = self.open.pop() else { return };
        if let Some(part) = open.part {
            self.parts[part].pieces.end = end;
        }
        if let Some(dated) = open.dated {
            self.dated[dated].pieces.end = end;
        }
        let own_end = open.own_end.unwrap_or(end);
        self.spans.insert(open.address, Spans { start: open.start, own_end, end, headings });
    }

    fn add(
        &mut self,
        anchor: &str,
        (pieces, headings): (Range<u32>, Vec<u32>),
        reader_form: Option<String>,
        heading: Option<String>,
    ) {
        if let Some(name) = Anchor::new(anchor).filter(|_| self.seen.insert(anchor.to_owned())) {
            self.parts.push(TextPart {
                anchor: name,
                pieces,
                headings,
                heading,
                reader_form,
                is_heading: false,
            });
        }
    }

    fn add_articles(&mut self, presented: &Presented<'_>) {
        // The indices of the parts that the block before belongs to.
        let mut open: Vec<usize> = Vec::new();
        for block in eu_anchor::all(presented) {
            let Some(spans) = self.spans.get(&block.node.address()).cloned() else { continue };
            let end = if block.node.kind() == "tabell" { spans.end } else { spans.own_end };
            open.retain(|part| block.continues(self.parts[*part].anchor.as_str()));
            for anchor in block.anchors() {
                let before = self.parts.len();
                let headings = spans.headings.clone();
                self.add(&anchor, (spans.start..end, headings), None, block.node.heading());
                if self.parts.len() > before {
                    open.push(before);
                }
            }
            for part in &open {
                let pieces = &mut self.parts[*part].pieces;
                pieces.end = pieces.end.max(end);
            }
        }
    }

    fn add_pages(&mut self, presented: &Presented<'_>) {
        // A page that comes again later in the text keeps its first range.
        let mut current: Option<(i64, Range<u32>)> = None;
        let mut pages = Vec::new();
        let spans = &self.spans;
        presented.paged(&mut |page, node| {
            let Some(own) = spans.get(&node.address()).map(|spans| spans.start..spans.own_end) else {
                return;
            };
            match &mut current {
                Some((on, pieces)) if *on == page => pieces.end = own.end.max(pieces.end),
                _ => pages.extend(current.replace((page, own))),
            }
        });
        pages.extend(current);
        for (page, pieces) in pages {
            if let Ok(page) = u32::try_from(page) {
                self.add(&format!("sid{page}"), (pieces, Vec::new()), None, None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each part with its text, and the headings over it.
    fn check(structure: &str, expected: &[(&str, &str, &str)]) {
        let json = format!(r#"{{"uri":"x:1","structure":{structure}}}"#);
        let text = FullText::of(&Artifact::parse(json.as_bytes()).unwrap());
        let join = |pieces: &[String]| pieces.join(" ");
        let found: Vec<_> = text
            .parts
            .iter()
            .map(|part| {
                let headings = part.headings.iter().map(|piece| text.pieces[*piece as usize].clone());
                (
                    part.anchor.to_string(),
                    join(&text.pieces[part.pieces.start as usize..part.pieces.end as usize]),
                    headings.collect::<Vec<_>>().join(" > "),
                )
            })
            .collect();
        let found: Vec<_> = found.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn headings_rule_until_one_of_their_level() {
        check(
            r#"[{"type":"kapitel","id":"K1","children":[
                 {"type":"rubrik","level":1,"text":["Om får"]},
                 {"type":"rubrik","id":"R1","level":2,"text":["Bete"]},
                 {"type":"paragraf","id":"K1P1","children":[{"type":"stycke","id":"K1P1S1","text":["a"]}]},
                 {"type":"rubrik","level":3,"text":["Vall"]},
                 {"type":"paragraf","id":"K1P2","children":[{"type":"stycke","text":["b"]}]},
                 {"type":"rubrik","level":2,"text":["Ull"]},
                 {"type":"paragraf","id":"K1P3","children":[{"type":"stycke","text":["c"]}]}]}]"#,
            &[
                ("K1", "Om får Bete a Vall b Ull c", ""),
                ("R1", "Bete", "Om får"),
                ("K1P1", "a", "Om får > Bete"),
                ("K1P1S1", "a", "Om får > Bete"),
                ("K1P2", "b", "Om får > Bete > Vall"),
                ("K1P3", "c", "Om får > Ull"),
            ],
        );
    }

    #[test]
    fn sections_articles_pages_and_paragraphs_are_places() {
        check(
            r#"[{"type":"avsnitt","id":"a1","page":5,"text":["1 Bete"],"children":[
                 {"type":"stycke","text":["five"]},{"type":"stycke","page":6,"text":["six"]}]}]"#,
            &[("a1", "1 Bete five six", "1 Bete"), ("sid5", "1 Bete five", ""), ("sid6", "six", "")],
        );
        check(
            r#"[{"type":"heading","text":["KAP I"],"children":[
                 {"type":"article","num":"5","text":["Krav"],"children":[
                   {"type":"paragraph","num":"1","text":["p1"],"children":[{"type":"point","num":"a","text":["x"]}]},
                   {"type":"paragraph","num":"2","text":["p2"]}]}]},
                {"type":"signature","text":["end"]}]"#,
            &[
                ("5", "Krav p1 x p2", "KAP I > Krav"),
                ("5.1", "p1 x", "KAP I > Krav"),
                ("5.1.S1", "p1", "KAP I > Krav"),
                ("5.1.a", "x", "KAP I > Krav"),
                ("5.2", "p2", "KAP I > Krav"),
                ("5.2.S1", "p2", "KAP I > Krav"),
            ],
        );
        check(
            r#"[{"type":"instans","children":[{"type":"domskal","children":[
                 {"type":"stycke","ordinal":"7","text":["reasons"]}]}]}]"#,
            &[("P7", "reasons", "")],
        );
    }

    #[test]
    fn variants_of_a_provision_are_parts_with_its_anchor() {
        let json = r#"{"uri":"x:1","structure":[
            {"type":"paragraf","id":"P1","ordinal":"1","upphor":"2031-07-01","text":["a"]},
            {"type":"paragraf","ordinal":"1","ikrafttrader":"2031-07-01","text":["b"]},
            {"type":"paragraf","ordinal":"2","text":["c"]},
            {"type":"rubrik","text":["R"]},{"type":"punkt","text":["d"]}]}"#;
        let text = FullText::of(&Artifact::parse(json.as_bytes()).unwrap());
        let parts: Vec<_> =
            text.parts.iter().map(|part| (part.anchor.as_str(), part.pieces.clone())).collect();
        assert_eq!(parts, [("P1", 0..1), ("P1", 1..2)]);
        let days = |dated: &DatedPieces| (dated.pieces.start, dated.from.is_some(), dated.until.is_some());
        assert_eq!(text.dated.iter().map(days).collect::<Vec<_>>(), [(0, false, true), (1, true, false)]);
        assert_eq!(text.form(3), PieceForm::Heading);
        assert_eq!(text.form(4), PieceForm::Item);
    }

    #[test]
    fn transitional_provisions_are_text_without_places() {
        let json = r#"{"uri":"x:1","structure":[{"type":"paragraf","id":"P1","text":["a"]}],
            "amendments":[{"content":[{"type":"overgangsbestammelse","id":"L1","children":[{"text":["later"]}]}]}]}"#;
        let text = FullText::of(&Artifact::parse(json.as_bytes()).unwrap());
        assert_eq!(text.pieces, ["a", "later"]);
        assert_eq!(text.parts.len(), 1);
    }

    #[test]
    fn a_sample_is_that_of_the_whole_text() {
        for pieces in [0, 1, 39, 40, 41, 79, 80, 81, 200] {
            let nodes: Vec<_> =
                (0..pieces).map(|at| format!(r#"{{"text":["a {at}"]}},{{"text":[" "]}}"#)).collect();
            let nodes = nodes.join(",");
            for structure in [nodes.clone(), format!(r#"{{"text":["head"],"children":[{nodes}]}}"#)] {
                let json = format!(r#"{{"uri":"x:1","structure":[{structure}]}}"#);
                let artifact = Artifact::parse(json.as_bytes()).unwrap();
                let text = FullText::of(&artifact);
                let sample: Vec<&str> = text.sample().collect();
                assert_eq!(FullText::sample_of(&artifact), sample, "{pieces}");
                assert!(pieces < 80 || sample.len() == 80, "{pieces}");
            }
        }
    }
}
