//! Words that run together in treaties without a mark between them, where a line, a cell or a heading ended: `theUnited Nations`,
//! `PreambleThe Parties`.
//!
//! A capital inside a word begins another word if one of the two stands as a word of its own elsewhere in the treaty. Names of persons
//! and firms (`McFarago`) are written so too: of other documents no word is parted.

use std::collections::HashSet;

use lagrum_artifact::{Artifact, Step};

use crate::event::{LinkedText, OwnedPiece};

/// The type of a treaty.
const TREATY: &str = "internationell-overenskommelse";

/// The words of a treaty in which some run together; empty for every other document.
#[derive(Default)]
pub(super) struct TreatyWords(HashSet<String>);

impl TreatyWords {
    pub(super) fn of(artifact: &Artifact) -> Self {
        if artifact.str(&["type"]) != Some(TREATY) {
            return Self::default();
        }
        let mut texts = Vec::new();
        artifact.presented().walk(&mut |step| {
            if let Step::Enter(node) = step {
                texts.push(node.text().plain_text());
                texts.extend(node.cells().map(|cell| cell.plain_text()));
            }
        });
        if !texts.iter().any(|text| words(text).any(|word| split(word.text).is_some())) {
            return Self::default();
        }
        let all = texts.iter().flat_map(|text| words(text));
        Self(all.filter(|word| split(word.text).is_none()).map(|word| word.text.to_owned()).collect())
    }

    /// Whether the document has words to part.
    pub(super) fn may_part(&self) -> bool {
        !self.0.is_empty()
    }

    /// A text with a blank between words that run together.
    pub(super) fn parted<'a>(&self, text: LinkedText<'a>) -> LinkedText<'a> {
        let is_due = |words_of: &str| words(words_of).any(|word| self.end_of_first(word.text).is_some());
        if !text.pieces().any(|(words, _)| is_due(words)) {
            return text;
        }
        let pieces = text.pieces().map(|(text, uri)| {
            let (mut parted, mut at) = (String::with_capacity(text.len() + 1), 0);
            for word in words(text) {
                // Several may run together: `DurieuIsoetes malinvernianaIsoetes`.
                while let Some(end) =
                    self.end_of_first(&text[at.max(word.start)..word.start + word.text.len()])
                {
                    let end = at.max(word.start) + end;
                    parted.push_str(&text[at..end]);
                    parted.push(' ');
                    at = end;
                }
            }
            parted.push_str(&text[at..]);
            OwnedPiece::new(parted, uri)
        });
        LinkedText::of_pieces(pieces.collect())
    }

    /// Where the first of two words ends that run together.
    fn end_of_first(&self, word: &str) -> Option<usize> {
        let end = split(word)?;
        let (first, rest) = word.split_at(end);
        let second = split(rest).map_or(rest, |end| &rest[..end]);
        // `Mac` and `Mc` begin names, and are no words.
        let is_known = self.0.contains(first) || first.chars().count() > 3 && self.0.contains(second);
        is_known.then_some(end)
    }
}

/// A word of a text.
#[derive(Clone, Copy)]
struct Word<'a> {
    start: usize,
    text: &'a str,
}

/// The words of a text: letters alone. What has a digit, a point or another sign at it is none.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(char::is_alphabetic)?;
        let rest = &text[start..];
        let end = start + rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        at = end;
        Some(Word { start, text: &text[start..end] })
    })
    .filter(|word| {
        let is_sign = |c: char| c.is_numeric() || matches!(c, '_' | '/' | '@');
        let around =
            (text[..word.start].chars().next_back(), text[word.start + word.text.len()..].chars().next());
        !around.0.is_some_and(|c| is_sign(c) || c == '.') && !around.1.is_some_and(is_sign)
    })
}

/// Where a capital with two small letters after it stands behind a small letter.
fn split(word: &str) -> Option<usize> {
    let capitals = word.char_indices().skip(2).filter(|(_, c)| c.is_uppercase());
    capitals.map(|(at, _)| at).find(|at| {
        let after = word[*at..].chars().skip(1).take(2);
        word[..*at].ends_with(char::is_lowercase) && after.filter(|c| c.is_lowercase()).count() == 2
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shown(kind: &str, text: &str) -> String {
        let json = json!({"uri": "https://lag.example/untc/I-9", "type": kind, "structure": [
            {"type": "stycke", "text": ["The Preamble of the Parties and each sending State"]},
            {"type": "stycke", "text": [text]}]});
        let artifact = Artifact::parse(json.to_string().as_bytes()).unwrap();
        let words = TreatyWords::of(&artifact);
        words.parted(text.into()).collapsed()
    }

    #[test]
    fn words_of_treaties_are_parted() {
        for (text, expected) in [
            ("PreambleThe Parties", "Preamble The Parties"),
            ("of theWool and sendingState", "of the Wool and sending State"),
            ("to non-memberState", "to non-member State"),
            ("andBeing theParties", "and Being the Parties"),
            // Neither stands elsewhere, a name, an address, a word of one letter.
            ("ramFarm McState iState www.theState.example", "ramFarm McState iState www.theState.example"),
        ] {
            assert_eq!(shown(TREATY, text), expected);
            assert_eq!(shown("avgorande", text), text);
        }
    }
}
