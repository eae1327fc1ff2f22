//! Makes the nodes of a body, with their anchors.

use std::collections::HashMap;

use super::kinds::Kind;
use crate::node::Node;
use crate::page::{Block, Piece, cut_start, put_before, table};

/// The nodes of a body.
#[derive(Debug, Default)]
pub(super) struct Structure {
    pub(super) nodes: Vec<Node>,
    /// The marks that lists print, which the page has no words for.
    pub(super) list_marks: String,
    /// The beginnings of blocks that could not be interpreted.
    pub(super) unread: Vec<String>,
}

/// Makes the nodes.
pub(super) fn build(pieces: Vec<Piece>, kinds: &[Kind]) -> Structure {
    let mut structure = Structure::default();
    let mut ids = Ids::default();
    for (piece, kind) in pieces.into_iter().zip(kinds) {
        let node = match piece {
            Piece::Table(rows) => table(rows),
            Piece::Block(block) => {
                if let Some(mark) = &block.mark {
                    structure.list_marks.push_str(mark);
                    structure.list_marks.push('\n');
                }
                if *kind == Kind::Unread {
                    structure.unread.push(beginning(&block.text.plain));
                }
                leaf(block, *kind, &mut ids)
            }
        };
        structure.nodes.push(node);
    }
    structure
}

fn beginning(text: &str) -> String {
    const LONGEST: usize = 200;
    text.chars().take(LONGEST).collect()
}

fn leaf(block: Block, kind: Kind, ids: &mut Ids) -> Node {
    let Block { mut text, mark, note, .. } = block;
    if let Kind::Heading(level) = kind {
        put_before(&mut text, mark.as_deref());
        return Node { level: Some(level), text: Some(text), ..Node::new("rubrik") };
    }
    let mut node = Node::new("stycke");
    ids.stycken += 1;
    match kind {
        Kind::Paragraph { number, words_at, in_opinion } => {
            cut_start(&mut text, words_at);
            node.ordinal = Some(number.to_string());
            let id = format!("P{number}");
            if in_opinion {
                ids.keep(&id);
            }
            node.id = Some(ids.unique(id));
        }
        Kind::Note => {
            // `[26]. We read`: the stop belongs to the mark.
            let begins = text.plain.len() - text.plain.trim_start_matches(['.', ' ']).len();
            if note.is_some() && text.links.first().is_none_or(|link| link.range.start >= begins) {
                cut_start(&mut text, begins);
            }
            put_before(&mut text, mark.as_deref());
            node.class = Some("note");
            node.num = note;
        }
        _ => put_before(&mut text, mark.as_deref()),
    }
    if node.id.is_none() {
        node.id = Some(ids.unique(format!("S{}", ids.stycken)));
    }
    node.text = Some(text);
    node
}

/// The anchors that were given.
#[derive(Default)]
struct Ids {
    stycken: usize,
    given: HashMap<String, usize>,
}

impl Ids {
    /// Keeps an anchor for the judgment, also where the judgment leaves the paragraph out.
    fn keep(&mut self, id: &str) {
        self.given.entry(id.to_owned()).or_insert(1);
    }

    /// An anchor, with the number of its holder from the second on: `P1`, `P1-2`.
    fn unique(&mut self, id: String) -> String {
        let times = self.given.entry(id.clone()).or_default();
        *times += 1;
        if *times == 1 { id } else { format!("{id}-{times}") }
    }
}
