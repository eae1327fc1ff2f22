//! Passages that look like citations and could not be read. They are reported, so that a caller does not take them for checked.

use super::pass::Pass;
use crate::cursor::Cursor;

/// Words that citations are made of. A passage looks like a citation if one of them stands beside a number.
const SIGNS: [&str; 27] = [
    "kap.",
    "mål ",
    "målet ",
    "prop.",
    "prop ",
    "bet.",
    "skr.",
    "dir.",
    "ds ",
    "dnr",
    "sou ",
    "nja ",
    "rå ",
    "hfd ",
    "ad ",
    "rh ",
    "möd ",
    "mig ",
    "jo ",
    "sfs ",
    "artikel ",
    "article ",
    "ecli:",
    "ansökan nr",
    "klagomål nr",
    "application no.",
    "case ",
];

/// The greatest number of passages that are reported of one text.
const MAX_SUSPECTS: usize = 1_000;

impl Pass<'_> {
    /// The passages that look like citations and are in no link: expressions of unknown laws, and [`SIGNS`] beside a number. They are in
    /// order and do not overlap.
    pub(super) fn suspects(&mut self) -> Vec<(usize, usize)> {
        let mut suspects = std::mem::take(&mut self.unread);
        let whole = self.text.cursor();
        let lower = whole.whole();
        let mut signs: Vec<usize> = lower.match_indices('§').map(|(at, _)| at).collect();
        for word in SIGNS {
            signs.extend(lower.match_indices(word).map(|(at, _)| at));
        }
        signs.sort_unstable();
        for at in signs {
            if let Some(found) = marked(whole.to(at)) {
                suspects.push(found);
            }
        }
        // Of passages that begin together the longest is reported.
        suspects.sort_unstable_by_key(|(start, end)| (*start, std::cmp::Reverse(*end)));
        let mut kept: Vec<(usize, usize)> = Vec::new();
        // Both lists are in order, so one walk finds what overlaps.
        let mut links = self.found.iter().peekable();
        for (start, end) in suspects {
            while links.next_if(|link| link.end <= start).is_some() {}
            let linked = links.peek().is_some_and(|link| link.start < end);
            let listed = kept.last().is_some_and(|(_, last)| start < *last);
            if !linked && !listed && kept.len() < MAX_SUSPECTS {
                kept.push((start, end));
            }
        }
        kept
    }
}

/// Characters of a number beside a sign.
const MAX_TOKEN: usize = 60;

/// The passage around a sign of a citation, when a number is beside it.
fn marked(at: Cursor<'_>) -> Option<(usize, usize)> {
    let digit = |c: char| c.is_ascii_digit();
    let before = at.before().trim_end_matches(' ');
    let number = before.trim_end_matches(|c: char| c.is_ascii_digit());
    // `12 a §`
    let lettered = before
        .strip_suffix(|c: char| c.is_ascii_lowercase())
        .and_then(|rest| rest.strip_suffix(' '))
        .filter(|rest| rest.ends_with(digit));
    let start = if number.len() < before.len() {
        Some(number.len())
    } else {
        lettered.map(|rest| rest.trim_end_matches(|c: char| c.is_ascii_digit()).len())
    };
    let mut next = at;
    if at.peek() == Some('§') {
        next.eat("§");
        next.eat("§");
    } else {
        next.letters();
        next.eat(".");
        next.eat(":");
        let mut numbered = next;
        if numbered.blank() && numbered.word(&["nr"]) {
            next = numbered;
        }
    }
    let word_end = next.at();
    next.blank();
    let rest = next.rest();
    let mut chars = rest.char_indices().take(MAX_TOKEN);
    let length = chars.find(|(_, c)| matches!(c, ' ' | '\n' | ',' | ';')).map(|(end, _)| end);
    let mut length = length.or((rest.len() <= MAX_TOKEN).then_some(rest.len()))?;
    // `mål nr T 1234-18`: the letters of a case number stand apart.
    let letters = rest
        .get(..length)
        .is_some_and(|word| word.chars().count() <= 4 && word.chars().all(char::is_alphabetic));
    if letters && let Some(number) = rest[length..].strip_prefix(' ') {
        let end =
            number.find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '/'))).unwrap_or(number.len());
        length += if end > 0 && number.starts_with(digit) { end + 1 } else { 0 };
    }
    let token = rest.get(..length)?.trim_end_matches(['.', ')', ':', '?', '!', '"', '”']);
    let follows = token.contains(digit) && token.chars().next().is_some_and(char::is_alphanumeric);
    let kapitel = at.rest().starts_with("kap") || at.peek() == Some('§');
    match (start, follows) {
        (Some(start), _) if kapitel => Some((start, word_end)),
        (_, true) if at.at_word_start() => Some((at.at(), next.at() + token.len())),
        _ => None,
    }
}
