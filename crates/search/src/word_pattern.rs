//! Where the words of a pattern stand in a text, by the positions of each word.
//!
//! Words are near each other only within one unit of the text: a passage, a heading, or what stands between these. Units may stand
//! in each other. A word that is two words of the pattern counts for one of them.

use std::ops::Range;

use lagrum_words::QueryField;

use crate::plan::{PatternWords, WordPattern};
use crate::text_layout::PassageTable;
use crate::word_position::WordPosition;

/// The passages of a text and the headings over them, as ranges of positions.
#[derive(Debug, Default)]
pub(crate) struct TextUnits {
    /// In order.
    headings: Vec<Range<WordPosition>>,
    /// Passages and headings in the order of their first positions.
    all: Vec<Range<WordPosition>>,
}

impl TextUnits {
    pub(crate) fn new(table: &PassageTable) -> Self {
        let mut over: Vec<u16> = table.headings_over_passages().to_vec();
        over.sort_unstable();
        over.dedup();
        let heading = |number: u16| table.headings.get(usize::from(number)).cloned();
        let headings: Vec<_> = over.into_iter().filter_map(heading).collect();
        let passages = table.passages.iter().map(|passage| passage.words.clone());
        let mut all: Vec<_> = passages.chain(headings.iter().cloned()).collect();
        all.sort_by_key(|unit| unit.start);
        Self { headings, all }
    }

    fn is_in_heading(&self, position: WordPosition) -> bool {
        let after = self.headings.partition_point(|heading| heading.start <= position);
        after.checked_sub(1).is_some_and(|at| self.headings[at].contains(&position))
    }

    fn is_in(&self, field: QueryField, position: WordPosition) -> bool {
        match field {
            QueryField::Heading => self.is_in_heading(position),
            QueryField::Text => !self.is_in_heading(position),
            // No position of a text is one of a name.
            QueryField::Name => false,
        }
    }
}

/// The ends of the units around positions that are asked for in order.
struct UnitEnds<'a> {
    units: Option<&'a TextUnits>,
    next: usize,
    /// The last end of the units that have begun.
    end: WordPosition,
}

impl UnitEnds<'_> {
    /// The last end of a unit around a position: what stands from the position up to there is within one unit.
    fn after(&mut self, position: WordPosition) -> WordPosition {
        let Some(units) = self.units else { return WordPosition(u32::MAX) };
        while let Some(unit) = units.all.get(self.next).filter(|unit| unit.start <= position) {
            self.end = self.end.max(unit.end);
            self.next += 1;
        }
        if self.end > position {
            return self.end;
        }
        units.all.get(self.next).map_or(WordPosition(u32::MAX), |unit| unit.start)
    }
}

/// The positions of the words of a pattern where the pattern is met, in order, each once. `words` has the positions of each word in
/// order. Without `units` the text is one unit, and no field is looked at. With `first_only` the positions of one place at least.
pub(crate) fn met_at(
    pattern: &WordPattern,
    words: &[Vec<WordPosition>],
    units: Option<&TextUnits>,
    first_only: bool,
) -> Vec<WordPosition> {
    let in_field: Vec<Vec<WordPosition>>;
    let words = match (pattern.field, units) {
        (Some(field), Some(units)) => {
            let is_in = |position: &&WordPosition| units.is_in(field, **position);
            in_field = words.iter().map(|word| word.iter().filter(is_in).copied().collect()).collect();
            &in_field
        }
        _ => words,
    };
    match &pattern.words {
        PatternWords::Phrase(_) => one_after_the_other(words),
        PatternWords::Near { between, .. } => near_each_other(words, *between, units, first_only),
    }
}

fn one_after_the_other(words: &[Vec<WordPosition>]) -> Vec<WordPosition> {
    let Some((first, others)) = words.split_first() else { return Vec::new() };
    let begins = |start: &&WordPosition| {
        let follows =
            |(word, offset): (&Vec<WordPosition>, u32)| word.binary_search(&(**start + offset)).is_ok();
        others.iter().zip(1..).all(follows)
    };
    let mut found: Vec<WordPosition> = Vec::new();
    for start in first.iter().filter(begins) {
        found.extend((0..words.len() as u32).map(|offset| *start + offset));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// A position of a word, with the number of the word.
type Occurrence = (WordPosition, usize);

fn near_each_other(
    words: &[Vec<WordPosition>],
    between: u32,
    units: Option<&TextUnits>,
    first_only: bool,
) -> Vec<WordPosition> {
    if words.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let span = between.saturating_add(words.len() as u32);
    let all = around_the_rarest(words, span);
    let mut ends = UnitEnds { units, next: 0, end: WordPosition(0) };
    // How often each word occurs from `from` up to `to`, and how many of them do.
    let mut times = vec![0_usize; words.len()];
    let (mut held, mut to) = (0, 0);
    let mut found: Vec<WordPosition> = Vec::new();
    for (from, (position, number)) in all.iter().enumerate() {
        // Ends come in order, and each is behind its position: a window holds the position that it begins with.
        let end = (*position + span).min(ends.after(*position));
        while let Some((_, added)) = all.get(to).filter(|(next, _)| *next < end) {
            times[*added] += 1;
            held += usize::from(times[*added] == 1);
            to += 1;
        }
        let window = &all[from..to];
        if held == words.len() && has_each_apart(window, words.len()) {
            found.extend(window.iter().map(|(position, _)| *position));
            if first_only {
                break;
            }
        }
        times[*number] -= 1;
        held -= usize::from(times[*number] == 0);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// How many times as often as the word that occurs least a word must occur for its occurrences to be looked up one by one.
const MUCH_MORE: usize = 8;

/// The occurrences of all words, in order, each once. One of the word that occurs least is in whatever is met: of a word that occurs
/// much more, only those within a span of it.
fn around_the_rarest(words: &[Vec<WordPosition>], span: u32) -> Vec<Occurrence> {
    let Some(rarest) = words.iter().min_by_key(|word| word.len()) else { return Vec::new() };
    let mut all: Vec<Occurrence> = Vec::new();
    for (number, word) in words.iter().enumerate() {
        if word.len() < MUCH_MORE * rarest.len() {
            all.extend(word.iter().map(|position| (*position, number)));
            continue;
        }
        let mut from = 0;
        for position in rarest {
            let rest = &word[from..];
            let begin = rest.partition_point(|other| *other + span <= *position);
            let length = rest[begin..].partition_point(|other| *other < *position + span);
            all.extend(rest[begin..begin + length].iter().map(|position| (*position, number)));
            from += begin + length;
        }
    }
    // Made of lists in order, which this sort is quick with.
    all.sort();
    all
}

/// Whether each of `words` words has an occurrence of its own in a window in which all occur: no position counts for two words.
fn has_each_apart(window: &[Occurrence], words: usize) -> bool {
    if window.windows(2).all(|pair| pair[0].0 != pair[1].0) {
        return true;
    }
    // The word that each position counts for.
    let mut taken: Vec<(WordPosition, Option<usize>)> = Vec::new();
    for (position, _) in window {
        if taken.last().is_none_or(|(last, _)| last != position) {
            taken.push((*position, None));
        }
    }
    (0..words).all(|word| takes_position(window, word, &mut taken, &mut vec![false; words]))
}

/// Gives a word a position, if need be by giving the word that has it another one. `tried` has the words that look for one.
fn takes_position(
    window: &[Occurrence],
    word: usize,
    taken: &mut [(WordPosition, Option<usize>)],
    tried: &mut [bool],
) -> bool {
    if std::mem::replace(&mut tried[word], true) {
        return false;
    }
    for (position, _) in window.iter().filter(|(_, number)| *number == word) {
        let Ok(at) = taken.binary_search_by_key(position, |(position, _)| *position) else { continue };
        let is_free = match taken[at].1 {
            None => true,
            Some(other) => takes_position(window, other, taken, tried),
        };
        if is_free {
            taken[at].1 = Some(word);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::QueryWord;

    fn at(positions: &[u32]) -> Vec<WordPosition> {
        positions.iter().copied().map(WordPosition).collect()
    }

    fn range(start: u32, end: u32) -> Range<WordPosition> {
        WordPosition(start)..WordPosition(end)
    }

    fn near(words: usize, between: u32, field: Option<QueryField>) -> WordPattern {
        let word = QueryWord {
            text: String::new(),
            weight: 1.0,
            is_function: false,
            in_phrase: true,
            forms: Vec::new(),
        };
        WordPattern { words: PatternWords::Near { words: vec![word; words], between }, field }
    }

    #[test]
    fn words_are_near_in_any_order_within_a_unit() {
        let words = [at(&[1, 10, 30]), at(&[4, 9])];
        let met = |between, units| met_at(&near(2, between, None), &words, units, false);
        assert_eq!(met(0, None), at(&[9, 10]));
        assert_eq!(met(2, None), at(&[1, 4, 9, 10]));
        assert_eq!(met(20, None), at(&[1, 4, 9, 10, 30]));
        // A heading ends at 4, and a passage has what follows in it.
        let units =
            TextUnits { headings: vec![range(0, 4)], all: vec![range(0, 4), range(4, 40), range(4, 8)] };
        assert_eq!(met(3, Some(&units)), at(&[9, 10]));
        assert_eq!(met(6, Some(&units)), at(&[4, 9, 10]));
        let in_text = near(1, 0, Some(QueryField::Text));
        assert_eq!(met_at(&in_text, &words[..1], Some(&units), false), at(&[10, 30]));
        let in_heading = near(1, 0, Some(QueryField::Heading));
        assert_eq!(met_at(&in_heading, &words[..1], Some(&units), false), at(&[1]));
    }

    #[test]
    fn what_stands_between_units_is_one() {
        let units = TextUnits { headings: Vec::new(), all: vec![range(5, 8)] };
        let met = |a, b| met_at(&near(2, 9, None), &[at(&[a]), at(&[b])], Some(&units), true).len();
        assert_eq!((met(1, 4), met(4, 5), met(5, 7), met(7, 8), met(8, 12)), (2, 0, 2, 0, 2));
    }

    proptest! {
        #[test]
        fn a_span_is_met_if_some_choice_of_positions_is(
            words in prop::collection::vec(prop::collection::btree_set(0_u32..24, 1..6), 1..4),
            between in 0_u32..5,
            cuts in prop::collection::btree_set(1_u32..24, 0..3),
        ) {
            let words: Vec<Vec<u32>> = words.into_iter().map(|word| word.into_iter().collect()).collect();
            let cuts: Vec<u32> = cuts.into_iter().collect();
            let bounds: Vec<u32> = std::iter::once(0).chain(cuts).chain([24]).collect();
            let units = TextUnits {
                headings: Vec::new(),
                all: bounds.windows(2).map(|pair| range(pair[0], pair[1])).collect(),
            };
            // Every choice of one position for each word.
            let mut choices: Vec<Vec<u32>> = vec![Vec::new()];
            for word in &words {
                let longer = |choice: &Vec<u32>| -> Vec<Vec<u32>> {
                    word.iter().filter(|at| !choice.contains(at)).map(|at| [&choice[..], &[*at]].concat()).collect()
                };
                choices = choices.iter().flat_map(longer).collect();
            }
            let unit = |at: u32| bounds.iter().filter(|bound| **bound <= at).count();
            let is_met = |choice: &Vec<u32>| {
                let (Some(first), Some(last)) = (choice.iter().min(), choice.iter().max()) else { return false };
                last - first < between + words.len() as u32 && unit(*first) == unit(*last)
            };
            let expected = choices.iter().any(is_met);
            let positions: Vec<_> = words.iter().map(|word| at(word)).collect();
            let met = met_at(&near(words.len(), between, None), &positions, Some(&units), false);
            prop_assert_eq!(!met.is_empty(), expected);
            for choice in choices.iter().filter(|choice| is_met(choice)) {
                prop_assert!(choice.iter().all(|at| met.contains(&WordPosition(*at))));
            }
        }
    }
}
