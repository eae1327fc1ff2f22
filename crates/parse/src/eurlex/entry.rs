//! The parts of a document in reading order, and the tree that they make.

use crate::node::{LinkedText, Node};

/// What a part of a document is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Words of the preamble that are neither a citation nor a recital.
    Preamble,
    /// "Having regard to …"
    Citation,
    Recital,
    Heading,
    Article,
    /// A numbered paragraph, or the words of an article before anything numbered.
    Paragraph,
    /// Other words. In a paragraph with a number: that of the sub-paragraph, from 2 on.
    Text,
    Point,
    Table(Vec<Row>),
    Note,
    Signature,
    Keyword,
    Ruling,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) is_head: bool,
    pub(super) cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) text: LinkedText,
    /// How many columns and rows it spans.
    pub(super) columns: u32,
    pub(super) rows: u32,
}

/// A part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) part: Part,
    pub(super) num: Option<String>,
    pub(super) label: Option<String>,
    pub(super) id: Option<String>,
    /// Of a heading its level, from 1; of a point how many lists it stands in, from 1; of another part how many points it stands in.
    pub(super) level: u8,
    pub(super) text: LinkedText,
    /// Whether it is quoted from another act.
    pub(super) is_quoted: bool,
    /// Whether the number is not printed before the text but counted, or stands in the text.
    pub(super) is_counted: bool,
    /// The mark of the amending act that the text is from.
    pub(super) modified: Option<String>,
}

impl Entry {
    pub(super) fn new(part: Part) -> Self {
        Self {
            part,
            num: None,
            label: None,
            id: None,
            level: 0,
            text: LinkedText::default(),
            is_quoted: false,
            is_counted: false,
            modified: None,
        }
    }

    pub(super) fn with_text(part: Part, text: LinkedText) -> Self {
        Self { text, ..Self::new(part) }
    }

    /// How deep the entry stands: an entry ends all open ones that stand at least as deep.
    fn rank(&self) -> u32 {
        let level = u32::from(self.level);
        let rank = match self.part {
            Part::Preamble | Part::Citation | Part::Keyword | Part::Signature | Part::Ruling => 0,
            Part::Heading => level,
            Part::Article | Part::Recital => 300,
            Part::Paragraph => 310,
            Part::Point => 320 + 10 * level,
            Part::Text | Part::Table(_) => 325 + 10 * level,
            Part::Note => NEVER_ENDS,
        };
        rank + if self.is_quoted { QUOTED } else { 0 }
    }

    /// Whether parts may stand inside it.
    fn holds(&self) -> bool {
        !matches!(
            self.part,
            Part::Preamble | Part::Citation | Part::Keyword | Part::Signature | Part::Table(_) | Part::Note
        )
    }

    fn node(mut self) -> Node {
        let (kind, quoted) = self.kinds();
        let mut node = Node::new(if quoted.is_some() { "citat" } else { kind });
        node.quoted = quoted;
        let level = u8::min(self.level, MAX_DEPTH);
        match self.part {
            Part::Heading if quoted.is_none() => node.level = Some(level),
            Part::Point => node.depth = Some(level.max(1)),
            Part::Text if level > 0 => node.depth = Some(level),
            _ => {}
        }
        node.num = self.num;
        node.is_counted = self.is_counted;
        node.label = self.label;
        node.id = self.id.filter(|_| quoted.is_none());
        node.modified = self.modified;
        if let Some(label) = node.label.take_if(|_| quoted.is_some()) {
            // What is quoted has no label of its own.
            prepend(&mut self.text, &label);
            node.is_counted = true;
        }
        if let Part::Table(rows) = self.part {
            node.text = Some(self.text).filter(|text| !text.plain.is_empty());
            node.children = rows.into_iter().map(Row::node).collect();
        } else {
            node.text = Some(self.text);
        }
        node
    }

    /// The type of the node, and of a quoted part what it is in the quoted document.
    fn kinds(&self) -> (&'static str, Option<&'static str>) {
        let kind = match self.part {
            Part::Preamble => "preamble",
            Part::Citation => "citation",
            Part::Recital => "recital",
            Part::Heading => "heading",
            Part::Article => "article",
            Part::Paragraph => "paragraph",
            // A `stycke` would end the points that it stands in.
            Part::Text if self.level > 0 && !self.is_quoted => "punktstycke",
            Part::Text => "stycke",
            Part::Point => "point",
            Part::Table(_) => "tabell",
            Part::Note => "note",
            Part::Signature => "signature",
            Part::Keyword => "keyword",
            Part::Ruling => "ruling",
        };
        let can_be_quoted = !matches!(self.part, Part::Table(_) | Part::Note);
        (kind, Some(kind).filter(|_| self.is_quoted && can_be_quoted))
    }
}

/// Puts a line before a text.
fn prepend(text: &mut LinkedText, line: &str) {
    let mut whole = LinkedText::from(line.to_owned());
    super::text::append(&mut whole, std::mem::take(text));
    *text = whole;
}

impl Row {
    fn node(self) -> Node {
        let mut node = Node::new("rad");
        node.is_head = self.is_head;
        let spans = |of: fn(&Cell) -> u32| -> Vec<u32> {
            let spans: Vec<u32> = self.cells.iter().map(|cell| of(cell).max(1)).collect();
            if spans.iter().all(|span| *span == 1) { Vec::new() } else { spans }
        };
        node.colspans = spans(|cell| cell.columns);
        node.rowspans = spans(|cell| cell.rows);
        node.cells = Some(self.cells.into_iter().map(|cell| cell.text).collect());
        node
    }
}

/// Above the ranks of all parts that are not quoted.
const QUOTED: u32 = 10_000;
/// The rank of what ends nothing.
const NEVER_ENDS: u32 = 100_000;
/// The greatest depth that anchors are read with.
const MAX_DEPTH: u8 = 16;

/// Makes the tree of the parts of a document.
pub(super) fn tree(entries: Vec<Entry>) -> Vec<Node> {
    let mut roots = Vec::new();
    let mut open: Vec<(u32, Node)> = Vec::new();
    for entry in entries {
        let (rank, holds) = (entry.rank(), entry.holds());
        close(&mut open, &mut roots, rank);
        let node = entry.node();
        if holds {
            open.push((rank, node));
        } else {
            add(&mut open, &mut roots, node);
        }
    }
    close(&mut open, &mut roots, 0);
    roots
}

/// Ends the open nodes from a rank on.
fn close(open: &mut Vec<(u32, Node)>, roots: &mut Vec<Node>, rank: u32) {
    while open.last().is_some_and(|(of_open, _)| *of_open >= rank)
        && let Some((_, node)) = open.pop()
    {
        add(open, roots, node);
    }
}

fn add(open: &mut [(u32, Node)], roots: &mut Vec<Node>, node: Node) {
    match open.last_mut() {
        Some((_, parent)) => parent.children.push(node),
        None => roots.push(node),
    }
}
