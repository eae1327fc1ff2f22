//! Which units of two lydelser are the same provision, heading or text.

use std::collections::{HashMap, HashSet};

use super::blocks::DiffBlock;
use super::change::Change;
use super::comparison::LydelseComparison;
use super::group::{Group, UnitKind};

/// What part of its text a unit must share with another to be matched with it, of 1000.
const MIN_SHARED: usize = 400;

/// The same, for a pair with different numbers of which one stands in both lydelser.
const MIN_SHARED_CONTESTED: usize = 500;

/// What is added for equal anchors when pairs are compared, of 1000.
const SAME_ANCHOR: usize = 250;

/// Two units that are the same provision, heading or text, by their indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UnitPair {
    pub(super) old: usize,
    pub(super) new: usize,
}

/// Two lydelser, whose units are matched.
pub(super) struct Matching<'a> {
    comparison: &'a LydelseComparison,
    old: &'a [Group<'a>],
    new: &'a [Group<'a>],
    /// The anchors of the provisions that the older lydelse has.
    older: HashSet<&'a str>,
    /// The anchors of the provisions that the newer one has.
    newer: HashSet<&'a str>,
}

impl<'a> Matching<'a> {
    pub(super) fn of(comparison: &'a LydelseComparison, old: &'a [Group<'a>], new: &'a [Group<'a>]) -> Self {
        let anchors = |units: &'a [Group<'a>]| units.iter().filter_map(Group::provision).collect();
        Self { comparison, old, new, older: anchors(old), newer: anchors(new) }
    }

    /// What part of its text a unit must share with another, of 1000. A provision gets another number by more than by sharing words,
    /// where the number that it had or the one that it gets stands in both lydelser.
    fn least_shared(&self, old: &Group<'_>, new: &Group<'_>) -> usize {
        match (old.provision(), new.provision()) {
            (Some(from), Some(to))
                if from != to && (self.newer.contains(from) || self.older.contains(to)) =>
            {
                MIN_SHARED_CONTESTED
            }
            _ => MIN_SHARED,
        }
    }

    /// The units that are the same provision, heading or text, in the order of the newer lydelse.
    pub(super) fn pairs(&self) -> Vec<UnitPair> {
        let mut candidates: Vec<(usize, usize, usize)> = self
            .shared()
            .into_iter()
            .filter_map(|((old, new), shared)| {
                let (older, newer) = (&self.old[old], &self.new[new]);
                let length = older.len().max(newer.len()).max(1);
                let share = (shared * 1000 / length).min(1000);
                let same_anchor = older.anchor.is_some() && older.anchor == newer.anchor;
                (share >= self.least_shared(older, newer) && older.kind == newer.kind).then_some((
                    share + if same_anchor { SAME_ANCHOR } else { 0 },
                    old,
                    new,
                ))
            })
            .collect();
        candidates.sort_by_key(|(score, old, new)| (std::cmp::Reverse(*score), old.abs_diff(*new), *new));
        let mut pairs: HashMap<usize, usize> = HashMap::new();
        let mut taken = vec![false; self.old.len()];
        for (_, old, new) in candidates {
            if !taken[old] && !pairs.contains_key(&new) {
                taken[old] = true;
                pairs.insert(new, old);
            }
        }
        self.add_same_anchors(&mut pairs, &mut taken);
        let mut pairs: Vec<_> = pairs.into_iter().map(|(new, old)| UnitPair { old, new }).collect();
        pairs.sort_unstable_by_key(|pair| pair.new);
        pairs
    }

    /// How many bytes of text matched blocks share, for each pair of units.
    fn shared(&self) -> HashMap<(usize, usize), usize> {
        let (old_unit, new_unit) = (unit_of_blocks(self.old), unit_of_blocks(self.new));
        let mut shared: HashMap<(usize, usize), usize> = HashMap::new();
        for change in self.comparison.changes() {
            let (old, new) = match *change {
                Change::Same { old, new } | Change::Changed { old, new } => (old, new),
                Change::Added { new, moved_from: Some(old) } => (old, new),
                _ => continue,
            };
            let (before, after) = (&self.comparison.older()[old], &self.comparison.newer()[new]);
            let bytes =
                if before.text == after.text { after.text.len() + 1 } else { shared_bytes(before, after) };
            *shared.entry((old_unit[old], new_unit[new])).or_default() += bytes;
        }
        shared
    }

    /// Pairs the remaining units of the same kind and anchor, in order.
    fn add_same_anchors(&self, pairs: &mut HashMap<usize, usize>, taken: &mut [bool]) {
        let mut left: HashMap<(UnitKind, &str), Vec<usize>> = HashMap::new();
        for (at, unit) in self.old.iter().enumerate().filter(|(at, _)| !taken[*at]) {
            if let Some(anchor) = &unit.anchor {
                left.entry((unit.kind, anchor)).or_default().push(at);
            }
        }
        for (new, unit) in self.new.iter().enumerate() {
            let Some(anchor) = unit.anchor.as_deref().filter(|_| !pairs.contains_key(&new)) else { continue };
            if let Some(olds) = left.get_mut(&(unit.kind, anchor))
                && !olds.is_empty()
            {
                let old = olds.remove(0);
                taken[old] = true;
                pairs.insert(new, old);
            }
        }
    }
}

/// For each block the index of its unit.
fn unit_of_blocks(groups: &[Group<'_>]) -> Vec<usize> {
    groups.iter().enumerate().flat_map(|(at, group)| vec![at; group.blocks.len()]).collect()
}

/// The bytes of the words that two texts share, in any order.
fn shared_bytes(old: &DiffBlock, new: &DiffBlock) -> usize {
    let mut words: HashMap<&str, usize> = HashMap::new();
    for word in old.text.split(' ') {
        *words.entry(word).or_default() += 1;
    }
    let mut take = |word: &str| {
        words.get_mut(word).filter(|left| **left > 0).map_or(0, |left| {
            *left -= 1;
            word.len() + 1
        })
    };
    new.text.split(' ').map(&mut take).sum()
}

/// The longest series of pairs whose older indexes increase: older index to newer. `pairs` are in the order of the newer
/// indexes.
pub(super) fn longest_series(pairs: &[UnitPair]) -> HashMap<usize, usize> {
    // `ends[n]` is the last pair of one series of n + 1 pairs. Of several such series, it is the one whose last older index is the
    // smallest.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, UnitPair { old, .. }) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].old < *old);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() { ends.push(at) } else { ends[length] = at }
    }
    let series = std::iter::successors(ends.last().copied(), |at| before[*at]);
    series.map(|at| (pairs[at].old, pairs[at].new)).collect()
}

/// The older units without a match, by the newer unit that they follow: the one matched with the last older unit before
/// them that stayed in its place.
pub(super) fn removed_after(
    older: &[Group<'_>],
    matched: &[UnitPair],
    in_place: &HashMap<usize, usize>,
) -> HashMap<Option<usize>, Vec<usize>> {
    let mut is_matched = vec![false; older.len()];
    for pair in matched {
        is_matched[pair.old] = true;
    }
    let mut removed: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    let mut after = None;
    for (at, is_matched) in is_matched.into_iter().enumerate() {
        after = in_place.get(&at).copied().or(after);
        if !is_matched {
            removed.entry(after).or_default().push(at);
        }
    }
    removed
}
