//! Starts of names with their scores, and the best of a range of them.

use std::collections::BinaryHeap;
use std::ops::Range;

/// Starts whose highest score is kept, and nodes of one level whose highest score is kept in the next.
const LEAF: usize = 64;
const BRANCH: usize = 8;

/// The bits of a score.
pub(crate) const BEGINS: u8 = 1 << 7;
pub(crate) const IN_FORCE: u8 = 1 << 6;

/// A score for each start, with the highest scores of blocks of starts, of blocks of blocks, and so on.
#[derive(Debug, Default)]
pub(crate) struct Scores {
    scores: Vec<u8>,
    levels: Vec<Vec<u8>>,
}

/// A block of a level that may have the best start. Ordered by score; of equal ones, earlier starts come first.
#[derive(Debug, PartialEq, Eq)]
struct Block {
    /// The highest score that a start of it can have, without those already returned.
    score: u8,
    range: Range<usize>,
    level: usize,
}

impl Ord for Block {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let order = |block: &Self| (block.score, std::cmp::Reverse(block.range.start));
        order(self).cmp(&order(other))
    }
}

impl PartialOrd for Block {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Scores {
    pub(crate) fn new(scores: Vec<u8>) -> Self {
        let highest = |scores: &[u8], block: usize| -> Vec<u8> {
            scores.chunks(block).map(|block| block.iter().copied().max().unwrap_or_default()).collect()
        };
        let mut levels = vec![highest(&scores, LEAF)];
        while let Some(last) = levels.last().filter(|last| last.len() > BRANCH) {
            let next = highest(last, BRANCH);
            levels.push(next);
        }
        Self { scores, levels }
    }

    /// The score of a start.
    pub(crate) fn of(&self, start: usize) -> u8 {
        self.scores.get(start).copied().unwrap_or_default()
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.scores.len() + self.levels.iter().map(Vec::len).sum::<usize>()
    }

    /// The starts of a range, those with the highest scores first, and of equal ones the earlier first.
    pub(crate) fn best_first(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let range = range.start..range.end.min(self.scores.len());
        let mut open = BinaryHeap::new();
        if let Some(top) = self.levels.len().checked_sub(1) {
            self.push_blocks(&mut open, top, range.clone(), range.clone());
        }
        // Starts of this leaf with this score are returned next. The leaf is in the heap again with its next lower score.
        let (mut score, mut leaf) = (0, 0..0);
        std::iter::from_fn(move || {
            loop {
                if let Some(start) = leaf.find(|start| self.of(*start) == score) {
                    return Some(start);
                }
                let best = open.pop()?;
                if let Some(below) = best.level.checked_sub(1) {
                    self.push_blocks(&mut open, below, best.range, range.clone());
                    continue;
                }
                (score, leaf) = (best.score, best.range.clone());
                let lower = leaf.clone().map(|start| self.of(start)).filter(|other| *other < score).max();
                open.extend(lower.map(|score| Block { score, ..best }));
            }
        })
    }

    /// Adds the blocks of a level that have starts of `inside`, cut to the wanted range.
    fn push_blocks(
        &self,
        open: &mut BinaryHeap<Block>,
        level: usize,
        inside: Range<usize>,
        wanted: Range<usize>,
    ) {
        let width = LEAF * BRANCH.pow(level as u32);
        if inside.is_empty() {
            return;
        }
        let blocks = inside.start / width..=(inside.end - 1) / width;
        let Some(scores) = self.levels[level].get(blocks.clone()) else { return };
        open.extend(blocks.zip(scores).map(|(block, score)| {
            let start = (block * width).max(inside.start).max(wanted.start);
            let end = ((block + 1) * width).min(inside.end).min(wanted.end);
            Block { score: *score, range: start..end, level }
        }));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_best_come_first(
            scores in prop::collection::vec(0_u8..5, 0..6000),
            ends in (0_usize..6000, 0_usize..6000),
        ) {
            let range = ends.0.min(ends.1).min(scores.len())..ends.0.max(ends.1).min(scores.len());
            let mut sorted: Vec<usize> = range.clone().collect();
            sorted.sort_by_key(|start| std::cmp::Reverse(scores[*start]));
            let found: Vec<usize> = Scores::new(scores).best_first(range).collect();
            prop_assert_eq!(found, sorted);
        }
    }
}
