//! Cases of the courts of the EU by number: `C-311/18`, `mål T-201/04`, `Case 26/62`.

use crate::cursor::{Cursor, without_zeros};
use crate::separators::after_separator;
use crate::target::{CitationMatch, CitedLocation};

/// How many numbers of a list are read.
const MAX_CASES: usize = 10;

/// The cases of a query.
pub(crate) fn number(at: Cursor<'_>) -> Option<CitationMatch> {
    let (first, mut end) = case(at)?;
    let mut targets = vec![CitedLocation::document(first)];
    while targets.len() < MAX_CASES {
        let Some((another, after)) = after_separator(end, lettered) else { break };
        let another = CitedLocation::document(another);
        if !targets.contains(&another) {
            targets.push(another);
        }
        end = after;
    }
    CitationMatch::numbers(targets, end.at())
}

/// The first case of a list as local id: `C-311/18`, `mål 26/62`, `de förenade målen C-92/09`, `yttrande 2/13`.
pub(crate) fn case(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    if !at.at_word_start() {
        return None;
    }
    let mut next = at;
    if next.word(&["yttrande", "opinion"]) && next.blank() {
        let (number, year, end) = number_and_year(next)?;
        // `yttrande 2011/12:FiU3y` of a committee.
        let of_court = number.len() <= 2 && !end.rest().starts_with(':');
        return of_court.then(|| (format!("celex/6{year}CV{number:0>4}"), end));
    }
    let named = next.word(&[
        "förenade målen",
        "de förenade målen",
        "målen",
        "målet",
        "mål",
        "joined cases",
        "cases",
        "case",
    ]);
    if named {
        next.blank();
        if next.word(&["nr", "no"]) {
            next.blank();
        }
    }
    lettered(next).or_else(|| {
        // Before the Court of First Instance was set up in 1989, numbers had no letter.
        let (number, year, end) = number_and_year(next).filter(|_| named)?;
        (1954..=1989).contains(&year).then(|| (format!("celex/6{year}CJ{number:0>4}"), end))
    })
}

/// `C-311/18`, with the mark after it that says that it is an appeal or a review; in a query also `t 201/04` and `C311/18`.
pub(crate) fn lettered(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    let lower = at.peek().filter(|court| at.at_word_start() && matches!(court, 'c' | 't' | 'f'))?;
    let court = lower.to_ascii_uppercase();
    let mut next = at.to(at.at() + 1);
    let joined = next.eat("-") || at.is_query() && (next.eat(" - ") || next.blank());
    // Without a hyphen it must be the whole query.
    let alone = at.is_query() && at.at() == 0 && court == 'C';
    if !(joined || alone) {
        return None;
    }
    next.blank();
    let (number, year, end) = number_and_year(next)?;
    (joined || end.at_end()).then(|| (format!("celex/6{year}{court}J{number:0>4}"), after_mark(end)))
}

/// The cursor after ` P`, ` PPU` or ` RX-II`. `p. 134` of a running text is a paragraph.
fn after_mark(at: Cursor<'_>) -> Cursor<'_> {
    let mut next = at;
    let marked = next.blank() && next.words_without_stop(&["p", "ppu", "rx-iii", "rx-ii", "rx"]);
    let written = next.written_since(at);
    let capitals = !next.rest().starts_with('.') && written == written.to_uppercase();
    let mark = marked && (at.is_query() || capitals);
    if mark { next } else { at }
}

/// `311/18`: two digits of a year below 54 are of this century.
pub(crate) fn number_and_year(at: Cursor<'_>) -> Option<(&str, u32, Cursor<'_>)> {
    let mut end = at;
    let number = without_zeros(end.digits(4)?);
    if !end.eat("/") {
        return None;
    }
    let digits = end.digits(4)?;
    let year: u32 = digits.parse().ok()?;
    let year = match digits.len() {
        2 if year < 54 => 2000 + year,
        2 => 1900 + year,
        4 if (1952..2100).contains(&year) => year,
        _ => return None,
    };
    (end.at_boundary() && !end.rest().starts_with('/')).then_some((number, year, end))
}
