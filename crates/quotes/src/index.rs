//! Where each word of a text stands.

use std::ops::Range;

/// The most bits of a key that choose its bucket.
const MAX_BITS: u32 = 16;

/// The positions of the words of a text by their keys, so that a word is found without reading the text. It is made in a time in
/// proportion to the text: the positions are distributed to buckets first, then those of a bucket sorted by key.
#[derive(Clone, Debug)]
pub(crate) struct WordIndex {
    /// Where the positions of each bucket begin, and the end of the last.
    starts: Vec<u32>,
    /// Positions by bucket, key and place.
    positions: Vec<u32>,
    keys: Vec<u64>,
    bits: u32,
}

impl WordIndex {
    /// The index of words with these keys. Texts have fewer words than fit into 32 bits; any after those are not found.
    pub(crate) fn new(keys: impl Iterator<Item = u64>) -> Self {
        let keys: Vec<u64> = keys.collect();
        let bits = (usize::BITS - keys.len().leading_zeros()).clamp(1, MAX_BITS);
        let mut starts = vec![0_u32; (1 << bits) + 1];
        for key in &keys {
            starts[bucket(*key, bits) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut positions = vec![0_u32; keys.len()];
        for (position, key) in (0_u32..).zip(&keys) {
            let place = &mut next[bucket(*key, bits)];
            positions[*place as usize] = position;
            *place += 1;
        }
        let key_of = |position: &u32| keys[*position as usize];
        for pair in starts.windows(2) {
            let own = &mut positions[pair[0] as usize..pair[1] as usize];
            if !own.is_sorted_by_key(key_of) {
                own.sort_by_key(key_of);
            }
        }
        let keys = positions.iter().map(key_of).collect();
        Self { starts, positions, keys, bits }
    }

    /// Where the words with a key stand, rising.
    pub(crate) fn positions(&self, key: u64) -> &[u32] {
        let bucket = bucket(key, self.bits);
        let own = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
        let keys = &self.keys[own.clone()];
        let first = keys.partition_point(|other| *other < key);
        let end = keys.partition_point(|other| *other <= key);
        &self.positions[own.start + first..own.start + end]
    }
}

/// The positions of a list that are within a range.
pub(crate) fn within<'p>(positions: &'p [u32], range: &Range<usize>) -> &'p [u32] {
    let start = positions.partition_point(|at| (*at as usize) < range.start);
    let end = positions.partition_point(|at| (*at as usize) < range.end);
    &positions[start..end.max(start)]
}

fn bucket(key: u64, bits: u32) -> usize {
    // The product spreads keys that differ in a few bits over all buckets.
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_word_is_found_where_it_stands(keys in prop::collection::vec(0_u64..20, 0..200)) {
            let index = WordIndex::new(keys.iter().copied());
            for key in 0..21 {
                let expected: Vec<u32> = (0_u32..).zip(&keys).filter(|(_, own)| **own == key).map(|(at, _)| at).collect();
                prop_assert_eq!(index.positions(key), &expected[..]);
                let inside: Vec<u32> = expected.iter().copied().filter(|at| (5..50).contains(at)).collect();
                prop_assert_eq!(within(index.positions(key), &(5..50)), &inside[..]);
            }
        }
    }
}
