//! The comparison without indexes, as a reference: every place of a range is tried, and every range of a text.

use std::collections::HashMap;
use std::ops::Range;

use lagrum_render::diff::{DiffRun, Mark, runs};
use proptest::prelude::*;

use crate::changes::{Between, Placed, change};
use crate::compare::{Quote, QuoteComparison};
use crate::conditions::is_condition;
use crate::differ::Difference;
use crate::likeness::{Likeness, MIN_LITERAL};
use crate::pattern::{Atom, Element};
use crate::sentences;
use crate::steps::StepBudget;
use crate::tokens::SourceText;

const MAX_BESIDE: usize = 3;
const MAX_BEGINNINGS: usize = 100;

fn first_condition(text: &SourceText, tokens: Range<usize>) -> Option<String> {
    tokens.into_iter().find(|at| is_condition(text, *at)).map(|at| text.word(at).to_owned())
}

fn find(quote: &Quote, source: &SourceText, range: &Range<usize>) -> Option<Likeness> {
    let matcher = Matcher { source, range: range.clone() };
    if matcher.beginnings(&quote.verbatim, range.start).next().is_some() {
        return Some(Likeness::Exact);
    }
    matcher.find(quote.pattern.as_deref()?)
}

fn joins(quote: &Quote, source: &SourceText, own: &Range<usize>, others: &[Range<usize>]) -> Option<usize> {
    let matcher = Matcher { source, range: own.clone() };
    let atoms = &quote.verbatim;
    let rest_in_other = |rest: &[Atom]| {
        let is_long = rest.len() >= MIN_LITERAL;
        others.iter().position(|other| {
            let matcher = Matcher { source, range: other.clone() };
            is_long && other != own && matcher.beginnings(rest, other.start).next().is_some()
        })
    };
    let begins = (MIN_LITERAL..atoms.len())
        .rev()
        .find(|cut| matcher.beginnings(&atoms[..*cut], own.start).next().is_some());
    let ends = (1..atoms.len().saturating_sub(MIN_LITERAL))
        .find(|cut| matcher.beginnings(&atoms[*cut..], own.start).next().is_some());
    begins
        .and_then(|cut| rest_in_other(&atoms[cut..]))
        .or_else(|| ends.and_then(|cut| rest_in_other(&atoms[..cut])))
}

fn difference(quote: &Quote, source: &SourceText, range: &Range<usize>) -> Option<Difference> {
    let window = window(quote, source, range);
    let own: Vec<usize> = quote.text.whole().filter(|at| quote.text.is_word(*at)).collect();
    let law: Vec<usize> = window.clone().filter(|at| source.is_word(*at)).collect();
    let joined = |text: &SourceText, words: &[usize]| {
        words.iter().map(|at| text.word(*at).to_lowercase()).collect::<Vec<_>>().join(" ")
    };
    let found = runs(&joined(source, &law), &joined(&quote.text, &own));
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
    let last_mark = quote.text.whole().last().filter(|at| !quote.text.is_word(*at));
    let is_mark = |at: &usize| window.contains(at) && !source.is_word(*at);
    let end = if last_mark.is_some() { (last + 1..window.end).take_while(is_mark).count() } else { 0 };
    Some(Difference { runs: quote.runs(source, &(*first..last + 1 + end)), shared })
}

fn window(quote: &Quote, source: &SourceText, range: &Range<usize>) -> Range<usize> {
    let size = quote.text.len() * 3 / 2 + 4;
    if range.len() <= size {
        return range.clone();
    }
    let mut wanted: HashMap<String, i32> = HashMap::new();
    for at in quote.text.whole().filter(|at| quote.text.is_word(*at)) {
        *wanted.entry(quote.text.word(at).to_lowercase()).or_default() += 1;
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

struct Matcher<'t> {
    source: &'t SourceText,
    range: Range<usize>,
}

impl Matcher<'_> {
    /// Where a literal stands, from a position on.
    fn beginnings<'a>(&'a self, atoms: &'a [Atom], from: usize) -> impl Iterator<Item = Range<usize>> + 'a {
        let start = from.max(self.range.start);
        (start..self.range.end)
            .filter_map(move |at| Some(at..self.literal_at(at, atoms)?))
            .filter(|_| !atoms.is_empty())
    }

    /// The end of a literal that begins at a token.
    fn literal_at(&self, at: usize, atoms: &[Atom]) -> Option<usize> {
        let (mut at, mut next) = (at, 0);
        let mut has_begun = false;
        while let Some(atom) = atoms.get(next) {
            if at >= self.range.end {
                return None;
            }
            let token = self.source.token(at);
            if atom.is(self.source, at, !has_begun) {
                (at, next, has_begun) = (at + 1, next + 1, true);
            } else if has_begun && token.number() > 0 {
                at += token.number();
            } else if has_begun && self.is_stop_of_number(at) {
                at += 1;
            } else if atom.number() > 0 && token.begins_line && token.number() == 0 {
                next += atom.number();
            } else {
                return None;
            }
        }
        has_begun.then_some(at)
    }

    /// Whether a token is the stop or the bracket after the number of an item: `1.`, `a)`.
    fn is_stop_of_number(&self, at: usize) -> bool {
        let is_after_number = at > self.range.start && self.source.token(at - 1).number() == 2;
        is_after_number && matches!(self.source.word(at), "." | ")")
    }

    fn find(&self, elements: &[Element]) -> Option<Likeness> {
        let words = |element: &Element| match element {
            Element::Literal(atoms) => atoms.iter().filter(|atom| is_word(atom)).count(),
            _ => 0,
        };
        if elements.iter().map(words).sum::<usize>() < MIN_LITERAL {
            return None;
        }
        let first = elements.iter().position(|element| matches!(element, Element::Literal(_)))?;
        let Element::Literal(atoms) = &elements[first] else { return None };
        let mut best = None;
        for begins in self.beginnings(atoms, self.range.start).take(MAX_BEGINNINGS) {
            match self.follow(&elements[..first], begins, atoms, &elements[first + 1..]) {
                Some(Likeness::LeavesOut { word, tokens }) => {
                    best.get_or_insert(Likeness::LeavesOut { word, tokens });
                }
                Some(found) => return Some(found),
                None => {}
            }
        }
        best
    }

    /// Follows a quote whose first literal stands at a place.
    fn follow(
        &self,
        before: &[Element],
        first: Range<usize>,
        atoms: &[Atom],
        rest: &[Element],
    ) -> Option<Likeness> {
        let mut condition_word = self.changed(&first, atoms);
        let mut note = |word: Option<String>| {
            if condition_word.is_none() {
                condition_word = word;
            }
        };
        if let Some(element) = before.last() {
            let mut between = Between::default();
            let start = match element {
                Element::Bracket(inserted) => {
                    between.brackets.push(inserted);
                    first.start.saturating_sub(MAX_BESIDE).max(self.sentence_start(first.start))
                }
                _ => self.sentence_start(first.start),
            };
            note(change(self.source, &(start..first.start), &between, Placed::Beside));
        }
        let mut end = first.end;
        // What stands before the next literal.
        let mut between = Between::default();
        for element in rest {
            match element {
                Element::Gap => between.has_gap = true,
                Element::Bracket(inserted) => between.brackets.push(inserted),
                Element::Literal(atoms) => {
                    let next = self.beginnings(atoms, end).next()?;
                    if next.start - end > between.most_tokens() {
                        return None;
                    }
                    note(change(self.source, &(end..next.start), &between, Placed::Inside));
                    note(self.changed(&next, atoms));
                    (end, between) = (next.end, Between::default());
                }
            }
        }
        if !between.is_empty() {
            let until = self.sentence_end(end);
            let until = if between.has_gap { until } else { until.min(end + MAX_BESIDE) };
            note(change(self.source, &(end..until), &between, Placed::Beside));
        }
        Some(match condition_word {
            Some(word) => Likeness::LeavesOut { word, tokens: first.start..end },
            None => Likeness::Adapted,
        })
    }

    /// A negation or condition that a bracket within a word stands for.
    fn changed(&self, at: &Range<usize>, atoms: &[Atom]) -> Option<String> {
        let is_changed = |at: &usize| {
            atoms.iter().any(|atom| atom.is(self.source, *at, false) && atom.changes(self.source.word(*at)))
        };
        at.clone().filter(is_changed).find_map(|at| first_condition(self.source, at..at + 1))
    }

    fn ends_sentence(&self, at: usize) -> bool {
        let token = self.source.token(at);
        sentences::ends_at(self.source.text(), token.place().start)
            || (matches!(self.source.word(at), "." | "!" | "?")
                && at + 1 < self.source.len()
                && self.source.token(at + 1).begins_line)
    }

    fn sentence_start(&self, at: usize) -> usize {
        (self.range.start..at)
            .rev()
            .find(|at| self.ends_sentence(*at))
            .map_or(self.range.start, |end| end + 1)
    }

    fn sentence_end(&self, at: usize) -> usize {
        // What was quoted up to the stop left nothing out.
        if at > self.range.start && self.ends_sentence(at - 1) {
            return at;
        }
        (at..self.range.end).find(|at| self.ends_sentence(*at)).unwrap_or(self.range.end)
    }
}

fn is_word(atom: &Atom) -> bool {
    matches!(atom, Atom::Partly { .. }) || atom.as_word().is_some()
}

/// The ranges of the lines of a text.
fn parts(text: &str) -> Vec<Range<usize>> {
    let source = SourceText::new(text);
    let mut parts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let tokens = source.tokens_of(&(at..at + line.len()));
        parts.extend((!tokens.is_empty()).then_some(tokens));
        at += line.len();
    }
    parts
}

fn check(law: &str, words: &str) -> Result<(), TestCaseError> {
    let (source, quote, steps) = (SourceText::new(law), Quote::new(words), StepBudget::default());
    let comparison = QuoteComparison::new(&quote, &source, &steps).unwrap();
    let parts = parts(law);
    for range in parts.iter().chain([&source.whole()]) {
        prop_assert_eq!(comparison.find(range).unwrap(), find(&quote, &source, range), "{:?}", range);
        let one = std::slice::from_ref(range);
        prop_assert_eq!(comparison.joins(one, &parts).unwrap(), joins(&quote, &source, range, &parts));
        prop_assert_eq!(comparison.difference(one).unwrap(), difference(&quote, &source, range));
    }
    let every = parts.iter().filter_map(|range| difference(&quote, &source, range));
    prop_assert_eq!(comparison.difference(&parts).unwrap(), every.max_by_key(|found| found.shared));
    let first = parts.iter().find_map(|range| joins(&quote, &source, range, &parts));
    prop_assert_eq!(comparison.joins(&parts, &parts).unwrap(), first);
    Ok(())
}

/// Words of few kinds, with what quotes mark and what laws number.
fn words(most: usize) -> impl Strategy<Value = String> {
    let word = prop_oneof![
        6 => prop::sample::select(vec!["får", "ska", "Får", "den", "om", "inte", "och", "räknas", "EU", "eu"]),
        2 => prop::sample::select(vec![".", ",", "1.", "2 §", "a)", "[f]år", "[…]", "…", "[den]", "(sic)", "1", "3 a §"]),
        1 => Just("\n"),
    ];
    prop::collection::vec(word, 0..most).prop_map(|words| words.join(" "))
}

/// A law, and a quote made of it: two stretches with something between.
fn quoted() -> impl Strategy<Value = (String, String)> {
    let between = prop::sample::select(vec!["", " […] ", " inte ", " [den] ", " \n", " får "]);
    (words(80), any::<(prop::sample::Index, prop::sample::Index)>(), 1..20_usize, between).prop_map(
        |(law, (one, other), length, between)| {
            let tokens: Vec<&str> = law.split(' ').collect();
            let stretch = |at: prop::sample::Index| {
                let at = at.index(tokens.len());
                tokens[at..tokens.len().min(at + length)].join(" ")
            };
            let quote = format!("{}{between}{}", stretch(one), stretch(other));
            (law, quote)
        },
    )
}

/// What a random comparison once found wrong.
#[test]
fn quotes_that_were_compared_wrongly() {
    let wool = "får ".repeat(12);
    let law = format!("får 3 a § {wool}3 a § får \nfår får");
    // The text has the whole quote without its numbers, but no part has its beginning but the last word.
    check(&law, "3 a § \na § får").unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_quote_is_what_the_full_comparison_says(law in words(60), quote in words(16)) {
        check(&law, &quote)?;
    }

    #[test]
    fn quotes_of_a_law_are_what_the_full_comparison_says((law, quote) in quoted()) {
        check(&law, &quote)?;
    }
}
