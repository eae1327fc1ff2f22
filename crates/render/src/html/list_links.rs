//! Lists of paragrafer of which the source links only the last one: `från 3, 3 a, 9, [11 §]`. Each of them is a link.
//!
//! The numbers before a link are those of its act if they rise to the number of the link, and a word stands before them that leads to
//! paragrafer, or their own kapitel (`4 kap. 3 och [5 §]`). A number without such a place in the text stays text.

use std::ops::Range;

use lagrum_artifact::Artifact;

use crate::event::{Event, LinkedText, OwnedPiece};

/// What stands between the numbers of a list.
const SEPARATORS: [&str; 4] = [", ", " och ", " eller ", " samt "];

/// Words after which numbers are those of paragrafer.
const LEADING: [&str; 10] = ["av", "enligt", "från", "genom", "i", "mot", "om", "till", "utom", "än"];

/// How the names of acts end that follow a citation.
const ACTS: [&str; 5] = ["lagen", "balken", "ordningen", "formen", "stadgan"];

/// Digits of a number of a paragraf. A year has more.
const DIGITS: usize = 3;

/// Completes the links of lists in the text of one act.
pub(super) struct ListLinks<'a> {
    /// The uri of the act, with the sign before an anchor.
    act: Option<&'a str>,
}

/// A number with its letter: `3 a`. Numbers are in the order of an act.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Number {
    digits: u32,
    letter: Option<char>,
}

impl<'a> ListLinks<'a> {
    pub(super) fn of(artifact: &'a Artifact) -> Self {
        let act = artifact.str(&["uri"]).map(|uri| uri.split("/konsolidering/").next().unwrap_or(uri));
        Self { act }
    }

    /// The event with the links of its lists.
    pub(super) fn write<'e>(&self, event: Event<'e>) -> Event<'e> {
        match event {
            Event::Block(mut block) => {
                if let Some(text) = self.act.and_then(|act| completed(&block.text, act)) {
                    block.text = text;
                }
                Event::Block(block)
            }
            event => event,
        }
    }
}

/// A text with the links of its lists; None if there are none to add.
fn completed<'e>(text: &LinkedText<'_>, act: &str) -> Option<LinkedText<'e>> {
    let pieces: Vec<(&str, Option<&str>)> = text.pieces().collect();
    let mut written = Vec::new();
    let mut has_added = false;
    for (at, (words, uri)) in pieces.iter().enumerate() {
        let next = pieces.get(at + 1).filter(|_| uri.is_none());
        let mut members = next.map_or_else(Vec::new, |(link, uri)| {
            let anchor = uri.and_then(|uri| uri.strip_prefix(act)?.strip_prefix('#'));
            anchor.map_or_else(Vec::new, |anchor| members(words, link, anchor))
        });
        if !members.is_empty() && !ends_list(after_links(&pieces[at + 1..])) {
            members.clear();
        }
        has_added |= !members.is_empty();
        let mut end = 0;
        for (place, anchor) in members {
            written.push(OwnedPiece::new(&words[end..place.start], None));
            end = place.end;
            written.push(OwnedPiece::new(&words[place], Some(&format!("{act}#{anchor}"))));
        }
        written.push(OwnedPiece::new(&words[end..], *uri));
    }
    written.retain(|piece| !piece.words.is_empty());
    has_added.then(|| LinkedText::of_pieces(written))
}

/// The words after the links that pieces begin with, and what stands between those.
fn after_links<'t>(pieces: &[(&'t str, Option<&str>)]) -> &'t str {
    let is_between = |words: &str| SEPARATORS.contains(&words) || ["–", "-"].contains(&words);
    let mut pieces = pieces.iter().peekable();
    while let Some((words, uri)) = pieces.next() {
        let is_followed = pieces.peek().is_some_and(|(_, uri)| uri.is_some());
        if uri.is_none() && !(is_between(words) && is_followed) {
            return words;
        }
    }
    ""
}

/// Whether a list may end before these words. One that goes on without links, or names an act, may not be of the act that its link leads
/// to: `19, [20] eller 20 a § lagen om vallning`.
fn ends_list(after: &str) -> bool {
    let goes_on = SEPARATORS.iter().filter_map(|separator| after.strip_prefix(separator));
    let names_act = after.trim_start().split(' ').next().is_some_and(|word| {
        let word = word.trim_end_matches(|sign: char| !sign.is_alphanumeric());
        ACTS.iter().any(|act| word.ends_with(act))
            || word.chars().filter(|sign| sign.is_uppercase()).count() > 1
    });
    !names_act && !goes_on.into_iter().any(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()))
}

/// The numbers at the end of `before` that make one list with a link, and their anchors.
fn members(before: &str, link: &str, anchor: &str) -> Vec<(Range<usize>, String)> {
    let Some((kapitel, paragraf)) = anchor.split_once('P') else { return Vec::new() };
    let first = number_at_start(link);
    let Some(mut limit) = first.filter(|number| number_at_start(paragraf) == Some(*number)) else {
        return Vec::new();
    };
    let (mut found, mut end) = (Vec::new(), before.len());
    while let Some(text) = SEPARATORS.iter().find_map(|separator| before[..end].strip_suffix(separator)) {
        let Some((start, number)) = number_at_end(text).filter(|(_, number)| *number < limit) else { break };
        let letter = number.letter.map(String::from).unwrap_or_default();
        found.push((start..text.len(), format!("{kapitel}P{}{letter}", number.digits)));
        (end, limit) = (start, number);
    }
    found.reverse();
    if leads(&before[..end], kapitel) { found } else { Vec::new() }
}

/// Whether words lead to paragrafer of a kapitel, or of the text that they stand in.
fn leads(words: &str, kapitel: &str) -> bool {
    let words = words.trim_end();
    if let Some(before) = words.strip_suffix(" kap.") {
        return number_at_end(before)
            .is_some_and(|(start, _)| kapitel == format!("K{}", before[start..].replace(' ', "")));
    }
    words.rsplit(' ').next().is_some_and(|word| LEADING.contains(&word))
}

/// The number that a text begins with: `11 §`, `3 a §`, `3a`.
fn number_at_start(text: &str) -> Option<Number> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    let digits = digits(&text[..end])?;
    let rest = text[end..].trim_start();
    let mut letters = rest.chars();
    let letter = letters.next().filter(char::is_ascii_lowercase);
    let is_letter = letters.next().is_none_or(|next| !next.is_alphanumeric() || next.is_ascii_uppercase());
    Some(Number { digits, letter: letter.filter(|_| is_letter) })
}

/// The number that a text ends with after a blank, and where it begins.
fn number_at_end(text: &str) -> Option<(usize, Number)> {
    let letter = text.chars().next_back().filter(char::is_ascii_lowercase);
    let body = match letter {
        Some(_) => text[..text.len() - 1].strip_suffix(' ')?,
        None => text,
    };
    let start = body.len() - body.bytes().rev().take_while(u8::is_ascii_digit).count();
    let is_apart = body[..start].is_empty() || body[..start].ends_with(' ');
    Some((start, Number { digits: digits(&body[start..])?, letter })).filter(|_| is_apart)
}

fn digits(text: &str) -> Option<u32> {
    (1..=DIGITS).contains(&text.len()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The members of a list before a link, in the text as it is shown.
    fn found(before: &str, link: &str, anchor: &str) -> Vec<String> {
        members(before, link, anchor)
            .into_iter()
            .map(|(place, to)| format!("{}={to}", &before[place]))
            .collect()
    }

    #[test]
    fn the_numbers_before_a_link_are_members_of_its_list() {
        let list = found("får avvikelse göras från 3, 3 a, 9, ", "11 § andra stycket", "P11S2");
        assert_eq!(list, ["3=P3", "3 a=P3a", "9=P9"]);
        assert_eq!(found("enligt 4 och ", "5 §", "K2P5"), ["4=K2P4"]);
        assert_eq!(found("enligt 2 kap. 4 eller ", "5 §", "K2P5"), ["4=K2P4"]);
        assert_eq!(found("i 3, 5 och ", "5 a §", "P5a"), ["3=P3", "5=P5"]);
    }

    #[test]
    fn a_list_that_goes_on_or_names_an_act_has_no_links_to_add() {
        assert!(
            ends_list(".")
                && ends_list(", i den utsträckning")
                && ends_list(" och andra djur")
                && ends_list("")
        );
        for after in [" eller 20 a § vallagen", " lagen om får", " fårlagen.", " RF,", ", 21 och"] {
            assert!(!ends_list(after), "{after}");
        }
        let pieces = [("20", Some("a")), (" eller ", None), ("21 §", Some("b")), (" vallagen", None)];
        assert_eq!(after_links(&pieces), " vallagen");
        assert_eq!(after_links(&pieces[..3]), "");
    }

    #[test]
    fn other_numbers_stay_text() {
        for (before, link, anchor) in [
            ("enligt 3 kap. 4 och ", "5 §", "K2P5"),
            ("i första stycket 1, 2 och ", "5 §", "P5"),
            ("enligt 7 och ", "5 §", "P5"),
            ("enligt lagen 2031:9, ", "11 §", "P11"),
            ("år 2031, ", "11 §", "P11"),
            ("enligt 4 och ", "5 §", "P6"),
            ("enligt 4 och ", "första stycket", "P5S1"),
            ("enligt ", "5 §", "P5"),
        ] {
            assert!(found(before, link, anchor).is_empty(), "{before}[{link}]");
        }
    }
}
