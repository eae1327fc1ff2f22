//! Builds the tree of a decision: parts, instances, the decision of each court with its reasons and its ruling.

use super::courts::is_same_kind;
use super::footnotes::{self, Footnote};
use super::lines::{Line, lines};
use super::roles::Begins;
use crate::node::Node;
use crate::page::{Block, Piece, cut_start, put_before, table};

/// The text of a decision as nodes.
#[derive(Debug, Default)]
pub(super) struct Structure {
    pub(super) nodes: Vec<Node>,
    pub(super) footnotes: Vec<Footnote>,
    /// The marks that lists print, which the page has no words for.
    pub(super) list_marks: String,
    /// The beginnings of blocks that could not be interpreted.
    pub(super) unread: Vec<String>,
}

/// Builds the tree.
pub(super) fn build(mut pieces: Vec<Piece>) -> Structure {
    let mut structure = Structure { footnotes: footnotes::take(&mut pieces), ..Structure::default() };
    for piece in &pieces {
        if let Piece::Block(Block { mark: Some(mark), .. }) = piece {
            structure.list_marks.push_str(mark);
            structure.list_marks.push('\n');
        }
    }
    let lines = lines(pieces, &mut structure.unread);
    // The last line in which a court begins to speak.
    let last_opening = lines
        .iter()
        .rposition(|line| matches!(line.role.begins, Begins::Decision(_) | Begins::Court(_)))
        .unwrap_or_default();
    let is_headed =
        lines.iter().any(|line| line.role.level == Some(1) && matches!(line.role.begins, Begins::Court(_)));
    let mut tree = Tree { is_headed, ..Tree::default() };
    for (index, line) in lines.into_iter().enumerate() {
        tree.add(line, index < last_opening);
    }
    tree.close(0);
    structure.nodes = tree.roots;
    structure
}

/// The tree while it is built.
#[derive(Default)]
struct Tree {
    /// The open containers, each inside the one before.
    open: Vec<Node>,
    roots: Vec<Node>,
    /// Whether the page states courts as headings.
    is_headed: bool,
    in_proposal: bool,
    /// The level of the heading of the open ruling.
    ruling_level: Option<u8>,
}

/// Ranks of containers; each stands in one of a lower rank.
const INSTANCE: u8 = 2;
const DECISION: u8 = 3;
const SECTION: u8 = 4;

fn rank(kind: &str) -> u8 {
    match kind {
        "delmal" => 1,
        "instans" => INSTANCE,
        "domskal" | "domslut" => SECTION,
        _ => DECISION,
    }
}

impl Tree {
    /// Adds a line. `court_follows` states whether a court begins to speak after it.
    fn add(&mut self, line: Line, court_follows: bool) {
        let block = match line.piece {
            Piece::Table(rows) => return self.put(table(rows)),
            Piece::Block(block) => block,
        };
        if line.is_proposal != self.in_proposal {
            self.close(DECISION);
            self.in_proposal = line.is_proposal;
            if line.is_proposal {
                self.proposal(&block.text.plain);
            }
        }
        let level = line.role.level;
        match line.role.begins {
            Begins::Part(_) => {
                self.close(0);
                let ordinal = Some(block.text.plain.trim_end_matches('.').to_owned());
                self.open.push(Node { ordinal, ..Node::new("delmal") });
            }
            Begins::Court(name) => self.instance(name),
            Begins::Decision(court) if !self.in_proposal => self.decision(court),
            Begins::Reasons => self.reasons(),
            Begins::Ruling => self.ruling(level),
            Begins::Dissent if !self.in_proposal => self.judge("skiljaktig", level),
            Begins::Addition if !self.in_proposal => self.judge("tillagg", level),
            // What follows is of the next court, which begins to speak later.
            Begins::Appeal if court_follows && !self.is_headed && self.has_decided() => self.close(INSTANCE),
            Begins::Closing => self.close(0),
            _ => self.end_ruling(level),
        }
        self.put(leaf(block, level, line.number));
    }

    fn instance(&mut self, court: String) {
        self.close(INSTANCE);
        self.open.push(Node { court: Some(court), ..Node::new("instans") });
    }

    /// Begins what a court says: in its instance, which in a page without headings of courts begins here too.
    fn decision(&mut self, court: String) {
        let of_open =
            self.open.iter().find(|node| node.kind == "instans").and_then(|node| node.court.as_deref());
        let is_open = of_open.is_some_and(|open| is_same_kind(open, &court));
        if !is_open {
            if self.is_headed {
                return;
            }
            self.instance(court);
        }
        self.begin("dom");
    }

    /// Begins a proposal. Where no heading names the court, its first words do: `… föreslog i betänkande att HD skulle meddela`.
    fn proposal(&mut self, words: &str) {
        const SUPREME: &str = "Högsta domstolen";
        let of_open =
            self.open.iter().find(|node| node.kind == "instans").and_then(|node| node.court.as_deref());
        let is_open = of_open.is_some_and(|open| is_same_kind(open, SUPREME));
        if !self.is_headed && !is_open && [" HD ", SUPREME].iter().any(|name| words.contains(name)) {
            self.instance(SUPREME.to_owned());
        }
        self.begin("betankande");
    }

    /// Begins a container inside those of lower ranks.
    fn begin(&mut self, kind: &'static str) {
        self.close(rank(kind));
        self.open.push(Node::new(kind));
    }

    /// The open decision, proposal or opinion.
    fn open_decision(&self) -> Option<&Node> {
        self.open.iter().find(|node| rank(node.kind) == DECISION)
    }

    /// Whether the last open container is a decision of a court, or its ruling. An appeal in the reasons is one that they tell of.
    fn has_decided(&self) -> bool {
        !self.in_proposal
            && self.open.last().is_some_and(|node| !matches!(node.kind, "domskal" | "instans" | "delmal"))
    }

    fn reasons(&mut self) {
        if self.open.last().is_some_and(|node| node.kind == "domskal") {
            return;
        }
        let has = |node: &Node, kind: &str| node.children.iter().any(|child| child.kind == kind);
        let has_both = |node: &Node| {
            has(node, "domskal")
                && (has(node, "domslut") || self.open.last().is_some_and(|last| last.kind == "domslut"))
        };
        if self.open_decision().is_none_or(|node| node.kind == "dom" && has_both(node)) {
            self.begin("dom");
        }
        self.begin("domskal");
    }

    fn ruling(&mut self, level: Option<u8>) {
        if self.open.last().is_some_and(|node| node.kind == "domslut") {
            return;
        }
        if self.open_decision().is_none() {
            self.begin("dom");
        }
        self.begin("domslut");
        self.ruling_level = level;
    }

    /// Ends the ruling at a heading that stands as high as its own.
    fn end_ruling(&mut self, level: Option<u8>) {
        let is_ruling = self.open.last().is_some_and(|node| node.kind == "domslut");
        if is_ruling && level.zip(self.ruling_level).is_some_and(|(level, of_ruling)| level <= of_ruling) {
            self.close(SECTION);
        }
    }

    /// Begins what a judge says alone. Its heading may stand before its words.
    fn judge(&mut self, kind: &'static str, level: Option<u8>) {
        let has_heading_alone =
            |node: &Node| node.kind == kind && node.children.iter().all(|child| child.kind == "rubrik");
        if level.is_some() || !self.open.last().is_some_and(has_heading_alone) {
            self.begin(kind);
        }
    }

    /// Closes the containers from a rank on.
    fn close(&mut self, from: u8) {
        while let Some(node) = self.open.pop_if(|node| rank(node.kind) >= from) {
            self.put(node);
        }
    }

    fn put(&mut self, node: Node) {
        match self.open.last_mut() {
            Some(container) => container.children.push(node),
            None => self.roots.push(node),
        }
    }
}

fn leaf(block: Block, level: Option<u8>, number: Option<(u32, usize)>) -> Node {
    let Block { mut text, mark, note, page, .. } = block;
    let mut node = Node::new(if level.is_some() { "rubrik" } else { "stycke" });
    node.page = page;
    node.level = level;
    if let Some((number, words_at)) = number {
        cut_start(&mut text, words_at);
        node.ordinal = Some(number.to_string());
    }
    // A note that is none at the end stays where it is, with its mark.
    put_before(&mut text, note.as_deref());
    if number.is_none() {
        put_before(&mut text, mark.as_deref());
    }
    node.text = Some(text);
    node
}
