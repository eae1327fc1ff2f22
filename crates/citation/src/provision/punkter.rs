//! Punkter of a provision: `2`, `2 b`, `1, 2 och 4-7`, `b) - c)`.

use super::cited::{MAX_MEMBERS, Numbers};
use super::number::begins_provision;
use super::ordinal::ordinal;
use crate::cursor::{Cursor, without_zeros};
use crate::law_words::law_word;
use crate::marked_otherwise::counts_things;
use crate::separators::after_separator;

/// The punkter of one provision.
pub(super) struct Items {
    pub(super) listed: Numbers,
    pub(super) begins_with_range: bool,
}

/// `2`, `2 b`, `1, 2 och 4-7`, `b) - c)`, `andra punkten`, `p. 2`.
pub(super) fn items(at: Cursor<'_>) -> Option<(Items, Cursor<'_>)> {
    let mut next = at;
    if next.words_without_stop(&["punkterna", "punkten", "punkt", "pkt", "p", "a"]) {
        // `p. 2`; a lone `a` is read below.
        next.eat(".");
        next.blank();
        if !next.peek().is_some_and(|c| c.is_ascii_digit()) {
            next = at;
        }
    }
    let (first, mut end) = item(next, false)?;
    let mut items = Items { listed: vec![(first, at.at(), end.at())], begins_with_range: false };
    while items.listed.len() < MAX_MEMBERS {
        let range = end.rest().trim_start_matches(' ').starts_with('-');
        let before = items.listed.last().map(|(item, ..)| item.clone()).unwrap_or_default();
        let conjoined = end.begins_with_any(&[" och ", " eller ", " samt "]);
        let ends_letters = conjoined && before.ends_with(|c: char| c.is_ascii_alphabetic());
        let mut begins = 0;
        let mut value = None;
        let after = after_separator(end, |next| {
            // The numbers may be the paragrafer or kapitel of the next member.
            if begins_provision(next) {
                return None;
            }
            let (item, after) = item(next, ends_letters)?;
            begins = next.at();
            value = Some(if item.starts_with(|c: char| c.is_ascii_alphabetic()) {
                // `3 a, b eller c`: letters of the same number.
                format!("{}{item}", before.trim_end_matches(|c: char| c.is_ascii_alphabetic()))
            } else {
                item
            });
            Some(after)
        });
        let (Some(after), Some(item)) = (after, value) else { break };
        items.begins_with_range |= range && items.listed.len() == 1;
        items.listed.push((item, begins, after.at()));
        end = after;
    }
    Some((items, end))
}

/// One punkt. A single letter must be followed by a sign that it is not a word, unless it ends a list of letters.
fn item(at: Cursor<'_>, ends_letters: bool) -> Option<(String, Cursor<'_>)> {
    let mut next = at;
    if let Some(number) = ordinal(&mut next) {
        return (next.blank() && next.word_of_punkt()).then(|| (number.to_string(), next));
    }
    if next.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
        let letter = next.letter().filter(|letter| *letter != 'i')?;
        if next.eat(")") {
            return Some((letter.to_string(), next));
        }
        let listed = [" och ", " eller ", " samt "].iter().any(|joint| {
            let mut after = next;
            after.eat(joint) && (after.peek().is_some_and(|c| c.is_ascii_digit()) || after.letter().is_some())
        });
        let free = next.at_end()
            || next.rest().starts_with([',', '.', ';', ')'])
            || listed
            || (ends_letters || at.is_query() || law_follows(next)) && next.at_boundary();
        return free.then(|| (letter.to_string(), next));
    }
    let mut value = without_zeros(next.digits(3)?).to_owned();
    // `krav i 3 § första stycket 1,⏎2. krav`: the number of the next item of a list.
    if at.at_line_start() && [". ", ") "].iter().any(|mark| next.rest().starts_with(mark)) {
        return None;
    }
    let mut worded = next;
    if worded.blank() && worded.word_of_punkt() {
        return Some((value, worded));
    }
    let mut lettered = next;
    lettered.blank();
    if let Some(letter) = lettered.letter().filter(|letter| *letter != 'i') {
        value.push(letter);
        next = lettered;
    }
    if !next.at_boundary() || next.rest().starts_with([':', '/', '%', '§']) {
        return None;
    }
    let mut after = next;
    let counted = after.blank() && counts_things(after);
    let mut decimal = next;
    let decimal = decimal.eat(",") && decimal.peek().is_some_and(|c| c.is_ascii_digit());
    if counted || decimal {
        return None;
    }
    next.eat(")");
    Some((value, next))
}

/// `10 § f personuppgiftslagen`
fn law_follows(mut at: Cursor<'_>) -> bool {
    at.blank() && law_word(at).is_some()
}

impl Cursor<'_> {
    /// Reads `punkten`, `p.`, `pkt`.
    fn word_of_punkt(&mut self) -> bool {
        self.words_without_stop(&["punkten", "punkt"]) || self.word(&["pkt", "p"])
    }
}
