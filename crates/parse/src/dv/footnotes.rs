//! The footnotes of a decision: notes at its end, `[1] …`, and their marks in the text.

use std::collections::HashSet;

use crate::node::{LinkedText, NodeLink};
use crate::page::{Block, Piece, cut_start};

/// A footnote.
#[derive(Debug)]
pub(super) struct Footnote {
    pub(super) mark: String,
    pub(super) text: LinkedText,
}

/// Takes the notes at the end from the blocks, and makes links of their marks in the text.
pub(super) fn take(pieces: &mut Vec<Piece>) -> Vec<Footnote> {
    let mut notes = Vec::new();
    while let Some(Piece::Block(block)) = pieces.last_mut() {
        let Some((mark, words_at)) = mark_of(block) else { break };
        cut_start(&mut block.text, words_at);
        notes.push(Footnote { mark, text: std::mem::take(&mut block.text) });
        pieces.pop();
    }
    notes.reverse();
    if notes.is_empty() {
        return notes;
    }
    let marks: HashSet<&str> = notes.iter().map(|note| note.mark.as_str()).collect();
    for piece in pieces {
        match piece {
            Piece::Block(block) => link_marks(&mut block.text, &marks),
            Piece::Table(rows) => rows.iter_mut().flatten().for_each(|cell| link_marks(cell, &marks)),
        }
    }
    notes
}

/// The mark of the note that a block is, and the bytes before its words.
fn mark_of(block: &Block) -> Option<(String, usize)> {
    if let Some(mark) = &block.note {
        return Some((mark.clone(), 0));
    }
    let text = block.text.plain.as_str();
    let (mark, rest) = text.strip_prefix('[')?.split_once(']')?;
    let words = rest.trim_start();
    (is_mark(mark) && !words.is_empty()).then(|| (mark.to_owned(), text.len() - words.len()))
}

fn is_mark(text: &str) -> bool {
    const LONGEST: usize = 3;
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Makes links of the marks of notes, without their brackets.
fn link_marks(text: &mut LinkedText, marks: &HashSet<&str>) {
    if !text.plain.contains('[') {
        return;
    }
    let old = std::mem::take(&mut text.plain);
    let mut plain = String::with_capacity(old.len());
    let mut at = 0;
    // Links that the text has already move with its words.
    let mut moved = std::mem::take(&mut text.links).into_iter().peekable();
    while let Some(start) = old.get(at..).and_then(|rest| rest.find('[')).map(|found| at + found) {
        let inside = old.get(start + 1..).unwrap_or_default();
        let end = inside.char_indices().take(4).find(|(_, c)| *c == ']').map(|(end, _)| end);
        let mark = end.and_then(|end| inside.get(..end)).filter(|mark| marks.contains(mark));
        let copied_to = if mark.is_some() { start } else { start + 1 };
        copy(&old, at, copied_to, &mut plain, &mut moved, &mut text.links);
        at = copied_to;
        if let Some(mark) = mark {
            text.links.push(NodeLink::note_mark(plain.len()..plain.len() + mark.len(), mark));
            plain.push_str(mark);
            at = start + mark.len() + 2;
        }
    }
    copy(&old, at, old.len(), &mut plain, &mut moved, &mut text.links);
    text.plain = plain;
}

/// Copies a part of a text, with the links in it.
fn copy(
    old: &str,
    from: usize,
    to: usize,
    plain: &mut String,
    links: &mut std::iter::Peekable<std::vec::IntoIter<NodeLink>>,
    copied: &mut Vec<NodeLink>,
) {
    let start = plain.len();
    plain.push_str(old.get(from..to).unwrap_or_default());
    while let Some(mut link) = links.next_if(|link| link.range.start < to) {
        if link.range.start >= from && link.range.end <= to {
            link.range = link.range.start - from + start..link.range.end - from + start;
            copied.push(link);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(text: &str) -> Piece {
        Piece::Block(Block { text: LinkedText::from(text.to_owned()), ..Block::default() })
    }

    #[test]
    fn marks_of_notes_are_links() {
        let mut pieces = vec![
            block("Får[1] och [2] getter [3] samt [1."),
            block("[1 a] Nej"),
            block("[1] Ull."),
            block("[2] Horn."),
        ];
        let notes = take(&mut pieces);
        let texts: Vec<_> = notes.iter().map(|note| (note.mark.as_str(), note.text.plain.as_str())).collect();
        assert_eq!(texts, [("1", "Ull."), ("2", "Horn.")]);
        let Some(Piece::Block(first)) = pieces.first() else { panic!("a block") };
        assert_eq!(first.text.plain, "Får1 och 2 getter [3] samt [1.");
        let marks: Vec<_> =
            first.text.links.iter().map(|link| &first.text.plain[link.range.clone()]).collect();
        assert_eq!(marks, ["1", "2"]);
        assert_eq!(pieces.len(), 2);
    }
}
