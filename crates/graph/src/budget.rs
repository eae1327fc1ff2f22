//! How many documents each ring may show.
//!
//! A greater depth must not give a larger answer: one limit is shared between the rings, and the nearest gets the most.

/// How many rings are shown around a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// The neighbours only.
    One,
    /// The neighbours and one ring.
    Two,
    /// The neighbours and two rings.
    Three,
}

/// The maximum number of documents in each ring, on one side of the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// The maximum number of neighbours.
    pub neighbours: usize,
    /// The maximum in each ring, from hop 2 outwards; 0 where the depth has no such ring.
    pub rings: [usize; 2],
}

impl Budgets {
    /// Shares `limit` documents between the rings: all to the neighbours at depth 1, 60 and 40 percent at depth 2,
    /// 50, 30 and 20 at depth 3. Shares are rounded down, and at least 1.
    pub fn new(depth: Depth, limit: u32) -> Self {
        let share = |tenths: u64| (u64::from(limit) * tenths / 10).max(1) as usize;
        match depth {
            Depth::One => Self { neighbours: share(10), rings: [0, 0] },
            Depth::Two => Self { neighbours: share(6), rings: [share(4), 0] },
            Depth::Three => Self { neighbours: share(5), rings: [share(3), share(2)] },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(depth: Depth, limit: u32, neighbours: usize, rings: [usize; 2]) {
        assert_eq!(Budgets::new(depth, limit), Budgets { neighbours, rings }, "{depth:?} {limit}");
    }

    #[test]
    fn shares_are_whole_tenths_rounded_down_and_at_least_one() {
        check(Depth::One, 20, 20, [0, 0]);
        check(Depth::One, 1, 1, [0, 0]);
        check(Depth::Two, 20, 12, [8, 0]);
        check(Depth::Two, 19, 11, [7, 0]);
        check(Depth::Two, 1, 1, [1, 0]);
        check(Depth::Three, 300, 150, [90, 60]);
        check(Depth::Three, 19, 9, [5, 3]);
        check(Depth::Three, 2, 1, [1, 1]);
        check(Depth::Three, 0, 1, [1, 1]);
        check(Depth::Two, u32::MAX, 2_576_980_377, [1_717_986_918, 0]);
    }
}
