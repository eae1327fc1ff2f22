//! Nodes of blocks, and their words.

use crate::node::{LinkedText, Node};

/// Puts the mark of a list before the words.
pub(crate) fn put_before(text: &mut LinkedText, mark: Option<&str>) {
    if let Some(mark) = mark {
        text.put_before(&format!("{mark} "));
    }
}

/// Cuts what stands before the words.
pub(crate) fn cut_start(text: &mut LinkedText, words_at: usize) {
    text.plain.drain(..words_at);
    text.links.retain(|link| link.range.start >= words_at);
    for link in &mut text.links {
        link.range = link.range.start - words_at..link.range.end - words_at;
    }
}

/// A table of rows of cells.
pub(crate) fn table(rows: Vec<Vec<LinkedText>>) -> Node {
    let row = |cells| Node { cells: Some(cells), ..Node::new("rad") };
    Node { children: rows.into_iter().map(row).collect(), ..Node::new("tabell") }
}

/// The words of nodes as they were printed, marks and numbers included.
pub(crate) fn collected(nodes: &[Node]) -> String {
    let mut words = String::new();
    collect(nodes, &mut words);
    words
}

fn collect(nodes: &[Node], words: &mut String) {
    for node in nodes {
        // The ordinal of a part is its heading, which is among its children.
        let ordinal = node.ordinal.as_deref().filter(|_| node.text.is_some());
        for number in [ordinal, node.num.as_deref()].into_iter().flatten() {
            words.push_str(number);
            words.push('\n');
        }
        for text in node.text.iter().chain(node.cells.iter().flatten()) {
            collect_text(text, words);
        }
        collect(&node.children, words);
    }
}

/// The words of a text. The mark of a note is a word of its own.
pub(crate) fn collect_text(text: &LinkedText, words: &mut String) {
    let mut at = 0;
    for mark in text.links.iter().filter(|link| link.kind == Some("footnote")) {
        for range in [at..mark.range.start, mark.range.clone()] {
            words.push_str(text.plain.get(range).unwrap_or_default());
            words.push('\n');
        }
        at = mark.range.end;
    }
    words.push_str(text.plain.get(at..).unwrap_or_default());
    words.push('\n');
}
