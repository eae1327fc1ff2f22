//! The parties of a case before the European Court of Human Rights, read from its title.
//!
//! Parties are compared as `applicant|state|serial`, folded, the state by its name in the court's own case titles.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::normalise::fold;
use crate::tables::STATES;

/// Every name of a respondent state, folded, with its name in case titles.
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

/// A party's name in the form that is compared: lower case, without diacritics, articles and punctuation, with one word
/// for "and".
pub(crate) fn party(name: &str) -> String {
    let folded = fold(name);
    let words =
        folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty() && *word != "the");
    words.map(|word| if word == "och" { "and" } else { word }).collect::<Vec<_>>().join(" ")
}

/// The applicant without the words for further applicants; None when there are none.
pub(crate) fn without_others(applicant: &str) -> Option<&str> {
    [" and others", " and other", " m fl", " et al"].iter().find_map(|others| applicant.strip_suffix(others))
}

/// The applicant of `X v. Y (no. 2)`, and where the text after `v.` begins.
pub(crate) fn split_parties(title: &str) -> Option<(&str, usize)> {
    let joints = [" v. ", " v ", " vs. ", " vs ", " mot "];
    let (start, joint) = joints.iter().filter_map(|joint| Some((title.find(joint)?, *joint))).min()?;
    let applicant = &title[..start];
    let applicant = applicant.strip_prefix("case of ").unwrap_or(applicant);
    Some((applicant, start + joint.len()))
}

/// The state at the beginning of a text: its name in case titles, and the length of its name here.
pub(crate) fn state(text: &str) -> Option<(&'static str, usize)> {
    let ends =
        text.char_indices().filter(|(_, c)| !c.is_alphanumeric()).map(|(at, _)| at).chain([text.len()]);
    let mut best = None;
    for end in ends.take(STATE_WORDS * 2) {
        // The name of the state ends before a comma or a paragraph sign.
        if text[..end].ends_with(char::is_alphanumeric)
            && let Some(state) = STATE_NAMES.get(&party(&text[..end]))
        {
            best = Some((*state, end));
        }
    }
    best
}

/// The words of a text with where each begins and ends, folded as in [`party`]; words that are left out there are empty.
pub(crate) fn folded_words(text: &str) -> Vec<(usize, usize, String)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, c.is_alphanumeric()) {
            (None, true) => start = Some(at),
            (Some(begun), false) => {
                words.push((begun, at, party(&text[begun..at])));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// The state at the beginning of a running text, and where its name ends.
pub(crate) fn state_in_text(text: &str) -> Option<(&'static str, usize)> {
    const MAX_CHARS: usize = 80;
    let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(end, _)| end);
    let mut name = String::new();
    let mut best = None;
    for (_, end, word) in folded_words(&text[..end]).into_iter().take(STATE_WORDS) {
        if !(name.is_empty() || word.is_empty()) {
            name.push(' ');
        }
        name.push_str(&word);
        if let Some(state) = STATE_NAMES.get(&name) {
            best = Some((*state, end));
        }
    }
    best
}

/// The serial in `(no. 2)` or `(nr 2)` at the beginning of a text.
pub(crate) fn serial(text: &str) -> Option<(&str, usize)> {
    let open = text.find('(').filter(|open| *open <= 2)?;
    let inner = &text[open + 1..open + 1 + text[open + 1..].find(')')?];
    let number = ["no. ", "no.", "no ", "nr. ", "nr "].iter().find_map(|mark| inner.strip_prefix(mark))?;
    let close = open + inner.len() + 2;
    number.bytes().all(|b| b.is_ascii_digit()).then_some((number, close))
}

/// The keys of a case: with its other applicants and without.
pub(crate) fn party_keys(title: &str) -> Vec<String> {
    let title = crate::normalise::tidy_lower(title);
    let Some((applicant, at)) = split_parties(&title) else { return Vec::new() };
    let rest = &title[at..];
    let (state, end) = state(rest).map_or((party(rest), rest.len()), |(state, end)| (state.to_owned(), end));
    let number = serial(&rest[end..]).map(|(number, _)| number).unwrap_or_default();
    let applicant = party(applicant);
    let mut keys = vec![format!("{applicant}|{state}|{number}")];
    keys.extend(without_others(&applicant).map(|first| format!("{first}|{state}|{number}")));
    keys
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
