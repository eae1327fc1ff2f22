//! Passages that look like citations and could not be read. They are reported, so that a caller does not take them for checked.
//!
//! Every number of the text is looked at once. If a sign of law stands beside it, and no citation has it, it is reported with the
//! sign. Signs that other texts have too (`s. 12`, `p. 4`) count only behind a citation in the same sentence.

use super::pass::Pass;
use crate::cursor::Cursor;

/// Words before a number that make it one of a citation, in lower case. One full stop and `nr` may stand between.
const BEFORE: [&str; 47] = [
    "§",
    "kap",
    "kapitel",
    "mom",
    "moment",
    "mål",
    "målet",
    "målen",
    "prop",
    "propositionen",
    "bet",
    "betänkandet",
    "skr",
    "rskr",
    "dir",
    "ds",
    "dnr",
    "sou",
    "nja",
    "rå",
    "hfd",
    "ad",
    "rh",
    "möd",
    "mig",
    "mmd",
    "pmöd",
    "md",
    "rk",
    "jo",
    "sfs",
    "sö",
    "artikel",
    "artikeln",
    "artiklarna",
    "artiklar",
    "article",
    "articles",
    "art",
    "arts",
    "ansökan",
    "klagomål",
    "application",
    "case",
    "cases",
    "paragraf",
    "paragraferna",
];

/// Words that are signs only with their full stop, and those of [`BEFORE`] that are short words of the language too.
const WITH_STOP: [&str; 9] = ["kap", "mom", "bet", "skr", "dir", "prop", "art", "arts", "rskr"];

/// Words before a number that belong to a citation before them in the same sentence.
const BEHIND_CITATION: [&str; 12] = [
    "s",
    "p",
    "pp",
    "st",
    "punkt",
    "punkten",
    "punkterna",
    "sid",
    "para",
    "paras",
    "paragraph",
    "paragraphs",
];

/// Words after a number that make it one of a citation.
const AFTER: [&str; 5] = ["§", "kap", "mom", "moment", "paragrafen"];

/// Words after a number that belong to a citation before them in the same sentence.
const AFTER_BEHIND_CITATION: [&str; 3] = ["st", "p", "stycket"];

/// The greatest number of passages that are reported of one text.
const MAX_SUSPECTS: usize = 1_000;

/// The greatest distance between a citation and its page or punkt, in bytes.
const MAX_GAP: usize = 200;

/// A run of digits.
#[derive(Clone, Copy)]
struct Number {
    start: usize,
    end: usize,
}

impl Pass<'_> {
    /// The passages that look like citations and are in no link: expressions of unknown laws, and numbers beside a sign of law. They
    /// are in order and do not overlap.
    pub(super) fn suspects(&mut self) -> Vec<(usize, usize)> {
        let mut unread = std::mem::take(&mut self.unread);
        // Of passages that begin together the longest is reported.
        unread.sort_unstable_by_key(|(start, end)| (*start, std::cmp::Reverse(*end)));
        let mut unread = unread.into_iter().peekable();
        let mut links = self.found.iter().peekable();
        let whole = self.text.cursor();
        let mut kept: Vec<(usize, usize)> = Vec::new();
        // The end of the last citation or reported passage.
        let mut cited_until = None;
        for number in numbers(whole.whole()) {
            // What was given up as a whole comes first.
            while let Some((start, end)) = unread.next_if(|(start, _)| *start <= number.start) {
                while let Some(link) = links.next_if(|link| link.end <= start) {
                    cited_until = Some(link.end).filter(|_| !link.relative).or(cited_until);
                }
                if links.peek().is_none_or(|link| link.start >= end) {
                    push(&mut kept, (start, end), false);
                    cited_until = kept.last().map(|(_, end)| *end);
                }
            }
            while let Some(link) = links.next_if(|link| link.end <= number.start) {
                cited_until = Some(link.end).filter(|_| !link.relative).or(cited_until);
            }
            let is_linked = links.peek().is_some_and(|link| link.start < number.end);
            let is_kept = kept.last().is_some_and(|(_, end)| number.start < *end);
            if is_linked || is_kept {
                continue;
            }
            let is_behind = || cited_until.is_some_and(|end| is_one_sentence(whole, end, number.start));
            if let Some((start, end)) = marked(whole, number, is_behind) {
                // A sign may belong to the citation before it.
                let start = start.max(cited_until.unwrap_or_default());
                let end = links.peek().map_or(end, |link| end.min(link.start));
                push(&mut kept, (start, end), true);
                cited_until = Some(end);
            } else if let Some((_, last)) = kept.last_mut()
                && is_joint(whole.to(number.start).written_since(whole.to(*last)))
            {
                // The list goes on: `kap. 1 och 3` of an unknown act.
                let end = token_end(whole.to(number.start));
                *last = links.peek().map_or(end, |link| end.min(link.start));
                cited_until = Some(*last);
            }
        }
        kept
    }
}

/// Adds a passage. Numbers that stand together are one passage.
fn push(kept: &mut Vec<(usize, usize)>, (start, end): (usize, usize), joins: bool) {
    let has_room = kept.len() < MAX_SUSPECTS;
    match kept.last_mut() {
        Some((_, last)) if start < *last => {}
        Some((_, last)) if joins && start <= *last + 1 => *last = end.max(*last),
        _ if has_room => kept.push((start, end)),
        _ => {}
    }
}

/// The runs of digits of a text.
fn numbers(text: &str) -> impl Iterator<Item = Number> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes.get(at..)?.iter().position(u8::is_ascii_digit)?;
        let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        at = start + length;
        Some(Number { start, end: at })
    })
}

/// Whether these are the characters between two numbers of a list.
fn is_joint(between: &str) -> bool {
    const JOINTS: [&str; 14] = [
        " och ",
        " eller ",
        " samt ",
        " jämte ",
        " respektive ",
        " till ",
        " and ",
        " or ",
        " to ",
        ", ",
        "-",
        " - ",
        "/",
        " + ",
    ];
    JOINTS.contains(&between)
}

/// Whether a number stands in the sentence of the citation that ends at `end`.
fn is_one_sentence(whole: Cursor<'_>, end: usize, number: usize) -> bool {
    if number.saturating_sub(end) > MAX_GAP {
        return false;
    }
    let between = whole.to(number).written_since(whole.to(end));
    let ends = |(at, _): (usize, &str)| {
        let after = between[at + 1..].trim_start();
        after.starts_with(char::is_uppercase) && between[at + 1..].starts_with([' ', '\n'])
    };
    !between.contains("\n\n") && !between.match_indices(['.', '?', '!', ';']).any(ends)
}

/// The passage of a number that a sign of law stands beside. `is_behind` says whether a citation stands before it in its sentence.
fn marked(whole: Cursor<'_>, number: Number, is_behind: impl Fn() -> bool) -> Option<(usize, usize)> {
    if let Some(start) = sign_before(whole.to(number.start), &is_behind) {
        return Some((start, token_end(whole.to(number.start))));
    }
    let end = sign_after(whole.to(number.end), &is_behind)?;
    Some((number.start, end))
}

/// Where the sign before a number begins.
fn sign_before(at: Cursor<'_>, is_behind: impl Fn() -> bool) -> Option<usize> {
    let mut before = at.before();
    // `mål nr T 1234-18`, `C-12/20`: the letters of a case number.
    let trimmed = before.trim_end_matches([' ', '-']);
    let letters = trimmed.trim_end_matches(char::is_alphabetic);
    let word = &trimmed[letters.len()..];
    if word.chars().count() <= 2 && !word.is_empty() && letters.ends_with(' ') && !is_sign(word, false) {
        before = letters;
    }
    // `dnr 12-34`, `1 och 3 §`: only the number beside the sign counts.
    let trimmed = before.trim_end_matches([' ', '(']);
    let trimmed = ["nr", "nr.", "no.", "n:o", "nos."]
        .iter()
        .find_map(|word| trimmed.strip_suffix(word))
        .unwrap_or(trimmed);
    let trimmed = trimmed.trim_end_matches(' ');
    if trimmed.ends_with('§') {
        return Some(trimmed.trim_end_matches('§').len());
    }
    let has_stop = trimmed.ends_with(['.', ':']);
    let words = trimmed.trim_end_matches(['.', ':']);
    let start = words.char_indices().rev().take(16).take_while(|(_, c)| c.is_alphabetic()).last()?.0;
    let word = &words[start..];
    let is_sign = is_sign(word, has_stop)
        || BEHIND_CITATION.contains(&word) && (has_stop || word.len() > 2) && is_behind();
    is_sign.then_some(start)
}

fn is_sign(word: &str, has_stop: bool) -> bool {
    BEFORE.contains(&word) && (has_stop || !WITH_STOP.contains(&word) || word == "prop")
}

/// Where the sign after a number, or after its letter, ends.
fn sign_after(at: Cursor<'_>, is_behind: impl Fn() -> bool) -> Option<usize> {
    let sign = |mut next: Cursor<'_>| {
        next.eat(".");
        next.blank();
        if next.eat("§") {
            next.eat("§");
            return Some(next.at());
        }
        let found = AFTER.iter().any(|word| next.words_without_stop(&[word]));
        let found =
            found || AFTER_BEHIND_CITATION.iter().any(|word| next.words_without_stop(&[word])) && is_behind();
        next.eat(".");
        found.then(|| next.at())
    };
    let mut lettered = at;
    lettered.blank();
    let after_letter = lettered.letter().and_then(|_| sign(lettered));
    sign(at).or(after_letter)
}

/// Where the number that begins here ends with what is joined to it: `12/13:14`, `T 12-34`.
fn token_end(at: Cursor<'_>) -> usize {
    const MAX_TOKEN: usize = 60;
    let rest = at.rest();
    let mut chars = rest.char_indices().take(MAX_TOKEN);
    let length = chars
        .find(|(_, c)| matches!(c, ' ' | '\n' | ',' | ';'))
        .map_or(rest.len().min(MAX_TOKEN), |(end, _)| end);
    let mut length = length;
    while !rest.is_char_boundary(length) {
        length -= 1;
    }
    at.at() + rest[..length].trim_end_matches(['.', ')', ':', '?', '!', '"', '”', ']']).len()
}
