//! Swedish decisions by case number: `T 3-08`, `mål nr T 3-08`, `Högsta domstolens dom 2009-11-03 T 3-08`.
//!
//! Case numbers look like dates and ranges, so a number is read only if a held decision has it.

use crate::cursor::Cursor;
use crate::dates::{day, names_day};
use crate::names::{CitationNames, IdentifiedDocument, case_number_key, documents};
use crate::tables::COURTS;
use crate::target::CitationMatch;

/// The held decisions with the case number anywhere in the query.
pub(crate) fn held(at: Cursor<'_>, names: &CitationNames) -> Option<(usize, CitationMatch)> {
    let mut place = at;
    loop {
        if let Some(found) = held_here(place, names) {
            return Some((place.at(), found));
        }
        if !place.skip_word() {
            return None;
        }
    }
}

fn held_here(at: Cursor<'_>, names: &CitationNames) -> Option<CitationMatch> {
    let (key, end) = number(at)?;
    let before = at.before();
    let courts = courts_in(before);
    let lettered = key.starts_with(char::is_alphabetic);
    let announced = ["mål", "mål nr", "mål nr.", "målnummer", "målnr"]
        .iter()
        .any(|word| before.trim_end().ends_with(word));
    let alone = before.is_empty() && end.at_end();
    if !(lettered || announced || alone || !courts.is_empty()) {
        return None;
    }
    with_number(at, &key, &courts, names, end)
}

/// The held decisions with a number: those of `courts` if any is named, and those of the day if one is named near it.
fn with_number(
    at: Cursor<'_>,
    key: &str,
    courts: &[&str],
    names: &CitationNames,
    end: Cursor<'_>,
) -> Option<CitationMatch> {
    let mut entries = names.held.case_number(key);
    entries.retain(|entry| courts.is_empty() || courts.contains(&entry.court.as_str()));
    let dated: Vec<&IdentifiedDocument> =
        entries.iter().copied().filter(|entry| names_day(at, &entry.date)).collect();
    if !dated.is_empty() {
        entries = dated;
    }
    entries.sort_by(|a, b| (&a.date, &a.document).cmp(&(&b.date, &b.document)));
    CitationMatch::held(documents(&entries), end.at())
}

/// Bytes before a case number in which its court must be named.
const COURT_BEFORE: usize = 90;

/// The held decisions with the case number here in running text: its court must be named shortly before, and the number
/// have letters, the word for a case or a date beside it.
pub(crate) fn held_in_text(at: Cursor<'_>, names: &CitationNames) -> Option<CitationMatch> {
    let (key, end) = number(at)?;
    let before = at.before();
    let mut start = before.len().saturating_sub(COURT_BEFORE);
    while !before.is_char_boundary(start) {
        start += 1;
    }
    let before = &before[start..];
    let courts = courts_in(before);
    let lettered = key.starts_with(char::is_alphabetic);
    let near = before.trim_end();
    let announced = ["mål", "mål nr", "mål nr."].iter().any(|word| near.ends_with(word));
    let dated = near.len().checked_sub(10).is_some_and(|start| {
        let written = Cursor::over(near, near).to(start);
        day(written).is_some_and(|(_, end)| end.at_end())
    });
    if courts.is_empty() || !(lettered || announced || dated) {
        return None;
    }
    with_number(at, &key, &courts, names, end)
}

/// The key of the case number here, in any of its spellings.
fn number(at: Cursor<'_>) -> Option<(String, Cursor<'_>)> {
    if !at.at_word_start() {
        return None;
    }
    let mut end = at;
    if end.letters().is_some_and(|letters| letters.chars().count() <= 5) {
        let _ = end.blank() || end.eat("-");
    }
    end.digits(5)?;
    if !(end.eat("-") || end.eat("/")) {
        return None;
    }
    end.digits(4)?;
    if !end.at_boundary() || end.rest().starts_with(['-', '/', ':']) {
        return None;
    }
    Some((case_number_key(end.written_since(at))?, end))
}

/// The codes of the court that is named before the number; of several, the last.
fn courts_in(before: &str) -> Vec<&'static str> {
    let mut named: Option<(usize, usize, Vec<&'static str>)> = None;
    for row in COURTS.iter() {
        let phrase = row.get(0);
        for (start, _) in before.match_indices(phrase) {
            let end = start + phrase.len();
            let free_before = !before[..start].chars().next_back().is_some_and(char::is_alphanumeric);
            let rest = &before[end..];
            let rest = rest.strip_prefix('s').or_else(|| rest.strip_prefix(":s")).unwrap_or(rest);
            let free_after = !rest.chars().next().is_some_and(char::is_alphanumeric);
            if free_before
                && free_after
                && named.as_ref().is_none_or(|(e, l, _)| (end, phrase.len()) > (*e, *l))
            {
                named = Some((end, phrase.len(), row.list(1).collect()));
            }
        }
    }
    named.map(|(_, _, codes)| codes).unwrap_or_default()
}
