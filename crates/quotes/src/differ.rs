//! How a quote differs from a text: the stretch of the text that is most like it, compared word by word.

use std::collections::HashMap;
use std::ops::Range;

use lagrum_render::diff::{DiffRun, Mark, runs};

use crate::compare::Quote;
use crate::tokens::{SourceText, is_dash};

/// How a quote differs from a text that has at least half of its words in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What both say, what only the text says (removed), and what only the quote says (added).
    pub runs: Vec<DiffRun>,
    /// How many words of the quote stand in the text, in order.
    pub shared: usize,
}

impl Quote {
    /// How the quote differs from a range of a text; None where less than half of its words stand there in order.
    pub fn difference(&self, source: &SourceText, range: &Range<usize>) -> Option<Difference> {
        let window = self.window(source, range);
        let own: Vec<usize> = self.text.whole().filter(|at| self.text.is_word(*at)).collect();
        let law: Vec<usize> = window.clone().filter(|at| source.is_word(*at)).collect();
        let joined = |text: &SourceText, words: &[usize]| {
            words.iter().map(|at| text.word(*at).to_lowercase()).collect::<Vec<_>>().join(" ")
        };
        let found = runs(&joined(source, &law), &joined(&self.text, &own));
        let words = |run: &DiffRun| run.text.split_whitespace().count();
        let shared: usize = found.iter().filter(|run| run.mark == Mark::Same).map(words).sum();
        if shared == 0 || shared * 2 < own.len() {
            return None;
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
        let (Some(first), Some(last)) = (quoted.first(), quoted.last()) else { return None };
        let last_mark = self.text.whole().last().filter(|at| !self.text.is_word(*at));
        let is_mark = |at: &usize| window.contains(at) && !source.is_word(*at);
        let end = if last_mark.is_some() { (last + 1..window.end).take_while(is_mark).count() } else { 0 };
        Some(Difference { runs: self.runs(source, &(*first..last + 1 + end)), shared })
    }

    /// How the quote differs from some tokens of a text.
    pub fn runs(&self, source: &SourceText, tokens: &Range<usize>) -> Vec<DiffRun> {
        let law = shown(source.between(tokens));
        let quote = shown(self.text.between(&self.text.whole()));
        runs(&law, &with_case_of(&quote, &law))
    }

    /// The tokens of a range among which most of the quote's words stand.
    fn window(&self, source: &SourceText, range: &Range<usize>) -> Range<usize> {
        let size = self.text.len() * 3 / 2 + 4;
        if range.len() <= size {
            return range.clone();
        }
        let mut wanted: HashMap<String, i32> = HashMap::new();
        for at in self.text.whole().filter(|at| self.text.is_word(*at)) {
            *wanted.entry(self.text.word(at).to_lowercase()).or_default() += 1;
        }
        let word = |at: usize| source.word(at).to_lowercase();
        let (mut found, mut best) = (0_i32, (-1_i32, range.start));
        for at in range.clone() {
            if let Some(left) = wanted.get_mut(&word(at)) {
                found += i32::from(*left > 0);
                *left -= 1;
            }
            if at >= range.start + size
                && let Some(left) = wanted.get_mut(&word(at - size))
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

    fn shown_runs(law: &str, quote: &str) -> Option<String> {
        let source = SourceText::new(law);
        let found = Quote::new(quote).difference(&source, &source.whole())?;
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
