//! The numbers of kapitel and paragrafer, alone and in lists, with their marks.

use super::cited::{MAX_MEMBERS, Numbers};
use super::ordinal::ordinal;
use super::stycke_number::stycken;
use crate::cursor::Cursor;
use crate::following::{FollowingUnits, following};
use crate::marked_otherwise::{counts_things, is_marked_otherwise};
use crate::separators::after_separator;

/// Words for a kapitel.
const KAPITEL: [&str; 4] = ["kapitlet", "kapitel", "kap", "chapter"];

/// Words for a paragraf, which may stand for its sign.
const PARAGRAF: [&str; 2] = ["paragrafen", "paragraf"];

/// A number with its letter: `3`, `3 a`, `3a`. A separate letter that may be a word (`3 i lagen`, `1 p. 2`) belongs to the number only
/// before a mark, and `i` also where the list goes on. A number that begins with a zero is the year of standard terms (`ABM 07`).
pub(crate) fn numbered(at: &mut Cursor<'_>, longest: usize) -> Option<String> {
    let mut next = *at;
    let mut number = next.digits(longest).filter(|digits| !digits.starts_with('0'))?.to_owned();
    let mut lettered = next;
    let apart = lettered.blank();
    if following(next).is_none()
        && let Some(letter) = lettered.letter()
    {
        let word = letter == 'p' && lettered.rest().starts_with('.') || apart && matches!(letter, 'i' | 'p');
        let is_marked = || lettered.begins_with_any(&[" §", "§", " kap"]);
        if !word || is_marked() || letter == 'i' && goes_on(lettered.rest()) {
            number.push(letter);
            next = lettered;
        }
    }
    if !(next.at_boundary() || next.rest().starts_with("kap")) {
        return None;
    }
    *at = next;
    Some(number)
}

/// Whether a list goes on with a further number: `42 i och 42 k §§`, where `i` is no preposition.
fn goes_on(rest: &str) -> bool {
    let further =
        [" och ", " eller ", ", ", "-", "–"].iter().find_map(|separator| rest.strip_prefix(separator));
    further.is_some_and(|further| further.starts_with(|c: char| c.is_ascii_digit()))
}

/// Paragrafer with one mark.
pub(super) struct Paragrafer<'q> {
    /// At least one.
    pub(super) numbers: Numbers,
    /// Whether those after the last are cited too.
    pub(super) following: Option<FollowingUnits>,
    /// Where their words end.
    pub(super) end: Cursor<'q>,
}

/// Numbers before their mark or after it: `3 §`, `3 och 4 §§`, `26 a-d §§`, `6 eller 7 §`, `36 paragrafen`, `§ 36`, `§§ 36-38`,
/// `28 ff. §§`, `36 § f.`, `första paragrafen`.
pub(super) fn paragrafer(at: Cursor<'_>) -> Option<Paragrafer<'_>> {
    let mut found = match at.peek()? {
        c if c.is_ascii_digit() => before_mark(at)?,
        '§' | 'p' => after_mark(at)?,
        _ => {
            let mut next = at;
            let number = ordinal(&mut next)?.to_string();
            let numbers = vec![(number, at.at(), next.at())];
            let marked = next.blank() && next.word(&PARAGRAF);
            return marked.then_some(Paragrafer { numbers, following: None, end: next });
        }
    };
    // A clean query has lost the full stop at its end.
    if found.following.is_none()
        && let Some((following, end)) = following(found.end)
    {
        (found.following, found.end) = (Some(following), end);
    }
    Some(found)
}

fn before_mark(at: Cursor<'_>) -> Option<Paragrafer<'_>> {
    let mut numbers = Numbers::new();
    let mut next = at;
    while numbers.len() < MAX_MEMBERS {
        let start = next.at();
        let number = match next.peek()? {
            c if c.is_ascii_digit() => numbered(&mut next, 4)?,
            // A further letter of the number before.
            _ => {
                let (before, ..) = numbers.last()?;
                let digits = before.trim_end_matches(|c: char| c.is_ascii_lowercase());
                let lettered = digits.len() < before.len();
                format!("{digits}{}", next.letter().filter(|_| lettered)?)
            }
        };
        numbers.push((number, start, next.at()));
        let follow = following(next);
        let mut marked = follow.map_or_else(|| after_ordinal_stop(next, " §"), |(_, after)| after);
        marked.blank();
        if section_sign(&mut marked) || marked.word(&PARAGRAF) || marked.eat("par.") {
            let mut following = follow.map(|(following, _)| following);
            let several = marked.before().ends_with("§§") || marked.before().ends_with("§ §");
            // `1 f §§`: two signs beside one number.
            if let [(only, _, end)] = numbers.as_mut_slice()
                && several
                && at.to(*end).before().ends_with(" f")
                && let Some(number) = only.strip_suffix('f')
            {
                (*only, *end) = (number.to_owned(), *end - 2);
                following = Some(FollowingUnits::Next);
            }
            drop_what_is_no_member(at, &mut numbers, several);
            return Some(Paragrafer { numbers, following, end: marked });
        }
        let further = after_separator(next, |next| {
            let mut letter = next;
            let begins = next.peek().is_some_and(|c| c.is_ascii_digit()) || letter.letter().is_some();
            begins.then_some(next)
        });
        next = further.or_else(|| after_close_comma(next)).or_else(|| after_sign(next))?;
    }
    None
}

/// Removes numbers before the first paragraf of a list that are years, pages or amounts: `2014 och 36 §`, `s. 12 och 36 §`,
/// `på 500 och 6 §`. A list with one mark ascends.
fn drop_what_is_no_member(at: Cursor<'_>, numbers: &mut Numbers, several: bool) {
    let value =
        |number: &str| number.trim_end_matches(char::is_alphabetic).parse::<u32>().unwrap_or_default();
    let last = numbers.len() - 1;
    let is_other = |index: usize| {
        let number = value(&numbers[index].0);
        let is_year = number >= 1_000;
        let descends = !several && number > value(&numbers[index + 1].0);
        is_year || descends || index == 0 && is_marked_otherwise(at)
    };
    if let Some(index) = (0..last).rev().find(|index| is_other(*index)) {
        numbers.drain(..=index);
    }
}

/// After a sign between two numbers: `4 + 5 §§`, `4/5 §§`.
fn after_sign(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut next = at;
    next.blank();
    if !(next.eat("+") || next.eat("/")) {
        return None;
    }
    next.blank();
    next.peek().is_some_and(|c| c.is_ascii_digit()).then_some(next)
}

/// After a comma without a blank: `2,3 och 5 §§`. Paragrafer have no decimals.
fn after_close_comma(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut next = at;
    (next.eat(",") && next.peek().is_some_and(|c| c.is_ascii_digit())).then_some(next)
}

fn after_mark(at: Cursor<'_>) -> Option<Paragrafer<'_>> {
    let mut next = at;
    if !section_sign(&mut next) && !next.word(&PARAGRAF) {
        return None;
    }
    let several = at.is_query() || next.before().ends_with("§§");
    next.blank();
    let mut numbers = vec![(numbered(&mut next, 4)?, at.at(), next.at())];
    while several && numbers.len() < MAX_MEMBERS {
        let further = after_separator(next, |from| {
            let mut next = from;
            let number = numbered(&mut next, 4)?;
            let mut after = next;
            after.blank();
            let other = after.rest().starts_with(['§', ':', '/']) || after.words_without_stop(&KAPITEL);
            (!other && stycken(from).is_none()).then_some((number, from.at(), next))
        });
        let Some((number, start, end)) = further else { break };
        numbers.push((number, start, end.at()));
        next = end;
    }
    Some(Paragrafer { numbers, following: None, end: next })
}

/// `§`, `§§`, `§ §`.
pub(super) fn section_sign(at: &mut Cursor<'_>) -> bool {
    if !at.eat("§") {
        return false;
    }
    let mut doubled = *at;
    doubled.blank();
    if doubled.eat("§") {
        *at = doubled;
    }
    true
}

/// Kapitel before their mark or after it: `3 kap.`, `3, 4 eller 5 kap.`, `andra kapitlet`, `kap. 12`; each with where it is written.
pub(super) fn kapitel(at: Cursor<'_>) -> Option<(Numbers, Cursor<'_>)> {
    let mut next = at;
    if !at.peek()?.is_ascii_digit() {
        let number = if next.word(&KAPITEL) {
            next.blank();
            let number = numbered(&mut next, 3)?;
            // In `35 kap 1 §` the word `kap` belongs to the number before it.
            let mut sign = next;
            sign.blank();
            if section_sign(&mut sign) && !(sign.blank() && sign.digits(4).is_some()) {
                return None;
            }
            let first = (number, at.at(), next.at());
            return Some(further_kapitel(first, next));
        } else {
            let number = ordinal(&mut next)?.to_string();
            (next.blank() && next.words_without_stop(&["kapitlet", "kapitel"])).then_some(number)?
        };
        return Some((vec![(number, at.at(), next.at())], next));
    }
    let mut numbers = Numbers::new();
    while numbers.len() < MAX_MEMBERS {
        let start = next.at();
        let number = numbered(&mut next, 3)?;
        let mut marked = after_ordinal_stop(next, " kap");
        marked.blank();
        if marked.word(&KAPITEL) || glued_kap(&mut marked) {
            numbers.push((number, start, marked.at()));
            return Some((numbers, marked));
        }
        numbers.push((number, start, next.at()));
        next = after_separator(next, |next| next.peek().filter(char::is_ascii_digit).map(|_| next))?;
    }
    None
}

/// `kap. 2 och 3`: further kapitel after their word.
fn further_kapitel(first: (String, usize, usize), mut end: Cursor<'_>) -> (Numbers, Cursor<'_>) {
    let mut numbers = vec![first];
    while numbers.len() < MAX_MEMBERS {
        let further = after_separator(end, |from| {
            let mut next = from;
            let number = numbered(&mut next, 3)?;
            let mut after = next;
            after.blank();
            let other = after.rest().starts_with([':', '/', '%']) || counts_things(after);
            (!other && !begins_provision(from)).then_some((number, from.at(), next))
        });
        let Some((number, start, next)) = further else { break };
        numbers.push((number, start, next.at()));
        end = next;
    }
    (numbers, end)
}

/// `kap` with the number of the paragraf right behind it: `3kap1§`.
fn glued_kap(at: &mut Cursor<'_>) -> bool {
    let mut next = *at;
    let found = next.eat("kap") && next.peek().is_some_and(|c| c.is_ascii_digit());
    if found {
        *at = next;
    }
    found
}

/// The cursor after the full stop of an ordinal number (`7. kap.`), when this mark follows it.
fn after_ordinal_stop<'q>(at: Cursor<'q>, mark: &str) -> Cursor<'q> {
    let mut next = at;
    if next.eat(".") && next.rest().starts_with(mark) { next } else { at }
}

/// Where a list of numbers without a mark ends. A list that begins inside it has no mark either.
pub(crate) fn end_of_numbers(at: Cursor<'_>) -> usize {
    let mut end = at;
    for _ in 0..MAX_MEMBERS {
        if numbered(&mut end, 4).is_none() {
            break;
        }
        match after_separator(end, |next| next.peek().filter(char::is_ascii_digit).map(|_| next)) {
            Some(next) => end = next,
            None => break,
        }
    }
    end.at()
}

/// A number without a paragraph sign, with a blank after it: `3` of `7 kap. 3 miljöbalken`.
pub(crate) fn lost_mark(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let mut next = at;
    let number = numbered(&mut next, 3)?;
    next.rest().starts_with(' ').then_some((number, next))
}

/// The cursor at the paragrafer after the mark of a kapitel; None when none follow.
pub(super) fn before_paragrafer(mark: Cursor<'_>) -> Option<Cursor<'_>> {
    let mut next = mark;
    next.eat(",");
    // `30 kap.1 §`, `3kap1§`
    let apart = next.blank() || next.before().ends_with('.') || next.before().ends_with("kap");
    (apart && paragrafer(next).is_some()).then_some(next)
}

/// Whether the number here is that of a paragraf, a kapitel or a stycke rather than of a punkt.
pub(super) fn begins_provision(at: Cursor<'_>) -> bool {
    let begins_kapitel = || {
        // In `2 och 4 kap. 1 §` the 2 is not a kapitel.
        kapitel(at).is_some_and(|(kapitel, after)| kapitel.len() == 1 || before_paragrafer(after).is_none())
    };
    begins_paragraf(at) || begins_kapitel() || stycken(at).is_some()
}

/// Whether the number here is that of a paragraf. In `2 eller 3 eller 14 a §` the 3 is not: the mark would be `§§`.
fn begins_paragraf(at: Cursor<'_>) -> bool {
    paragrafer(at).is_some_and(|Paragrafer { numbers, end, .. }| {
        let before = end.before();
        numbers.len() == 1 || before.ends_with("§§") || before.ends_with("§ §")
    })
}
