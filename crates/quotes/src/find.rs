//! Where a running text quotes something, and which citations a quote may belong to.
//!
//! A quote stands in quotation marks, or is a block of lines that begin with `>`. It may belong to the citations of its own
//! sentence, else to those of the sentences beside it; a block to the citation that ends it, the one before it, or the one after.
//!
//! The work is in proportion to the text, whatever stands in it. Quotes are given one at a time, each with the nearest citations only.

use std::ops::Range;

use crate::sentences::Sentences;
use crate::spans::{Span, lines, spans, without_mark};
use crate::steps::{StepBudget, Stopped};

/// Words of the shortest quote that is compared.
pub const MIN_QUOTE_WORDS: usize = 5;

/// Citations that one quote may belong to.
const MAX_CITATIONS: usize = 20;

/// A quote in a running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundQuote {
    /// Its words: without quotation marks, without the marks of a block.
    pub text: String,
    /// Where its words are; a block has a range for each line.
    pub places: Vec<Range<usize>>,
    /// The citations that it may belong to, by their indexes, at most 20: the nearest first, of those the following before the
    /// preceding.
    pub citations: Vec<usize>,
}

/// The quotes of a text, in reading order.
#[derive(Debug)]
pub struct FoundQuotes<'t> {
    text: &'t str,
    citations: &'t [Range<usize>],
    sentences: Sentences,
    spans: std::vec::IntoIter<Span>,
}

/// The quotes of a text with their citations. `citations` are the places of those, in reading order.
pub fn find_quotes<'t>(
    text: &'t str,
    citations: &'t [Range<usize>],
    steps: &StepBudget,
) -> Result<FoundQuotes<'t>, Stopped> {
    let spans = spans(text, steps)?;
    let sentences = Sentences::new(text, &spans, steps)?;
    Ok(FoundQuotes { text, citations, sentences, spans: spans.into_iter() })
}

impl Iterator for FoundQuotes<'_> {
    type Item = FoundQuote;

    fn next(&mut self) -> Option<FoundQuote> {
        loop {
            let span = self.spans.next()?;
            let found = if span.is_block { self.block(&span) } else { Some(self.marked(&span)) };
            if found.is_some() {
                return found;
            }
        }
    }
}

impl FoundQuotes<'_> {
    fn marked(&self, span: &Span) -> FoundQuote {
        let own = self.sentences.around(&span.outer);
        let mut near = self.nearest(&own, &span.outer);
        if near.is_empty() {
            let beside = [self.sentences.after(&own), self.sentences.before(&own)];
            near =
                beside.into_iter().flatten().flat_map(|beside| self.nearest(&beside, &span.outer)).collect();
        }
        near.sort_by_key(|at| self.distance(*at, &span.outer));
        near.truncate(MAX_CITATIONS);
        let words: Vec<&str> = span.paragraphs.iter().map(|place| &self.text[place.clone()]).collect();
        FoundQuote { text: words.join("\n"), places: span.paragraphs.clone(), citations: near }
    }

    /// The citations of a sentence that are nearest to a quote, outside the quote.
    fn nearest(&self, sentence: &Range<usize>, quote: &Range<usize>) -> Vec<usize> {
        let all = citations_in(self.citations, sentence);
        let own = &self.citations[all.clone()];
        let following = all.start + own.partition_point(|place| place.start < quote.end);
        let preceding = all.start..all.start + own.partition_point(|place| place.start < quote.start);
        let is_outside = |at: &usize| self.citations[*at].end <= quote.start;
        // Of the preceding ones hardly any reaches into the quote.
        let preceding = preceding.rev().take(2 * MAX_CITATIONS).filter(is_outside).take(MAX_CITATIONS);
        (following..all.end).take(MAX_CITATIONS).chain(preceding).collect()
    }

    /// How far a citation is from a quote. Those that follow come before those that precede.
    fn distance(&self, at: usize, quote: &Range<usize>) -> (u8, usize) {
        let place = &self.citations[at];
        if place.start >= quote.end {
            (0, place.start - quote.end)
        } else {
            (1, quote.start.saturating_sub(place.end))
        }
    }

    fn block(&self, span: &Span) -> Option<FoundQuote> {
        let text = self.text;
        let mut places: Vec<Range<usize>> =
            lines(text, &span.inner).map(|line| without_mark(text, line)).collect();
        let inside = citations_in(self.citations, &span.inner);
        let mut near: Vec<usize> = Vec::new();
        // The citation that ends the block is none of its words.
        if let Some(last) = places.iter().rposition(|place| !text[place.clone()].trim().is_empty()) {
            let line = places[last].clone();
            if let Some(tail) = tail(text, &line, self.citations, &inside) {
                near.extend(inside.filter(|at| self.citations[*at].start >= tail).take(MAX_CITATIONS));
                places[last].end = tail;
                places.truncate(last + 1);
            }
        }
        if near.is_empty() {
            let own = self.sentences.around(&span.outer);
            let beside = |sentence: Option<Range<usize>>| {
                sentence.map(|sentence| citations_in(self.citations, &sentence)).unwrap_or_default()
            };
            let before = beside(self.sentences.before(&own)).rev();
            near.extend(before.chain(beside(self.sentences.after(&own))).take(MAX_CITATIONS));
        }
        let words: Vec<&str> = places.iter().map(|place| text[place.clone()].trim_end()).collect();
        let words = words.join("\n");
        places.retain(|place| !place.is_empty());
        (!words.trim().is_empty()).then_some(FoundQuote { text: words, places, citations: near })
    }
}

/// Where the citation begins that ends a block: in brackets, after a dash, or on a line of its own.
fn tail(text: &str, line: &Range<usize>, citations: &[Range<usize>], inside: &Range<usize>) -> Option<usize> {
    let last = citations[inside.clone()].last().cloned().filter(|last| last.start >= line.start)?;
    let after = text[last.end.min(line.end)..line.end]
        .trim_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ')' | ']'));
    if !after.is_empty() {
        return None;
    }
    let words = &text[line.clone()];
    let first =
        citations[inside.clone()].iter().map(|place| place.start).find(|start| *start >= line.start)?;
    let before = |at: usize| words[..at - line.start].trim_end();
    let opening = before(last.start).rfind('(').map(|open| line.start + open);
    let is_open = |open: &usize| text[*open..line.end].trim_end().trim_end_matches('.').ends_with(')');
    if let Some(open) = opening.filter(is_open) {
        return Some(open);
    }
    let lead = before(first);
    if lead.is_empty() {
        return Some(line.start);
    }
    let dash = lead.strip_suffix(['–', '—', '-', '―'])?;
    Some(line.start + dash.trim_end().len())
}

/// The indexes of the citations that begin in a range.
fn citations_in(citations: &[Range<usize>], range: &Range<usize>) -> Range<usize> {
    let first = citations.partition_point(|place| place.start < range.start);
    let end = citations.partition_point(|place| place.start < range.end);
    first..end.max(first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The quotes of a text with their citations, where a citation is a figure with `§`.
    fn shown(text: &str) -> Vec<String> {
        let citations: Vec<Range<usize>> = text
            .match_indices('§')
            .map(|(at, sign)| {
                text[..at]
                    .trim_end()
                    .rfind(|c: char| !c.is_ascii_digit())
                    .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8))
                    ..at + sign.len()
            })
            .collect();
        let quotes = find_quotes(text, &citations, &StepBudget::default()).unwrap();
        let shown = |quote: FoundQuote| {
            let own: Vec<&str> = quote.citations.iter().map(|at| &text[citations[*at].clone()]).collect();
            format!("{} < {}", quote.text, own.join(", "))
        };
        quotes.map(shown).collect()
    }

    #[test]
    fn which_quotes_a_text_has_and_whose_they_are() {
        for (text, expected) in [
            ("Enligt 3 § gäller ”a b c”.", &["a b c < 3 §"][..]),
            (
                "Enligt 3 § gäller »a b c«, “d e”, \"f g\", „h i”, ‘j k’.",
                &["a b c < 3 §", "d e < 3 §", "f g < 3 §", "h i < 3 §", "j k < 3 §"],
            ),
            ("”a ‘b’ c” följer av 3 §.", &["a ‘b’ c < 3 §"]),
            ("Enligt 3 § gäller ”a b” i stället för 4 § som 5 § säger.", &["a b < 4 §, 5 §, 3 §"]),
            ("Enligt 3 § gäller något. Där står ”a. B c.” Se vidare 4 §.", &["a. B c. < 4 §, 3 §"]),
            ("Se 2 §. Något annat. Där står ”a b”. Annat igen. Se 4 §.", &["a b < "]),
            ("Texten ”enligt 3 § gäller” står i 4 §.", &["enligt 3 § gäller < 4 §"]),
            ("Så lyder 3 §:\n”A b\nc.”\n\nAnnat.", &["A b\nc. < 3 §"]),
            ("Så lyder 3 §:\n\n> A b\n> c.\n\nAnnat 4 §.", &["A b\nc. < 3 §, 4 §"]),
            ("Inget.\n\n> A b c. (3 §)\n\nAnnat 4 §.", &["A b c. < 3 §"]),
            ("Inget.\n\n> A b c.\n> — 3 §\n\nAnnat.", &["A b c.\n < 3 §"]),
            ("Se 2 §.\n\n> A enligt 3 § b.\n\nAnnat.", &["A enligt 3 § b. < 2 §"]),
            ("Det är 5\" enligt 3 § och \"a b\".", &["a b < 3 §"]),
            ("Ett ” utan slut enligt 3 §.\n\nNytt ”a b” 4 §.", &["a b < 4 §"]),
            ("Så lyder 3 §:\n”A b.\n”C d.”\nAnnat.", &["A b.\nC d. < 3 §"]),
            ("Så lyder 3 §:\n\n”A b.\n\n”C d.\n\n ”E f.”\n\nAnnat.", &["A b.\nC d.\nE f. < 3 §"]),
            ("Ett ”utan slut enligt 3 §.\n\nNytt. ”A b.”", &["A b. < "]),
            ("Enligt 3 § gäller ”a ”b c”.", &["b c < 3 §"]),
            ("Inget här.", &[]),
        ] {
            let found: Vec<String> = shown(text).iter().map(|line| line.replace(" <  ", " < ")).collect();
            let expected: Vec<String> = expected.iter().map(|line| (*line).to_owned()).collect();
            let tidy = |lines: Vec<String>| {
                lines.into_iter().map(|line| line.replace('\n', " ").replace("  ", " ")).collect::<Vec<_>>()
            };
            assert_eq!(tidy(found), tidy(expected), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_can_be_read(text in "[a§A ”\"»«‘’.>\n(]{0,60}") {
            for quote in find_quotes(&text, &[], &StepBudget::default()).unwrap() {
                for place in quote.places {
                    prop_assert!(text.get(place).is_some());
                }
            }
        }
    }
}
