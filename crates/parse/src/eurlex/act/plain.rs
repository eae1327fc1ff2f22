//! Pages that say by their words alone what their blocks are: what they leave to the reader is made plain first.

use crate::eurlex::block::{Block, Class};
use crate::eurlex::days::first_day;
use crate::eurlex::marker::{Style, starting};
use crate::eurlex::text::{cut_start, split_at};
use crate::eurlex::words::{begins_end, ends_preamble, is_annex, is_article, is_division, is_title};
use crate::node::NodeLink;

/// Gives the blocks the classes that their words have.
pub(super) fn classify(blocks: &mut [Block]) {
    let mut has_body = false;
    let mut has_ended = false;
    let mut titled: Option<Class> = None;
    for at in 0..blocks.len() {
        let next_is_article = blocks.get(at + 1).is_some_and(|next| is_article(&next.text.plain));
        let Some(block) = blocks.get_mut(at) else { break };
        if block.class != Class::Normal || block.table.is_some() {
            has_body |= block.class == Class::ArticleTitle;
            titled = None;
            continue;
        }
        let text = &block.text.plain;
        has_body |= ends_preamble(text);
        has_ended |= has_body && begins_end(text) && !text.starts_with("This") && !text.starts_with("Denna");
        let can_be_title = is_title(text) && starting(text).is_none();
        let class = if has_body && is_annex(text) {
            Some(Class::AnnexTitle)
        } else if has_ended && is_note(text) {
            Some(Class::Note)
        } else if !has_ended && is_article(text) {
            has_body = true;
            Some(Class::ArticleTitle)
        } else if is_division(text) && has_body {
            Some(Class::DivisionTitle)
        } else {
            match titled {
                Some(Class::ArticleTitle) if can_be_title && !next_is_article => Some(Class::ArticleSubtitle),
                Some(Class::DivisionTitle) if can_be_title => Some(Class::DivisionSubtitle),
                _ => None,
            }
        };
        titled = class.filter(|class| matches!(class, Class::ArticleTitle | Class::DivisionTitle));
        block.class = class.unwrap_or_default();
    }
}

/// Whether a text is a note by its number in brackets: `(1) OJ C 307`.
pub(super) fn is_note(text: &str) -> bool {
    note_number(text).is_some()
}

fn note_number(text: &str) -> Option<&str> {
    let (number, rest) = text.strip_prefix('(')?.split_once(')')?;
    let digits = number.trim_start_matches('*');
    let is_number = !number.is_empty() && number.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit());
    (is_number && !rest.trim().is_empty()).then_some(number)
}

/// Parts the first item of a list from the words before it, where a page prints both as one block: `if: (a) sheep graze;` before
/// `(b) they rest.`
pub(super) fn part_first_items(blocks: Vec<Block>) -> Vec<Block> {
    let firsts: Vec<Option<&'static str>> = blocks
        .iter()
        .skip(1)
        .map(|next| starting(&next.text.plain).filter(|_| next.class == Class::Normal))
        .map(|marker| match marker.as_ref().map(|marker| (marker.style, marker.num.as_str())) {
            Some((Style::Letter, "b")) => Some("(a)"),
            Some((Style::Roman, "ii")) => Some("(i)"),
            Some((Style::NumberInBrackets, "2")) => Some("(1)"),
            Some((Style::Dash, _)) => Some("-"),
            _ => None,
        })
        .chain(std::iter::once(None))
        .collect();
    let mut parted = Vec::with_capacity(blocks.len());
    for (mut block, first) in blocks.into_iter().zip(firsts) {
        let is_item_itself = |first: &str| block.text.plain.starts_with(first);
        let found = first.filter(|first| block.class == Class::Normal && !is_item_itself(first));
        let at = found.and_then(|first| {
            let at = block.text.plain.find(&format!(": {first}"))? + 1;
            starting(block.text.plain.get(at..)?.trim_start()).is_some().then_some(at)
        });
        if let Some(at) = at {
            let rest = split_at(&mut block.text, at);
            let item = Block { text: rest, ..block.clone() };
            parted.extend([block, item]);
        } else {
            parted.push(block);
        }
    }
    parted
}

/// The greatest number of blocks between `(i)` and the marker after it that are looked at.
const MAX_BETWEEN: usize = 200;

/// Says of each `(i)` whether it begins a list in Roman numbers: `(ii)` then follows before `(j)` or another `(i)`.
pub(super) fn find_roman_lists(blocks: &mut [Block]) {
    let number = |block: &Block| {
        let own = block.marker.as_ref().and_then(|marker| marker.read.clone());
        own.or_else(|| starting(&block.text.plain)).map(|marker| marker.num)
    };
    let numbers: Vec<Option<String>> = blocks.iter().map(number).collect();
    for (at, block) in blocks.iter_mut().enumerate() {
        if numbers.get(at).is_some_and(|num| num.as_deref() == Some("i")) {
            let after = numbers.iter().skip(at + 1).take(MAX_BETWEEN).flatten();
            let next = after.map(String::as_str).find(|num| matches!(*num, "i" | "ii" | "j"));
            block.is_roman = next == Some("ii");
        }
    }
}

/// Words after which a number in brackets is that of a provision, also as one of several: `Article 153(1) and (3)`.
const PROVISIONS: [&str; 13] = [
    "and",
    "or",
    "to",
    "paragraph",
    "paragraphs",
    "point",
    "points",
    "article",
    "articles",
    "subparagraph",
    "indent",
    "section",
    "no",
];

/// Makes marks of the numbers in brackets that stand in the order of the notes at the end of the page.
pub(super) fn mark_notes(blocks: &mut [Block]) {
    let notes: Vec<String> = blocks
        .iter()
        .filter(|block| block.class == Class::Note)
        .filter_map(|block| note_number(&block.text.plain).map(str::to_owned))
        .collect();
    let mut next = notes.iter().peekable();
    for block in blocks.iter_mut().filter(|block| block.class != Class::Note && block.table.is_none()) {
        let mut from = 0;
        while let Some(note) = next.peek()
            && let Some(range) = find_mark(&block.text.plain, from, note)
        {
            let plain = &mut block.text.plain;
            plain.replace_range(range.end - 1..range.end, "");
            let blank =
                if plain.get(..range.start).is_some_and(|before| before.ends_with(' ')) { "" } else { " " };
            plain.replace_range(range.start..=range.start, blank);
            let start = range.start + blank.len();
            let mark = start..start + note.len();
            from = mark.end;
            block.text.links.push(NodeLink::note_mark(mark, note));
            next.next();
        }
    }
}

/// The number of a note in brackets after a word that is none of [`PROVISIONS`].
fn find_mark(text: &str, from: usize, note: &str) -> Option<std::ops::Range<usize>> {
    let wanted = format!("({note})");
    text.get(from..)?.match_indices(&wanted).map(|(at, _)| from + at).find_map(|at| {
        let before = text.get(..at)?.trim_end();
        let word = before.rsplit(|c: char| !c.is_alphanumeric()).next()?.to_lowercase();
        let after = text.get(at + wanted.len()..)?;
        let ends = after.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '(');
        let is_word =
            before.ends_with(|c: char| c.is_alphabetic() || c == ')') || ends_with_day_or_act(before);
        (at > 0 && is_word && ends && !PROVISIONS.contains(&word.as_str())).then_some(at..at + wanted.len())
    })
}

/// Whether a text ends with a day or with the number of an act, after which a number in brackets is no paragraph: `18 May 1999(3)`,
/// `Regulation (EEC) No 1612/68 (4)`.
fn ends_with_day_or_act(text: &str) -> bool {
    let last = text.rsplit(' ').next().unwrap_or_default();
    let is_act = last.contains('/') && last.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/');
    let words =
        text.rmatch_indices(' ').nth(2).map_or(text, |(blank, _)| text.get(blank..).unwrap_or_default());
    is_act || first_day(words).is_some()
}

/// Leaves out the number of a note before its text, and returns it.
pub(super) fn take_note_number(text: &mut crate::node::LinkedText) -> Option<String> {
    let number = note_number(&text.plain)?.to_owned();
    cut_start(text, number.len() + 2);
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::LinkedText;

    fn blocks(lines: &[&str]) -> Vec<Block> {
        lines
            .iter()
            .map(|line| Block { text: LinkedText::from((*line).to_owned()), ..Block::default() })
            .collect()
    }

    #[test]
    fn first_items_are_parted() {
        for (lines, expected) in [
            (&["1. if: (a) sheep graze;", "(b) they rest."][..], "1. if:|(a) sheep graze;|(b) they rest."),
            (&["such: - rams", "- ewes"], "such:|- rams|- ewes"),
            (&["(a) sheep: (a) again", "(b) goats"], "(a) sheep: (a) again|(b) goats"),
            (&["see: (a) sheep", "Goats"], "see: (a) sheep|Goats"),
        ] {
            let parted = part_first_items(blocks(lines));
            let texts: Vec<&str> = parted.iter().map(|block| block.text.plain.as_str()).collect();
            assert_eq!(texts.join("|"), expected);
        }
    }

    #[test]
    fn notes_are_marked_in_their_order() {
        let mut blocks = blocks(&[
            "the opinion of Parliament (1),",
            "Article 85 (2), paragraph (2), the Council(2), and (3)",
            "approved on 18 May 1999(3), as Article 1999(4) and (4) of Regulation No 1612/68 (4)",
            "(1) OJ 1",
            "(2)OJ 2",
            "(3) OJ 3",
            "(4) OJ 4",
        ]);
        for note in blocks.iter_mut().skip(3) {
            note.class = Class::Note;
        }
        mark_notes(&mut blocks);
        let found: Vec<(&str, Vec<&str>)> = blocks
            .iter()
            .map(|block| {
                let marks = block.text.links.iter().map(|link| &block.text.plain[link.range.clone()]);
                (block.text.plain.as_str(), marks.collect())
            })
            .take(3)
            .collect();
        assert_eq!(
            found,
            [
                ("the opinion of Parliament 1,", vec!["1"]),
                ("Article 85 (2), paragraph (2), the Council 2, and (3)", vec!["2"]),
                (
                    "approved on 18 May 1999 3, as Article 1999(4) and (4) of Regulation No 1612/68 4",
                    vec!["3", "4"],
                ),
            ]
        );
    }
}
