//! The difference between two texts, word by word. A word is what stands between spaces, punctuation included.

use std::ops::Range;

use super::common::common;

/// Which of two texts has a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Both.
    Same,
    /// The older text only.
    Removed,
    /// The newer text only.
    Added,
}

/// A span of text: whole words with single spaces between them, never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<'a> {
    /// Which text has it.
    pub mark: Mark,
    /// Its words.
    pub text: &'a str,
}

/// Two texts as one sequence of spans. Both must be one line with single spaces between words. The spans that are not
/// added, joined by spaces, are the older text; those that are not removed are the newer.
pub fn spans<'a>(old: &'a str, new: &'a str) -> Vec<Span<'a>> {
    if old == new {
        return span(Mark::Same, new).into_iter().collect();
    }
    let (old_words, new_words) = (words(old), words(new));
    let mut same =
        common(old_words.iter().map(|word| word.text(old)), new_words.iter().map(|word| word.text(new)));
    // The ends of both texts.
    same.push((old_words.len(), new_words.len()));

    let mut spans = Vec::new();
    let (mut at_old, mut at_new, mut written) = (0, 0, 0);
    for (next_old, next_new) in same {
        if at_old < next_old || at_new < next_new {
            spans.extend(span(Mark::Same, range_text(new, &new_words, written..at_new)));
            spans.extend(span(Mark::Removed, range_text(old, &old_words, at_old..next_old)));
            spans.extend(span(Mark::Added, range_text(new, &new_words, at_new..next_new)));
            written = next_new;
        }
        (at_old, at_new) = (next_old + 1, next_new + 1);
    }
    spans.extend(span(Mark::Same, range_text(new, &new_words, written..new_words.len())));
    spans
}

fn span(mark: Mark, text: &str) -> Option<Span<'_>> {
    (!text.is_empty()).then_some(Span { mark, text })
}

/// The position of a word, in bytes.
#[derive(Clone, Copy)]
struct WordRange {
    start: usize,
    end: usize,
}

impl WordRange {
    fn text(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}

fn words(text: &str) -> Vec<WordRange> {
    let mut start = 0;
    let words = text.split(' ').map(|word| {
        let end = start + word.len();
        let word = WordRange { start, end };
        start = end + 1;
        word
    });
    words.filter(|word| word.start < word.end).collect()
}

fn range_text<'t>(text: &'t str, words: &[WordRange], range: Range<usize>) -> &'t str {
    match words.get(range) {
        Some([only]) => only.text(text),
        Some([first, .., last]) => &text[first.start..last.end],
        _ => "",
    }
}
