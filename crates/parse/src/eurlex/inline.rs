//! The words of a block of a page, with the marks of notes.

use super::text::TextBuilder;
use crate::html::{Child, Element, is_block};

/// Adds what is inside an element to a text.
pub(super) fn inline(element: Element<'_>, text: &mut TextBuilder) {
    // Children come before what stands after them, so a walk through everything inside needs no calls of itself; marks are whole elements.
    let mut skip: Option<Skipped> = None;
    for child in element.descendants() {
        if let Some(skipped) = &mut skip {
            if skipped.goes_on(child) {
                continue;
            }
            skip = None;
        }
        match child {
            Child::Text(words) => text.push(words),
            Child::Element(inner) => {
                if let Some(mark) = note_mark(inner) {
                    text.mark(&mark);
                    skip = Some(Skipped::of(inner));
                } else if is_block(inner.name()) || inner.name() == "br" {
                    text.blank();
                }
            }
        }
    }
}

/// Adds an element that stands in the middle of words: its words, or the mark that it is.
pub(super) fn element_words(element: Element<'_>, text: &mut TextBuilder) {
    match note_mark(element) {
        Some(mark) => text.mark(&mark),
        None => inline(element, text),
    }
}

/// What is left inside an element that is skipped.
struct Skipped {
    left: usize,
}

impl Skipped {
    fn of(element: Element<'_>) -> Self {
        Self { left: element.descendants().count() }
    }

    fn goes_on(&mut self, _child: Child<'_>) -> bool {
        let goes_on = self.left > 0;
        self.left = self.left.saturating_sub(1);
        goes_on
    }
}

/// The greatest length of a mark with the blanks around it, in bytes.
const MAX_MARK: usize = 200;

/// The mark of a note that an element is: a link to a note whose words are a number or a star, or an element of a class for marks.
fn note_mark(element: Element<'_>) -> Option<String> {
    let is_link =
        element.name() == "a" && element.attribute("href").is_some_and(|href| href.starts_with('#'));
    let is_mark = element.name() == "sup" && element.has_class("footnote-ref")
        || element.name() == "span"
            && element.classes().any(|class| matches!(class, "oj-note-tag" | "note-tag" | "note"));
    if !(is_link || is_mark) {
        return None;
    }
    let words = element.text();
    if words.len() > MAX_MARK {
        return None;
    }
    let mark = words.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
    let digits = mark.trim_start_matches('*');
    let is_number = !mark.is_empty() && mark.len() <= 5 && digits.bytes().all(|b| b.is_ascii_digit());
    let is_letter = mark.len() == 1 && mark.bytes().all(|b| b.is_ascii_lowercase());
    (is_number || is_letter).then(|| mark.to_owned())
}
