//! Figures of a set of rows, with bootstrap intervals.

use super::rows::SetRow;

/// How often rows are drawn anew for an interval.
const DRAWS: usize = 1_000;

/// A figure of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    /// The expected document is first, in percent.
    First,
    /// The expected document or a fair answer is first.
    FairFirst,
    /// The expected document is among the first ten.
    FirstTen,
    /// The expected document or a fair answer is among the first ten.
    FairInTen,
    /// The mean reciprocal rank within ten, times a hundred.
    Mrr,
    /// The provision is shown, of the rows that ask for one and whose document is found.
    Provision,
    /// Nothing is found, of the rows with nothing to find.
    Silent,
}

impl Figure {
    pub(super) const ALL: [Self; 7] = [
        Self::First,
        Self::FairFirst,
        Self::FirstTen,
        Self::FairInTen,
        Self::Mrr,
        Self::Provision,
        Self::Silent,
    ];

    /// Its name in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::FairFirst => "or fair",
            Self::FirstTen => "first ten",
            Self::FairInTen => "any in ten",
            Self::Mrr => "MRR",
            Self::Provision => "provision",
            Self::Silent => "silent",
        }
    }

    /// The value of a row; None if it does not count.
    fn of(self, row: &SetRow) -> Option<f64> {
        let share = |holds: bool| Some(if holds { 100.0 } else { 0.0 });
        match self {
            Self::Silent if row.has_answer => None,
            Self::Silent => share(row.is_silent),
            _ if !row.has_answer => None,
            Self::First => share(row.rank == Some(1)),
            Self::FairFirst => share(row.fair_rank == Some(1)),
            Self::FirstTen => share(row.rank.is_some()),
            Self::FairInTen => share(row.fair_rank.is_some()),
            Self::Mrr => Some(row.rank.map_or(0.0, |rank| 100.0 / rank as f64)),
            Self::Provision => row.provision.and_then(share),
        }
    }
}

/// A figure with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) value: f64,
    /// The ends of the 95 % bootstrap interval.
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Estimate {
    /// Whether a difference may be due to chance: its interval includes zero.
    pub(super) fn may_be_chance(self) -> bool {
        self.low <= 0.0 && self.high >= 0.0
    }
}

/// The mean of a figure over rows; None if no row counts.
pub(super) fn mean(figure: Figure, rows: &[&SetRow]) -> Option<Estimate> {
    let values: Vec<f64> = rows.iter().filter_map(|row| figure.of(row)).collect();
    estimate(values.len(), |draw| ratio(draw.iter().map(|at| Some(values[*at]))))
}

/// The difference of a figure between two results of the same rows; None if no row counts in both.
pub(super) fn difference(figure: Figure, rows: &[(&SetRow, &SetRow)]) -> Option<Estimate> {
    // Different rows may count: a provision counts only if its document was found.
    let values: Vec<(Option<f64>, Option<f64>)> = rows
        .iter()
        .map(|(before, after)| (figure.of(before), figure.of(after)))
        .filter(|(before, after)| before.is_some() || after.is_some())
        .collect();
    estimate(values.len(), |draw| {
        let before = ratio(draw.iter().map(|at| values[*at].0))?;
        Some(ratio(draw.iter().map(|at| values[*at].1))? - before)
    })
}

fn ratio(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let (sum, count) = values.flatten().fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// The value of all rows, and the interval of its values for rows drawn with replacement.
fn estimate(rows: usize, of: impl Fn(&[usize]) -> Option<f64>) -> Option<Estimate> {
    let all: Vec<usize> = (0..rows).collect();
    let value = of(&all)?;
    // The draws are always the same, so that the same results give the same report.
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut drawn = vec![0; rows];
    let mut values: Vec<f64> = Vec::with_capacity(DRAWS);
    for _ in 0..DRAWS {
        for at in &mut drawn {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            *at = (random >> 32) as usize % rows;
        }
        values.extend(of(&drawn));
    }
    values.sort_by(f64::total_cmp);
    let at = |thousandths: usize| values.get(values.len() * thousandths / 1000).copied().unwrap_or(value);
    Some(Estimate { value, low: at(25), high: at(975) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: usize, rank: Option<usize>) -> SetRow {
        SetRow { id: id.to_string(), has_answer: true, rank, fair_rank: rank, ..SetRow::default() }
    }

    #[test]
    fn the_interval_is_that_of_a_share() {
        // Of 400 rows half: the normal approximation gives 50 ± 4.9.
        let rows: Vec<SetRow> = (0..400).map(|id| row(id, (id % 2 == 0).then_some(1))).collect();
        let first = mean(Figure::First, &rows.iter().collect::<Vec<_>>()).unwrap();
        assert!((first.value - 50.0).abs() < 1e-9);
        assert!((44.0..46.5).contains(&first.low) && (53.5..56.0).contains(&first.high), "{first:?}");
    }

    #[test]
    fn a_difference_is_taken_row_by_row() {
        let before: Vec<SetRow> = (0..200).map(|id| row(id, Some(2))).collect();
        let after: Vec<SetRow> = (0..200).map(|id| row(id, Some(if id < 20 { 1 } else { 2 }))).collect();
        let rows: Vec<_> = before.iter().zip(&after).collect();
        let first = difference(Figure::First, &rows).unwrap();
        assert!((first.value - 10.0).abs() < 1e-9 && !first.may_be_chance(), "{first:?}");
        let same: Vec<_> = before.iter().zip(&before).collect();
        assert_eq!(difference(Figure::Mrr, &same), Some(Estimate { value: 0.0, low: 0.0, high: 0.0 }));
        assert_eq!(mean(Figure::Silent, &before.iter().collect::<Vec<_>>()), None);
    }
}
