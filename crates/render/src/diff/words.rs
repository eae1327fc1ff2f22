//! What differs between two texts, word by word. A word is what stands between blanks, punctuation included.

use imara_diff::{Algorithm, Diff, InternedInput};

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
    let mut input = InternedInput::default();
    input.update_before(old_words.iter().map(|word| word.text(old)));
    input.update_after(new_words.iter().map(|word| word.text(new)));
    let diff = Diff::compute(Algorithm::Histogram, &input);

    let mut spans = Vec::new();
    let mut told = 0;
    for hunk in diff.hunks() {
        let (removed, added) = (stretch(old, &old_words, hunk.before), hunk.after);
        spans.extend(span(Mark::Same, stretch(new, &new_words, told..added.start)));
        told = added.end;
        spans.extend(span(Mark::Removed, removed));
        spans.extend(span(Mark::Added, stretch(new, &new_words, added)));
    }
    let end = u32::try_from(new_words.len()).unwrap_or(u32::MAX);
    spans.extend(span(Mark::Same, stretch(new, &new_words, told..end)));
    spans
}

fn span(mark: Mark, text: &str) -> Option<Span<'_>> {
    (!text.is_empty()).then_some(Span { mark, text })
}

/// Where a word stands, in bytes.
#[derive(Clone, Copy)]
struct Word {
    start: usize,
    end: usize,
}

impl Word {
    fn text(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}

fn words(text: &str) -> Vec<Word> {
    let mut start = 0;
    let words = text.split(' ').map(|word| {
        let end = start + word.len();
        let word = Word { start, end };
        start = end + 1;
        word
    });
    words.filter(|word| word.start < word.end).collect()
}

fn stretch<'t>(text: &'t str, words: &[Word], range: std::ops::Range<u32>) -> &'t str {
    match words.get(range.start as usize..range.end as usize) {
        Some([only]) => only.text(text),
        Some([first, .., last]) => &text[first.start..last.end],
        _ => "",
    }
}
