//! Matches the blocks of two lydelser. The head of [`diff`](super) describes the steps.

use std::cmp::Ordering;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use super::blocks::DiffBlock;
use super::change::Change;
use super::common::common;

/// Between two matches, every block of one side is compared with every block of the other, but only up to this number of
/// comparisons. A larger gap is first split at the anchors that both sides have, and parts that are still too large are
/// paired by position. So a document of which every word is new costs no more than any other.
const MAX_COMPARISONS: usize = 1024;

/// How many words of a block are compared for similarity.
const COMPARED_WORDS: usize = 64;

/// The minimum similarity of two blocks, of 1000, to match them.
const MIN_SIMILARITY: usize = 400;

/// The steps through both sequences of blocks.
pub(super) fn align(old: &[DiffBlock], new: &[DiffBlock]) -> Vec<Change> {
    let mut alignment = Alignment { old, new, pairs: Vec::new() };
    alignment.match_texts();
    let moved = alignment.moved();
    alignment.match_likely(&moved);
    alignment.changes(&moved)
}

struct Alignment<'a> {
    old: &'a [DiffBlock],
    new: &'a [DiffBlock],
    /// Matched blocks. Both numbers increase from pair to pair.
    pairs: Vec<(usize, usize)>,
}

/// For blocks without a match in order, the position of the same text on the other side.
#[derive(Default)]
struct Moved {
    to: HashMap<usize, usize>,
    from: HashMap<usize, usize>,
}

/// A range of unmatched blocks on each side, between two matches.
struct Gap {
    old: Range<usize>,
    new: Range<usize>,
}

impl Alignment<'_> {
    /// Matches blocks of the same text and marker, then, between those, blocks of the same text.
    fn match_texts(&mut self) {
        fn whole(block: &DiffBlock) -> (bool, &str, &str) {
            (block.heading.is_some(), &block.marker, &block.text)
        }
        fn text(block: &DiffBlock) -> (bool, &str) {
            (block.heading.is_some(), &block.text)
        }
        self.pairs = common(self.old.iter().map(whole), self.new.iter().map(whole));
        let renumbered: Vec<_> = self
            .gaps()
            .into_iter()
            .flat_map(|gap| {
                let pairs = common(
                    self.old[gap.old.clone()].iter().map(text),
                    self.new[gap.new.clone()].iter().map(text),
                );
                pairs.into_iter().map(move |(old, new)| (gap.old.start + old, gap.new.start + new))
            })
            .collect();
        self.add(renumbered);
    }

    fn add(&mut self, pairs: Vec<(usize, usize)>) {
        self.pairs.extend(pairs);
        self.pairs.sort_unstable();
    }

    /// The gaps that are not empty on both sides.
    fn gaps(&self) -> Vec<Gap> {
        let ends = [(self.old.len(), self.new.len())];
        let mut gaps = Vec::new();
        let (mut old, mut new) = (0, 0);
        for &(next_old, next_new) in self.pairs.iter().chain(&ends) {
            if old < next_old || new < next_new {
                gaps.push(Gap { old: old..next_old, new: new..next_new });
            }
            (old, new) = (next_old + 1, next_new + 1);
        }
        gaps
    }

    /// Finds the unmatched texts that are elsewhere on the other side. Of several equal ones, the first matches the first.
    fn moved(&self) -> Moved {
        let gaps = self.gaps();
        let mut positions: HashMap<(bool, &str), VecDeque<usize>> = HashMap::new();
        for new in gaps.iter().flat_map(|gap| gap.new.clone()) {
            let block = &self.new[new];
            positions.entry((block.heading.is_some(), &block.text)).or_default().push_back(new);
        }
        let mut moved = Moved::default();
        for old in gaps.iter().flat_map(|gap| gap.old.clone()) {
            let block = &self.old[old];
            if block.text.is_empty() {
                continue;
            }
            let candidates = positions.get_mut(&(block.heading.is_some(), block.text.as_str()));
            if let Some(new) = candidates.and_then(VecDeque::pop_front) {
                moved.to.insert(old, new);
                moved.from.insert(new, old);
            }
        }
        moved
    }

    /// Matches the blocks of each gap that have not moved.
    fn match_likely(&mut self, moved: &Moved) {
        let mut pairs = Vec::new();
        for gap in self.gaps().into_iter().take_while(|_| !lagrum_cancel::is_cancelled()) {
            let old: Vec<usize> = gap.old.filter(|old| !moved.to.contains_key(old)).collect();
            let new: Vec<usize> = gap.new.filter(|new| !moved.from.contains_key(new)).collect();
            if comparable(&old, &new) {
                self.pair_similar(&old, &new, &mut pairs);
                continue;
            }
            let anchored = self.same_anchors(&old, &new);
            for (old, new) in between(&old, &new, &anchored) {
                if comparable(old, new) {
                    self.pair_similar(old, new, &mut pairs);
                } else {
                    self.pair_by_position(old, new, &mut pairs);
                }
            }
            pairs.extend(anchored.into_iter().map(|(i, j)| (old[i], new[j])));
        }
        self.add(pairs);
    }

    /// Positions in the lists of blocks that have the same anchor.
    fn same_anchors(&self, old: &[usize], new: &[usize]) -> Vec<(usize, usize)> {
        fn name(block: &DiffBlock) -> (bool, Option<&str>) {
            (block.heading.is_some(), block.anchor.as_deref())
        }
        let anchored = |blocks: &'_ [DiffBlock], at: &[usize]| -> Vec<usize> {
            (0..at.len()).filter(|i| blocks[at[*i]].anchor.is_some()).collect()
        };
        let (old_anchored, new_anchored) = (anchored(self.old, old), anchored(self.new, new));
        let pairs = common(
            old_anchored.iter().map(|i| name(&self.old[old[*i]])),
            new_anchored.iter().map(|j| name(&self.new[new[*j]])),
        );
        pairs.into_iter().map(|(i, j)| (old_anchored[i], new_anchored[j])).collect()
    }

    /// Pairs the most similar blocks, in order, and the blocks between them by position.
    fn pair_similar(&self, old: &[usize], new: &[usize], pairs: &mut Vec<(usize, usize)>) {
        let old_bags: Vec<_> = old.iter().map(|at| WordBag::of(&self.old[*at])).collect();
        let new_bags: Vec<_> = new.iter().map(|at| WordBag::of(&self.new[*at])).collect();
        let alike = most_similar(&old_bags, &new_bags);
        for (old, new) in between(old, new, &alike) {
            self.pair_by_position(old, new, pairs);
        }
        pairs.extend(alike.into_iter().map(|(i, j)| (old[i], new[j])));
    }

    /// Pairs the first with the first and so on. A heading is never paired with a text.
    fn pair_by_position(&self, old: &[usize], new: &[usize], pairs: &mut Vec<(usize, usize)>) {
        let (mut i, mut j) = (0, 0);
        while let (Some(&o), Some(&n)) = (old.get(i), new.get(j)) {
            if self.old[o].heading.is_some() == self.new[n].heading.is_some() {
                pairs.push((o, n));
                (i, j) = (i + 1, j + 1);
            } else if old.len() - i > new.len() - j {
                i += 1;
            } else {
                j += 1;
            }
        }
    }

    /// The steps through both sides: the matches in order, and before each match the unmatched blocks.
    fn changes(&self, moved: &Moved) -> Vec<Change> {
        let ends = [(self.old.len(), self.new.len())];
        let mut changes = Vec::with_capacity(self.old.len().max(self.new.len()));
        let (mut old, mut new) = (0, 0);
        for &(next_old, next_new) in self.pairs.iter().chain(&ends) {
            changes.extend(
                (old..next_old).map(|old| Change::Removed { old, moved_to: moved.to.get(&old).copied() }),
            );
            changes.extend(
                (new..next_new).map(|new| Change::Added { new, moved_from: moved.from.get(&new).copied() }),
            );
            if let (Some(o), Some(n)) = (self.old.get(next_old), self.new.get(next_new)) {
                let (old, new) = (next_old, next_new);
                let same = o.marker == n.marker && o.text == n.text;
                changes.push(if same { Change::Same { old, new } } else { Change::Changed { old, new } });
            }
            (old, new) = (next_old + 1, next_new + 1);
        }
        changes
    }
}

fn comparable(old: &[usize], new: &[usize]) -> bool {
    old.len().saturating_mul(new.len()) <= MAX_COMPARISONS
}

/// The parts of two lists between the given pairs of positions.
fn between<'l>(
    old: &'l [usize],
    new: &'l [usize],
    pairs: &[(usize, usize)],
) -> Vec<(&'l [usize], &'l [usize])> {
    let ends = [(old.len(), new.len())];
    let (mut i, mut j) = (0, 0);
    let mut parts = Vec::with_capacity(pairs.len() + 1);
    for &(next_i, next_j) in pairs.iter().chain(&ends) {
        parts.push((&old[i..next_i], &new[j..next_j]));
        (i, j) = (next_i + 1, next_j + 1);
    }
    parts
}

/// The first words of a block, sorted, for comparing its similarity to others.
struct WordBag<'a> {
    is_heading: bool,
    marker: &'a str,
    words: Vec<&'a str>,
}

impl<'a> WordBag<'a> {
    fn of(block: &'a DiffBlock) -> Self {
        let mut words: Vec<&str> = block.text.split(' ').take(COMPARED_WORDS).collect();
        words.sort_unstable();
        Self { is_heading: block.heading.is_some(), marker: &block.marker, words }
    }

    /// The similarity of two blocks, of 1000. An equal marker adds 1, which decides between equally similar blocks.
    fn similarity(&self, other: &Self) -> usize {
        if self.is_heading != other.is_heading {
            return 0;
        }
        let (mut i, mut j, mut shared) = (0, 0, 0);
        while let (Some(a), Some(b)) = (self.words.get(i), other.words.get(j)) {
            match a.cmp(b) {
                Ordering::Less => i += 1,
                Ordering::Greater => j += 1,
                Ordering::Equal => (i, j, shared) = (i + 1, j + 1, shared + 1),
            }
        }
        let alike = 2000 * shared / (self.words.len() + other.words.len());
        alike + usize::from(!self.marker.is_empty() && self.marker == other.marker)
    }
}

/// The pairs, in order, with the greatest sum of similarities, each at least [`MIN_SIMILARITY`].
fn most_similar(old: &[WordBag<'_>], new: &[WordBag<'_>]) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    let similarity: Vec<usize> = old.iter().flat_map(|o| new.iter().map(|n| o.similarity(n))).collect();
    let alike = |i: usize, j: usize| {
        Some(similarity[i * new.len() + j]).filter(|similarity| *similarity >= MIN_SIMILARITY)
    };
    // best[i][j]: the greatest sum for the blocks from i and j on.
    let mut best = vec![0; (old.len() + 1) * width];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            let skipped = best[(i + 1) * width + j].max(best[i * width + j + 1]);
            let paired = alike(i, j).map_or(0, |alike| alike + best[(i + 1) * width + j + 1]);
            best[i * width + j] = skipped.max(paired);
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < old.len() && j < new.len() {
        let here = best[i * width + j];
        if alike(i, j).is_some_and(|alike| alike + best[(i + 1) * width + j + 1] == here) {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if best[(i + 1) * width + j] == here {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}
