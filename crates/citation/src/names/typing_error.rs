//! One typing error in a long name: a letter too many, too few, wrong, or two swapped.
//!
//! Only a letter in a word of at least six letters may be wrong. A name with another digit, roman number (`Schrems I`) or short word
//! is another name. So is a name with one more s before `lag`: `vapenslagen` means kinds of weapons.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Range;

/// The least number of letters of a name that is corrected.
pub(crate) const MIN_NAME: usize = 8;

/// The least number of letters of the word with the error.
const MIN_WORD: usize = 6;

/// Names that a misspelt name may be corrected to, each with a number, by the number of their letters.
///
/// Every run of words in a query is compared with the names, so they are sorted, and names with a common beginning are found by
/// binary search. The letters before and after the error are known from the typed name. So the work depends on the number of typed
/// letters, and hardly on the number of names.
#[derive(Debug, Default)]
pub(crate) struct MisspellableNames(BTreeMap<usize, SortedNames>);

/// Names of one length, one after the other in the order of their letters, with their numbers.
#[derive(Debug, Default)]
struct SortedNames {
    length: usize,
    letters: Vec<char>,
    numbers: Vec<u32>,
}

impl MisspellableNames {
    /// Sorts names, given with their numbers, in lower case and without diacritics. Empty names are left out.
    pub(crate) fn new<'n>(names: impl IntoIterator<Item = (&'n str, u32)>) -> Self {
        let mut by_length: BTreeMap<usize, Vec<(Vec<char>, u32)>> = BTreeMap::new();
        for (name, number) in names {
            let letters: Vec<char> = name.chars().collect();
            by_length.entry(letters.len()).or_default().push((letters, number));
        }
        by_length.remove(&0);
        let sorted = by_length.into_iter().map(|(length, mut names)| {
            names.sort_unstable();
            let numbers = names.iter().map(|(_, number)| *number).collect();
            (
                length,
                SortedNames {
                    length,
                    letters: names.into_iter().flat_map(|(name, _)| name).collect(),
                    numbers,
                },
            )
        });
        Self(sorted.collect())
    }

    /// The numbers of the names that `typed` misspells, in order.
    pub(crate) fn misspelt(&self, typed: &[char]) -> Vec<u32> {
        let mut found = Vec::new();
        for (_, names) in self.0.range(typed.len().saturating_sub(1)..=typed.len() + 1) {
            names.find(typed, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl SortedNames {
    fn name(&self, row: usize) -> &[char] {
        &self.letters[row * self.length..(row + 1) * self.length]
    }

    /// The rows among `rows` whose names have `letters` at `at`. All names of `rows` have the same first `at` letters.
    fn continued(&self, rows: &Range<usize>, at: usize, letters: &[char]) -> Range<usize> {
        let next = |row: usize| &self.name(row)[at..at + letters.len()];
        let start = first(rows.clone(), |row| next(row) >= letters);
        start..first(start..rows.end, |row| next(row) > letters)
    }

    /// Adds the numbers of the names that `typed` misspells. A number may be added more than once.
    fn find(&self, typed: &[char], found: &mut Vec<u32>) {
        let mut take = |rows: Range<usize>| {
            let misspelt = rows.filter(|row| is_misspelling(typed, self.name(*row)));
            found.extend(misspelt.map(|row| self.numbers[row]));
        };
        let mut rows = 0..self.numbers.len();
        // The letters before `at` are right, and the error is at `at`.
        for at in 0..=typed.len().min(self.length) {
            if rows.is_empty() {
                return;
            }
            let after = typed.get(at + 1..).unwrap_or_default();
            match self.length.cmp(&typed.len()) {
                // A letter too many.
                Ordering::Less if at < typed.len() => take(self.continued(&rows, at, after)),
                // A letter too few.
                Ordering::Greater => {
                    self.each_letter(&rows, at, |rows| take(self.continued(&rows, at + 1, &typed[at..])));
                }
                // A wrong one, or two swapped.
                Ordering::Equal if at < typed.len() => {
                    self.each_letter(&rows, at, |rows| take(self.continued(&rows, at + 1, after)));
                    if let [second, rest @ ..] = after {
                        let swapped = self.continued(&rows, at, &[*second, typed[at]]);
                        take(self.continued(&swapped, at + 2, rest));
                    }
                }
                Ordering::Less | Ordering::Equal => {}
            }
            let Some(right) = typed.get(at..=at).filter(|_| at < self.length) else { return };
            rows = self.continued(&rows, at, right);
        }
    }

    /// Calls `visit` once for each letter that names have at a place, with the rows of that letter.
    fn each_letter(&self, rows: &Range<usize>, at: usize, mut visit: impl FnMut(Range<usize>)) {
        let mut start = rows.start;
        while start < rows.end && at < self.length {
            let letter = self.name(start)[at];
            let end = first(start..rows.end, |row| self.name(row)[at] > letter);
            visit(start..end);
            start = end;
        }
    }
}

/// The first of the rows for which `holds` is true; the end if there is none. It must be true for all later rows too.
fn first(rows: Range<usize>, holds: impl Fn(usize) -> bool) -> usize {
    let Range { mut start, mut end } = rows;
    while start < end {
        let middle = start.midpoint(end);
        if holds(middle) {
            end = middle;
        } else {
            start = middle + 1;
        }
    }
    start
}

/// Whether `typed` is `name` with exactly one typing error. Both in lower case, without diacritics.
pub(crate) fn is_misspelling(typed: &[char], name: &[char]) -> bool {
    if typed == name || typed.len().abs_diff(name.len()) > 1 {
        return false;
    }
    let before = typed.iter().zip(name).take_while(|(a, b)| a == b).count();
    let after =
        typed[before..].iter().rev().zip(name[before..].iter().rev()).take_while(|(a, b)| a == b).count();
    let wrong = &typed[before..typed.len() - after];
    let right = &name[before..name.len() - after];
    let one_error = match (wrong, right) {
        ([a, b], [c, d]) => a == d && b == c,
        (wrong, right) => wrong.len() <= 1 && right.len() <= 1,
    };
    let letters = wrong.iter().chain(right).all(|c| c.is_alphabetic());
    one_error && letters && word_length(name, before) >= MIN_WORD && !is_slag(typed, name, before)
}

/// The length of the run of letters around an index.
fn word_length(name: &[char], at: usize) -> usize {
    let back = name[..at].iter().rev().take_while(|c| c.is_alphabetic()).count();
    back + name[at..].iter().take_while(|c| c.is_alphabetic()).count()
}

/// Whether the error is one more s before `lag…`.
fn is_slag(typed: &[char], name: &[char], at: usize) -> bool {
    typed.len() > name.len() && typed[at] == 's' && typed[at + 1..].starts_with(&['l', 'a', 'g'])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(typed: &str, name: &str) -> bool {
        let chars = |text: &str| text.chars().collect::<Vec<_>>();
        is_misspelling(&chars(typed), &chars(name))
    }

    #[test]
    fn what_is_a_misspelling() {
        for (typed, name) in [
            ("preskribtionslagen", "preskriptionslagen"),
            ("diskrimneringslagen", "diskrimineringslagen"),
            ("avtalslagne", "avtalslagen"),
            ("avtalslaggen", "avtalslagen"),
            ("vtalslagen", "avtalslagen"),
            ("avtalslage", "avtalslagen"),
            ("skolagen", "skollagen"),
            ("upphovsrattlagen", "upphovsrattslagen"),
        ] {
            assert!(check(typed, name), "{typed}");
        }
        for (typed, name) in [
            ("avtalslagen", "avtalslagen"),
            ("vapenslagen", "vapenlagen"),
            ("laserpekaren i", "laserpekaren ii"),
            ("rom i-forordningen", "rom ii-forordningen"),
            ("mifid 3", "mifid 2"),
            ("avtallsagenx", "avtalslagen"),
            ("plan- ach bygglagen", "plan- och bygglagen"),
        ] {
            assert!(!check(typed, name), "{typed}");
        }
    }

    proptest! {
        #[test]
        fn the_names_that_are_found_are_those_that_each_comparison_finds(
            names in prop::collection::vec("[abs]{6,8}( [ab]{1,7})?|[ab]{3,6}lagen|mifid [12]", 0..60),
            typed in "[abs]{6,8}( [ab]{1,7})?|[ab]{3,6}lagen", error in 0_usize..12, letter in "[abs1]", kind in 0..4,
        ) {
            // One of the names with an error, or something else.
            let mut typed: Vec<char> = names.first().unwrap_or(&typed).chars().collect();
            let at = error % typed.len();
            match kind {
                0 => { typed.remove(at); }
                1 => typed.insert(at, letter.chars().next().unwrap()),
                2 => typed[at] = letter.chars().next().unwrap(),
                _ => typed.swap(at, (at + 1) % names.first().map_or(1, |name| name.len())),
            }
            let held = MisspellableNames::new(names.iter().map(String::as_str).zip(0..));
            let letters = |name: &String| name.chars().collect::<Vec<_>>();
            let expected: Vec<u32> =
                names.iter().zip(0..).filter(|(name, _)| is_misspelling(&typed, &letters(name))).map(|(_, at)| at).collect();
            prop_assert_eq!(held.misspelt(&typed), expected);
        }
    }
}
