//! Decides what each block is: a heading, a numbered paragraph, a note, or words.

use std::collections::HashMap;

use super::marks::{OutlineMark, outline_mark};
use super::outline_levels::Levels;
use crate::page::{Block, Piece, paragraph_number};
use crate::sequence::following;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A heading, with its level.
    Heading(u8),
    /// A numbered paragraph.
    Paragraph {
        number: u32,
        /// The bytes before its words.
        words_at: usize,
        /// Whether it is one of an opinion.
        in_opinion: bool,
    },
    /// A footnote, or more of one.
    Note,
    /// Anything else.
    Words,
    /// Words that begin like a numbered paragraph and are none by the numbers around them.
    Unread,
}

/// A heading's place in the outline.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Title {
    /// A part of the judgment, or an opinion.
    Part,
    /// A heading with a mark: `II. THE LAW`
    Marked,
    /// A heading without one.
    Bare,
}

/// A part of a judgment that numbers its paragraphs by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Judgment,
    /// What the court decides, and what is signed. Its numbers are those of lists, and it has no headings with marks.
    Decision,
    /// What is annexed. Its numbers are those of lists.
    Annex,
    Opinion,
}

/// The size of headings of parts, in tenths of a point; other words have twelve points at most.
const PART_SIZE: i32 = 135;
/// The margin of a block that is set in, in tenths of a point.
const SET_IN: i32 = 140;
/// The longest heading, in bytes.
const MAX_HEADING: usize = 500;
/// The longest heading that only its weight sets off, in bytes.
const MAX_BARE: usize = 200;
/// The longest line that begins the decision, in bytes.
const MAX_REASONS: usize = 200;

/// What each piece is, in order.
pub(super) fn kinds(pieces: &[Piece]) -> Vec<Kind> {
    let mut kinds = vec![Kind::Words; pieces.len()];
    let body_size = body_size(pieces);
    let mut part = Part::Judgment;
    let mut levels = Levels::default();
    let mut is_cover = true;
    // The blocks that may be numbered paragraphs, by part.
    let mut numbered: Vec<Vec<Candidate>> = vec![Vec::new()];
    for (index, piece) in pieces.iter().enumerate() {
        let Piece::Block(block) = piece else { continue };
        if block.note.is_some() || block.is_below_rule {
            set(&mut kinds, index, Kind::Note);
            continue;
        }
        let text = block.text.plain.as_str();
        is_cover = is_cover && !begins_judgment(text);
        let title = title(block, part, is_cover);
        if let Some(title) = title {
            if title != Title::Marked && is_opinion(text, part) {
                part = Part::Opinion;
                numbered.push(Vec::new());
            } else if part == Part::Judgment && is_reasons(text) {
                part = Part::Decision;
            } else if matches!(part, Part::Decision | Part::Opinion) && is_annex(text) {
                part = Part::Annex;
            }
            let mark = marked(block).filter(|_| title == Title::Marked);
            let level = match (title, mark) {
                (Title::Part, _) => levels.part(),
                (_, Some(mark)) => levels.marked(&mark),
                (_, None) => levels.bare(),
            };
            set(&mut kinds, index, Kind::Heading(level));
            continue;
        }
        if matches!(part, Part::Judgment | Part::Opinion)
            && let Some((number, words_at)) = number(block)
            && !is_quote(block, body_size)
            && let Some(candidates) = numbered.last_mut()
        {
            is_cover = false;
            candidates.push(Candidate { index, number, words_at });
        }
    }
    for (part, candidates) in numbered.iter().enumerate() {
        chain(candidates, part > 0, &mut kinds);
    }
    kinds
}

fn set(kinds: &mut [Kind], index: usize, kind: Kind) {
    if let Some(of_piece) = kinds.get_mut(index) {
        *of_piece = kind;
    }
}

/// The size of most words, in tenths of a point.
fn body_size(pieces: &[Piece]) -> i32 {
    let mut sizes: HashMap<i32, usize> = HashMap::new();
    for piece in pieces {
        if let Piece::Block(block) = piece {
            *sizes.entry(size(block)).or_default() += block.text.plain.len();
        }
    }
    sizes.into_iter().max_by_key(|(size, words)| (*words, *size)).map_or(STANDARD_SIZE, |(size, _)| size)
}

/// The size of words without one, in tenths of a point.
const STANDARD_SIZE: i32 = 120;

fn size(block: &Block) -> i32 {
    block.look.size.unwrap_or(STANDARD_SIZE)
}

/// Whether a block is set in and in smaller letters, as provisions and texts that the court quotes.
fn is_quote(block: &Block, body_size: i32) -> bool {
    block.look.margin >= SET_IN && size(block) < body_size
}

/// Whether words begin the judgment after its cover.
fn begins_judgment(text: &str) -> bool {
    let begins =
        ["In the case of", "In the ", "The European Court of Human Rights", "The European Commission of"];
    begins.iter().any(|words| text.starts_with(words))
}

/// The number of a paragraph at the beginning of a block, printed or by its list.
fn number(block: &Block) -> Option<(u32, usize)> {
    match &block.mark {
        Some(mark) => paragraph_number(&format!("{mark} x")).map(|(number, _)| (number, 0)),
        None => paragraph_number(&block.text.plain),
    }
}

/// The mark of an outline at the beginning of a block, printed or by its list.
fn marked(block: &Block) -> Option<OutlineMark> {
    match &block.mark {
        Some(mark) => outline_mark(&format!("{mark} ")),
        None => outline_mark(&block.text.plain),
    }
}

/// Whether a block is a heading, and which.
fn title(block: &Block, part: Part, is_cover: bool) -> Option<Title> {
    let text = block.text.plain.as_str();
    let look = &block.look;
    if text.len() > MAX_HEADING || !text.contains(char::is_alphabetic) {
        return None;
    }
    let is_set_off = look.is_bold || look.is_italic || look.is_capitals;
    let ends_sentence = text.trim_end_matches(['"', '”', '’', '»', ')']).ends_with(['.', ';', ',', ':']);
    if is_reasons(text)
        && (look.is_capitals || look.keeps_with_next || look.is_centred || size(block) >= PART_SIZE)
    {
        return Some(Title::Part);
    }
    let is_set_in = look.margin >= SET_IN && (look.indent < 0 || look.keeps_with_next);
    let is_short = text.len() <= MAX_BARE && !ends_sentence;
    if let Some(mark) =
        marked(block).filter(|_| is_set_in || block.mark.is_some() || !is_cover && look.is_bold && is_short)
    {
        let keeps =
            look.keeps_with_next && (is_set_off || !mark.is_bracketed || !ends_sentence && !appears(text));
        let is_title = part != Part::Decision && (keeps || is_set_off && !ends_sentence);
        return is_title.then_some(Title::Marked);
    }
    if is_set_in && is_set_off && look.keeps_with_next && !ends_sentence && size(block) < PART_SIZE {
        return Some(Title::Bare);
    }
    if is_cover {
        return None;
    }
    if size(block) >= PART_SIZE {
        return (look.is_capitals || look.keeps_with_next || !ends_sentence).then_some(Title::Part);
    }
    if ends_sentence || paragraph_number(text).is_some() {
        return None;
    }
    if look.is_centred && look.is_capitals && part != Part::Judgment && is_opinion(text, part) {
        return Some(Title::Part);
    }
    let stands_out = look.keeps_with_next && (is_set_off || look.is_centred)
        || look.is_centred && (look.is_bold || look.is_capitals)
        || look.is_bold && is_short;
    stands_out.then_some(Title::Bare)
}

/// Whether a line says who appeared before the court: `(a) for the Government`.
fn appears(text: &str) -> bool {
    text.split_once(')').is_some_and(|(_, words)| words.trim_start().starts_with("for the "))
}

/// Whether a heading is that of an annex.
fn is_annex(text: &str) -> bool {
    let text = text.to_uppercase();
    ["ANNEX", "APPENDIX", "SCHEDULE"].iter().any(|word| text.starts_with(word))
}

/// Whether words are those before what the court decides.
fn is_reasons(text: &str) -> bool {
    const WORDS: &str = "for these reasons";
    text.len() <= MAX_REASONS
        && text.get(..WORDS.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(WORDS))
}

/// Whether a heading is the title of an opinion of a judge.
fn is_opinion(text: &str, part: Part) -> bool {
    let text = text.to_uppercase();
    let names_opinion =
        ["OPINION", "DECLARATION", "STATEMENT", "DÉCLARATION"].iter().any(|word| text.contains(word));
    names_opinion && (part != Part::Judgment || text.contains("JUDGE") || text.contains("JUGE"))
}

/// A block that begins like a numbered paragraph.
struct Candidate {
    index: usize,
    number: u32,
    words_at: usize,
}

/// Chooses the numbered paragraphs of a part.
fn chain(candidates: &[Candidate], in_opinion: bool, kinds: &mut [Kind]) {
    let numbers: Vec<u32> = candidates.iter().map(|candidate| candidate.number).collect();
    for (candidate, follows) in candidates.iter().zip(following(&numbers)) {
        let Candidate { index, number, words_at } = *candidate;
        let kind = if follows { Kind::Paragraph { number, words_at, in_opinion } } else { Kind::Unread };
        set(kinds, index, kind);
    }
}
