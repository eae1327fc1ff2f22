//! A bar chart of documents by year, drawn without a script.

use std::collections::BTreeMap;

use crate::ord::om as ord;

/// Maximum number of bars of a drawing. If there are more years, a bar stands for several.
const MAX_BARS: u16 = 40;
/// Years that a bar may stand for.
const SPANS: [u16; 7] = [1, 2, 5, 10, 25, 50, 100];
/// Pixels of a bar with the space after it, and of the highest bar.
const STEP: u32 = 4;
const HEIGHT: u32 = 28;

/// A drawing of documents by year.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bars {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) columns: Vec<Bar>,
    /// The first and the last year.
    pub(crate) range: String,
    /// The content of the drawing, in words.
    pub(crate) words: String,
}

/// A bar, in pixels from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bar {
    pub(crate) x: u32,
    pub(crate) y: u32,
    pub(crate) height: u32,
}

impl Bars {
    /// The bars of the numbers of documents by year.
    pub(crate) fn new(years: &BTreeMap<u16, u64>) -> Self {
        let (Some((first, _)), Some((last, _))) = (years.first_key_value(), years.last_key_value()) else {
            return Self::default();
        };
        let fits = |span: &&u16| last / **span - first / **span < MAX_BARS;
        // A span of a century fits all years that there can be.
        let span = SPANS.iter().find(fits).copied().unwrap_or(u16::MAX);
        let begin = first / span;
        let mut counts = vec![0_u64; usize::from(last / span - begin) + 1];
        for (year, documents) in years {
            counts[usize::from(year / span - begin)] += documents;
        }
        let most = counts.iter().copied().max().unwrap_or_default().max(1);
        let bar = |(at, count): (u32, u64)| {
            // The bar of a single document is visible too.
            let share = (count as f64 / most as f64 * f64::from(HEIGHT)).ceil();
            let height = (0..=HEIGHT).rfind(|height| f64::from(*height) <= share).unwrap_or_default();
            Bar { x: at * STEP, y: HEIGHT - height, height }
        };
        let bars = (0_u32..).zip(counts).filter(|(_, count)| *count > 0).map(bar).collect();
        Self {
            width: (u32::from(last / span - begin) + 1) * STEP,
            height: HEIGHT,
            columns: bars,
            range: ord::year_range(*first, *last),
            words: ord::years(*first, *last, span),
        }
    }

    /// Whether there is nothing to draw.
    pub(crate) fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_become_bars_of_equal_spans() {
        let bars = Bars::new(&BTreeMap::from([(2000, 10), (2001, 5), (2003, 1)]));
        let heights: Vec<_> = bars.columns.iter().map(|bar| (bar.x, bar.height)).collect();
        assert_eq!((heights, bars.width), (vec![(0, 28), (4, 14), (12, 3)], 16));
        let long = Bars::new(&(1686..=2026).map(|year| (year, 1)).collect());
        assert_eq!(long.columns.len(), 35);
        assert!(long.words.contains("1686–2026"), "{}", long.words);
        assert_eq!((long.range.as_str(), bars.range.as_str()), ("1686–2026", "2000–2003"));
        assert!(Bars::new(&BTreeMap::from([(0, 1), (u16::MAX, 1)])).columns.len() == 2);
        assert!(Bars::new(&BTreeMap::new()).is_empty());
    }
}
