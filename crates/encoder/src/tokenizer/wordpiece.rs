//! A WordPiece model: a word is cut into the longest piece that it begins with, then the longest that the rest begins with, and so
//! on. A word that cannot be cut to its end is one unknown piece.

use std::collections::HashMap;

/// Pieces with their numbers.
pub(super) struct WordPiece {
    numbers: HashMap<String, u32>,
    unknown: u32,
    /// What pieces within a word begin with.
    continuation: String,
    /// Characters of a word that is cut; a longer one is unknown.
    max_characters: usize,
    /// Bytes of the longest piece.
    longest: usize,
}

impl std::fmt::Debug for WordPiece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WordPiece").field("pieces", &self.numbers.len()).finish_non_exhaustive()
    }
}

impl WordPiece {
    pub(super) fn new(
        numbers: HashMap<String, u32>,
        unknown: &str,
        continuation: String,
        max_characters: usize,
    ) -> Result<Self, String> {
        let unknown = *numbers.get(unknown).ok_or_else(|| {
            format!("it has no piece {unknown:?} for what it does not know: take another model")
        })?;
        let longest = numbers.keys().map(String::len).max().unwrap_or(0);
        Ok(Self { numbers, unknown, continuation, longest, max_characters: max_characters.min(200) })
    }

    /// Appends the numbers of a word's pieces.
    pub(super) fn cut(&self, word: &str, numbers: &mut Vec<u32>) {
        let first = numbers.len();
        if word.chars().nth(self.max_characters).is_some() {
            numbers.push(self.unknown);
            return;
        }
        let mut start = 0;
        let mut piece = String::new();
        while start < word.len() {
            piece.clear();
            if start > 0 {
                piece.push_str(&self.continuation);
            }
            let prefix = piece.len();
            let end = word.floor_char_boundary(start + self.longest);
            piece.push_str(&word[start..end]);
            let found = loop {
                if piece.len() == prefix {
                    break None;
                }
                if let Some(&number) = self.numbers.get(&piece) {
                    break Some(number);
                }
                piece.pop();
            };
            let Some(number) = found else {
                numbers.truncate(first);
                numbers.push(self.unknown);
                return;
            };
            numbers.push(number);
            start += piece.len() - prefix;
        }
    }
}
