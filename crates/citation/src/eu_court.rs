//! Cases of the courts of the EU by number: `C-311/18`, `mål T-201/04`, `Case 26/62`.

use crate::cursor::{Cursor, without_zeros};
use crate::target::{CitationMatch, CitedLocation};

/// How many numbers of a list are read.
const MAX_CASES: usize = 10;

/// The case number here, and those joined to it.
pub(crate) fn number(at: Cursor<'_>) -> Option<CitationMatch> {
    let (first, mut end) = case(at)?;
    let mut targets = vec![first];
    while targets.len() < MAX_CASES {
        let mut next = end;
        // A mark after the number says that the case is an appeal.
        if next.blank() && next.words_without_stop(&["p", "ppu", "rx"]) {
            end = next;
        }
        let mut next = end;
        if ![", ", " och ", " and ", " eller ", " samt "].iter().any(|separator| next.eat(separator)) {
            break;
        }
        let Some((another, after)) = lettered(next) else { break };
        if !targets.contains(&another) {
            targets.push(another);
        }
        end = after;
    }
    CitationMatch::numbers(targets, end.at())
}

fn case(at: Cursor<'_>) -> Option<(CitedLocation, Cursor<'_>)> {
    if !at.at_word_start() {
        return None;
    }
    let mut next = at;
    if next.word(&["yttrande", "opinion"]) && next.blank() {
        let (number, year, end) = number_and_year(next)?;
        return Some((CitedLocation::document(format!("celex/6{year}CV{number:0>4}")), end));
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
        (1954..=1989)
            .contains(&year)
            .then(|| (CitedLocation::document(format!("celex/6{year}CJ{number:0>4}")), end))
    })
}

/// `C-311/18`, `t 201/04`.
fn lettered(at: Cursor<'_>) -> Option<(CitedLocation, Cursor<'_>)> {
    if !at.at_word_start() {
        return None;
    }
    let mut next = at;
    let court = ["c", "t", "f"].into_iter().find(|court| next.eat(court))?.to_uppercase();
    let joined = next.eat("-") || next.eat(" - ") || next.blank();
    // Without a hyphen it must be the whole query: `C311/18`.
    let alone = at.at() == 0 && court == "C";
    if !(joined || alone) {
        return None;
    }
    next.blank();
    let (number, year, end) = number_and_year(next)?;
    (joined || end.at_end())
        .then(|| (CitedLocation::document(format!("celex/6{year}{court}J{number:0>4}")), end))
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
