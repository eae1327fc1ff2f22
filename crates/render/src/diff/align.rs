//! Which block of one wording is which block of the other. The steps are told at the head of [`diff`](super).

use std::cmp::Ordering;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use super::blocks::DiffBlock;
use super::change::Change;
use super::common::common;

/// Between two matches, every block of one side is held against every block of the other only while that makes no
/// more comparisons than this. A larger stretch is first cut at the anchors that both sides have, and what is still
/// too large is paired by position; so a document of which every word is new costs no more than one that is.
const COMPARISONS: usize = 1024;

/// How many words of a block count when two are held against each other.
const WORDS: usize = 64;

/// How alike two blocks must be, of 1000, to be taken for the same one.
const ALIKE: usize = 400;

/// The way through both rows of blocks.
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
    /// Matched blocks: both numbers grow from one pair to the next.
    pairs: Vec<(usize, usize)>,
}

/// Where a block without a match in order has its text on the other side.
#[derive(Default)]
struct Moved {
    to: HashMap<usize, usize>,
    from: HashMap<usize, usize>,
}

/// What lies between two matches: a stretch of each side.
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

    /// The stretches that have no match yet, where either side has something.
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

    /// Finds the unmatched texts that stand elsewhere on the other side. Of several alike, the first is the first.
    fn moved(&self) -> Moved {
        let gaps = self.gaps();
        let mut standing: HashMap<(bool, &str), VecDeque<usize>> = HashMap::new();
        for new in gaps.iter().flat_map(|gap| gap.new.clone()) {
            let block = &self.new[new];
            standing.entry((block.heading.is_some(), &block.text)).or_default().push_back(new);
        }
        let mut moved = Moved::default();
        for old in gaps.iter().flat_map(|gap| gap.old.clone()) {
            let block = &self.old[old];
            if block.text.is_empty() {
                continue;
            }
            let twins = standing.get_mut(&(block.heading.is_some(), block.text.as_str()));
            if let Some(new) = twins.and_then(VecDeque::pop_front) {
                moved.to.insert(old, new);
                moved.from.insert(new, old);
            }
        }
        moved
    }

    /// Matches what is left in each gap and has not moved.
    fn match_likely(&mut self, moved: &Moved) {
        let mut pairs = Vec::new();
        for gap in self.gaps().into_iter().take_while(|_| !lagrum_cancel::is_cancelled()) {
            let old: Vec<usize> = gap.old.filter(|old| !moved.to.contains_key(old)).collect();
            let new: Vec<usize> = gap.new.filter(|new| !moved.from.contains_key(new)).collect();
            if comparable(&old, &new) {
                self.pair_alike(&old, &new, &mut pairs);
                continue;
            }
            let anchored = self.same_anchors(&old, &new);
            for (old, new) in between(&old, &new, &anchored) {
                if comparable(old, new) {
                    self.pair_alike(old, new, &mut pairs);
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

    /// Pairs the blocks that are most alike, in order, and what lies between them by position.
    fn pair_alike(&self, old: &[usize], new: &[usize], pairs: &mut Vec<(usize, usize)>) {
        let old_bags: Vec<_> = old.iter().map(|at| WordBag::of(&self.old[*at])).collect();
        let new_bags: Vec<_> = new.iter().map(|at| WordBag::of(&self.new[*at])).collect();
        let alike = most_alike(&old_bags, &new_bags);
        for (old, new) in between(old, new, &alike) {
            self.pair_by_position(old, new, pairs);
        }
        pairs.extend(alike.into_iter().map(|(i, j)| (old[i], new[j])));
    }

    /// Pairs the first with the first and so on. A heading and a text are never paired.
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

    /// The way through both sides: what is matched in its order, and before each match what is not.
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
    old.len().saturating_mul(new.len()) <= COMPARISONS
}

/// The stretches of two lists between the given pairs of positions.
fn between<'l>(
    old: &'l [usize],
    new: &'l [usize],
    pairs: &[(usize, usize)],
) -> Vec<(&'l [usize], &'l [usize])> {
    let ends = [(old.len(), new.len())];
    let (mut i, mut j) = (0, 0);
    let mut stretches = Vec::with_capacity(pairs.len() + 1);
    for &(next_i, next_j) in pairs.iter().chain(&ends) {
        stretches.push((&old[i..next_i], &new[j..next_j]));
        (i, j) = (next_i + 1, next_j + 1);
    }
    stretches
}

/// The words a block begins with, sorted: what its likeness to another is told by.
struct WordBag<'a> {
    is_heading: bool,
    marker: &'a str,
    words: Vec<&'a str>,
}

impl<'a> WordBag<'a> {
    fn of(block: &'a DiffBlock) -> Self {
        let mut words: Vec<&str> = block.text.split(' ').take(WORDS).collect();
        words.sort_unstable();
        Self { is_heading: block.heading.is_some(), marker: &block.marker, words }
    }

    /// How alike two blocks are, of 1000; the same marker tips the scales between two that are as alike.
    fn likeness(&self, other: &Self) -> usize {
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

/// The pairs, in order, that are together most alike, none of them less than [`ALIKE`].
fn most_alike(old: &[WordBag<'_>], new: &[WordBag<'_>]) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    let likeness: Vec<usize> = old.iter().flat_map(|o| new.iter().map(|n| o.likeness(n))).collect();
    let alike = |i: usize, j: usize| Some(likeness[i * new.len() + j]).filter(|alike| *alike >= ALIKE);
    // best[i][j]: the most that the blocks from i and j on can be alike.
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
