//! Identifiers of international documents: treaty numbers, HUDOC items, records of the ICC and the ICJ.

use lagrum_artifact::Anchor;

use crate::cursor::{Cursor, without_zeros};
use crate::names::{CitationNames, documents};
use crate::target::{CitationMatch, CitedLocation};

/// The identifier here.
pub(crate) fn identifier(at: Cursor<'_>) -> Option<CitationMatch> {
    if !at.at_word_start() {
        return None;
    }
    treaty_number(at).or_else(|| hudoc(at)).or_else(|| icc(at)).or_else(|| icj(at))
}

/// `ETS No. 5`, `CETS 210`, `ICRC 365`, `UNTC I-27531`.
fn treaty_number(at: Cursor<'_>) -> Option<CitationMatch> {
    let mut next = at;
    if next.words_without_stop(&["ets", "cets", "coe"]) {
        next.blank();
        if next.word(&["no", "nr"]) {
            next.blank();
        }
        let number = without_zeros(next.digits(3)?);
        let letter = next.letter().map(|c| c.to_ascii_uppercase().to_string()).unwrap_or_default();
        let target = CitedLocation::document(format!("coe/{number:0>3}{letter}"));
        return next.at_boundary().then(|| CitationMatch::number(target, next.at()))?;
    }
    if next.words_without_stop(&["icrc"]) {
        next.blank();
        if next.word(&["no", "nr"]) {
            next.blank();
        }
        let number = without_zeros(next.digits(4)?);
        return next
            .at_boundary()
            .then(|| CitationMatch::number(CitedLocation::document(format!("icrc/{number}")), next.at()))?;
    }
    if next.words_without_stop(&["untc", "unts"]) {
        next.blank();
        if next.word(&["no", "nr"]) {
            next.blank();
        }
        let part = next.letters().filter(|part| matches!(*part, "i" | "ii" | "iii"))?;
        let number = next.eat("-").then(|| next.digits(6)).flatten()?;
        let target = CitedLocation::document(format!("untc/{}-{number}", part.to_uppercase()));
        return next.at_boundary().then(|| CitationMatch::number(target, next.at()))?;
    }
    None
}

/// `HUDOC 001-58257`, `001-58257`.
fn hudoc(at: Cursor<'_>) -> Option<CitationMatch> {
    let mut next = at;
    let named = next.words_without_stop(&["hudoc", "itemid"]);
    if named {
        next.eat(":");
        next.blank();
    }
    let series = next.digits(3).filter(|series| matches!(*series, "001" | "002" | "003"))?;
    let number = next.eat("-").then(|| next.digits(7)).flatten()?;
    let ends = next.at_boundary() && !next.rest().starts_with(['-', '/']);
    (ends && (named || number.len() >= 4)).then(|| {
        let document = CitedLocation::document(format!("dom/echr/{series}-{number}"));
        let mut fragment = next;
        let paragraph = fragment.eat("#p").then(|| fragment.digits(5)).flatten();
        let anchor = paragraph.filter(|_| fragment.at_boundary()).and_then(|n| Anchor::new(&format!("P{n}")));
        match anchor {
            Some(anchor) => {
                CitationMatch::number(CitedLocation { anchor: Some(anchor), ..document }, fragment.at())
            }
            None => CitationMatch::number(document, next.at()),
        }
    })?
}

/// `ICC-01/04-02/06-2359`: a slash is written as `_` in the local id.
fn icc(at: Cursor<'_>) -> Option<CitationMatch> {
    let mut next = at;
    if !next.eat("icc-") {
        return None;
    }
    for (longest, separator) in [(2, "/"), (2, "-"), (2, "/"), (2, "-"), (5, "")] {
        next.digits(longest)?;
        if !next.eat(separator) {
            return None;
        }
    }
    // Redacted and corrected versions have words of their own: `-Red`, `-Corr`.
    for _ in 0..4 {
        let mut suffix = next;
        if !suffix.eat("-") || (suffix.letters().is_none() && suffix.digits(3).is_none()) {
            break;
        }
        suffix.digits(3);
        next = suffix;
    }
    let written = next.written_since(at);
    let number = format!("ICC-{}", written.get(4..)?.replace('/', "_"));
    next.at_boundary()
        .then(|| CitationMatch::number(CitedLocation::document(format!("icc/{number}")), next.at()))?
}

/// `ICJ 070-19860627-JUD-01-00`, with or without language and `.pdf`.
fn icj(at: Cursor<'_>) -> Option<CitationMatch> {
    let mut next = at;
    if next.words_without_stop(&["icj"]) {
        next.blank();
    }
    let case = next.digits(3).filter(|case| case.len() == 3)?;
    let day = next.eat("-").then(|| next.digits(8)).flatten().filter(|day| day.len() == 8)?;
    let kind = next.eat("-").then(|| next.letters()).flatten().filter(|kind| kind.len() == 3)?;
    let first = next.eat("-").then(|| next.digits(2)).flatten()?;
    let second = next.eat("-").then(|| next.digits(2)).flatten()?;
    let number = format!("{case}-{day}-{}-{first}-{second}", kind.to_uppercase());
    if next.eat("-") {
        next.letters()?;
    }
    next.eat(".pdf");
    next.at_boundary()
        .then(|| CitationMatch::number(CitedLocation::document(format!("icj/{number}")), next.at()))?
}

/// `I.C.J. Reports 1986, p. 14`, held as `icj reports 1986 14` with the volume before the page where there is one.
pub(crate) fn icj_reports(at: Cursor<'_>, names: &CitationNames) -> Option<CitationMatch> {
    let mut next = at;
    if !(next.eat("i.c.j.") || next.eat("i. c. j.") || next.eat("icj")) {
        return None;
    }
    next.blank();
    if !next.word(&["reports", "rep"]) {
        return None;
    }
    next.blank();
    let year = next.year()?;
    next.eat(",");
    next.blank();
    let parenthesis = next.eat("(");
    if next.word(&["volume", "vol"]) {
        next.blank();
    }
    let mut volume = None;
    if !next.rest().starts_with('p') {
        volume = next.letters().filter(|text| text.chars().all(|c| matches!(c, 'i' | 'v' | 'x')));
    }
    if parenthesis {
        next.eat(")");
    }
    next.eat(",");
    next.blank();
    if next.word(&["page", "pp", "p"]) {
        next.blank();
    }
    let page = without_zeros(next.digits(4)?);
    let volume = volume.map(|volume| format!("{volume} ")).unwrap_or_default();
    let forms =
        [format!("icj reports {year} {volume}{page}"), format!("icj reports {year} {volume}p {page}")];
    forms.iter().find_map(|form| CitationMatch::held(documents(&names.held.identifier(form)), next.at()))
}
