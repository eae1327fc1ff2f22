//! Whether a quote joins what stands in two parts of a text.

use std::collections::HashMap;
use std::ops::Range;

use crate::compare::{QuoteComparison, Rare, STEPS_OF_A_RANGE};
use crate::likeness::MIN_LITERAL;
use crate::pattern::{Atom, required};
use crate::steps::Stopped;

impl QuoteComparison<'_> {
    /// The index in `parts` of the part of the text that the quote joins with one of `cited`: its beginning or its end stands in the
    /// cited range, and the rest in that part. None if it joins none. The parts rise and have no token in common.
    pub fn joins(&self, cited: &[Range<usize>], parts: &[Range<usize>]) -> Result<Option<usize>, Stopped> {
        let atoms = self.quote.verbatim.as_slice();
        if atoms.len() <= MIN_LITERAL {
            return Ok(None);
        }
        let whole = self.matcher(&self.source.whole());
        let has_head = whole.longest(atoms)? >= MIN_LITERAL;
        let has_tail = self.has_tail(&self.source.whole())?;
        if !has_head && !has_tail {
            return Ok(None);
        }
        let mut joined = Joined { comparison: self, parts, known: HashMap::new() };
        for own in cited {
            self.steps.spend(1)?;
            if has_head && let Some(at) = joined.by_beginning(own)? {
                return Ok(Some(at));
            }
            if has_tail
                && self.has_tail(own)?
                && let Some(at) = joined.by_end(own)?
            {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Whether a range has what stands at the end of every end of the quote that [`Self::joins`] looks for.
    fn has_tail(&self, range: &Range<usize>) -> Result<bool, Stopped> {
        let atoms = self.quote.verbatim.as_slice();
        let mut start = atoms.len() - MIN_LITERAL;
        // A number may be left out, but not a part of one.
        let reaches_over = |at: &usize, start: usize| at + atoms[*at].number() > start;
        while let Some(before) = (0..start).rev().take(MAX_NUMBER).find(|at| reaches_over(at, start)) {
            start = before + atoms[before].number();
        }
        let tail = atoms.get(start..).unwrap_or_default();
        // A quote may end with numbers that the text leaves out, all of them: `får 3 a §` for `Får`.
        let mut behind = 0;
        while let Some(number) = tail.get(behind).map(Atom::number).filter(|number| *number > 0) {
            behind += number;
        }
        Ok(behind >= tail.len() || self.matcher(range).has(tail)?)
    }
}

/// Tokens of the longest number of an item.
const MAX_NUMBER: usize = 8;

/// The parts that have the rest of a quote, by where it is cut.
struct Joined<'c, 't> {
    comparison: &'c QuoteComparison<'t>,
    parts: &'c [Range<usize>],
    /// The first two parts with what stands before or after a cut; one of them may be the cited one.
    known: HashMap<(Rest, usize), Vec<usize>>,
}

/// What of a quote is looked for in other parts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Rest {
    Before,
    After,
}

impl Joined<'_, '_> {
    /// The part with the rest of the quote, whose beginning stands in a range.
    fn by_beginning(&mut self, own: &Range<usize>) -> Result<Option<usize>, Stopped> {
        let atoms = self.comparison.quote.verbatim.as_slice();
        // Something of the quote stands elsewhere, so what is left out at its beginning does not count to its last word.
        let beginning = &atoms[..atoms.len() - 1];
        let longest = self.comparison.matcher(own).longest(beginning)?.min(beginning.len());
        if longest < MIN_LITERAL {
            return Ok(None);
        }
        self.part_with(Rest::After, longest, own)
    }

    /// The part with the rest of the quote, whose end stands in a range.
    fn by_end(&mut self, own: &Range<usize>) -> Result<Option<usize>, Stopped> {
        let atoms = self.comparison.quote.verbatim.as_slice();
        for cut in 1..atoms.len().saturating_sub(MIN_LITERAL) {
            self.comparison.steps.spend(1)?;
            if self.comparison.matcher(own).has(&atoms[cut..])? {
                return self.part_with(Rest::Before, cut, own);
            }
        }
        Ok(None)
    }

    /// The first part but the cited one that has what stands before or after a cut.
    fn part_with(&mut self, rest: Rest, cut: usize, own: &Range<usize>) -> Result<Option<usize>, Stopped> {
        let atoms = self.comparison.quote.verbatim.as_slice();
        let words = match rest {
            Rest::Before => &atoms[..cut],
            Rest::After => &atoms[cut..],
        };
        if words.len() < MIN_LITERAL {
            return Ok(None);
        }
        if !self.known.contains_key(&(rest, cut)) {
            let found = self.first_two(words)?;
            self.known.insert((rest, cut), found);
        }
        let found = &self.known[&(rest, cut)];
        Ok(found.iter().copied().find(|at| self.parts[*at] != *own))
    }

    /// The first two parts that have some words.
    fn first_two(&self, words: &[Atom]) -> Result<Vec<usize>, Stopped> {
        let keys = required([words].into_iter());
        self.comparison.steps.spend(keys.len())?;
        let rare = Rare::of(&keys, self.comparison.source);
        let mut found = Vec::new();
        let mut next = 0;
        // Of the rarest word the next place says which part may be the next; without one each part may.
        let mut rarest = rare.rarest().map(|positions| positions.iter());
        while found.len() < 2 && next < self.parts.len() {
            self.comparison.steps.spend(STEPS_OF_A_RANGE)?;
            let mut at = next;
            if let Some(rarest) = &mut rarest {
                let Some(place) = rarest.next() else { break };
                at = self.parts.partition_point(|part| part.end <= *place as usize);
                if at < next {
                    continue;
                }
            }
            let Some(part) = self.parts.get(at) else { break };
            if rare.may_be_in(part) && self.comparison.matcher(part).has(words)? {
                found.push(at);
            }
            next = at + 1;
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::Quote;
    use crate::steps::StepBudget;
    use crate::tokens::SourceText;

    #[test]
    fn quotes_that_join_two_parts() {
        let source = SourceText::new("Får ska räknas varje morgon.\nVarje får ska vara märkt.");
        let parts = [0..6, 6..source.whole().end];
        let joins = |quote: &str, own: usize| {
            let (quote, steps) = (Quote::new(quote), StepBudget::default());
            let comparison = QuoteComparison::new(&quote, &source, &steps).unwrap();
            comparison.joins(&parts[own..=own], &parts).unwrap()
        };
        let joined = "Får ska räknas varje morgon. Varje får ska vara märkt.";
        assert_eq!(joins(joined, 0), Some(1));
        assert_eq!(joins(joined, 1), Some(0));
        assert_eq!(joins("Får ska räknas varje kväll", 0), None);
    }
}
