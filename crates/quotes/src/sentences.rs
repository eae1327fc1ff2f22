//! Where sentences begin and end.

use std::ops::Range;

use crate::spans::Span;
use crate::steps::{StepBudget, Stopped};

/// Words that end with a stop and end no sentence, also before a capital.
const ABBREVIATIONS: [&str; 30] = [
    "kap", "st", "s", "p", "jfr", "art", "nr", "t.ex", "bl.a", "m.m", "dvs", "ca", "prop", "bet", "rskr",
    "dir", "ds", "sou", "not", "ref", "t", "b", "ö", "no", "para", "cf", "e.g", "i.e", "punkt", "f",
];

/// Characters of the longest abbreviation.
const MAX_ABBREVIATION: usize = 5;

/// Whether a stop at an offset ends a sentence: a capital follows, and the word before is no abbreviation.
pub(crate) fn ends_at(text: &str, at: usize) -> bool {
    let Some(mark) = text[at..].chars().next() else { return false };
    if !matches!(mark, '.' | '!' | '?') {
        return false;
    }
    let after = &text[at + mark.len_utf8()..];
    let after = after.trim_start_matches(['”', '"', '“', '’', '»', '«', ')', ']']);
    let next = after
        .trim_start()
        .trim_start_matches(['”', '"', '“', '‘', '»', '«', '„', '(', '[', '>', '*', '_', ' ']);
    let follows = match next.chars().next() {
        None => true,
        Some(c) => {
            after.starts_with(char::is_whitespace)
                && (c.is_uppercase() || after.trim_start_matches(' ').starts_with("\n\n"))
        }
    };
    follows && (next.is_empty() || !is_abbreviation(&text[..at]))
}

/// Whether a text ends with an abbreviation. A longer word is none, so no more of it is read.
fn is_abbreviation(text: &str) -> bool {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '(' | '”' | '"');
    let word = text.char_indices().rev().take(MAX_ABBREVIATION + 1).take_while(|(_, c)| !is_end(*c));
    let start = word.last().map_or(text.len(), |(start, _)| start);
    let word = &text[start..];
    word.chars().count() <= MAX_ABBREVIATION && ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

/// The sentences of a text. A quote is within one sentence, whatever stops it has.
#[derive(Debug)]
pub(crate) struct Sentences {
    /// Where sentences begin, rising, and the end of the text.
    starts: Vec<usize>,
}

impl Sentences {
    pub(crate) fn new(text: &str, spans: &[Span], steps: &StepBudget) -> Result<Self, Stopped> {
        let mut starts = vec![0];
        let mut spans = spans.iter().peekable();
        let mut is_empty = true;
        for (at, c) in text.char_indices() {
            steps.spend(1)?;
            while spans.next_if(|span| span.outer.end <= at).is_some() {}
            let next = at + c.len_utf8();
            if let Some(span) = spans.peek().filter(|span| span.outer.start <= at) {
                if span.is_block && (at == span.outer.start) {
                    starts.push(at);
                }
                // A stop before the closing mark ends the sentence around the quote.
                if next == span.outer.end {
                    let inner = text[span.inner.clone()].trim_end();
                    let stop =
                        span.inner.start + inner.char_indices().next_back().map_or(0, |(last, _)| last);
                    if span.is_block || ends_at(text, stop) {
                        starts.push(next);
                    }
                }
                is_empty = false;
                continue;
            }
            if c == '\n' {
                let line = text[..at].trim_end_matches([' ', '”', '"', '»', ')']);
                if is_empty || line.ends_with(['.', ':', '!', '?']) || at + 1 == text.len() {
                    starts.push(next);
                }
                is_empty = true;
            } else if !c.is_whitespace() {
                is_empty = false;
                if ends_at(text, at) {
                    starts.push(next);
                }
            }
        }
        starts.push(text.len());
        starts.dedup();
        // Blanks and line ends are no sentences.
        let mut kept: Vec<usize> = Vec::with_capacity(starts.len());
        for pair in starts.windows(2) {
            if !text[pair[0]..pair[1]]
                .trim_matches(|c: char| c.is_whitespace() || matches!(c, ')' | '”' | '"' | '»' | '.'))
                .is_empty()
            {
                kept.push(pair[0]);
            }
        }
        if let Some(first) = kept.first_mut() {
            *first = 0;
        }
        kept.push(text.len());
        Ok(Self { starts: kept })
    }

    pub(crate) fn around(&self, place: &Range<usize>) -> Range<usize> {
        let at = self.starts.partition_point(|start| *start <= place.start).saturating_sub(1);
        let start = self.starts.get(at).copied().unwrap_or_default();
        let end = self.starts.iter().skip(at + 1).find(|end| **end >= place.end).copied();
        start..end.unwrap_or(place.end)
    }

    pub(crate) fn before(&self, sentence: &Range<usize>) -> Option<Range<usize>> {
        let at = self.starts.partition_point(|start| *start < sentence.start);
        let before = at.checked_sub(1)?;
        Some(self.starts[before]..sentence.start)
    }

    pub(crate) fn after(&self, sentence: &Range<usize>) -> Option<Range<usize>> {
        let at = self.starts.partition_point(|start| *start <= sentence.end);
        let end = self.starts.get(at).copied()?;
        (end > sentence.end).then_some(sentence.end..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_stops_end_a_sentence() {
        for (text, expected) in [
            ("Lagen gäller. Den är ny.", 2),
            ("Enligt 3 kap. 2 § gäller det.", 1),
            ("Se prop. Dimman.", 1),
            ("”Får räknas.” Det gäller.", 2),
            ("Enligt 2 §. gäller", 0),
        ] {
            let ends = text.char_indices().filter(|(at, _)| ends_at(text, *at)).count();
            assert_eq!(ends, expected, "{text}");
        }
    }
}
