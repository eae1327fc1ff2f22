//! Many short keys, sorted in one text and found by binary search. The longest key that is a prefix of a text is found by narrowing
//! a range step by step.

use std::ops::Range;

/// A key and its number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KeyValue {
    pub(crate) key: String,
    pub(crate) value: u32,
}

/// Keys with a number each. A key may occur more than once.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyTable {
    text: String,
    keys: Vec<KeyEntry>,
}

#[derive(Clone, Copy, Debug)]
struct KeyEntry {
    start: u32,
    length: u32,
    value: u32,
}

impl KeyTable {
    /// A table of keys and values. Keys after the first four gigabytes are left out; no corpus has so many.
    pub(crate) fn new(mut pairs: Vec<KeyValue>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut table = Self {
            text: String::with_capacity(pairs.iter().map(|pair| pair.key.len()).sum()),
            keys: Vec::with_capacity(pairs.len()),
        };
        for KeyValue { key, value } in pairs {
            let (Ok(start), Ok(length)) = (u32::try_from(table.text.len()), u32::try_from(key.len())) else {
                break;
            };
            table.text.push_str(&key);
            table.keys.push(KeyEntry { start, length, value });
        }
        table
    }

    fn key(&self, key: KeyEntry) -> &[u8] {
        let start = key.start as usize;
        self.text.as_bytes().get(start..start + key.length as usize).unwrap_or_default()
    }

    /// The range of all keys.
    pub(crate) fn all(&self) -> Range<usize> {
        0..self.keys.len()
    }

    /// The keys of `within` that begin with `prefix`.
    pub(crate) fn beginning_with(&self, prefix: &str, within: Range<usize>) -> Range<usize> {
        let Some(keys) = self.keys.get(within.clone()) else { return 0..0 };
        let prefix = prefix.as_bytes();
        let from = keys.partition_point(|key| self.key(*key) < prefix);
        let length = keys[from..].partition_point(|key| self.key(*key).starts_with(prefix));
        within.start + from..within.start + from + length
    }

    /// The values of `key` among the keys of `within`, all of which begin with it.
    pub(crate) fn equal_to(&self, key: &str, within: Range<usize>) -> impl Iterator<Item = u32> + '_ {
        let keys = self.keys.get(within).unwrap_or_default();
        // A key sorts before the longer keys that begin with it.
        let length = keys.partition_point(|other| other.length as usize == key.len());
        keys[..length].iter().map(|key| key.value)
    }

    /// The values of `key`.
    pub(crate) fn get(&self, key: &str) -> impl Iterator<Item = u32> + '_ {
        self.equal_to(key, self.beginning_with(key, self.all()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_what_a_walk_over_all_keys_finds(
            keys in proptest::collection::vec("[abå]{0,4}", 0..40),
            prefix in "[abå]{0,3}",
        ) {
            let pairs: Vec<KeyValue> =
                keys.iter().cloned().zip(0..).map(|(key, value)| KeyValue { key, value }).collect();
            let table = KeyTable::new(pairs.clone());
            let mut equal: Vec<u32> = table.get(&prefix).collect();
            equal.sort_unstable();
            let naive: Vec<u32> = pairs.iter().filter(|pair| pair.key == prefix).map(|pair| pair.value).collect();
            prop_assert_eq!(equal, naive);
            let beginning = table.beginning_with(&prefix, table.all()).len();
            prop_assert_eq!(beginning, pairs.iter().filter(|pair| pair.key.starts_with(&prefix)).count());
        }
    }
}
