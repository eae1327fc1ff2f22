//! The words around the first mark of a text, for a list of the places that have marks.

use std::ops::Range;

use lagrum_escape::push_html;

use super::surroundings::Surroundings;
use crate::event::LinkedText;
use crate::markdown::inline::pieces;

/// Characters before the first mark and from its beginning on, at most. A word is not cut.
const BEFORE: usize = 80;
const AFTER: usize = 140;

/// The words around the first mark of a text, as HTML: `<em>` is the only tag. `…` stands where something is left out. Empty for a
/// text without marks.
pub(super) fn extract(text: &LinkedText<'_>, around: &dyn Surroundings) -> String {
    let mut words = String::new();
    let mut marks: Vec<Range<usize>> = Vec::new();
    for piece in pieces(text) {
        let at = words.len();
        marks.extend(around.marks(&piece.text).into_iter().map(|mark| at + mark.start..at + mark.end));
        words.push_str(&piece.text);
    }
    let Some(first) = marks.first() else { return String::new() };
    let start = begin(&words, first.start);
    let end = end(&words, first.start);
    let mut html = String::new();
    if start > 0 {
        html.push_str("… ");
    }
    let mut at = start;
    for mark in marks.iter().filter(|mark| mark.start >= start && mark.end <= end) {
        let (Some(before), Some(marked)) = (words.get(at..mark.start), words.get(mark.clone())) else {
            continue;
        };
        push_html(&mut html, before);
        html.push_str("<em>");
        push_html(&mut html, marked);
        html.push_str("</em>");
        at = mark.end;
    }
    push_html(&mut html, words.get(at..end).unwrap_or_default());
    if end < words.len() {
        html.push_str(" …");
    }
    html
}

/// Where an extract begins: at a word at most [`BEFORE`] characters before `mark`.
fn begin(words: &str, mark: usize) -> usize {
    let before = words.get(..mark).unwrap_or_default();
    let Some((far, _)) = before.char_indices().rev().nth(BEFORE) else { return 0 };
    before.get(far..).and_then(|near| near.find(' ')).map_or(mark, |blank| far + blank + 1)
}

/// Where an extract ends: after a word at most [`AFTER`] characters after the beginning of the mark, or within a longer word.
fn end(words: &str, mark: usize) -> usize {
    let rest = words.get(mark..).unwrap_or_default();
    let Some((far, _)) = rest.char_indices().nth(AFTER) else { return words.len() };
    mark + rest.get(..far).and_then(|near| near.rfind(' ')).unwrap_or(far)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extract_has_whole_words_around_the_mark() {
        let long = format!("{}mitten {}", "ord ".repeat(60), "slut ".repeat(60));
        let mark = long.find("mitten").unwrap();
        let (start, end) = (begin(&long, mark), end(&long, mark));
        assert!(long[start..mark].chars().count() <= BEFORE && long[start..].starts_with("ord "));
        assert!(long[mark..end].chars().count() <= AFTER && long[..end].ends_with("slut"));
        assert_eq!((begin("får", 0), super::end("får", 0)), (0, "får".len()));
        let one = "å".repeat(500);
        assert_eq!((begin(&one, 0), super::end(&one, 0)), (0, 2 * AFTER));
    }
}
