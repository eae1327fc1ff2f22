//! Cases of the European Court of Human Rights, by application number or by parties.
//!
//! Both are read only if a held document has them: an application number looks like many other numbers, and any
//! two words with a `v.` between them could be parties.

use crate::cursor::Cursor;
use crate::dates::names_day;
use crate::names::{CitationNames, IdentifiedDocument};
use crate::parties::{folded_words, party, serial, split_parties, state, state_in_text, without_others};
use crate::target::CitationMatch;

/// `Osman mot Förenade kungariket`, `CASE OF OSMAN v. THE UNITED KINGDOM`, at the beginning of the query.
pub(crate) fn parties(at: Cursor<'_>, names: &CitationNames) -> Option<CitationMatch> {
    let text = at.rest();
    let (applicant, start) = split_parties(text)?;
    let rest = &text[start..];
    let (state, mut end) = state(rest)?;
    let mut number = "";
    if let Some((serial, length)) = serial(&rest[end..]) {
        number = serial;
        end += length;
    }
    let applicant = party(applicant);
    let entries = [Some(applicant.as_str()), without_others(&applicant)].into_iter().flatten().find_map(
        |applicant| {
            let entries = names.held.parties(&format!("{applicant}|{state}|{number}"));
            (!entries.is_empty()).then_some(entries)
        },
    )?;
    CitationMatch::held(
        one(entries, at).map(|entry| entry.document.as_str()).into_iter(),
        at.at() + start + end,
    )
}

/// The longest name of an applicant, in bytes.
const MAX_APPLICANT: usize = 60;

/// The held case whose parties stand on both sides of the ` mot ` or ` v. ` that ends here: the document, and where the names begin
/// and end. The longest run of words before it that is the name of an applicant is taken.
pub(crate) fn parties_in_text(at: Cursor<'_>, names: &CitationNames) -> Option<(String, usize, usize)> {
    let (state, mut end) = state_in_text(at.rest())?;
    let mut number = "";
    if let Some((serial, length)) = serial(&at.rest()[end..]) {
        number = serial;
        end += length;
    }
    let before = at.before().trim_end();
    let joint = ["mot", "v.", "v"].iter().find_map(|joint| before.strip_suffix(joint))?;
    let applicants = joint.trim_end();
    let mut first = applicants.len().saturating_sub(MAX_APPLICANT);
    while !applicants.is_char_boundary(first) {
        first += 1;
    }
    let words = folded_words(&applicants[first..]);
    for (index, (start, ..)) in words.iter().enumerate() {
        let applicant: Vec<&str> =
            words[index..].iter().map(|(_, _, word)| word.as_str()).filter(|word| !word.is_empty()).collect();
        let entries = names.held.parties(&format!("{}|{state}|{number}", applicant.join(" ")));
        if let Some(entry) = one(entries, at) {
            return Some((entry.document.clone(), first + start, at.at() + end));
        }
    }
    None
}

/// `23452/94`, `no. 23452/94`, `ansökan nr 23452/94`.
pub(crate) fn application(at: Cursor<'_>, names: &CitationNames) -> Option<CitationMatch> {
    if !at.at_word_start() {
        return None;
    }
    let mut next = at;
    let words =
        ["ansökningarna", "ansökningar", "ansökan", "klagomålen", "klagomål", "applications", "application"];
    let announced = next.word(&words);
    next.blank();
    let numbered = next.word(&["nr", "nos", "no"]);
    next.blank();
    let start = next;
    next.digits(6)?;
    if !next.eat("/") || next.digits(2).is_none_or(|year| year.len() != 2) || !next.at_boundary() {
        return None;
    }
    let alone = at.at() == 0 && next.at_end();
    if !(announced || numbered || alone) {
        return None;
    }
    let entry = one(names.held.application(next.written_since(start)), at);
    CitationMatch::held(entry.map(|entry| entry.document.as_str()).into_iter(), next.at())
}

/// The document that is cited among several: that of the day in the query, else the only judgment, else the only
/// document.
fn one<'n>(mut entries: Vec<&'n IdentifiedDocument>, query: Cursor<'_>) -> Option<&'n IdentifiedDocument> {
    entries.sort_by(|a, b| a.document.cmp(&b.document));
    entries.dedup_by(|a, b| a.document == b.document);
    let only = |entries: Vec<&'n IdentifiedDocument>| {
        if entries.len() == 1 { entries.first().copied() } else { None }
    };
    let dated = entries.iter().copied().filter(|entry| names_day(query, &entry.date)).collect();
    let judgments = entries.iter().copied().filter(|entry| entry.judgment).collect();
    only(dated).or_else(|| only(judgments)).or_else(|| only(entries))
}
