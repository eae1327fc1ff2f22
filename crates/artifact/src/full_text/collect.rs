//! The walk over a document that collects its pieces and parts.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use serde_json::Value;

use super::sample::middle_nodes;
use super::{DatedPieces, FullText, PieceForm, TextPart};
use crate::date::is_date;
use crate::outline::{HeadingScope, Outline};
use crate::part::node_form;
use crate::walk::walk;
use crate::{Anchor, Artifact, Node, Presented, Step, court_paragraph, eu_anchor};

/// How many headings over a part are kept, the nearest ones.
const HEADINGS: usize = 6;

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
        let is_heading = node.is_rubrik();
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
