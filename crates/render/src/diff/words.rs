//! What differs between two texts, word by word. A word is what stands between blanks, punctuation included.

use std::ops::Range;

use super::common::common;

/// What has become of a stretch of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It stands in both.
    Same,
    /// It stands in the older text only.
    Removed,
    /// It stands in the newer one only.
    Added,
}

/// A stretch of text: whole words with single blanks between them, never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<'a> {
    /// What has become of it.
    pub mark: Mark,
    /// Its words.
    pub text: &'a str,
}

/// Two texts as one row of stretches. Both must be on one line with single blanks between words. The stretches that
/// are not added make the older text, those that are not removed the newer, with a blank between each two.
pub fn spans<'a>(old: &'a str, new: &'a str) -> Vec<Span<'a>> {
    if old == new {
        return span(Mark::Same, new).into_iter().collect();
    }
    let (old_words, new_words) = (words(old), words(new));
    let mut same =
        common(old_words.iter().map(|word| word.text(old)), new_words.iter().map(|word| word.text(new)));
    // Neither text goes further than here.
    same.push((old_words.len(), new_words.len()));

    let mut spans = Vec::new();
    let (mut at_old, mut at_new, mut told) = (0, 0, 0);
    for (next_old, next_new) in same {
        if at_old < next_old || at_new < next_new {
            spans.extend(span(Mark::Same, stretch(new, &new_words, told..at_new)));
            spans.extend(span(Mark::Removed, stretch(old, &old_words, at_old..next_old)));
            spans.extend(span(Mark::Added, stretch(new, &new_words, at_new..next_new)));
            told = next_new;
        }
        (at_old, at_new) = (next_old + 1, next_new + 1);
    }
    spans.extend(span(Mark::Same, stretch(new, &new_words, told..new_words.len())));
    spans
}

fn span(mark: Mark, text: &str) -> Option<Span<'_>> {
    (!text.is_empty()).then_some(Span { mark, text })
}

/// Where a word stands, in bytes.
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

fn stretch<'t>(text: &'t str, words: &[WordRange], range: Range<usize>) -> &'t str {
    match words.get(range) {
        Some([only]) => only.text(text),
        Some([first, .., last]) => &text[first.start..last.end],
        _ => "",
    }
}
