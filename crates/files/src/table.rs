//! Distinct texts, numbered in the order in which they are added.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;

/// Texts one after another, by number.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    joined: String,
    /// Where each text ends in `joined`, in bytes.
    ends: Vec<u32>,
}

impl Texts {
    /// The text with a number; empty for a number that none has.
    pub fn get(&self, number: u32) -> &str {
        let number = number as usize;
        let Some(end) = self.ends.get(number) else { return "" };
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.joined.get(start as usize..*end as usize).unwrap_or_default()
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The texts in the order of their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.ends.len()).map(|number| self.get(number as u32))
    }

    /// Adds a text under the next number. None when there are 4 GiB of text already.
    fn push(&mut self, text: &str) -> Option<u32> {
        let number = u32::try_from(self.ends.len()).ok()?;
        let end = u32::try_from(self.joined.len() + text.len()).ok()?;
        self.joined.push_str(text);
        self.ends.push(end);
        Some(number)
    }
}

/// Distinct texts, numbered from 0 on in the order in which they are first added. Beside its own bytes, a text takes
/// some fifteen bytes.
#[derive(Clone, Debug, Default)]
pub struct TextTable {
    texts: Texts,
    /// Numbers of texts, by the hashes of the texts.
    numbers: HashTable<u32>,
    hasher: RandomState,
}

impl TextTable {
    /// A table without texts.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of a text; a new text gets the next one. None when there are 4 GiB of text already.
    pub fn number(&mut self, text: &str) -> Option<u32> {
        let Self { texts, numbers, hasher } = self;
        let hash = hasher.hash_one(text);
        if let Some(number) = numbers.find(hash, |number| texts.get(*number) == text) {
            return Some(*number);
        }
        let number = texts.push(text)?;
        numbers.insert_unique(hash, number, |number| hasher.hash_one(texts.get(*number)));
        Some(number)
    }

    /// The number of a text; None for a text that is not in the table.
    pub fn find(&self, text: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(text);
        self.numbers.find(hash, |number| self.texts.get(*number) == text).copied()
    }

    /// The text with a number; empty for a number that none has.
    pub fn get(&self, number: u32) -> &str {
        self.texts.get(number)
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The texts in the order of their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.texts.iter()
    }

    /// The texts by number, without the table for looking them up.
    pub fn into_texts(self) -> Texts {
        let Texts { mut joined, mut ends } = self.texts;
        joined.shrink_to_fit();
        ends.shrink_to_fit();
        Texts { joined, ends }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn texts_have_the_numbers_they_first_came_with(
            coming in prop::collection::vec("[a-cå]{0,3}", 0..200),
        ) {
            let (mut table, mut naive) = (TextTable::new(), Vec::<&str>::new());
            for text in &coming {
                let at = naive.iter().position(|known| known == text).unwrap_or_else(|| {
                    naive.push(text);
                    naive.len() - 1
                });
                prop_assert_eq!(table.number(text), Some(at as u32));
            }
            prop_assert_eq!(table.len(), naive.len());
            prop_assert_eq!(table.find("d"), None);
            for (text, number) in naive.iter().zip(0..) {
                prop_assert_eq!(table.find(text), Some(number));
                prop_assert_eq!(table.get(number), *text);
            }
            prop_assert_eq!(table.get(naive.len() as u32), "");
            let texts = table.into_texts();
            prop_assert_eq!(texts.iter().collect::<Vec<_>>(), naive);
        }
    }
}
