//! The walk over the nodes of a body: which events each node type becomes.
//!
//! The order is that of every walk in this project: a node's own text, its cells, its children, its other fields. Of a
//! treaty printed in several languages, whose language versions are fields of their own, the heading of a part is read
//! before its paragraphs ([`Node::ahead`]).
//!
//! A node of an unknown type is a paragraph with everything below it. The JSON reader bounds the depth of the
//! recursion.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::ControlFlow;

use lagrum_artifact::{EuReading, Link, Node, Runs};
use serde_json::Value;

use crate::event::{
    BlockForm, Event, InForce, LinkedText, Marker, PartEvent, RowPlace, TableCell, TableRow, TextBlock,
};
use crate::numbers::{PartNumber, kapitel_heading, without_repeated_marker};
use crate::table_shape::TableShape;

/// The maximum nesting of a list. Lists of real documents nest less deep.
const MAX_NESTING: u64 = 16;

/// Reads nodes and emits events, until `write` breaks off.
pub(crate) struct NodeWalk<'a, 'w, W> {
    write: &'w mut W,
    is_done: bool,
    /// The uri that fragment uris of the document begin with.
    document: &'a str,
    /// The number of the part just entered, to be printed by the next node.
    number: Option<PartNumber<'a>>,
    eu: EuReading<'a>,
    /// The open tables. EU anchors are not computed inside a table.
    tables: Vec<TableShape>,
    folding: Folding,
    /// The nodes that are read; None for all.
    only: Option<OnlyNodes<'w>>,
    /// The number of open nodes of which everything is read.
    inside: usize,
}

/// Nodes that are read, with all that is in them. Other nodes are passed by without a look at their texts. The anchors of what is
/// read may be missing, where those of EU acts are counted.
#[derive(Clone, Copy)]
pub(crate) struct OnlyNodes<'w> {
    pub(crate) nodes: &'w HashSet<usize>,
    /// These nodes and those around them ([`lagrum_artifact::Presented::nodes_around`]).
    pub(crate) around: &'w HashSet<usize>,
}

/// How provisions that have ended are emitted, in a text that is read on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Folding {
    /// Each is replaced by one line that states that it is left out.
    LeftOut,
    /// They are emitted, for a writer that folds them; smaller parts, which cannot be folded, are replaced.
    Kept,
    /// All parts that have ended are emitted, each with its days.
    Whole,
}

impl<'a, 'w, W: FnMut(Event<'a>) -> ControlFlow<()>> NodeWalk<'a, 'w, W> {
    pub(crate) fn new(document: &'a str, folding: Folding, write: &'w mut W) -> Self {
        let eu = EuReading::default();
        Self {
            write,
            is_done: false,
            document,
            number: None,
            eu,
            tables: Vec::new(),
            folding,
            only: None,
            inside: 0,
        }
    }

    /// Reads some nodes only.
    pub(crate) fn only(self, only: OnlyNodes<'w>) -> Self {
        Self { only: Some(only), ..self }
    }

    pub(crate) fn emit(&mut self, event: Event<'a>) {
        self.is_done = self.is_done || (self.write)(event).is_break();
    }

    /// Reads a section, or another field with nodes in it, at this depth of the outline.
    pub(crate) fn section(&mut self, section: &'a Value, depth: u64) {
        match section {
            Value::Array(items) => {
                for item in items {
                    if self.is_done || lagrum_cancel::is_cancelled() {
                        break;
                    }
                    self.section(item, depth);
                }
            }
            Value::Object(_) => {
                let Some(node) = Node::new(section) else { return };
                // A link object in the place of a node is a paragraph of its own.
                let bare = node.kind().is_empty()
                    && Link::new(section).is_some()
                    && node.field("children").is_none();
                if bare {
                    self.emit(Event::Block(paragraph(LinkedText::runs(Runs::new(Some(section))))));
                } else {
                    self.node(node, depth);
                }
            }
            _ => {}
        }
    }

    fn node(&mut self, node: Node<'a>, depth: u64) {
        let is_left_out = match self.folding {
            Folding::LeftOut => true,
            Folding::Kept => !can_fold(node),
            Folding::Whole => false,
        };
        if is_left_out && node.has_ended() {
            return self.left_out(node);
        }
        let number_around = self.number.take();
        let is_read_whole = match self.only.filter(|_| self.inside == 0) {
            Some(only) if !only.around.contains(&node.address()) => return,
            Some(only) => only.nodes.contains(&node.address()),
            None => self.only.is_some(),
        };
        self.inside += usize::from(is_read_whole);
        let is_table = node.kind() == PartEvent::TABLE;
        let computed = if self.tables.is_empty() { self.eu.enter(node) } else { None };
        let anchor = node.id().map(Cow::Borrowed).or(computed.map(Cow::Owned));
        let is_part = node.kind() != "rad" && (is_table || holds_more(node));
        let mut in_force = in_force(node);

        if is_part {
            let in_force = std::mem::take(&mut in_force);
            self.emit(Event::Enter(PartEvent {
                kind: node.kind(),
                anchor: anchor.clone(),
                in_force,
                node: Some(node),
            }));
        }
        self.tables.extend(is_table.then(|| TableShape::of(node)));
        let own_number = PartNumber::from_node(node, self.document);
        let own = if LinkedText::runs(node.text()).is_blank() {
            own_block(node, depth, number_around).or_else(|| self.hand_down(node, own_number))
        } else {
            own_block(node, depth, number_around.or(own_number))
        };
        if let Some((form, marker, text)) = own {
            let (page, language) = (node.page(), node.str("language"));
            let node = Some(node);
            self.emit(Event::Block(TextBlock { form, anchor, page, in_force, language, marker, text, node }));
        } else if !is_part && self.tables.is_empty() && anchor.is_some() && node.cells().next().is_none() {
            // A node without text whose anchor can be cited, such as a repealed paragraf.
            self.emit(Event::Enter(PartEvent { kind: "", anchor, in_force, node: Some(node) }));
            self.emit(Event::Leave);
        }
        self.row(node, in_force);
        let below = depth_below(node, depth);
        let children = node.field("children");
        // Language versions are read before the children: see the head of this file.
        for value in node.ahead().chain(children).chain(node.rest()) {
            self.section(value, below);
        }
        if is_table {
            self.tables.pop();
        }
        self.inside -= usize::from(is_read_whole);
        if is_part {
            self.emit(Event::Leave);
        }
    }

    /// Emits a line that states that a node has ended and is left out.
    fn left_out(&mut self, node: Node<'a>) {
        let text = LinkedText::plain(ended(node));
        if node.kind() == "rad" {
            let cells = vec![TableCell { text, colspan: 1, rowspan: 1 }];
            self.emit(Event::Row(TableRow {
                place: RowPlace::Below,
                header: false,
                in_force: InForce::default(),
                cells,
                node: Some(node),
            }));
        } else {
            let anchor = node.id().map(Cow::Borrowed);
            self.emit(Event::Block(TextBlock {
                form: BlockForm::Caption,
                anchor,
                node: Some(node),
                ..paragraph(text)
            }));
        }
    }

    /// Passes the number of a part to the first node inside it, or makes it a block where no node can print it.
    fn hand_down(&mut self, part: Node<'a>, number: Option<PartNumber<'a>>) -> Option<OwnBlock<'a>> {
        let number = number?;
        let first = part.field("children").and_then(Value::as_array).and_then(|nodes| nodes.first());
        match first.and_then(Node::new) {
            Some(first) if number.is_stored_on(first) => None,
            Some(first) if number.can_lead(first) => {
                self.number = Some(number);
                None
            }
            _ => Some(match number {
                PartNumber::Paragraf(designation) => {
                    (BlockForm::Paragraph, Some(Marker::Designation(designation)), LinkedText::default())
                }
                PartNumber::Kapitel { number, uri } => {
                    (heading(2, part), None, kapitel_heading(number, uri, Runs::new(None)))
                }
            }),
        }
    }

    fn row(&mut self, node: Node<'a>, in_force: InForce<'a>) {
        let span = |field: &str, at: usize, max: usize| {
            let spans = node.field(field).and_then(Value::as_array);
            let span = spans.and_then(|spans| spans.get(at)?.as_u64()).unwrap_or(1);
            usize::try_from(span).unwrap_or(max).clamp(1, max)
        };
        let cells: Vec<_> = node
            .cells()
            .enumerate()
            .map(|(at, runs)| TableCell {
                text: LinkedText::runs(runs),
                colspan: span("colspan", at, TableCell::MAX_COLSPAN),
                rowspan: span("rowspan", at, TableCell::MAX_ROWSPAN),
            })
            .collect();
        if !cells.is_empty() {
            let header = node.field("th").and_then(Value::as_bool).unwrap_or(false);
            let place = self.tables.last_mut().map(|table| table.place(cells.len())).unwrap_or_default();
            self.emit(Event::Row(TableRow { place, header, in_force, cells, node: Some(node) }));
        }
    }
}

/// Whether a writer can fold a node that has ended.
fn can_fold(node: Node<'_>) -> bool {
    matches!(node.kind(), "paragraf" | "kapitel" | "bilaga")
}

/// The line in place of a node that has ended: `Äldre lydelse av 3 §, som gällde till 2031-01-01, är utelämnad.`
pub(crate) fn ended(node: Node<'_>) -> String {
    let until = node.applies_until().unwrap_or_default();
    let name = match (node.kind(), node.str("ordinal")) {
        ("paragraf", Some(number)) => format!("{number} §"),
        ("kapitel", Some(number)) => format!("{number} kap."),
        ("bilaga", _) => "bilagan".to_owned(),
        ("rubrik", _) => return format!("En äldre rubrik, som gällde till {until}, är utelämnad."),
        ("rad", _) => return format!("En äldre rad, som gällde till {until}, är utelämnad."),
        _ => return format!("En äldre text, som gällde till {until}, är utelämnad."),
    };
    match node.renumbered() {
        _ if node.id().is_none() => {
            format!("Äldre lydelse av {name}, som gällde till {until}, är utelämnad.")
        }
        Some(number) => format!("{name} har ny beteckning {number} från {until}."),
        None => format!("{name} gällde till {until} och är utelämnad."),
    }
}

/// The block of a node itself: its form, its marker and its text.
type OwnBlock<'a> = (BlockForm, Option<Marker<'a>>, LinkedText<'a>);

/// The block of a node itself; None when it has neither text nor a number that is printed without text.
/// `number_around` is the number of the part around the node, if this node is the one to print it.
fn own_block<'a>(node: Node<'a>, depth: u64, number_around: Option<PartNumber<'a>>) -> Option<OwnBlock<'a>> {
    let runs = node.text();
    let text = LinkedText::runs(runs);
    let number = node.str("num");
    let printed = || node.printed_number().map(Marker::from);
    let (form, marker) = match node.kind() {
        "rubrik" if node.is_rubrik() => {
            let text = match number_around {
                Some(PartNumber::Kapitel { number, uri }) => kapitel_heading(number, uri, runs),
                _ => text,
            };
            return filled((heading(heading_depth(node), node), None, text));
        }
        "avsnitt" | "sektion" => {
            let text = if text.is_blank() {
                LinkedText::plain(node.str("heading").unwrap_or_default())
            } else {
                text
            };
            return filled((heading(heading_depth(node), node), None, text));
        }
        "heading" => {
            let text = designated(node.str("label").map(ordinary_case), runs);
            return filled((heading(heading_depth(node), node), None, text));
        }
        "article" => return filled((heading(depth, node), None, designated(article_label(node), runs))),
        "artikel" => {
            let ordinal =
                || node.str("ordinal").map(|number| format!("Artikel {number}")).unwrap_or_default();
            let text = if text.is_blank() { LinkedText::plain(ordinal()) } else { text };
            return filled((heading(depth, node), None, text));
        }
        "avdelning" | "kapitel" | "paragraf" => match number_around {
            Some(PartNumber::Kapitel { number, uri }) => {
                return filled((BlockForm::Lead, None, kapitel_heading(number, uri, runs)));
            }
            Some(PartNumber::Paragraf(designation)) => {
                (BlockForm::Paragraph, Some(Marker::Designation(designation)))
            }
            None => (BlockForm::Lead, None),
        },
        "stycke" => {
            let around = match number_around {
                Some(PartNumber::Paragraf(designation)) => Some(designation),
                _ => None,
            };
            let designation = node.str("beteckning").map(Cow::Borrowed).or(around);
            (BlockForm::Paragraph, designation.map(Marker::Designation).or(printed()))
        }
        "punkt" => (BlockForm::Item { depth: 1 }, printed()),
        "point" => (BlockForm::Item { depth: nesting(node).unwrap_or(1).max(1) }, printed()),
        "paragraph" | "ruling" | "recital" | "note" => (BlockForm::Paragraph, printed()),
        "citat" => {
            let marker = match node.str("quoted") {
                Some("recital") => Marker::Parenthesis,
                Some("point") => Marker::Letter,
                _ => Marker::Number,
            };
            (BlockForm::Quote { depth: nesting(node).unwrap_or(0) }, number.map(marker))
        }
        // A paragraph that is marked as a heading has its number in its words.
        "rubrik" => (BlockForm::Paragraph, None),
        "fotnot" => (BlockForm::Footnote, None),
        "ruta" => (BlockForm::Boxed, None),
        "tabell" => (BlockForm::Caption, None),
        "avskiljare" => return Some((BlockForm::Rule, None, text)),
        "grafik" => return Some((BlockForm::Figure, None, text)),
        _ => {
            let number = number.or_else(|| node.str("ordinal")).or_else(|| node.str("mark"));
            (BlockForm::Paragraph, number.map(Marker::Parenthesis))
        }
    };
    let (marker, text) = without_repeated_marker(marker, runs);
    filled((form, marker, text))
}

/// The block, unless it is empty. A number in parentheses is not printed without text; any other marker is.
fn filled(block: OwnBlock<'_>) -> Option<OwnBlock<'_>> {
    let (_, marker, text) = &block;
    let stands_alone = marker.as_ref().is_some_and(|marker| !matches!(marker, Marker::Parenthesis(_)));
    (stands_alone || !text.is_blank()).then_some(block)
}

fn heading(depth: u64, node: Node<'_>) -> BlockForm {
    let depth = u8::try_from(depth.clamp(1, 6)).unwrap_or(6);
    BlockForm::Heading { depth, level: level(node) }
}

fn level(node: Node<'_>) -> Option<u64> {
    node.field("level").and_then(Value::as_u64)
}

/// Only the name of the document is a heading of depth 1, so a heading of level 0 has the depth of one of level 1.
fn heading_depth(node: Node<'_>) -> u64 {
    level(node).unwrap_or(1).max(1).saturating_add(1)
}

/// The depth of the outline below a node.
fn depth_below(node: Node<'_>, depth: u64) -> u64 {
    match node.kind() {
        "avsnitt" | "sektion" | "heading" => heading_depth(node).saturating_add(1),
        "article" | "artikel" => depth.saturating_add(1),
        _ => depth,
    }
}

fn nesting(node: Node<'_>) -> Option<u8> {
    let depth = node.field("depth").and_then(Value::as_u64)?;
    u8::try_from(depth.min(MAX_NESTING)).ok()
}

/// Characters that begin a quotation.
const QUOTES: [char; 8] = ['‘', '’', '“', '”', '«', '»', '"', '\''];

/// A heading that begins with a designation. The designation is not repeated where the heading has it already, also in
/// quotation marks, as in an amending act.
fn designated<'a>(label: Option<Cow<'a, str>>, runs: Runs<'a>) -> LinkedText<'a> {
    let text = LinkedText::runs(runs);
    let Some(label) = label else { return text };
    let words = text.collapsed().to_lowercase();
    let unquoted = words.trim_start_matches(QUOTES);
    let rest = unquoted.strip_prefix(&label.to_lowercase()).or_else(|| {
        // English acts use "Article", and have no stored designation.
        unquoted.strip_prefix(&label.to_lowercase().replace("artikel", "article"))
    });
    if words.is_empty() {
        LinkedText::plain(label)
    } else if rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)) {
        text
    } else {
        text.led_by(format!("{label} – "), None)
    }
}

fn article_label(node: Node<'_>) -> Option<Cow<'_, str>> {
    let made = || node.str("num").or_else(|| node.id()).map(|number| Cow::Owned(format!("Artikel {number}")));
    node.str("label").map(Cow::Borrowed).or_else(made)
}

/// `KAPITEL I` as `Kapitel I`. A designation with lower-case letters, or of a number only, stays unchanged.
fn ordinary_case(label: &str) -> Cow<'_, str> {
    let (word, rest) = label.split_once(' ').map_or((label, ""), |(word, _)| (word, &label[word.len()..]));
    let is_number = word.chars().all(|c| !c.is_alphabetic() || matches!(c, 'I' | 'V' | 'X' | 'L' | 'C'));
    let mut letters = word.chars();
    match letters.next() {
        Some(first) if !is_number && !label.chars().any(char::is_lowercase) => {
            Cow::Owned(format!("{first}{}{rest}", letters.as_str().to_lowercase()))
        }
        _ => Cow::Borrowed(label),
    }
}

fn in_force(node: Node<'_>) -> InForce<'_> {
    let (stated_from, stated_until) = node.stated_days();
    InForce {
        from: node.applies_from(),
        until: node.applies_until(),
        renumbered: node.renumbered(),
        stated_from,
        stated_until,
        has_begun: node.has_begun(),
        has_ended: node.has_ended(),
    }
}

/// Whether a node has children or other content below it.
fn holds_more(node: Node<'_>) -> bool {
    node.field("children")
        .into_iter()
        .chain(node.ahead())
        .chain(node.rest())
        .any(|value| !is_empty_field(value))
}

/// Whether a field has no content: it is null or an empty list.
fn is_empty_field(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

/// A text outside any node.
fn paragraph(text: LinkedText<'_>) -> TextBlock<'_> {
    let in_force = InForce::default();
    TextBlock {
        form: BlockForm::Paragraph,
        anchor: None,
        page: None,
        in_force,
        language: None,
        marker: None,
        text,
        node: None,
    }
}
