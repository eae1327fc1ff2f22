//! How a quote differs from a text: the stretch of the text that is most like it, compared word by word.
//!
//! Most ranges of a text have too few of the quote's words, in any order, to have half of them in order. They are counted by the
//! index of the text, and only those that may be more like the quote than the best so far are compared.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use lagrum_render::diff::{DiffRun, Mark, runs};

use crate::compare::{Quote, QuoteComparison};
use crate::steps::Stopped;
use crate::tokens::{SourceText, is_dash};

/// Steps that comparing one word with the words of another text takes: it is copied in lower case, hashed and joined again.
const STEPS_OF_A_COMPARED_WORD: usize = 24;

/// How a quote differs from a text that has at least half of its words in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What both say, what only the text says (removed), and what only the quote says (added).
    pub runs: Vec<DiffRun>,
    /// How many words of the quote stand in the text, in order.
    pub shared: usize,
}

/// The tokens of a text that a quote is most like.
struct Alike {
    tokens: Range<usize>,
    shared: usize,
}

impl Quote {
    /// How the quote differs from some tokens of a text.
    pub fn runs(&self, source: &SourceText, tokens: &Range<usize>) -> Vec<DiffRun> {
        let law = shown(source.between(tokens));
        let quote = shown(self.text.between(&self.text.whole()));
        runs(&law, &with_case_of(&quote, &law))
    }

    fn word_counts(&self) -> WordCounts {
        let mut counts = WordCounts::default();
        for at in self.text.whole().filter(|at| self.text.is_word(*at)) {
            *counts.entry(self.text.token(at).key).or_default() += 1;
        }
        counts
    }
}

impl QuoteComparison<'_> {
    /// How the quote differs from the range that has most of its words in order, of several the last; None where none has half of
    /// them. The ranges rise and have no token in common.
    pub fn difference(&self, ranges: &[Range<usize>]) -> Result<Option<Difference>, Stopped> {
        let wanted = self.quote.word_counts();
        let own: i32 = wanted.values().sum();
        let mut order: Vec<(i32, usize)> = self.counts_in(ranges, &wanted)?.into_iter().zip(0..).collect();
        order.retain(|(count, _)| *count > 0 && count * 2 >= own);
        order.sort_unstable_by(|one, other| other.cmp(one));
        let mut best: Option<(usize, Alike)> = None;
        for (count, at) in order {
            let least = best.as_ref().map_or(0, |(_, best)| best.shared);
            if usize::try_from(count).is_ok_and(|count| count < least) {
                break;
            }
            let Some(alike) = self.alike(&ranges[at], &wanted, least)? else { continue };
            let is_better =
                best.as_ref().is_none_or(|(other, best)| (alike.shared, at) > (best.shared, *other));
            if is_better {
                best = Some((at, alike));
            }
        }
        let difference = |(_, alike): (usize, Alike)| Difference {
            runs: self.quote.runs(self.source, &alike.tokens),
            shared: alike.shared,
        };
        Ok(best.map(difference))
    }

    /// How many words of the quote each range has, in any order.
    fn counts_in(&self, ranges: &[Range<usize>], wanted: &WordCounts) -> Result<Vec<i32>, Stopped> {
        self.steps.spend(ranges.len())?;
        let mut counts = vec![0; ranges.len()];
        for (key, wanted) in wanted {
            let positions = self.source.positions(*key);
            self.steps.spend(positions.len() + 1)?;
            let (mut range, mut found) = (usize::MAX, 0);
            for at in positions {
                let at = *at as usize;
                if !ranges.get(range).is_some_and(|range| range.contains(&at)) {
                    let next = ranges.partition_point(|range| range.end <= at);
                    (range, found) = (next, 0);
                    if !ranges.get(next).is_some_and(|range| range.contains(&at)) {
                        continue;
                    }
                }
                found += 1;
                counts[range] += i32::from(found <= *wanted);
            }
        }
        Ok(counts)
    }

    /// The tokens of a range that have at least half of the words in order; None where there are none, and where they are fewer
    /// than `least`.
    fn alike(
        &self,
        range: &Range<usize>,
        wanted: &WordCounts,
        least: usize,
    ) -> Result<Option<Alike>, Stopped> {
        let (quote, source) = (&self.quote.text, self.source);
        self.steps.spend(range.len() + 1)?;
        let window = self.window(range, wanted);
        let own: Vec<usize> = quote.whole().filter(|at| quote.is_word(*at)).collect();
        let law: Vec<usize> = window.clone().filter(|at| source.is_word(*at)).collect();
        let count = count_in(source, &law, wanted);
        if count * 2 < own.len() || count < least {
            return Ok(None);
        }
        self.steps.spend((law.len() + own.len()) * STEPS_OF_A_COMPARED_WORD)?;
        let joined = |text: &SourceText, words: &[usize]| {
            words.iter().map(|at| text.word(*at).to_lowercase()).collect::<Vec<_>>().join(" ")
        };
        let found = runs(&joined(source, &law), &joined(quote, &own));
        let words = |run: &DiffRun| run.text.split_whitespace().count();
        let shared: usize = found.iter().filter(|run| run.mark == Mark::Same).map(words).sum();
        if shared == 0 || shared * 2 < own.len() {
            return Ok(None);
        }
        // What stands around the quote in the text is no difference, but for what stands in place of its first and last words.
        let at_end = |found: &mut dyn Iterator<Item = &DiffRun>| {
            let (mut law, mut own) = (0, 0);
            for run in found.take_while(|run| run.mark != Mark::Same) {
                *(if run.mark == Mark::Removed { &mut law } else { &mut own }) += words(run);
            }
            law - law.min(own)
        };
        let before = at_end(&mut found.iter());
        let after = at_end(&mut found.iter().rev());
        let quoted = &law[before..law.len() - after];
        let (Some(begin), Some(end_word)) = (quoted.first(), quoted.last()) else { return Ok(None) };
        let last_mark = quote.whole().last().filter(|at| !quote.is_word(*at));
        let is_mark = |at: &usize| window.contains(at) && !source.is_word(*at);
        let end =
            if last_mark.is_some() { (end_word + 1..window.end).take_while(is_mark).count() } else { 0 };
        Ok(Some(Alike { tokens: *begin..end_word + 1 + end, shared }))
    }

    /// The tokens of a range among which most of the quote's words stand.
    fn window(&self, range: &Range<usize>, wanted: &WordCounts) -> Range<usize> {
        let size = self.quote.text.len() * 3 / 2 + 4;
        if range.len() <= size {
            return range.clone();
        }
        let mut wanted = wanted.clone();
        let key = |at: usize| self.source.token(at).key;
        let (mut found, mut best) = (0_i32, (-1_i32, range.start));
        for at in range.clone() {
            if let Some(left) = wanted.get_mut(&key(at)) {
                found += i32::from(*left > 0);
                *left -= 1;
            }
            if at >= range.start + size
                && let Some(left) = wanted.get_mut(&key(at - size))
            {
                *left += 1;
                found -= i32::from(*left > 0);
            }
            if found > best.0 {
                best = (found, at);
            }
        }
        // The window ends with the last word found: what follows may hold a changed end of the quote.
        let start = (best.1 + 1).saturating_sub(size).max(range.start);
        start..(best.1 + 1 + size / 3).min(range.end)
    }
}

/// How many of some wanted words some tokens have, in any order.
fn count_in(source: &SourceText, tokens: &[usize], wanted: &WordCounts) -> usize {
    let mut left = wanted.clone();
    let is_wanted = |at: &&usize| {
        left.get_mut(&source.token(**at).key).is_some_and(|left| {
            *left -= 1;
            *left >= 0
        })
    };
    tokens.iter().filter(is_wanted).count()
}

/// How often a quote has each word, by its key.
type WordCounts = HashMap<u64, i32, BuildHasherDefault<KeyHasher>>;

/// Keys of words are hashes already.
#[derive(Clone, Copy, Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// A text as it is shown: without line ends and divisions of words.
fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c == '\u{ad}' {
            continue;
        }
        if is_dash(c) {
            let after = rest.trim_start();
            let is_divided = rest.trim_start_matches(' ').starts_with('\n')
                && shown.ends_with(char::is_alphabetic)
                && after.starts_with(char::is_lowercase);
            if is_divided {
                rest = after;
            } else {
                shown.push('-');
            }
        } else if c.is_whitespace() {
            rest = rest.trim_start();
            shown.push(' ');
        } else {
            shown.push(c);
        }
    }
    shown
}

/// A quote with its first letter as the text has it, where that is the only difference of the first word.
fn with_case_of(quote: &str, law: &str) -> String {
    let Some(first) = quote.chars().next() else { return String::new() };
    let other: String =
        if first.is_uppercase() { first.to_lowercase().collect() } else { first.to_uppercase().collect() };
    let turned = format!("{other}{}", &quote[first.len_utf8()..]);
    let word = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
    let has = |wanted: &str| law.split_whitespace().any(|word| word == wanted);
    if !has(&word(quote)) && has(&word(&turned)) { turned } else { quote.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::StepBudget;

    fn shown_runs(law: &str, quote: &str) -> Option<String> {
        let source = SourceText::new(law);
        let (quote, steps) = (Quote::new(quote), StepBudget::default());
        let comparison = QuoteComparison::new(&quote, &source, &steps).unwrap();
        let found = comparison.difference(&[source.whole()]).unwrap()?;
        let sign = |mark| match mark {
            Mark::Same => "=",
            Mark::Removed => "-",
            Mark::Added => "+",
        };
        let shown: Vec<String> =
            found.runs.iter().map(|run| format!("{}{}|", sign(run.mark), run.text)).collect();
        Some(shown.concat())
    }

    #[test]
    fn what_differs_is_told_against_the_most_like_stretch() {
        let law = "Varan får inte säljas till den som är under arton år. Säljaren ska föra bok. Vid tvivel avgör nämnden saken \
            efter vad som är skäligt och rättvist i varje fall, om inte annat sägs.";
        for (quote, expected) in [
            (
                "varan får säljas till den som är under arton år",
                Some("=Varan får |-inte |=säljas till den som är under arton år|"),
            ),
            (
                "Varan får inte säljas till den som är under tjugo år.",
                Some("=Varan får inte säljas till den som är under |-arton |+tjugo |=år.|"),
            ),
            ("Säljaren ska föra protokoll.", Some("=Säljaren ska föra |-bok.|+protokoll.|")),
            (
                "nämnden avgör saken – efter vad som är skäligt",
                Some("=nämnden |+avgör |=saken |+- |=efter vad som är skäligt|"),
            ),
            (
                "avgör nämnden saken efter vad som är rim-\nligt",
                Some("=avgör nämnden saken efter vad som är |-skäligt|+rimligt|"),
            ),
            ("helt andra ord om något annat än det", None),
        ] {
            assert_eq!(shown_runs(law, quote).as_deref(), expected, "{quote}");
        }
    }
}
