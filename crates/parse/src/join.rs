//! Joins blocks that an edge cut in two: of a page, a column or a table.
//!
//! Lines within a block, and the hyphens between them, are joined by `hyphen`. Here two blocks become one, with the links and note marks
//! that they already carry.

use crate::hyphen::{HyphenedWords, join_break, last_word};
use crate::node::LinkedText;

/// The greatest length of a line, in letters, that stands for itself although no mark ends it: a name, a place and a day.
const SHORT: usize = 45;

/// Whether a block goes on in the next one: its sentence has not ended, or the next block begins within a sentence.
///
/// Neither may be a heading, a note or a table, nor the second an item of a list: their callers know that. [`begins_item`] tells items.
pub(crate) fn goes_on(before: &str, after: &str) -> bool {
    let (before, after) = (before.trim_end(), after.trim_start());
    let Some(first) = after.chars().next() else { return false };
    if before.is_empty() || begins_item(after) && !ends_in_abbreviation(before) {
        return false;
    }
    if before.ends_with(['-', '\u{ad}']) {
        return first.is_alphanumeric();
    }
    let closing = |c: char| matches!(c, '"' | '”' | '’' | '\'' | ')' | ']' | '»');
    let bare = before.trim_end_matches(closing);
    if first.is_lowercase() {
        // `m.m. samt …`; after a colon an item may begin with a small letter.
        return !bare.ends_with([':', ';']);
    }
    if bare.ends_with(['.', ':', ';', '!', '?']) {
        return ends_in_abbreviation(bare);
    }
    // Nothing begins only because it begins with a number, unless it is that of a section.
    let is_numbered =
        first.is_ascii_digit() && !after.split(char::is_whitespace).next().unwrap_or_default().contains('.');
    // A line in full that no mark ends goes on; a short one may be a name or a day.
    let is_full = before.chars().nth(SHORT).is_some() && !before.ends_with(')');
    is_numbered || is_full || before.ends_with(',')
}

/// Whether a text ends with a shortened word after which its sentence goes on: `s.`, `prop.`, `dnr.`.
pub(crate) fn ends_in_abbreviation(text: &str) -> bool {
    const WORDS: [&str; 21] = [
        "s.", "prop.", "bet.", "rskr.", "skr.", "dir.", "jfr.", "kap.", "t.ex.", "bl.a.", "dvs.", "dnr.",
        "ca.", "resp.", "st.", "p.", "nr.", "art.", "kl.", "f.d.", "s.k.",
    ];
    let last = last_word(text).trim_start_matches('(');
    WORDS.contains(&&*last.to_lowercase())
}

/// Whether a text begins as an item of a list does: with a dash, a dot, `1.`, `a)`.
pub(crate) fn begins_item(text: &str) -> bool {
    let text = text.trim_start();
    let mut chars = text.chars();
    match chars.next() {
        Some('–' | '—' | '•' | '·' | '-' | '\u{f0b7}' | '▪' | '○') => {
            return chars.next().is_none_or(|next| next.is_whitespace() || next.is_alphabetic());
        }
        Some(first) if first.is_alphanumeric() => {}
        _ => return false,
    }
    let word = text.split(char::is_whitespace).next().unwrap_or_default();
    let Some(number) = word.strip_suffix(['.', ')']) else { return false };
    let is_number = number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter =
        word.ends_with(')') && number.chars().count() == 1 && number.chars().all(char::is_lowercase);
    is_number || is_letter
}

/// Appends a text to another, with a blank between them unless a word was cut.
pub(crate) fn append(text: &mut LinkedText, next: LinkedText, words: &HyphenedWords) {
    let kept = text.plain.trim_end().len();
    text.plain.truncate(kept);
    join_break(&mut text.plain, next.plain.split_whitespace().next().unwrap_or_default(), words);
    let start = text.plain.len();
    let blanks = next.plain.len() - next.plain.trim_start().len();
    text.plain.push_str(next.plain.trim_start());
    text.links.extend(next.links.into_iter().map(|mut link| {
        link.range =
            link.range.start.saturating_sub(blanks) + start..link.range.end.saturating_sub(blanks) + start;
        link
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_go_on_over_an_edge() {
        for (before, after, expected) in [
            ("fåren på", "berget betar.", true),
            ("Fåren betar.", "Getterna betar.", false),
            ("Fåren, getterna m.m.", "samt korna betar.", true),
            ("Fåren ska", "– betas,", false),
            ("Fåren ska:", "betas", false),
            ("Fåren nämns i lagen om de vilda djuren i bergen och i", "Norge.", true),
            ("Stina Fårman", "Nils Getman", false),
            ("Fåren kom den", "5 maj 2030.", true),
            ("Fåren kom den", "5.1 Getterna", false),
            ("om ull-", "klippning", true),
            ("Se (prop. 2030/31:4 s.", "45) och annat.", true),
            ("Det är 45 får.", "1. Får", false),
            ("Fåren betar.”", "Getterna", false),
            ("", "Får", false),
            ("Får", "", false),
        ] {
            assert_eq!(goes_on(before, after), expected, "{before:?} {after:?}");
        }
    }

    #[test]
    fn items_are_told_by_their_marks() {
        for (text, expected) in [
            ("1. Får", true),
            ("12) Får", true),
            ("a) får", true),
            ("– får", true),
            ("•får", true),
            ("2018. Får", false),
            ("1 § Får", false),
            ("Får a) b", false),
            ("-", true),
        ] {
            assert_eq!(begins_item(text), expected, "{text:?}");
        }
    }

    #[test]
    fn joined_texts_keep_their_links() {
        let link =
            |range| crate::node::NodeLink { range, uri: "#fn-1".to_owned(), predicate: "x", kind: None };
        let mut text = LinkedText { plain: "Om ull- ".to_owned(), links: vec![link(0..2)] };
        let next = LinkedText { plain: " klippning 1".to_owned(), links: vec![link(11..12)] };
        append(&mut text, next, &HyphenedWords::default());
        assert_eq!(text.plain, "Om ullklippning 1");
        assert_eq!(&text.plain[text.links[1].range.clone()], "1");
    }
}
