//! One typing error in a long name: a letter too many, too few, wrong, or two swapped.
//!
//! Only a letter in a word of at least six letters may be wrong. With another digit, roman number (`Schrems I`) or
//! short word it is another name. So it is with one more s before `lag`: `vapenslagen` means kinds of weapons.

use std::collections::BTreeMap;

/// Letters that a name needs to be corrected.
pub(crate) const MIN_NAME: usize = 8;

/// Letters that the word with the error needs.
const MIN_WORD: usize = 6;

/// Names that are corrected, each with a number, by the number of their letters. They are stored one after the other,
/// since every run of words in a query is compared with all names of about its length.
#[derive(Debug, Default)]
pub(crate) struct MisspellableNames(BTreeMap<usize, (Vec<char>, Vec<u32>)>);

impl MisspellableNames {
    /// Adds a name in lower case, without diacritics. An empty one is none.
    pub(crate) fn add(&mut self, name: &str, number: u32) {
        let length = name.chars().count();
        if length > 0 {
            let (letters, numbers) = self.0.entry(length).or_default();
            letters.extend(name.chars());
            numbers.push(number);
        }
    }

    /// The numbers of the names that `typed` misspells.
    pub(crate) fn misspelt<'a>(&'a self, typed: &'a [char]) -> impl Iterator<Item = u32> + 'a {
        let near = self.0.range(typed.len().saturating_sub(1)..=typed.len() + 1);
        near.flat_map(|(length, (letters, numbers))| letters.chunks_exact(*length).zip(numbers))
            .filter(|(name, _)| is_misspelling(typed, name))
            .map(|(_, number)| *number)
    }
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
}
