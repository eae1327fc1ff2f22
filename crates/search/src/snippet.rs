//! Which parts of a text to show.
//!
//! [`stretches`] chooses parts of a text by the marks alone, an [`Extract`] is cut around one, and [`Extracts`] keeps
//! those that are shown: none that repeats another, and a heading or one without a mark only if there is no other.

use crate::extract::Extract;
use crate::marks::Mark;

/// The words of a stretch, about.
const WORDS: u32 = 20;

/// The most extracts of one text.
const MAX_EXTRACTS: usize = 2;

/// The most stretches that are tried for them. In a text that repeats itself many stretches have equal words.
const MAX_STRETCHES: usize = 6;

/// The stretches of a text that show best what matches there: at most six, the best first, each as the marks in it.
/// `weights` are the weights of the words of the query.
pub(crate) fn stretches<'a>(marks: &'a [Mark], weights: &[f32]) -> Vec<&'a [Mark]> {
    let mut best: Vec<(f32, usize, usize)> = Vec::new();
    let mut end = 0;
    for start in 0..marks.len() {
        // A stretch from a later mark at the same position has fewer marks.
        if start > 0 && marks[start - 1].position == marks[start].position {
            continue;
        }
        end = end.max(start);
        while end < marks.len() && marks[end].position < marks[start].position + WORDS {
            end += 1;
        }
        let worth = worth(&marks[start..end], weights);
        match best.last_mut() {
            // Of overlapping stretches the better is kept.
            Some(last) if start < last.2 => {
                if worth > last.0 {
                    *last = (worth, start, end);
                }
            }
            _ => best.push((worth, start, end)),
        }
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    best.truncate(MAX_STRETCHES);
    best.into_iter().map(|(_, start, end)| &marks[start..end]).collect()
}

/// The score of a stretch: each word counts once. Of two stretches with equal words the first is shown, since a rule comes
/// before the comments on it.
pub(crate) fn worth(marks: &[Mark], weights: &[f32]) -> f32 {
    let mut seen = 0_u128;
    let value = |mark: &Mark| {
        let value = mark.nearness * weights.get(usize::from(mark.word)).copied().unwrap_or_default();
        // A query has fewer words than there are bits.
        let word = 1_u128.checked_shl(u32::from(mark.word)).unwrap_or_default();
        let is_repeated = seen & word != 0;
        seen |= word;
        if is_repeated { 0.0 } else { value }
    };
    marks.iter().map(value).sum()
}

/// The extracts that are shown of one text.
#[derive(Debug, Default)]
pub(crate) struct Extracts {
    marked: Vec<Extract>,
    /// The first that is a heading, and the first that has no mark.
    heading: Option<Extract>,
    unmarked: Option<Extract>,
}

impl Extracts {
    /// Adds an extract, unless it repeats one added before.
    pub(crate) fn add(&mut self, extract: Extract) {
        if !extract.is_marked() {
            self.unmarked.get_or_insert(extract);
        } else if extract.is_heading() {
            self.heading.get_or_insert(extract);
        } else if !self.is_full() && !self.marked.iter().any(|shown| extract.repeats(shown)) {
            self.marked.push(extract);
        }
    }

    /// Whether there are as many as are shown.
    pub(crate) fn is_full(&self) -> bool {
        self.marked.len() == MAX_EXTRACTS
    }

    /// Whether none has a mark.
    pub(crate) fn are_unmarked(&self) -> bool {
        self.marked.is_empty() && self.heading.is_none()
    }

    /// The extracts as HTML, in reading order.
    pub(crate) fn into_html(mut self) -> Vec<String> {
        self.marked.sort_by_key(Extract::position);
        let other = self.heading.or(self.unmarked).filter(|_| self.marked.is_empty());
        self.marked.into_iter().chain(other).map(Extract::into_html).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word_position::WordPosition;

    fn marks(positions: &[(u32, u16)]) -> Vec<Mark> {
        positions
            .iter()
            .map(|(position, word)| Mark {
                position: WordPosition(*position),
                word: *word,
                nearness: 1.0,
                is_shown: true,
            })
            .collect()
    }

    #[test]
    fn the_best_stretches_have_the_most_words() {
        let marks = marks(&[(1, 0), (100, 0), (105, 1), (300, 0), (301, 0)]);
        let found: Vec<Vec<u32>> = stretches(&marks, &[1.0, 2.0])
            .into_iter()
            .map(|marks| marks.iter().map(|mark| mark.position.0).collect())
            .collect();
        assert_eq!(found, [vec![100, 105], vec![1], vec![300, 301]]);
        assert!(stretches(&[], &[]).is_empty());
    }
}
