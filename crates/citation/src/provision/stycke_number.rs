//! The numbers of stycken and meningar, with their words.

use super::cited::Numbers;
use super::ordinal::ordinal;
use crate::cursor::Cursor;
use crate::marked_otherwise::counts_things;
use crate::separators::after_separator;

const STYCKE: [&str; 5] = ["styckena", "stycket", "stycke", "styck", "st"];

/// `första stycket`, `2 st.`, `första och tredje styckena`: each with where it is written.
pub(super) fn stycken(at: Cursor<'_>) -> Option<(Numbers, Cursor<'_>)> {
    let mut found = Numbers::new();
    let mut next = at;
    // `st. 2`, and behind a paragraf `stycke 1 och 3`, `styckena 1-3`
    let word_first = at.is_query() || at.rest().starts_with("st.") || at.before().ends_with("§ ");
    if word_first && at.peek() == Some('s') && next.word_of_stycke() {
        next.blank();
        let (number, mut end) = digit(next)?;
        found.push((number, at.at(), end.at()));
        while found.len() < 9 {
            let further = after_separator(end, |next| Some((digit(next)?, next.at())));
            let Some(((number, after), start)) = further else { break };
            found.push((number, start, after.at()));
            end = after;
        }
        return Some((found, end));
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

/// The number of a stycke after its word. The number before another mark belongs to that.
fn digit(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let mut next = at;
    let number = next.digits(1).filter(|_| next.at_boundary())?.to_owned();
    let mut after = next;
    after.blank();
    let other = after.rest().starts_with(['§', ':', '/', '%']) || counts_things(after);
    (!other).then_some((number, next))
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
