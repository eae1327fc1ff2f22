//! What two rows of things have in common, in order.
//!
//! The library that compares rows takes time that grows with the square of their length when they are made for it, and so
//! it is given short rows only. Longer ones are first cut where something stands that both have exactly once: the longest
//! series of such things that comes in the same order in both (a *patience* diff). What is still long between two cuts has
//! nothing that tells one stretch from another, and counts as different. So the work is in proportion to the length.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};

/// Rows that are compared as they are have at most so many things.
const SHORT: usize = 2000;

/// The positions of what two rows have in common: both grow from one pair to the next.
pub(super) fn common<T: Eq + Hash>(
    old: impl Iterator<Item = T>,
    new: impl Iterator<Item = T>,
) -> Vec<(usize, usize)> {
    let mut numbers: HashMap<T, u32> = HashMap::new();
    let mut numbered = |thing: T| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry(thing).or_insert(next)
    };
    let old: Vec<u32> = old.map(&mut numbered).collect();
    let new: Vec<u32> = new.map(&mut numbered).collect();
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
    /// Adds what two stretches have in common. `cut` says whether long ones may be cut.
    fn compare(&mut self, mut old: Range<usize>, mut new: Range<usize>, cut: bool) {
        while !old.is_empty() && !new.is_empty() && self.old[old.start] == self.new[new.start] {
            self.pairs.push((old.start, new.start));
            (old.start, new.start) = (old.start + 1, new.start + 1);
        }
        let mut after = 0;
        while !old.is_empty() && !new.is_empty() && self.old[old.end - 1] == self.new[new.end - 1] {
            (old.end, new.end, after) = (old.end - 1, new.end - 1, after + 1);
        }
        let ends = (old.end, new.end);
        if old.len().max(new.len()) <= SHORT {
            self.compare_short(old, new);
        } else if cut {
            self.cut(old, new);
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
            // Outside the hunks both sides go in step.
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

    fn cut(&mut self, old: Range<usize>, new: Range<usize>) {
        let (mut from_old, mut from_new) = (old.start, new.start);
        for (at_old, at_new) in self.unique(old.clone(), new.clone()) {
            self.compare(from_old..at_old, from_new..at_new, false);
            self.pairs.push((at_old, at_new));
            (from_old, from_new) = (at_old + 1, at_new + 1);
        }
        self.compare(from_old..old.end, from_new..new.end, false);
    }

    /// The longest series, in the order of both, of what stands exactly once in each stretch.
    fn unique(&self, old: Range<usize>, new: Range<usize>) -> Vec<(usize, usize)> {
        // For each thing where it stands, and None when it stands there twice.
        let places = |row: &[u32], range: Range<usize>| {
            let mut places: HashMap<u32, Option<usize>> = HashMap::new();
            for at in range {
                places.entry(row[at]).and_modify(|place| *place = None).or_insert(Some(at));
            }
            places
        };
        let (in_old, in_new) = (places(self.old, old.clone()), places(self.new, new));
        let both: Vec<(usize, usize)> =
            old.filter_map(|at| Some((in_old[&self.old[at]]?, (*in_new.get(&self.old[at])?)?))).collect();
        longest_rising(&both)
    }
}

/// The longest series of pairs whose second numbers rise; the first ones rise as they are given.
fn longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length the pair that a series of it can end with at the lowest, and for each pair the one before it.
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
    fn long_rows_are_cut_at_what_both_have_once() {
        // Every third thing is another, one stretch is gone, one is new, and two have changed places.
        let old: Vec<u32> = (0..9000).collect();
        let mut new: Vec<u32> = old.iter().map(|n| if n % 3 == 0 { n + 100_000 } else { *n }).collect();
        new.drain(1000..1300);
        new.splice(4000..4000, 200_000..200_500);
        new.swap(8000, 8002);
        let pairs = check(&old, &new);
        assert!((5799..=5800).contains(&pairs.len()), "{}", pairs.len());
    }

    #[test]
    fn what_has_nothing_to_be_told_apart_by_is_different() {
        let row = |odd: u32| (0..20_000).map(|n| if n % 2 == 0 { 0 } else { odd + n }).collect::<Vec<u32>>();
        assert!(check(&row(100_000), &row(200_000)).len() <= 2);
    }

    proptest! {
        #[test]
        fn pairs_are_alike_and_in_order(
            old in prop::collection::vec(0u32..6, 0..40), new in prop::collection::vec(0u32..6, 0..40)
        ) {
            check(&old, &new);
            prop_assert_eq!(check(&old, &old).len(), old.len());
        }

        #[test]
        fn a_series_that_rises_is_the_longest(second in prop::collection::vec(0usize..12, 0..10)) {
            let pairs: Vec<(usize, usize)> = second.into_iter().enumerate().collect();
            let best = (0u32..1 << pairs.len())
                .map(|chosen| pairs.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1).map(|(_, p)| *p).collect())
                .filter(|series: &Vec<(usize, usize)>| series.windows(2).all(|two| two[0].1 < two[1].1))
                .map(|series| series.len())
                .max();
            prop_assert_eq!(Some(longest_rising(&pairs).len()), best);
        }
    }
}
