//! Finds the words of a quote in a range of a text, one after the other.

use std::ops::Range;

use crate::changes::{Between, Placed, change};
use crate::conditions::conditions;
use crate::index::within;
use crate::likeness::{Likeness, MIN_LITERAL};
use crate::pattern::{Atom, Element};
use crate::sentences;
use crate::steps::{StepBudget, Stopped};
use crate::tokens::SourceText;

/// Tokens beside a bracket at an end of a quote that it may stand for.
const MAX_BESIDE: usize = 3;

/// Beginnings of a quote in one text that are tried.
const MAX_BEGINNINGS: usize = 100;

/// What finds words in a range of a text.
pub(crate) struct Matcher<'t> {
    pub(crate) source: &'t SourceText,
    pub(crate) range: Range<usize>,
    pub(crate) steps: &'t StepBudget,
}

/// How far a literal was followed.
struct Followed {
    /// The token after it.
    end: usize,
    /// How many of its atoms stand there.
    atoms: usize,
}

impl Matcher<'_> {
    /// Whether a literal stands in the range.
    pub(crate) fn has(&self, atoms: &[Atom]) -> Result<bool, Stopped> {
        Ok(self.beginning(atoms, self.range.start)?.is_some())
    }

    /// Where a literal stands first, from a position on.
    pub(crate) fn beginning(&self, atoms: &[Atom], from: usize) -> Result<Option<Range<usize>>, Stopped> {
        for start in self.starts(atoms, from)? {
            if let Some(end) = self.literal_at(start, atoms)? {
                return Ok(Some(start..end));
            }
        }
        Ok(None)
    }

    /// How many atoms of a literal at most stand one after the other somewhere in the range.
    pub(crate) fn longest(&self, atoms: &[Atom]) -> Result<usize, Stopped> {
        let mut longest = 0;
        for start in self.starts(atoms, self.range.start)? {
            longest = longest.max(self.follow_literal(start, atoms)?.map_or(0, |followed| followed.atoms));
        }
        Ok(longest)
    }

    /// The tokens at which a literal may begin, rising.
    fn starts(&self, atoms: &[Atom], from: usize) -> Result<Starts<'_>, Stopped> {
        let range = from.max(self.range.start)..self.range.end;
        // A number at the beginning of a literal may be left out, so what follows it may begin it too.
        let mut lists: Vec<&[u32]> = Vec::new();
        let mut next = 0;
        while let Some(atom) = atoms.get(next) {
            let Some(key) = atom.key() else { return Ok(Starts::All(range)) };
            lists.push(within(self.source.positions(key), &range));
            if atom.number() == 0 {
                break;
            }
            next += atom.number();
        }
        Ok(match lists[..] {
            [] => Starts::All(0..0),
            [list] => Starts::Listed(list.iter()),
            _ => {
                let mut all = lists.concat();
                self.steps.spend(all.len())?;
                all.sort_unstable();
                all.dedup();
                Starts::Joined(all.into_iter())
            }
        })
    }

    /// The end of a literal that begins at a token.
    fn literal_at(&self, at: usize, atoms: &[Atom]) -> Result<Option<usize>, Stopped> {
        let followed = self.follow_literal(at, atoms)?;
        Ok(followed.filter(|followed| followed.atoms >= atoms.len()).map(|followed| followed.end))
    }

    /// Follows a literal that begins at a token; None where not even its first word stands there.
    fn follow_literal(&self, at: usize, atoms: &[Atom]) -> Result<Option<Followed>, Stopped> {
        let begin = at;
        let (mut at, mut next) = (at, 0);
        let mut has_begun = false;
        while let Some(atom) = atoms.get(next) {
            if at >= self.range.end {
                break;
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
                break;
            }
        }
        self.steps.spend(at - begin + next + 1)?;
        Ok(has_begun.then_some(Followed { end: at, atoms: next }))
    }

    /// Whether a token is the stop or the bracket after the number of an item: `1.`, `a)`.
    fn is_stop_of_number(&self, at: usize) -> bool {
        let is_after_number = at > self.range.start && self.source.token(at - 1).number() == 2;
        is_after_number && matches!(self.source.word(at), "." | ")")
    }

    /// How the range has a quote with marks.
    pub(crate) fn find(&self, elements: &[Element]) -> Result<Option<Likeness>, Stopped> {
        let words = |element: &Element| {
            element.literal().map_or(0, |atoms| atoms.iter().filter(|atom| is_word(atom)).count())
        };
        if elements.iter().map(words).sum::<usize>() < MIN_LITERAL {
            return Ok(None);
        }
        let first = elements.iter().enumerate().find_map(|(at, element)| Some((at, element.literal()?)));
        let Some((first, atoms)) = first else { return Ok(None) };
        let mut best = None;
        let mut beginnings = 0;
        for start in self.starts(atoms, self.range.start)? {
            let Some(end) = self.literal_at(start, atoms)? else { continue };
            match self.follow(&elements[..first], start..end, atoms, &elements[first + 1..])? {
                Some(Likeness::LeavesOut { word, tokens }) => {
                    best.get_or_insert(Likeness::LeavesOut { word, tokens });
                }
                Some(found) => return Ok(Some(found)),
                None => {}
            }
            beginnings += 1;
            if beginnings == MAX_BEGINNINGS {
                break;
            }
        }
        Ok(best)
    }

    /// Follows a quote whose first literal stands at a place.
    fn follow(
        &self,
        before: &[Element],
        first: Range<usize>,
        atoms: &[Atom],
        rest: &[Element],
    ) -> Result<Option<Likeness>, Stopped> {
        let mut word = self.changed(&first, atoms)?;
        if let Some(element) = before.last().filter(|_| word.is_none()) {
            let mut between = Between::default();
            let start = match element {
                Element::Bracket(inserted) => {
                    between.brackets.push(inserted);
                    first.start.saturating_sub(MAX_BESIDE).max(self.sentence_start(first.start)?)
                }
                _ => self.sentence_start(first.start)?,
            };
            word = self.change(&(start..first.start), &between, Placed::Beside)?;
        }
        let mut end = first.end;
        // What stands before the next literal.
        let mut between = Between::default();
        for element in rest {
            match element {
                Element::Gap => between.has_gap = true,
                Element::Bracket(inserted) => between.brackets.push(inserted),
                Element::Literal(atoms) => {
                    let Some(next) = self.beginning(atoms, end)? else { return Ok(None) };
                    if next.start - end > between.most_tokens() {
                        return Ok(None);
                    }
                    if word.is_none() {
                        word = self.change(&(end..next.start), &between, Placed::Inside)?;
                    }
                    if word.is_none() {
                        word = self.changed(&next, atoms)?;
                    }
                    (end, between) = (next.end, Between::default());
                }
            }
        }
        if word.is_none() && !between.is_empty() {
            let until = self.sentence_end(end)?;
            let until = if between.has_gap { until } else { until.min(end + MAX_BESIDE) };
            word = self.change(&(end..until), &between, Placed::Beside)?;
        }
        Ok(Some(match word {
            Some(word) => Likeness::LeavesOut { word, tokens: first.start..end },
            None => Likeness::Adapted,
        }))
    }

    /// The first word by which what stands between quoted words is another law than some tokens.
    fn change(
        &self,
        tokens: &Range<usize>,
        between: &Between<'_>,
        placed: Placed,
    ) -> Result<Option<String>, Stopped> {
        self.steps.spend(tokens.len() * between.brackets.len())?;
        Ok(change(self.source, tokens, between, placed))
    }

    /// A negation or condition that a bracket within a word stands for.
    fn changed(&self, at: &Range<usize>, atoms: &[Atom]) -> Result<Option<String>, Stopped> {
        for at in conditions(self.source, at) {
            self.steps.spend(atoms.len())?;
            let word = self.source.word(*at);
            if atoms.iter().any(|atom| atom.is_part(word) && atom.changes(word)) {
                return Ok(Some(word.to_owned()));
            }
        }
        Ok(None)
    }

    fn ends_sentence(&self, at: usize) -> bool {
        let is_stop = matches!(self.source.word(at), "." | "!" | "?");
        is_stop
            && (sentences::ends_at(self.source.text(), self.source.token(at).place().start)
                || (at + 1 < self.source.len() && self.source.token(at + 1).begins_line))
    }

    fn sentence_start(&self, at: usize) -> Result<usize, Stopped> {
        let end = (self.range.start..at).rev().find(|at| self.ends_sentence(*at));
        let start = end.map_or(self.range.start, |end| end + 1);
        self.steps.spend(at - start)?;
        Ok(start)
    }

    fn sentence_end(&self, at: usize) -> Result<usize, Stopped> {
        // What was quoted up to the stop left nothing out.
        if at > self.range.start && self.ends_sentence(at - 1) {
            return Ok(at);
        }
        let end = (at..self.range.end).find(|at| self.ends_sentence(*at)).unwrap_or(self.range.end);
        self.steps.spend(end - at)?;
        Ok(end)
    }
}

/// The tokens at which a literal may begin.
enum Starts<'t> {
    /// Any: its first word is not whole.
    All(Range<usize>),
    Listed(std::slice::Iter<'t, u32>),
    Joined(std::vec::IntoIter<u32>),
}

impl Iterator for Starts<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Self::All(range) => range.next(),
            Self::Listed(list) => list.next().map(|at| *at as usize),
            Self::Joined(list) => list.next().map(|at| at as usize),
        }
    }
}

fn is_word(atom: &Atom) -> bool {
    matches!(atom, Atom::Partly { .. }) || atom.as_word().is_some()
}
