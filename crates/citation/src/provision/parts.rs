//! What a citation names inside a paragraf: stycke, punkt, mening and moment.

use super::{CitedProvision, KAPITEL, numbered, ordinal};
use crate::cursor::{Cursor, without_zeros};

const STYCKE: [&str; 5] = ["styckena", "stycket", "stycke", "st", "styck"];
const PUNKT: [&str; 6] = ["punkterna", "punkten", "punkt", "pkt", "pt", "p"];
const MENING: [&str; 5] = ["meningarna", "meningen", "mening", "men", "mgn"];
const MOMENT: [&str; 3] = ["momentet", "moment", "mom"];

/// Reads the parts of a paragraf: stycke, punkt, mening, moment, in any order, each once.
pub(super) fn tail(mut place: CitedProvision, mut end: Cursor<'_>) -> (CitedProvision, Cursor<'_>) {
    const PARTS: usize = 6;
    for _ in 0..PARTS {
        let mut next = end;
        next.eat(",");
        if !next.blank() {
            break;
        }
        match part(&mut place, next) {
            Some(after) => end = after,
            None => break,
        }
    }
    (place, end)
}

/// Reads one part into its place.
pub(super) fn part<'q>(place: &mut CitedProvision, at: Cursor<'q>) -> Option<Cursor<'q>> {
    let mut next = at;
    if place.punkt.is_none() && next.eat("anvisningarna ") {
        return word_then_number(next, &PUNKT).map(|(number, end)| {
            place.punkt = Some(number);
            end
        });
    }
    for (slot, words) in [
        (&mut place.stycke, &STYCKE[..]),
        (&mut place.mening, &MENING[..]),
        (&mut place.moment, &MOMENT[..]),
        (&mut place.punkt, &PUNKT[..]),
    ] {
        if slot.is_none()
            && let Some((number, end)) = number_then_word(at, words).or_else(|| word_then_number(at, words))
        {
            *slot = Some(number);
            return Some(end);
        }
    }
    if place.punkt.is_none() {
        let (number, end) = bare_punkt(at)?;
        place.punkt = Some(number);
        return Some(end);
    }
    None
}

/// `andra stycket`, `2 st.`, `första och tredje styckena`.
fn number_then_word<'q>(at: Cursor<'q>, words: &[&str]) -> Option<(String, Cursor<'q>)> {
    let mut next = at;
    let number = ordinal_or_digits(&mut next)?;
    for separator in [" och ", " eller ", " samt ", "-"] {
        let mut second = next;
        if second.eat(separator) && ordinal_or_digits(&mut second).is_some() {
            next = second;
            break;
        }
    }
    next.blank();
    next.word(words).then_some((number, next))
}

fn ordinal_or_digits(at: &mut Cursor<'_>) -> Option<String> {
    ordinal(at).map(|number| number.to_string()).or_else(|| at.digits(3).map(|n| without_zeros(n).to_owned()))
}

/// `st. 2`, `p. 2 b`, `punkt 4`.
fn word_then_number<'q>(at: Cursor<'q>, words: &[&str]) -> Option<(String, Cursor<'q>)> {
    let mut next = at;
    if !next.word(words) {
        return None;
    }
    next.blank();
    if let Some(number) = numbered(&mut next, 3) {
        return Some((number, next));
    }
    let letter = next.letter()?;
    Some((letter.to_string(), next))
}

/// `2`, `4 b`, `f`, `a)`: a punkt without its word. The number of another provision or of a statute is not a punkt.
fn bare_punkt(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let mut next = at;
    let number = match numbered(&mut next, 3) {
        Some(number) => number,
        None => next.letter().filter(|letter| *letter != 'i')?.to_string(),
    };
    next.eat(")");
    let mut after = next;
    after.blank();
    let belongs_elsewhere = after.peek().is_some_and(|c| matches!(c, '§' | ':' | '/' | '.'))
        || after.word(&KAPITEL)
        || after.word(&[
            "januari",
            "februari",
            "mars",
            "april",
            "maj",
            "juni",
            "juli",
            "augusti",
            "september",
        ])
        || after.word(&["oktober", "november", "december"]);
    (!belongs_elsewhere).then_some((number, next))
}
