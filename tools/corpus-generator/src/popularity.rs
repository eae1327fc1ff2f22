//! The distribution of citations over the documents of a source.
//!
//! Documents are numbered by rank: number 0 is cited by the most documents. The share of rank `k` falls as `1 / (k + bend)`, a
//! power law that is flattened at its head, because even the most cited statute of a country is cited by a few percent of all
//! documents only. The bend is computed from the share that number 0 is to have. That share does not depend on the size of the
//! corpus, so measurements on a small corpus hold for a large one in proportion.

use crate::random::{Random, floor};

/// The mean prominence of a drawn document, relative to the most cited one, for any number of documents.
const MEAN_PROMINENCE: f64 = 0.14;

/// The popularity of the documents of one source.
#[derive(Clone, Debug)]
pub(crate) struct Popularity {
    ranks: f64,
    bend: f64,
    /// The rank that has half the prominence of the first.
    head: f64,
}

impl Popularity {
    /// The popularity of `documents` documents, the first of which is cited by the share `top` (0 to 1) of all citing
    /// documents. If there are so few documents that an equal share is larger than `top`, all have equal shares.
    pub(crate) fn new(documents: usize, top: f64) -> Self {
        let ranks = documents.max(1) as f64;
        let share = |bend: f64| (1.0 / bend).ln_1p() / (ranks / bend).ln_1p();
        let bend = solve(|bend| share(bend) < top);
        // The mean of head / (head + rank) over the drawn ranks.
        let mean = |head: f64| {
            let spread = ((head + ranks) / head).ln() - (ranks / bend).ln_1p();
            head * spread / ((bend - head) * (ranks / bend).ln_1p())
        };
        let head = solve(|head| mean(head) > MEAN_PROMINENCE);
        Self { ranks, bend, head }
    }

    /// A rank, low ones more often.
    pub(crate) fn draw(&self, random: &mut Random) -> usize {
        let rank = self.bend * ((self.ranks / self.bend).ln_1p() * random.unit()).exp_m1();
        floor(rank.min(self.ranks - 1.0))
    }

    /// The prominence of a rank relative to the most cited: 1 for rank 0, towards 0 for high ranks.
    pub(crate) fn prominence(&self, rank: usize) -> f64 {
        self.head / (self.head + rank as f64)
    }
}

/// The point at which a condition begins to hold, between a millionth and a thousand million.
fn solve(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (1e-6, 1e9);
    for _ in 0..200 {
        let middle = f64::sqrt(low * high);
        if holds(middle) { high = middle } else { low = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Purpose;

    #[test]
    fn the_most_cited_has_its_share_whatever_the_size() {
        for documents in [500, 5_000, 50_000] {
            let popularity = Popularity::new(documents, 0.02);
            let mut random = Random::new(1, Purpose::Links, &[documents]);
            let drawn: Vec<usize> = (0..100_000).map(|_| popularity.draw(&mut random)).collect();
            let top = drawn.iter().filter(|rank| **rank == 0).count();
            assert!((1_850..2_150).contains(&top), "{documents} documents: {top}");
            assert!(drawn.iter().all(|rank| *rank < documents));
            assert!(drawn.iter().any(|rank| *rank > documents / 2));
        }
    }

    #[test]
    fn a_hundredth_has_a_third_of_the_citations() {
        let popularity = Popularity::new(15_000, 0.013);
        let mut random = Random::new(1, Purpose::Links, &[3]);
        let head = (0..10_000).filter(|_| popularity.draw(&mut random) < 150).count();
        assert!((3_000..4_500).contains(&head), "{head}");
    }

    #[test]
    fn attention_is_the_same_whatever_the_size() {
        for documents in [50, 500, 15_000, 75_000] {
            let popularity = Popularity::new(documents, 0.013);
            let mut random = Random::new(1, Purpose::Links, &[4]);
            let sum: f64 = (0..50_000).map(|_| popularity.prominence(popularity.draw(&mut random))).sum();
            let mean = sum / 50_000.0;
            assert!((mean - MEAN_PROMINENCE).abs() < 0.03, "{documents} documents: {mean}");
        }
    }

    #[test]
    fn among_few_all_are_alike() {
        let popularity = Popularity::new(4, 0.02);
        let mut random = Random::new(1, Purpose::Links, &[]);
        let mut times = [0; 4];
        for _ in 0..40_000 {
            times[popularity.draw(&mut random)] += 1;
        }
        assert!(times.iter().all(|times| (9_500..10_500).contains(times)), "{times:?}");
    }
}
