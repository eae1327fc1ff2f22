//! Positions of words in a text. One number is left out at every line feed, so that no phrase runs from one line into the next.

use std::ops::{Add, Range};

use lagrum_words::{Token, tokens};
use serde::{Deserialize, Serialize};

/// The position of a word in a text, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct WordPosition(pub(crate) u32);

impl WordPosition {
    /// The position after it.
    #[must_use]
    pub(crate) fn next(self) -> Self {
        self + 1
    }

    /// The range of this position only.
    pub(crate) fn alone(self) -> Range<Self> {
        self..self.next()
    }
}

impl Add<u32> for WordPosition {
    type Output = Self;

    fn add(self, words: u32) -> Self {
        Self(self.0.saturating_add(words))
    }
}

/// How many positions a range has.
pub(crate) fn word_count(range: &Range<WordPosition>) -> usize {
    range.end.0.saturating_sub(range.start.0) as usize
}

/// The words of a text, whose first word has the position `first`. The bytes of each are those in the whole text.
pub(crate) fn words_at(text: &str, first: WordPosition) -> impl Iterator<Item = (WordPosition, Token<'_>)> {
    let (mut lines, mut position, mut line_start) = (text.split('\n'), first, 0);
    let mut line = lines.next().unwrap_or_default();
    let mut words = tokens(line);
    std::iter::from_fn(move || {
        loop {
            if let Some(token) = words.next() {
                let at = position;
                position = at.next();
                let bytes = line_start + token.bytes.start..line_start + token.bytes.end;
                return Some((at, Token { bytes, ..token }));
            }
            line_start += line.len() + 1;
            line = lines.next()?;
            position = position.next();
            words = tokens(line);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_left_out_between_lines() {
        let text = "om får\n\nett får";
        let found: Vec<_> = words_at(text, WordPosition(5))
            .map(|(position, token)| (position.0, text[token.bytes].to_owned()))
            .collect();
        let expected = [(5, "om"), (6, "får"), (9, "ett"), (10, "får")];
        assert_eq!(found, expected.map(|(position, word)| (position, word.to_owned())));
    }
}
