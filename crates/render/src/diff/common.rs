//! The common elements of two sequences, in order.
//!
//! The diff library takes quadratic time for adverse input, so it gets only short sequences. Longer ones are first split
//! at elements that both have exactly once: at the longest series of these in the same order in both (a *patience* diff).
//! A part that is still too long has no such element and counts as different. So the work is proportional to the length.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

/// The maximum length of sequences that are compared without splitting.
const MAX_UNSPLIT: usize = 2000;

/// The positions of the common elements of two sequences. Both increase from pair to pair.
pub(super) fn common<T: Eq + Hash>(
    old: impl Iterator<Item = T>,
    new: impl Iterator<Item = T>,
) -> Vec<(usize, usize)> {
    let mut numbers: HashMap<T, u32> = HashMap::new();
    let mut number_of = |element: T| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry(element).or_insert(next)
    };
    let old: Vec<u32> = old.map(&mut number_of).collect();
    let new: Vec<u32> = new.map(&mut number_of).collect();
    let mut rows = SequenceComparison { old: &old, new: &new, pairs: Vec::new() };
    rows.compare(0..old.len(), 0..new.len(), true);
    rows.pairs
}

struct SequenceComparison<'a> {
    old: &'a [u32],
    new: &'a [u32],
    pairs: Vec<(usize, usize)>,
}

impl SequenceComparison<'_> {
    /// Adds the common elements of two ranges. `may_split` states whether long ones may be split.
    fn compare(&mut self, mut old: Range<usize>, mut new: Range<usize>, may_split: bool) {
        while !old.is_empty() && !new.is_empty() && self.old[old.start] == self.new[new.start] {
            self.pairs.push((old.start, new.start));
            (old.start, new.start) = (old.start + 1, new.start + 1);
        }
        let mut after = 0;
        while !old.is_empty() && !new.is_empty() && self.old[old.end - 1] == self.new[new.end - 1] {
            (old.end, new.end, after) = (old.end - 1, new.end - 1, after + 1);
        }
        let ends = (old.end, new.end);
        if old.len().max(new.len()) <= MAX_UNSPLIT {
            self.compare_short(old, new);
        } else if may_split {
            self.split(old, new);
        }
        self.pairs.extend((0..after).map(|at| (ends.0 + at, ends.1 + at)));
    }

    fn compare_short(&mut self, old: Range<usize>, new: Range<usize>) {
        if old.is_empty() || new.is_empty() {
            return;
        }
        let mut input = InternedInput::default();
        input.update_before(self.old[old.clone()].iter().copied());
        input.update_after(self.new[new.clone()].iter().copied());
        let diff = Diff::compute(Algorithm::Histogram, &input);
        let mut done = (0, 0);
        let mut same_until = |end: (usize, usize), next: (usize, usize)| {
            // Outside the hunks both sides are equal.
            let (from_old, from_new) = (old.start + done.0, new.start + done.1);
            self.pairs.extend((from_old..old.start + end.0).zip(from_new..new.start + end.1));
            done = next;
        };
        for hunk in diff.hunks() {
            let (before, after) = (hunk.before, hunk.after);
            same_until(
                (before.start as usize, after.start as usize),
                (before.end as usize, after.end as usize),
            );
        }
        same_until((old.len(), new.len()), (0, 0));
    }

    fn split(&mut self, old: Range<usize>, new: Range<usize>) {
        let (mut from_old, mut from_new) = (old.start, new.start);
        for (at_old, at_new) in self.unique(old.clone(), new.clone()) {
            self.compare(from_old..at_old, from_new..at_new, false);
            self.pairs.push((at_old, at_new));
            (from_old, from_new) = (at_old + 1, at_new + 1);
        }
        self.compare(from_old..old.end, from_new..new.end, false);
    }

    /// The longest series, in the order of both, of elements that occur exactly once in each range.
    fn unique(&self, old: Range<usize>, new: Range<usize>) -> Vec<(usize, usize)> {
        // For each element its position, or None when it occurs twice.
        let positions = |row: &[u32], range: Range<usize>| {
            let mut positions: HashMap<u32, Option<usize>> = HashMap::new();
            for at in range {
                positions.entry(row[at]).and_modify(|position| *position = None).or_insert(Some(at));
            }
            positions
        };
        let (in_old, in_new) = (positions(self.old, old.clone()), positions(self.new, new));
        let both: Vec<(usize, usize)> =
            old.filter_map(|at| Some((in_old[&self.old[at]]?, (*in_new.get(&self.old[at])?)?))).collect();
        longest_increasing(&both)
    }
}

/// The longest series of pairs whose second numbers increase. The first numbers increase in the input.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length the lowest pair that a series of that length can end with, and for each pair the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, (_, second)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *second);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut series = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(at) = next {
        series.push(pairs[at]);
        next = before[at];
    }
    series.reverse();
    series
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(old: &[u32], new: &[u32]) -> Vec<(usize, usize)> {
        let pairs = common(old.iter(), new.iter());
        assert!(pairs.iter().all(|(i, j)| old[*i] == new[*j]));
        assert!(pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
        pairs
    }

    #[test]
    fn long_sequences_are_split_at_elements_that_both_have_once() {
        // Every third element differs, one range is removed, one is added, and two elements are swapped.
        let old: Vec<u32> = (0..9000).collect();
        let mut new: Vec<u32> = old.iter().map(|n| if n % 3 == 0 { n + 100_000 } else { *n }).collect();
        new.drain(1000..1300);
        new.splice(4000..4000, 200_000..200_500);
        new.swap(8000, 8002);
        let pairs = check(&old, &new);
        assert!((5799..=5800).contains(&pairs.len()), "{}", pairs.len());
    }

    #[test]
    fn long_sequences_without_unique_elements_are_different() {
        let row = |odd: u32| (0..20_000).map(|n| if n % 2 == 0 { 0 } else { odd + n }).collect::<Vec<u32>>();
        assert!(check(&row(100_000), &row(200_000)).len() <= 2);
    }

    proptest! {
        #[test]
        fn pairs_are_equal_elements_in_order(
            old in prop::collection::vec(0u32..6, 0..40), new in prop::collection::vec(0u32..6, 0..40)
        ) {
            check(&old, &new);
            prop_assert_eq!(check(&old, &old).len(), old.len());
        }

        #[test]
        fn longest_increasing_series_are_found(second in prop::collection::vec(0usize..12, 0..10)) {
            let pairs: Vec<(usize, usize)> = second.into_iter().enumerate().collect();
            let best = (0u32..1 << pairs.len())
                .map(|chosen| pairs.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1).map(|(_, p)| *p).collect())
                .filter(|series: &Vec<(usize, usize)>| series.windows(2).all(|two| two[0].1 < two[1].1))
                .map(|series| series.len())
                .max();
            prop_assert_eq!(Some(longest_increasing(&pairs).len()), best);
        }
    }
}
