//! Reproducible random numbers.
//!
//! Every decision has its own stream, seeded with the corpus seed and the subject of the decision. So documents can be made in
//! any order on any number of threads, and the amount of text does not change the citations. The generator is SplitMix64,
//! written here so that no release of a library changes the bytes of a corpus.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

/// The purpose of a stream. Two purposes never share one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    Heft = 1,
    Outline,
    Links,
    Shape,
    Text,
    Title,
    Vocabulary,
    Name,
    Register,
    Status,
}

impl Random {
    /// The stream for one purpose and one subject, which a few numbers identify.
    pub(crate) fn new(seed: u64, purpose: Purpose, thing: &[usize]) -> Self {
        let mut state = mix(seed ^ mix(purpose as u64));
        for part in thing {
            state = mix(state ^ mix(*part as u64 + 1));
        }
        Self(state)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number from 0 up to, not including, `end`; 0 when `end` is 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// A number from `first` to `last`, both included.
    pub(crate) fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below((last + 1).saturating_sub(first))
    }

    /// A number from 0 up to, not including, 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True with this probability (0 to 1).
    pub(crate) fn chance(&mut self, often: f64) -> bool {
        self.unit() < often
    }

    /// One of the choices, which must not be empty.
    pub(crate) fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// A whole number whose mean is `mean`: rounded up with the probability of its fraction.
    pub(crate) fn count(&mut self, mean: f64) -> usize {
        floor(mean + self.unit())
    }

    /// A whole number from 1 up whose mean is `mean` (at least 1); each further step has the same probability.
    pub(crate) fn repeats(&mut self, mean: f64) -> usize {
        if mean <= 1.0 {
            return 1;
        }
        let stop = 1.0 / mean;
        1 + floor((1.0 - self.unit()).ln() / (1.0 - stop).ln())
    }

    /// A size whose mean is 1, distributed like the sizes of real documents: most are small, a few are thirty times the mean,
    /// which is the maximum.
    pub(crate) fn heft(&mut self) -> f64 {
        const SPREAD: f64 = 1.05;
        let normal: f64 = (0..12).map(|_| self.unit()).sum::<f64>() - 6.0;
        (SPREAD * normal - SPREAD * SPREAD / 2.0).exp().min(30.0)
    }

    /// A position below `end`. A few positions, spread over the whole range, are much more likely than the others.
    pub(crate) fn favourite(&mut self, end: usize) -> usize {
        // Coprime with every range in use, so that different ranks get different positions.
        const STRIDE: usize = 7919;
        let rank = floor(end as f64 * self.unit().powi(3));
        if end == 0 { 0 } else { (rank.min(end - 1) * STRIDE + end / 3) % end }
    }

    /// Puts the items in a random order.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// The integer part of a number, 0 for a negative one.
#[expect(clippy::cast_sign_loss, reason = "the cast of a negative number is 0, which is what we promise")]
pub(crate) fn floor(number: f64) -> usize {
    number as usize
}

fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(draws: usize, mut draw: impl FnMut(&mut Random) -> f64) -> f64 {
        let mut random = Random::new(7, Purpose::Shape, &[1]);
        (0..draws).map(|_| draw(&mut random)).sum::<f64>() / draws as f64
    }

    fn check(drawn: f64, expected: f64, tolerance: f64) {
        assert!((drawn - expected).abs() < tolerance, "{drawn} is not {expected}");
    }

    #[test]
    fn means_are_kept() {
        check(mean(100_000, Random::heft), 1.0, 0.03);
        check(mean(100_000, |random| random.count(2.3) as f64), 2.3, 0.02);
        check(mean(100_000, |random| random.repeats(13.7) as f64), 13.7, 0.2);
        check(mean(100_000, |random| random.repeats(1.0) as f64), 1.0, 0.001);
        check(mean(100_000, |random| random.below(11) as f64), 5.0, 0.05);
    }

    #[test]
    fn every_position_can_be_a_favourite() {
        let mut random = Random::new(7, Purpose::Shape, &[2]);
        let mut seen = [0_usize; 40];
        for _ in 0..100_000 {
            seen[random.favourite(40)] += 1;
        }
        assert!(seen.iter().all(|times| *times > 0));
        assert!(seen.iter().max() > Some(&20_000), "{seen:?}");
        assert_eq!(random.favourite(0), 0);
    }
}
