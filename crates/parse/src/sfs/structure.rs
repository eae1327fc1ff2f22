//! Builds the tree of a text: avdelning, underavdelning, kapitel, paragraf and bilaga, with their content.

use super::content::{Content, is_item};
use super::heads::{Days, printed_number};
use super::kinds::{Kind, Level, Piece};
use super::tables;
use crate::blocks::Block;
use crate::hyphen::HyphenedWords;
use crate::node::Node;

/// The tree of a text, and the words of the text that stand in no node: the day marks.
#[derive(Debug, Default)]
pub(super) struct Structure {
    pub(super) children: Vec<Node>,
    /// The days of the whole act.
    pub(super) days: Days,
    /// The day marks and numbers before the words of units with day marks, for the count of words. `numbers_of_noted` has these numbers as
    /// the nodes have them.
    pub(super) noted: String,
    pub(super) numbers_of_noted: String,
}

/// Builds the tree.
pub(super) fn build(pieces: &[Piece<'_>], words: &HyphenedWords, is_body: bool) -> Structure {
    let mut builder =
        Builder { words, open: vec![Open::new(Node::new("root"))], found: Structure::default(), sub: false };
    let mut at = 0;
    while let Some(piece) = pieces.get(at) {
        let next = pieces.get(at + 1);
        if at == 0 && is_body && !piece.days.is_empty() && is_of_whole_act(piece) {
            builder.found.days = piece.days.clone();
            builder.note(piece);
            let piece = Piece { days: Days::default(), ..piece.clone() };
            builder.add(&piece, next, pieces, at);
        } else {
            builder.add(piece, next, pieces, at);
        }
        at = match piece.kind {
            Kind::Table(end) => end.max(at + 1),
            _ => at + 1,
        };
    }
    builder.close_to(0);
    let root = builder.open.pop().map(|root| root.node.children).unwrap_or_default();
    Structure { children: root, ..builder.found }
}

/// Whether the day marks at the beginning of a text are about the whole act: they stand before the first number.
fn is_of_whole_act(piece: &Piece<'_>) -> bool {
    !piece.days.of_heading && !piece.days.of_kapitel && piece.text.trim_start().starts_with('/')
}

/// An open unit, and the builder of its children.
struct Open {
    node: Node,
    content: Content,
}

impl Open {
    fn new(node: Node) -> Self {
        Self { node, content: Content::new() }
    }
}

struct Builder<'w> {
    words: &'w HyphenedWords,
    /// The open units, the outermost first.
    open: Vec<Open>,
    found: Structure,
    /// Whether headings are below another heading.
    sub: bool,
}

impl Builder<'_> {
    /// Closes units until `depth` are open above the root.
    fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth + 1 {
            let Some(mut closed) = self.open.pop() else { return };
            if closed.node.kind == "paragraf" {
                begin_with_stycke(&mut closed.node);
            }
            if let Some(around) = self.open.last_mut() {
                around.node.children.push(closed.node);
                around.content.close();
            }
        }
    }

    /// Closes the outermost open unit of these kinds, and all units in it.
    fn close(&mut self, kinds: &[&str]) {
        if let Some(at) = self.open.iter().position(|open| kinds.contains(&open.node.kind)) {
            self.close_to(at - 1);
        }
    }

    fn open(&mut self, node: Node) {
        self.open.push(Open::new(node));
    }

    fn push(&mut self, node: Node) {
        if let Some(top) = self.open.last_mut() {
            top.content.close();
            top.node.children.push(node);
        }
    }

    /// Adds the words of day marks to the words for the count.
    fn note(&mut self, piece: &Piece<'_>) {
        if piece.days.is_empty() {
            return;
        }
        for (all, words) in [
            (&mut self.found.noted, piece.prefix()),
            (&mut self.found.numbers_of_noted, piece.printed.as_str()),
        ] {
            all.push_str(words);
            all.push('\n');
        }
    }

    fn add(&mut self, piece: &Piece<'_>, next: Option<&Piece<'_>>, pieces: &[Piece<'_>], at: usize) {
        if !matches!(piece.kind, Kind::Table(_)) {
            self.note(piece);
        }
        match &piece.kind {
            Kind::Avdelning { ordinal, titled } => self.avdelning(piece, ordinal, *titled),
            Kind::Underavdelning { ordinal } => {
                self.close(&["underavdelning", "kapitel", "paragraf"]);
                let mut node = dated(Node::new("underavdelning"), &piece.days);
                node.ordinal = Some(ordinal.clone());
                self.sub = false;
                self.open(node);
                self.push(title(piece.words().to_owned()));
            }
            Kind::Kapitel { number } => {
                self.close(&["kapitel", "paragraf"]);
                let mut node = dated(Node::new("kapitel"), &piece.days);
                node.ordinal = Some(printed_number(number));
                self.sub = false;
                self.open(node);
                self.push(title(piece.numbered_words()));
            }
            Kind::Paragraf { number, moment } => {
                self.close(&["paragraf"]);
                let mut node = dated(Node::new("paragraf"), &piece.days);
                node.ordinal = Some(printed_number(number));
                node.moment = *moment;
                self.open(node);
                self.first_stycke(piece);
            }
            Kind::Placeholder(level) => {
                self.close(match level {
                    Level::Paragraf => &["paragraf"],
                    Level::Kapitel => &["kapitel", "paragraf"],
                    Level::Bilaga => &["bilaga", "avdelning", "kapitel", "paragraf"],
                });
                let node = Node::with_text("upphavd", piece.numbered_words());
                self.push(dated(node, &piece.days));
            }
            Kind::Bilaga { number } => {
                self.close_to(0);
                let mut node = dated(Node::new("bilaga"), &piece.days);
                node.ordinal = Some(printed_number(number));
                self.sub = false;
                self.open(node);
                self.push(title(piece.numbered_words()));
            }
            Kind::Rubrik => self.rubrik(piece, next),
            Kind::Table(end) => {
                let blocks: Vec<Block<'_>> =
                    pieces.get(at..*end).unwrap_or_default().iter().map(|row| row.block.clone()).collect();
                let table = tables::table(&blocks, self.words);
                if let Some(top) = self.open.last_mut() {
                    top.content.table(&mut top.node.children, table);
                }
            }
            Kind::Text => self.text(piece),
        }
    }

    fn avdelning(&mut self, piece: &Piece<'_>, ordinal: &str, titled: bool) {
        self.close(&["avdelning", "kapitel", "paragraf"]);
        let mut node = dated(Node::new("avdelning"), &piece.days);
        node.ordinal = Some(ordinal.to_owned());
        self.sub = false;
        self.open(node);
        let lines = piece.rest_block().lines;
        let first = if titled { lines.len() } else { 1 };
        let joined = |lines: &[&str]| crate::hyphen::join(lines.iter().copied(), self.words);
        let (name, heading) = lines.split_at(first.min(lines.len()));
        let (name, heading) = (joined(name), joined(heading));
        self.push(title(name));
        if !heading.is_empty() {
            self.push(Node { level: Some(2), ..title(heading) });
        }
    }

    /// The first stycke of a paragraf, with its number.
    fn first_stycke(&mut self, piece: &Piece<'_>) {
        let Some(top) = self.open.last_mut() else { return };
        let block = piece.rest_block();
        if block.lines.is_empty() {
            // The text of the paragraf is in the next block.
            return;
        }
        if is_item(block.first()) {
            let text = crate::hyphen::join(block.lines.iter().copied(), self.words);
            top.content.stycke(&mut top.node.children, text);
        } else {
            top.content.block(&mut top.node.children, &block, self.words);
        }
        name_first_stycke(&mut top.node);
    }

    fn text(&mut self, piece: &Piece<'_>) {
        let Some(top) = self.open.last_mut() else { return };
        let before = top.node.children.len();
        if piece.days.is_empty() && piece.rest == 0 {
            top.content.block(&mut top.node.children, &piece.block, self.words);
        } else {
            let block = piece.rest_block();
            top.content.block(&mut top.node.children, &block, self.words);
            for node in top.node.children.iter_mut().skip(before) {
                node.from.clone_from(&piece.days.from);
                node.until.clone_from(&piece.days.until);
            }
        }
        if top.node.kind == "paragraf" {
            name_first_stycke(&mut top.node);
        }
    }

    fn rubrik(&mut self, piece: &Piece<'_>, next: Option<&Piece<'_>>) {
        self.close(&["paragraf"]);
        let Some(top) = self.open.last() else { return };
        let marked = !piece.days.is_empty();
        let before = top.node.children.last().filter(|node| node.kind == "rubrik" && !node.is_anonymous);
        let leads = next.is_some_and(|next| next.kind == Kind::Rubrik && (!marked || next.days.is_empty()));
        let in_bilaga = self.open.iter().any(|open| open.node.kind == "bilaga");
        let level = match before {
            // These are the old and the new wording of one heading.
            Some(before) if marked && (before.from.is_some() || before.until.is_some()) => before.level,
            Some(_) => Some(3),
            None if leads => Some(2),
            None => Some(if self.sub { 3 } else { 2 }),
        };
        let level = if in_bilaga { Some(2) } else { level };
        self.sub = level == Some(3) || (self.sub && !leads);
        let mut node = Node::with_text("rubrik", piece.words());
        node.level = level;
        // The title of an avdelning may stand in a block of its own.
        node.is_anonymous = top.node.kind == "avdelning" && top.node.children.len() == 1;
        self.push(dated(node, &piece.days));
    }
}

/// Puts the number of a paragraf on its first stycke, when it has one.
fn name_first_stycke(paragraf: &mut Node) {
    let Some(ordinal) = &paragraf.ordinal else { return };
    let beteckning = format!("{ordinal} §");
    if let Some(first) =
        paragraf.children.first_mut().filter(|first| first.kind == "stycke" && first.beteckning.is_none())
    {
        first.beteckning = Some(beteckning);
    }
}

/// Makes a paragraf begin with a stycke, which has its number. Items or a table directly under the number are put into the stycke;
/// without them it is empty.
fn begin_with_stycke(paragraf: &mut Node) {
    if paragraf.children.first().is_none_or(|first| first.kind != "stycke") {
        let mut stycke = Node::with_text("stycke", "");
        match paragraf.children.first_mut() {
            Some(lista) if lista.kind == "lista" => stycke.children = std::mem::take(&mut lista.children),
            Some(other) if other.kind == "tabell" => stycke.children.push(std::mem::take(other)),
            _ => {}
        }
        if stycke.children.is_empty() {
            paragraf.children.insert(0, stycke);
        } else if let Some(first) = paragraf.children.first_mut() {
            *first = stycke;
        }
    }
    name_first_stycke(paragraf);
}

fn dated(mut node: Node, days: &Days) -> Node {
    node.from.clone_from(&days.from);
    node.until.clone_from(&days.until);
    node
}

/// The title of a unit.
fn title(text: String) -> Node {
    Node { level: Some(1), is_anonymous: true, ..Node::with_text("rubrik", text) }
}
