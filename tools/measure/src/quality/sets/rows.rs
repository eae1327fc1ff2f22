//! The result of each row of a set, as it is saved.

use serde::{Deserialize, Serialize};

use crate::quality::{Case, Outcome};

/// The results of the rows of a set.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct SetResult {
    pub(super) name: String,
    pub(super) rows: Vec<SetRow>,
}

/// The result of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct SetRow {
    pub(super) id: String,
    pub(super) category: String,
    /// Whether there is something to find.
    pub(super) has_answer: bool,
    /// The rank of the first expected document.
    pub(super) rank: Option<usize>,
    /// The rank of the first expected document or fair answer.
    pub(super) fair_rank: Option<usize>,
    /// Whether the provision was shown; None if the row expects none, or its document was not found.
    pub(super) provision: Option<bool>,
    /// Whether nothing was found.
    pub(super) is_silent: bool,
}

impl SetRow {
    pub(super) fn new(case: &Case, outcome: &Outcome) -> Self {
        let is_fair = |hit: &String| {
            let also = case.also.iter().map(|uri| uri.split('#').next().unwrap_or_default());
            case.expect.contains(hit) || also.into_iter().any(|document| document == hit)
        };
        Self {
            id: case.id.clone(),
            category: case.category.clone(),
            has_answer: !case.expect.is_empty(),
            rank: outcome.rank,
            fair_rank: outcome.hits.iter().position(is_fair).map(|at| at + 1),
            provision: outcome.shown,
            is_silent: outcome.hits.is_empty(),
        }
    }
}

/// Whether the row with this id is in the tuning half.
pub(super) fn is_tuning(id: &str) -> bool {
    // FNV-1a, which no release of a library changes. Ids differ in their last letters only; the product spreads these to all
    // bits of the digest.
    let mut digest = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    digest = (digest ^ (digest >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    (digest ^ (digest >> 33)) & 1 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_are_about_equal_and_stay_so() {
        let tuning = (0..1_000).filter(|number| is_tuning(&format!("lay-{number:03}"))).count();
        assert!((450..550).contains(&tuning), "{tuning} of 1000");
        assert_eq!(["lay-002", "lay-005", "known-001"].map(is_tuning), [false, true, true]);
    }

    #[test]
    fn a_fair_answer_counts_apart_from_the_one_looked_for() {
        let case = Case {
            id: "a".to_owned(),
            expect: vec!["1931:47".to_owned()],
            also: vec!["1931:48#P2".to_owned()],
            ..Case::default()
        };
        let hits = ["1931:49", "1931:48", "1931:47"].map(str::to_owned).to_vec();
        let row = SetRow::new(&case, &Outcome { rank: Some(3), hits, ..Outcome::default() });
        assert_eq!((row.rank, row.fair_rank, row.is_silent), (Some(3), Some(2), false));
    }
}
