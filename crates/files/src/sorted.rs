//! Sorted texts, each stored as its difference from the text before.
//!
//! ```text
//! texts        for each: bytes shared with the text before (varint), bytes after them (varint), these bytes.
//!              The first of every sixteen shares none, so it can be read by itself
//! ```
//!
//! Neighbouring uris share most of their bytes: one takes some ten instead of forty.

use crate::varint;

/// The number of texts in a block. The first text of a block shares nothing with the one before.
const BLOCK: usize = 16;

/// Texts in the order of their bytes.
#[derive(Clone, Debug, Default)]
pub struct SortedTexts {
    packed: Vec<u8>,
    /// Where each block begins in `packed`.
    blocks: Vec<usize>,
    len: usize,
    /// The text that came last.
    last: String,
}

impl SortedTexts {
    /// Adds a text, which must not come before the last one. One that does is not found by [`Self::position`].
    pub fn push(&mut self, text: &str) {
        let shared = if self.len.is_multiple_of(BLOCK) {
            self.blocks.push(self.packed.len());
            0
        } else {
            let same = self.last.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
            // A letter is not cut.
            (0..=same).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default()
        };
        let rest = &text[shared..];
        varint::push(&mut self.packed, shared as u32);
        varint::push(&mut self.packed, rest.len() as u32);
        self.packed.extend_from_slice(rest.as_bytes());
        self.last.truncate(shared);
        self.last.push_str(rest);
        self.len += 1;
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Frees memory that is reserved for more texts.
    pub fn shrink_to_fit(&mut self) {
        self.packed.shrink_to_fit();
        self.blocks.shrink_to_fit();
    }

    /// The text at a position; empty after the last.
    pub fn get(&self, position: usize) -> String {
        let mut texts = self.iter_from(position);
        texts.advance();
        texts.text
    }

    /// The position of a text. None if it is not among these.
    pub fn position(&self, text: &str) -> Option<usize> {
        let after = self.blocks.partition_point(|block| self.first(*block) <= text.as_bytes());
        let block = after.checked_sub(1)?;
        let mut texts = self.iter_from(block * BLOCK);
        for position in (block * BLOCK..self.len).take(BLOCK) {
            texts.advance();
            if texts.text == text {
                return Some(position);
            }
        }
        None
    }

    /// The texts in order.
    pub fn iter(&self) -> SortedTextsIter<'_> {
        self.iter_from(0)
    }

    /// The texts from a position on.
    pub fn iter_from(&self, position: usize) -> SortedTextsIter<'_> {
        let position = position.min(self.len);
        let block = position / BLOCK;
        // After the last text of a full block there is no other block.
        let start = self.blocks.get(block).copied().unwrap_or(self.packed.len());
        let mut texts = SortedTextsIter {
            rest: self.packed.get(start..).unwrap_or_default(),
            left: self.len - position,
            text: String::new(),
        };
        for _ in 0..position % BLOCK {
            texts.advance();
        }
        texts
    }

    /// The first text of the block that begins at an offset of `packed`.
    fn first(&self, block: usize) -> &[u8] {
        let mut rest = self.packed.get(block..).unwrap_or_default();
        let _shared = varint::take(&mut rest);
        let length = varint::take(&mut rest).unwrap_or_default() as usize;
        rest.get(..length).unwrap_or_default()
    }
}

impl<'a> IntoIterator for &'a SortedTexts {
    type Item = String;
    type IntoIter = SortedTextsIter<'a>;

    fn into_iter(self) -> SortedTextsIter<'a> {
        self.iter()
    }
}

/// The texts of [`SortedTexts`] from one on.
#[derive(Clone, Debug)]
pub struct SortedTextsIter<'a> {
    rest: &'a [u8],
    left: usize,
    /// The text that was read last.
    text: String,
}

impl SortedTextsIter<'_> {
    /// Reads the next text. After the last one it is empty.
    fn advance(&mut self) {
        if self.rest.is_empty() {
            self.text.clear();
            return;
        }
        let shared = varint::take(&mut self.rest).unwrap_or_default() as usize;
        let length = varint::take(&mut self.rest).unwrap_or_default() as usize;
        let (text, rest) = self.rest.split_at_checked(length).unwrap_or_default();
        self.text.truncate(shared);
        self.text.push_str(std::str::from_utf8(text).unwrap_or_default());
        self.rest = rest;
    }
}

impl Iterator for SortedTextsIter<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        self.left = self.left.checked_sub(1)?;
        self.advance();
        Some(self.text.clone())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for SortedTextsIter<'_> {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sorted_texts_come_back_and_are_found(
            sorted in prop::collection::btree_set("[a-bå]{0,4}([c]{150})?", 0..120),
            other in "[a-bå]{0,4}",
        ) {
            let sorted: Vec<String> = sorted.into_iter().collect();
            let mut texts = SortedTexts::default();
            for text in &sorted {
                texts.push(text);
            }
            texts.shrink_to_fit();
            prop_assert_eq!(texts.len(), sorted.len());
            prop_assert_eq!(texts.iter().collect::<Vec<_>>(), sorted.clone());
            for (position, text) in sorted.iter().enumerate() {
                prop_assert_eq!(&texts.get(position), text);
                prop_assert_eq!(texts.position(text), Some(position));
                prop_assert_eq!(texts.iter_from(position).collect::<Vec<_>>(), &sorted[position..]);
            }
            prop_assert_eq!(texts.get(sorted.len()), "");
            prop_assert_eq!(texts.iter_from(sorted.len()).count(), 0);
            prop_assert_eq!(texts.position(&other), sorted.iter().position(|text| *text == other));
        }
    }
}
