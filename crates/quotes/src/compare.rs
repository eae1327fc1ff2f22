//! Whether a text has the words of a quote.

use std::ops::Range;

use crate::conditions::condition;
use crate::pattern::{Atom, Element, pattern, verbatim};
use crate::sentences;
use crate::tokens::SourceText;

/// Tokens that a bracket may stand for.
const MAX_REPLACED: usize = 10;

/// Tokens beside a bracket at an end of a quote that it may stand for.
const MAX_BESIDE: usize = 3;

/// Beginnings of a quote in one text that are tried.
const MAX_BEGINNINGS: usize = 100;

/// Literal words of a quote with marks: fewer may stand anywhere.
const MIN_LITERAL: usize = 3;

/// How a text has a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// Word for word, but for typography.
    Exact,
    /// Word for word, but for what the quote marks.
    Adapted,
    /// What the quote leaves out or replaces has a negation or a condition.
    LeavesOut {
        /// That word.
        word: String,
        /// The quoted tokens of the text.
        tokens: Range<usize>,
    },
}

/// A quote, read for comparison.
#[derive(Clone, Debug)]
pub struct Quote {
    pub(crate) text: SourceText,
    verbatim: Vec<Atom>,
    pattern: Option<Vec<Element>>,
}

impl Quote {
    /// Reads a quote, without its quotation marks.
    pub fn new(text: &str) -> Self {
        let read = SourceText::new(text);
        Self { verbatim: verbatim(&read), pattern: pattern(text), text: read }
    }

    /// How many words it has.
    pub fn words(&self) -> usize {
        self.text.whole().filter(|at| self.text.is_word(*at)).count()
    }

    /// The first words of its longest stretch without marks, at most `words`. An index looks for the quote by this phrase.
    pub fn phrase(&self, words: usize) -> Option<String> {
        let atoms = match &self.pattern {
            None => &self.verbatim,
            Some(elements) => {
                let literals = elements.iter().filter_map(|element| match element {
                    Element::Literal(atoms) => Some(atoms),
                    _ => None,
                });
                literals.max_by_key(|atoms| atoms.len())?
            }
        };
        let words: Vec<&str> = atoms.iter().filter_map(Atom::as_word).take(words).collect();
        (words.len() >= MIN_LITERAL).then(|| words.join(" "))
    }

    /// How a range of a text has the quote; None where it does not.
    pub fn find(&self, source: &SourceText, range: &Range<usize>) -> Option<Likeness> {
        let matcher = Matcher { source, range: range.clone() };
        if matcher.beginnings(&self.verbatim, range.start).next().is_some() {
            return Some(Likeness::Exact);
        }
        let elements = self.pattern.as_deref()?;
        matcher.find(elements)
    }

    /// The index in `others` of the part of a text that the quote joins with `own`: its beginning or its end stands in `own`, and the
    /// rest in that part. None if it joins none.
    pub fn joins(&self, source: &SourceText, own: &Range<usize>, others: &[Range<usize>]) -> Option<usize> {
        let matcher = Matcher { source, range: own.clone() };
        let atoms = &self.verbatim;
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
            } else if has_begun && token.number > 0 {
                at += token.number;
            } else if has_begun && self.is_stop_of_number(at) {
                at += 1;
            } else if atom.number() > 0 && token.begins_line && token.number == 0 {
                next += atom.number();
            } else {
                return None;
            }
        }
        has_begun.then_some(at)
    }

    /// Whether a token is the stop or the bracket after the number of an item: `1.`, `a)`.
    fn is_stop_of_number(&self, at: usize) -> bool {
        let is_after_number = at > self.range.start && self.source.token(at - 1).number == 2;
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
            let start = match element {
                Element::Gap => self.sentence_start(first.start),
                _ => first.start.saturating_sub(MAX_BESIDE).max(self.sentence_start(first.start)),
            };
            note(condition(self.source, start..first.start));
        }
        let mut end = first.end;
        // What may stand before the next literal.
        let mut limit: Option<usize> = None;
        for element in rest {
            match element {
                Element::Gap => limit = Some(usize::MAX),
                Element::Bracket => limit = limit.or(Some(MAX_REPLACED)),
                Element::Literal(atoms) => {
                    let next = self.beginnings(atoms, end).next()?;
                    if next.start - end > limit.unwrap_or(0) {
                        return None;
                    }
                    note(condition(self.source, end..next.start));
                    note(self.changed(&next, atoms));
                    (end, limit) = (next.end, None);
                }
            }
        }
        if let Some(limit) = limit {
            let until = self.sentence_end(end);
            let until = if limit == usize::MAX { until } else { until.min(end + MAX_BESIDE) };
            note(condition(self.source, end..until));
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
        at.clone().filter(is_changed).find_map(|at| condition(self.source, at..at + 1))
    }

    fn ends_sentence(&self, at: usize) -> bool {
        let token = self.source.token(at);
        sentences::ends_at(self.source.text(), token.place.start)
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

#[cfg(test)]
mod tests {
    use super::*;

    const LAW: &str = "2 § Varan får inte säljas, om köparen är under arton år. Den som bryter mot detta döms till böter.\n\
        Säljaren ska\n1. legitimera köparen, och\n2. föra bok över 7–9 lådor.\nDetta gäller varje dag.";

    fn said(quote: &str) -> &'static str {
        let source = SourceText::new(LAW);
        match Quote::new(quote).find(&source, &source.whole()) {
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
        let found = Quote::new("[d]en får sälja varan utan lov").find(&source, &source.whole());
        assert!(matches!(found, None | Some(Likeness::LeavesOut { .. })), "{found:?}");
    }

    #[test]
    fn quotes_that_join_two_parts() {
        let source = SourceText::new("Får ska räknas varje morgon.\nVarje får ska vara märkt.");
        let parts = [0..6, 6..source.whole().end];
        let joined = Quote::new("Får ska räknas varje morgon. Varje får ska vara märkt.");
        assert_eq!(joined.find(&source, &parts[0]), None);
        assert_eq!(joined.joins(&source, &parts[0], &parts), Some(1));
        assert_eq!(joined.joins(&source, &parts[1], &parts), Some(0));
        assert_eq!(Quote::new("Får ska räknas varje kväll").joins(&source, &parts[0], &parts), None);
    }
}
