//! Links between the marks of notes in a decision and its notes, which the source has as text: `[1]`, and a paragraph `[1]. …`.
//!
//! A number counts anew in each opinion. Its first mark belongs to its first note, its second to its second, where it has as many of the
//! one as of the other and each mark stands before its note. Else it stays text: brackets also have numbers of paragraphs.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use lagrum_artifact::Artifact;

use crate::event::{Event, LinkedText, OwnedPiece, TextBlock};

/// The type of the artifacts that have such notes.
const DECISION: &str = "avgorande";

/// Digits of a number of a note. A year has more.
const DIGITS: usize = 3;

/// The links of a decision, by the anchor of a block.
#[derive(Default)]
pub(super) struct NoteLinks(HashMap<String, MarkLinks>);

/// The addresses that marks of a block lead to, by the place of the mark among those of the block.
type MarkLinks = HashMap<usize, String>;

/// Where a mark stands.
struct Place {
    block: usize,
    anchor: String,
    at: usize,
}

impl NoteLinks {
    pub(super) fn of(artifact: &Artifact) -> Self {
        if artifact.str(&["type"]) != Some(DECISION) {
            return Self::default();
        }
        let mut numbers: BTreeMap<String, [Vec<Place>; 2]> = BTreeMap::new();
        let mut count = 0;
        crate::read_text(artifact, &mut |event| {
            if let Event::Block(TextBlock { anchor: Some(anchor), text, .. }) = event {
                count += 1;
                let is_note = text.pieces().next().is_some_and(|(words, _)| {
                    marks(words.trim_start()).next().is_some_and(|mark| mark.start == 0)
                });
                for (at, number) in numbers_in(&text).into_iter().enumerate() {
                    let places = numbers.entry(number).or_default();
                    places[usize::from(is_note && at == 0)].push(Place {
                        block: count,
                        anchor: anchor.clone().into_owned(),
                        at,
                    });
                }
            }
        });
        let mut links = Self::default();
        for [marks, notes] in numbers.values() {
            let is_certain = marks.len() == notes.len()
                && marks.iter().zip(notes).all(|(mark, note)| mark.block < note.block);
            for (mark, note) in marks.iter().zip(notes).filter(|_| is_certain) {
                links.lead(mark, note);
                links.lead(note, mark);
            }
        }
        links
    }

    fn lead(&mut self, from: &Place, to: &Place) {
        self.0.entry(from.anchor.clone()).or_default().insert(from.at, format!("#{}", to.anchor));
    }

    /// The event with its marks as links.
    pub(super) fn write<'e>(&self, event: Event<'e>) -> Event<'e> {
        match event {
            Event::Block(mut block) => {
                if let Some(links) = block.anchor.as_deref().and_then(|anchor| self.0.get(anchor)) {
                    block.text = linked(&block.text, links);
                }
                Event::Block(block)
            }
            event => event,
        }
    }
}

/// The numbers of the marks of a text, outside its links.
fn numbers_in(text: &LinkedText<'_>) -> Vec<String> {
    let words = text.pieces().filter(|(_, uri)| uri.is_none());
    words.flat_map(|(words, _)| marks(words).map(|mark| words[mark].to_owned())).collect()
}

/// Where marks stand in words, with their brackets.
fn marks(words: &str) -> impl Iterator<Item = Range<usize>> {
    words.match_indices('[').filter_map(|(start, _)| {
        let digits = words[start + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let end = start + 1 + digits;
        ((1..=DIGITS).contains(&digits) && words[end..].starts_with(']')).then_some(start..end + 1)
    })
}

fn linked<'e>(text: &LinkedText<'_>, links: &MarkLinks) -> LinkedText<'e> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    for (words, uri) in text.pieces() {
        let mut end = 0;
        for mark in marks(words).filter(|_| uri.is_none()) {
            if let Some(target) = links.get(&at) {
                pieces.push(OwnedPiece::new(&words[end..mark.start], None));
                end = mark.end;
                pieces.push(OwnedPiece::new(&words[mark], Some(target)));
            }
            at += 1;
        }
        pieces.push(OwnedPiece::new(&words[end..], uri));
    }
    pieces.retain(|piece| !piece.words.is_empty());
    LinkedText::of_pieces(pieces)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The links of a decision with these paragraphs: the anchor, the words and where they lead.
    fn links(paragraphs: &[&str]) -> Vec<String> {
        let blocks: Vec<_> = paragraphs
            .iter()
            .zip(1..)
            .map(|(text, number)| json!({"type": "stycke", "id": format!("S{number}"), "text": [text]}))
            .collect();
        let decision = json!({"uri": "x:1", "type": "avgorande", "structure": blocks});
        let artifact = Artifact::parse(decision.to_string().as_bytes()).unwrap();
        let notes = NoteLinks::of(&artifact);
        let mut found = Vec::new();
        crate::read_text(&artifact, &mut |event| {
            if let Event::Block(block) = notes.write(event) {
                let anchor = block.anchor.as_deref().unwrap_or_default();
                let links = block.text.pieces().filter_map(|(words, uri)| Some((words, uri?)));
                found.extend(links.map(|(words, uri)| format!("{anchor} {words} {uri}")));
            }
        });
        found
    }

    #[test]
    fn a_mark_and_its_note_lead_to_each_other() {
        let found =
            links(&["The flock [1] is old [2].", "A view [1].", "[1]. Sheep.", "[2]. See [53].", "[1] No."]);
        let expected = ["S1 [1] #S3", "S1 [2] #S4", "S2 [1] #S5", "S3 [1] #S1", "S4 [2] #S1", "S5 [1] #S2"];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_number_that_marks_and_notes_do_not_share_stays_text() {
        assert!(links(&["The flock [1] is old [1].", "[1]. Sheep."]).is_empty(), "two marks of one note");
        assert!(links(&["[1]. Sheep.", "The flock [1]."]).is_empty(), "a note before its mark");
        assert!(
            links(&["As said in [53] and in [2031].", "[2031] Sheep."]).is_empty(),
            "a paragraph and a year"
        );
    }
}
