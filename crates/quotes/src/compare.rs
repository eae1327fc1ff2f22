//! Whether a text has the words of a quote.
//!
//! A quote is compared with one text by a [`QuoteComparison`], which is prepared once: it knows the rarest words that the quote requires
//! and where the text has them. A range that lacks one of them cannot have the quote, so only the ranges that have all of them are read.

use std::ops::Range;

use crate::index::within;
use crate::likeness::{Likeness, MIN_LITERAL};
use crate::matcher::Matcher;
use crate::pattern::{Atom, Element, pattern, required, verbatim};
use crate::steps::{StepBudget, Stopped};
use crate::tokens::SourceText;

/// Required words by which ranges are chosen: the rarest of the text.
const MAX_RARE: usize = 4;

/// Steps for finding out whether a range has the rarest words.
pub(crate) const STEPS_OF_A_RANGE: usize = 4;

/// A quote, read for comparison.
#[derive(Clone, Debug)]
pub struct Quote {
    pub(crate) text: SourceText,
    pub(crate) verbatim: Vec<Atom>,
    pub(crate) pattern: Option<Vec<Element>>,
    /// The keys of the words that a text must have to have the quote verbatim.
    required: Vec<u64>,
    /// Those that it must have to have the quote but for what it marks.
    required_by_pattern: Vec<u64>,
}

impl Quote {
    /// Reads a quote, without its quotation marks.
    pub fn new(text: &str) -> Self {
        let read = SourceText::new(text);
        let (verbatim, pattern) = (verbatim(&read), pattern(text));
        let literals = pattern.iter().flatten().filter_map(Element::literal);
        let required_by_pattern = required(literals);
        Self {
            required: required([verbatim.as_slice()].into_iter()),
            required_by_pattern,
            verbatim,
            pattern,
            text: read,
        }
    }

    /// How many words it has.
    pub fn words(&self) -> usize {
        self.text.whole().filter(|at| self.text.is_word(*at)).count()
    }

    /// The first words of its longest stretch without marks, at most `words`. An index looks for the quote by this phrase.
    pub fn phrase(&self, words: usize) -> Option<String> {
        let atoms = match &self.pattern {
            None => self.verbatim.as_slice(),
            Some(elements) => elements.iter().filter_map(Element::literal).max_by_key(|atoms| atoms.len())?,
        };
        let words: Vec<&str> = atoms.iter().filter_map(Atom::as_word).take(words).collect();
        (words.len() >= MIN_LITERAL).then(|| words.join(" "))
    }
}

/// A quote beside a text that may have it.
#[derive(Debug)]
pub struct QuoteComparison<'t> {
    pub(crate) quote: &'t Quote,
    pub(crate) source: &'t SourceText,
    pub(crate) steps: &'t StepBudget,
    rare: Rare<'t>,
    rare_of_pattern: Rare<'t>,
}

impl<'t> QuoteComparison<'t> {
    /// Prepares a comparison. All its steps are taken from the budget.
    pub fn new(quote: &'t Quote, source: &'t SourceText, steps: &'t StepBudget) -> Result<Self, Stopped> {
        steps.spend(quote.required.len() + quote.required_by_pattern.len())?;
        let rare = Rare::of(&quote.required, source);
        let rare_of_pattern = Rare::of(&quote.required_by_pattern, source);
        Ok(Self { quote, source, steps, rare, rare_of_pattern })
    }

    /// How a range of the text has the quote; None where it does not.
    pub fn find(&self, range: &Range<usize>) -> Result<Option<Likeness>, Stopped> {
        self.steps.spend(STEPS_OF_A_RANGE)?;
        let matcher = self.matcher(range);
        if self.rare.may_be_in(range) && matcher.has(&self.quote.verbatim)? {
            return Ok(Some(Likeness::Exact));
        }
        match &self.quote.pattern {
            Some(elements) if self.rare_of_pattern.may_be_in(range) => matcher.find(elements),
            _ => Ok(None),
        }
    }

    pub(crate) fn matcher(&self, range: &Range<usize>) -> Matcher<'t> {
        Matcher { source: self.source, range: range.clone(), steps: self.steps }
    }
}

/// Where a text has the rarest of some words, the rarest first.
#[derive(Debug)]
pub(crate) struct Rare<'s>(Vec<&'s [u32]>);

impl<'s> Rare<'s> {
    pub(crate) fn of(keys: &[u64], source: &'s SourceText) -> Self {
        let mut positions: Vec<&[u32]> = keys.iter().map(|key| source.positions(*key)).collect();
        positions.sort_by_key(|positions| positions.len());
        positions.truncate(MAX_RARE);
        Self(positions)
    }

    /// Whether a range has each of the words.
    pub(crate) fn may_be_in(&self, range: &Range<usize>) -> bool {
        self.0.iter().all(|positions| !within(positions, range).is_empty())
    }

    /// Where the rarest stands; None where no word is required.
    pub(crate) fn rarest(&self) -> Option<&'s [u32]> {
        self.0.first().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAW: &str = "2 § Varan får inte säljas, om köparen är under arton år. Den som bryter mot detta döms till böter.\n\
        Säljaren ska\n1. legitimera köparen, och\n2. föra bok över 7–9 lådor.\nDetta gäller varje dag.";

    fn found(quote: &Quote, source: &SourceText, range: &Range<usize>) -> Option<Likeness> {
        let steps = StepBudget::default();
        QuoteComparison::new(quote, source, &steps).unwrap().find(range).unwrap()
    }

    fn said(quote: &str) -> &'static str {
        let source = SourceText::new(LAW);
        match found(&Quote::new(quote), &source, &source.whole()) {
            Some(Likeness::Exact) => "exact",
            Some(Likeness::Adapted) => "adapted",
            Some(Likeness::LeavesOut { .. }) => "leaves out",
            None => "no",
        }
    }

    #[test]
    fn how_a_text_has_a_quote() {
        for (quote, expected) in [
            ("Varan får inte säljas", "exact"),
            ("varan får inte säljas, om köparen", "exact"),
            ("2 § Varan får inte säljas", "exact"),
            ("3 § Varan får inte säljas", "no"),
            ("varan får säljas", "no"),
            ("varan får inte säljas om köparen", "no"),
            ("varan får inte säljas.", "no"),
            ("Varan får inte Säljas", "no"),
            ("Säljaren ska legitimera köparen, och föra bok", "exact"),
            ("Säljaren ska 1. legitimera köparen, och 2. föra bok", "exact"),
            ("Säljaren ska 1. legitimera köparen, och 3. föra bok", "no"),
            ("föra bok över 7-9 lådor", "exact"),
            ("föra bok över 79 lådor", "no"),
            ("föra bok över 7 9 lådor", "no"),
            ("dö\u{ad}ms till bö-\nter", "exact"),
            ("[D]en som bryter mot detta", "adapted"),
            ("[s]äljaren ska", "no"),
            ("[s]äljaren ska legitimera", "adapted"),
            ("[Den oaktsamme] döms till böter", "adapted"),
            ("varan får […] säljas", "leaves out"),
            ("varan får [därför] säljas", "leaves out"),
            ("varan får inte säljas …", "leaves out"),
            ("… köparen är under arton år", "leaves out"),
            ("den som bryter … till böter", "adapted"),
            ("den som bryter mot detta …", "adapted"),
            ("döms till böter. …", "adapted"),
            ("döms till böter … som bryter mot detta", "no"),
            ("säljas, om köparen [min kurs.] är under arton år", "adapted"),
            ("[b]ryter mot [den regeln] döms till böter", "adapted"),
            ("varan [ingen] inte säljas, om köparen", "adapted"),
        ] {
            assert_eq!(said(quote), expected, "{quote}");
        }
    }

    #[test]
    fn a_bracket_within_a_word_does_not_hide_a_negation() {
        let source = SourceText::new("Ingen får sälja varan utan lov.");
        let found = found(&Quote::new("[d]en får sälja varan utan lov"), &source, &source.whole());
        assert!(matches!(found, None | Some(Likeness::LeavesOut { .. })), "{found:?}");
    }
}
