//! The numbers of stycken and meningar, with their words.

use super::cited::Numbers;
use super::ordinal::ordinal;
use crate::cursor::Cursor;
use crate::separators::after_separator;

const STYCKE: [&str; 5] = ["styckena", "stycket", "stycke", "styck", "st"];

/// `första stycket`, `2 st.`, `första och tredje styckena`: each with where it is written.
pub(super) fn stycken(at: Cursor<'_>) -> Option<(Numbers, Cursor<'_>)> {
    let mut found = Numbers::new();
    let mut next = at;
    // `st. 2`, in a query `stycke 2` too.
    let word_first = at.is_query() || at.rest().starts_with("st.");
    if word_first && next.word_of_stycke() {
        next.blank();
        let number = next.digits(1).filter(|_| next.at_boundary())?.to_owned();
        return Some((vec![(number, at.at(), next.at())], next));
    }
    let in_digits = |at: Cursor<'_>| at.peek().is_some_and(|c| c.is_ascii_digit());
    // `2 eller andra stycket` is a punkt and a stycke.
    while found.len() < 9 && in_digits(next) == in_digits(at) {
        let start = next.at();
        let number = ordinal_or_digit(&mut next)?;
        let mut word = next;
        if word.blank() && word.word_of_stycke() {
            found.push((number, start, word.at()));
            return Some((found, word));
        }
        found.push((number, start, next.at()));
        next = after_separator(next, Some)?;
    }
    None
}

fn ordinal_or_digit(at: &mut Cursor<'_>) -> Option<String> {
    if let Some(number) = ordinal(at) {
        return Some(number.to_string());
    }
    let mut next = *at;
    let digit = next.digits(1)?.to_owned();
    next.at_boundary().then(|| {
        *at = next;
        digit
    })
}

/// `andra meningen`, `2 men.`
pub(super) fn mening(mut at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let number = ordinal_or_digit(&mut at)?;
    let named = at.blank()
        && (at.words_without_stop(&["meningen", "meningarna", "mening"])
            || at.eat("men.")
            || at.word(&["mgn"])
            || at.is_query() && at.words_without_stop(&["men"]));
    named.then_some((number, at))
}

impl Cursor<'_> {
    /// Reads `stycket`, `st.` and the like.
    fn word_of_stycke(&mut self) -> bool {
        let mut next = *self;
        if !next.words_without_stop(&STYCKE) {
            return false;
        }
        if next.before().ends_with("st") && !next.before().ends_with("est") {
            next.eat(".");
        }
        *self = next;
        true
    }
}
