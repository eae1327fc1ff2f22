//! Cases of the European Court of Human Rights, by application number or by parties.
//!
//! Both are read through held documents only: a number of this form may be anything, and a name nothing at all. Parties
//! are compared as `applicant|state|serial`, folded, the state by its name in the court's own case titles.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::case_numbers::found;
use crate::cursor::Cursor;
use crate::dates::names_day;
use crate::names::{Entry, Names, tables::STATES};
use crate::normalise::fold;
use crate::target::Found;

/// Every name of a respondent state, folded, with the one used in case titles.
static STATE_NAMES: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    STATES
        .iter()
        .flat_map(|row| {
            let state = row.get(0);
            row.list(1).map(party).chain([state.to_owned()]).map(move |name| (name, state))
        })
        .collect()
});

/// The longest name of a state, in words.
const STATE_WORDS: usize = 6;

/// A party's name, comparable: lower case, no diacritics, articles or punctuation, one word for "and".
fn party(name: &str) -> String {
    let folded = fold(name);
    let words =
        folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty() && *word != "the");
    words.map(|word| if word == "och" { "and" } else { word }).collect::<Vec<_>>().join(" ")
}

/// Words that stand for the applicants not named.
fn without_others(applicant: &str) -> Option<&str> {
    [" and others", " and other", " m fl", " et al"].iter().find_map(|others| applicant.strip_suffix(others))
}

/// Cuts `X v. Y (no. 2)` into applicant, what follows the joint, and where that begins.
fn cut(title: &str) -> Option<(&str, usize)> {
    let joints = [" v. ", " v ", " vs. ", " vs ", " mot "];
    let (start, joint) = joints.iter().filter_map(|joint| Some((title.find(joint)?, *joint))).min()?;
    let applicant = &title[..start];
    let applicant = applicant.strip_prefix("case of ").unwrap_or(applicant);
    Some((applicant, start + joint.len()))
}

/// The state at the beginning of a text: its name in case titles, and the length of what was read.
fn state(text: &str) -> Option<(&'static str, usize)> {
    let ends =
        text.char_indices().filter(|(_, c)| !c.is_alphanumeric()).map(|(at, _)| at).chain([text.len()]);
    let mut best = None;
    for end in ends.take(STATE_WORDS * 2) {
        if let Some(state) = STATE_NAMES.get(&party(&text[..end])) {
            best = Some((*state, end));
        }
    }
    best
}

/// The serial in `(no. 2)` or `(nr 2)` at the beginning of a text.
fn serial(text: &str) -> Option<(&str, usize)> {
    let open = text.find('(').filter(|open| *open <= 2)?;
    let inner = &text[open + 1..open + 1 + text[open + 1..].find(')')?];
    let number = ["no. ", "no.", "no ", "nr. ", "nr "].iter().find_map(|mark| inner.strip_prefix(mark))?;
    let close = open + inner.len() + 2;
    number.bytes().all(|b| b.is_ascii_digit()).then_some((number, close))
}

/// The keys under which a case is held: with its other applicants and without.
pub(crate) fn party_keys(title: &str) -> Vec<String> {
    let title = crate::normalise::tidy_lower(title);
    let Some((applicant, at)) = cut(&title) else { return Vec::new() };
    let rest = &title[at..];
    let (state, end) = state(rest).map_or((party(rest), rest.len()), |(state, end)| (state.to_owned(), end));
    let number = serial(&rest[end..]).map(|(number, _)| number).unwrap_or_default();
    let applicant = party(applicant);
    let mut keys = vec![format!("{applicant}|{state}|{number}")];
    keys.extend(without_others(&applicant).map(|first| format!("{first}|{state}|{number}")));
    keys
}

/// `Osman mot Förenade kungariket`, `CASE OF OSMAN v. THE UNITED KINGDOM`, at the beginning of the query.
pub(crate) fn parties(at: Cursor<'_>, names: &Names) -> Option<Found> {
    let text = at.rest();
    let (applicant, start) = cut(text)?;
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
    found(one(entries, at).into_iter(), at.at() + start + end)
}

/// `23452/94`, `no. 23452/94`, `ansökan nr 23452/94`.
pub(crate) fn application(at: Cursor<'_>, names: &Names) -> Option<Found> {
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
    found(one(names.held.application(next.written_since(start)), at).into_iter(), next.at())
}

/// The document meant among several: that of the day named, else the only judgment, else the only document.
fn one<'n>(mut entries: Vec<&'n Entry>, query: Cursor<'_>) -> Option<&'n Entry> {
    entries.sort_by(|a, b| a.document.cmp(&b.document));
    entries.dedup_by(|a, b| a.document == b.document);
    let only = |entries: Vec<&'n Entry>| if entries.len() == 1 { entries.first().copied() } else { None };
    let dated = entries.iter().copied().filter(|entry| names_day(query, &entry.date)).collect();
    let judgments = entries.iter().copied().filter(|entry| entry.judgment).collect();
    only(dated).or_else(|| only(judgments)).or_else(|| only(entries))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_a_title() {
        for (title, expected) in [
            ("CASE OF OSMAN v. THE UNITED KINGDOM", &["osman|united kingdom|"][..]),
            ("Osman mot Storbritannien", &["osman|united kingdom|"]),
            (
                "CASE OF McCANN AND OTHERS v. THE UNITED KINGDOM",
                &["mccann and others|united kingdom|", "mccann|united kingdom|"],
            ),
            ("CASE OF VON HANNOVER v. GERMANY (No. 2)", &["von hannover|germany|2"]),
            ("CASE OF GURGUCHIANI v. SPAIN [Extracts]", &["gurguchiani|spain|"]),
            ("Sporrong och Lönnroth mot Sverige", &["sporrong and lonnroth|sweden|"]),
            ("no parties", &[]),
        ] {
            assert_eq!(party_keys(title), expected, "{title}");
        }
    }
}
