//! Decides what each block of a text is. Whether a number is that of a unit is decided over a whole stretch of text, since the text
//! of one provision may begin with the number of another.

use lagrum_artifact::UnitNumber;

use super::avdelning::{avdelning, underavdelning};
use super::chain::longest;
use super::content::is_item;
use super::heads::{Days, Head, Unit, head, is_note_of_repeal};
use super::tables;
use crate::blocks::Block;
use crate::hyphen::{HyphenedWords, join};

/// The kind of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Avdelning {
        ordinal: String,
        titled: bool,
    },
    Underavdelning {
        ordinal: String,
    },
    Kapitel {
        number: UnitNumber,
    },
    Paragraf {
        number: UnitNumber,
        moment: Option<u32>,
    },
    /// A note that a kapitel, paragraf or bilaga is repealed.
    Placeholder(Level),
    Bilaga {
        number: UnitNumber,
    },
    Rubrik,
    /// A table up to the block with this position.
    Table(usize),
    Text,
}

/// The level of a placeholder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Paragraf,
    Kapitel,
    Bilaga,
}

/// A block with its lines joined and its kind.
#[derive(Clone, Debug)]
pub(super) struct Piece<'t> {
    pub(super) block: Block<'t>,
    pub(super) text: String,
    pub(super) kind: Kind,
    pub(super) days: Days,
    /// The number as printed.
    pub(super) printed: String,
    /// Where the words begin in the joined text, after the number and the day marks.
    pub(super) rest: usize,
    /// Whether the block begins with a number that was not taken for that of a unit, or with a day mark that could not be read.
    pub(super) is_unread: bool,
}

impl<'t> Piece<'t> {
    /// The words after number and notes.
    pub(super) fn words(&self) -> &str {
        self.text.get(self.rest..).unwrap_or_default()
    }

    /// The words with the number, without notes.
    pub(super) fn numbered_words(&self) -> String {
        let words = self.words().trim_start();
        match (self.printed.is_empty(), words.is_empty()) {
            (true, _) => words.to_owned(),
            (false, true) => self.printed.clone(),
            (false, false) => format!("{} {words}", self.printed),
        }
    }

    /// The lines after number and notes.
    pub(super) fn rest_block(&self) -> Block<'t> {
        after(&self.block, self.prefix())
    }

    /// The words that stand before `rest`: the number and the notes.
    pub(super) fn prefix(&self) -> &str {
        self.text.get(..self.rest).unwrap_or_default()
    }

    fn is_marked(&self) -> bool {
        !self.days.is_empty()
    }

    /// Whether the words may be a heading.
    fn looks_like_heading(&self, max_lines: usize) -> bool {
        let words = self.words();
        let note_lines =
            self.block.lines.iter().filter(|line| line.starts_with('/') && line.ends_with('/')).count();
        matches!(self.kind, Kind::Text)
            && self.block.lines.len() - note_lines.min(self.block.lines.len()) <= max_lines
            && words.chars().count() <= 250
            && words.chars().find(|c| !matches!(c, '"' | '”' | '“' | '(')).is_some_and(char::is_uppercase)
            && !ends_sentence(words)
            && !is_item(self.block.first())
    }
}

/// Whether words end like a sentence or a clause, and not like a heading.
fn ends_sentence(words: &str) -> bool {
    const ABBREVIATIONS: [&str; 8] = ["m.m.", "m. m.", "m.fl.", "m. fl.", "m.fl", "o.d.", "etc.", "o. d."];
    let words = words.trim_end();
    words.ends_with(['.', ',', ':', ';']) && !ABBREVIATIONS.iter().any(|end| words.ends_with(end))
}

/// The units that may stand in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowed {
    /// Kapitel and avdelningar.
    pub(super) kapitel: bool,
}

/// The pieces of a text.
pub(super) fn pieces<'t>(blocks: Vec<Block<'t>>, words: &HyphenedWords, allowed: Allowed) -> Vec<Piece<'t>> {
    let mut pieces: Vec<Piece<'t>> =
        blocks.into_iter().map(|block| candidate(block, words, allowed)).collect();
    find_tables(&mut pieces);
    keep_kapitel(&mut pieces);
    keep_paragrafer(&mut pieces);
    find_headings(&mut pieces);
    pieces
}

/// Decides from a block alone whether it may begin a unit.
fn candidate<'t>(block: Block<'t>, words: &HyphenedWords, allowed: Allowed) -> Piece<'t> {
    let text = join(block.lines.iter().copied(), words);
    let Head { days, unit, printed, rest } = head(&text);
    let at = text.len() - rest.len();
    let kind = match unit {
        Unit::Paragraf { .. } if is_note_of_repeal(after_moment(rest)) => Kind::Placeholder(Level::Paragraf),
        Unit::Paragraf { number, moment } if begins_paragraf(rest, moment) => {
            Kind::Paragraf { number, moment }
        }
        Unit::Kapitel { .. } if is_note_of_repeal(rest) => Kind::Placeholder(Level::Kapitel),
        Unit::Kapitel { number } if allowed.kapitel && begins_kapitel(rest, &block) => {
            Kind::Kapitel { number }
        }
        Unit::Several if is_note_of_repeal(rest) => {
            Kind::Placeholder(if printed.contains("kap") { Level::Kapitel } else { Level::Paragraf })
        }
        Unit::Bilaga { .. } if is_note_of_repeal(rest) => Kind::Placeholder(Level::Bilaga),
        Unit::Bilaga { number } if begins_bilaga(rest) => Kind::Bilaga { number },
        Unit::None => Kind::Text,
        _ => {
            // The number is a part of the text.
            return Piece {
                kind: Kind::Text,
                days: Days::default(),
                printed: String::new(),
                rest: 0,
                is_unread: false,
                block,
                text,
            };
        }
    };
    let mut kind = kind;
    if allowed.kapitel && kind == Kind::Text {
        let first = after(&block, &text[..at]).first();
        if let Some((ordinal, titled)) = avdelning(first).filter(|_| block.lines.len() <= 5) {
            kind = Kind::Avdelning { ordinal, titled };
        }
    }
    let is_unread = text[at..].starts_with('/');
    Piece { kind, days, printed, rest: at, is_unread, block, text }
}

/// `2 mom. har upphävts`
fn after_moment(rest: &str) -> &str {
    let rest = rest.trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    rest[digits..].trim_start().strip_prefix("mom.").map_or(rest, str::trim_start)
}

/// Whether words may be those of a paragraf, and do not continue a sentence or a list that cites one.
fn begins_paragraf(rest: &str, moment: Option<u32>) -> bool {
    let rest = rest.trim_start();
    let Some(first) = rest.chars().next() else { return true };
    let lettered = rest.get(1..).is_some_and(|after| after.starts_with(") "));
    moment.is_some()
        || rest.starts_with("1:o")
        || lettered
        || first.is_uppercase()
        || matches!(first, '/' | '"' | '”' | '“' | '»' | '(' | '.' | '§' | '-' | '–' | '*' | '[')
}

fn begins_kapitel(rest: &str, block: &Block<'_>) -> bool {
    let first = rest.trim_start().chars().next();
    block.lines.len() <= 6 && first.is_none_or(|c| c.is_uppercase() || matches!(c, '/' | '"' | '”' | '('))
}

fn begins_bilaga(rest: &str) -> bool {
    let rest = rest.trim();
    rest.is_empty() || (rest.starts_with('(') && rest.ends_with(')'))
}

fn find_tables(pieces: &mut [Piece<'_>]) {
    let blocks: Vec<Block<'_>> = pieces.iter().map(|piece| piece.block.clone()).collect();
    let heads: Vec<bool> = pieces.iter().map(|piece| piece.kind != Kind::Text || piece.is_marked()).collect();
    let is_head = |at: usize| heads.get(at).copied().unwrap_or(true);
    let mut at = 0;
    while at < pieces.len() {
        let end = if is_head(at) { None } else { tables::end(&blocks, at, &is_head) };
        if let Some(end) = end
            && let Some(piece) = pieces.get_mut(at)
        {
            piece.kind = Kind::Table(end);
            at = end.max(at + 1);
        } else {
            at += 1;
        }
    }
}

/// Keeps the kapitel that have provisions and whose numbers never fall, and those with day marks that have provisions. The others are
/// lines of a table of contents, and become text.
fn keep_kapitel(pieces: &mut [Piece<'_>]) {
    let mut start = 0;
    for end in 0..=pieces.len() {
        let ends = pieces
            .get(end)
            .is_none_or(|piece| matches!(piece.kind, Kind::Avdelning { .. } | Kind::Bilaga { .. }));
        if ends {
            if let Some(stretch) = pieces.get_mut(start..end) {
                keep_kapitel_of(stretch);
            }
            start = end + 1;
        }
    }
}

fn keep_kapitel_of(pieces: &mut [Piece<'_>]) {
    let mut found: Vec<(usize, UnitNumber, bool)> = Vec::new();
    let mut has_sections = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        match &piece.kind {
            Kind::Kapitel { number } => {
                found.push((at, number.clone(), piece.is_marked()));
                has_sections.push(false);
            }
            Kind::Paragraf { .. } | Kind::Placeholder(Level::Paragraf) => {
                if let Some(last) = has_sections.last_mut() {
                    *last = true;
                }
            }
            _ => {}
        }
    }
    let filled: Vec<&(usize, UnitNumber, bool)> =
        found.iter().zip(&has_sections).filter(|(_, has)| **has).map(|(kapitel, _)| kapitel).collect();
    let numbers: Vec<&UnitNumber> = filled.iter().map(|(_, number, _)| number).collect();
    let chain = longest(&numbers);
    let is_kept = |(index, (_, _, marked)): &(usize, &&(usize, UnitNumber, bool))| {
        *marked || chain.binary_search(index).is_ok()
    };
    // In the order of the pieces, as those that were found.
    let kept: Vec<usize> = filled.iter().enumerate().filter(is_kept).map(|(_, (at, ..))| *at).collect();
    let lost: Vec<usize> =
        found.iter().map(|(at, ..)| *at).filter(|at| kept.binary_search(at).is_err()).collect();
    for at in lost {
        if let Some(piece) = pieces.get_mut(at) {
            become_text(piece);
        }
    }
}

/// Keeps the paragrafer of each stretch whose numbers never fall, those with day marks, and those under a heading. The others become
/// text.
fn keep_paragrafer(pieces: &mut [Piece<'_>]) {
    let mut start = 0;
    for end in 0..=pieces.len() {
        let ends = pieces.get(end).is_none_or(|piece| {
            matches!(piece.kind, Kind::Kapitel { .. } | Kind::Avdelning { .. } | Kind::Bilaga { .. })
        });
        if !ends {
            continue;
        }
        let stretch = start..end;
        start = end + 1;
        let found: Vec<(usize, (UnitNumber, u32))> = pieces
            .iter()
            .enumerate()
            .take(stretch.end)
            .skip(stretch.start)
            .filter_map(|(at, piece)| match &piece.kind {
                Kind::Paragraf { number, moment } => Some((at, (number.clone(), moment.unwrap_or_default()))),
                _ => None,
            })
            .collect();
        let unmarked: Vec<&(usize, (UnitNumber, u32))> =
            found.iter().filter(|(at, _)| pieces.get(*at).is_some_and(|piece| !piece.is_marked())).collect();
        let keys: Vec<&(UnitNumber, u32)> = unmarked.iter().map(|(_, key)| key).collect();
        let chain = longest(&keys);
        let lost: Vec<usize> = unmarked
            .iter()
            .enumerate()
            .filter(|(index, _)| chain.binary_search(index).is_err())
            .map(|(_, (at, _))| *at)
            .filter(|at| !is_under_heading(pieces, *at))
            .collect();
        for at in lost {
            if let Some(piece) = pieces.get_mut(at) {
                become_text(piece);
            }
        }
    }
}

fn is_under_heading(pieces: &[Piece<'_>], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| pieces.get(before)).is_some_and(|before| before.looks_like_heading(2))
}

fn become_text(piece: &mut Piece<'_>) {
    piece.kind = Kind::Text;
    piece.days = Days::default();
    piece.printed.clear();
    piece.rest = 0;
    piece.is_unread = true;
}

/// Finds headings: one or two lines that are not a sentence, before a provision, a kapitel, a table or another heading.
fn find_headings(pieces: &mut [Piece<'_>]) {
    let in_avdelning: Vec<bool> = pieces
        .iter()
        .scan(false, |inside, piece| {
            match piece.kind {
                Kind::Avdelning { .. } => *inside = true,
                Kind::Bilaga { .. } => *inside = false,
                _ => {}
            }
            Some(*inside)
        })
        .collect();
    let mut found = Vec::new();
    let mut table_until = 0;
    for at in 0..pieces.len() {
        let Some(piece) = pieces.get(at) else { break };
        if let Kind::Table(end) = piece.kind {
            table_until = end;
        }
        if at < table_until {
            continue;
        }
        if piece.days.of_heading && piece.kind == Kind::Text {
            found.push((at, Kind::Rubrik));
            continue;
        }
        let Some(next) = pieces.get(at + 1) else { break };
        let before_unit = matches!(
            next.kind,
            Kind::Paragraf { .. } | Kind::Kapitel { .. } | Kind::Placeholder(_) | Kind::Avdelning { .. }
        );
        let leads = before_unit
            || matches!(next.kind, Kind::Table(_))
            || next.days.of_heading
            || next.looks_like_heading(2);
        let max_lines = match next.kind {
            _ if before_unit => 3,
            Kind::Table(_) => 1,
            _ => 2,
        };
        if !leads || !piece.looks_like_heading(max_lines) {
            continue;
        }
        let roman =
            underavdelning(piece.words()).filter(|_| in_avdelning.get(at).copied().unwrap_or_default());
        let before_kapitel =
            pieces.iter().skip(at + 1).take(3).any(|next| matches!(next.kind, Kind::Kapitel { .. }));
        found.push((
            at,
            match roman {
                Some(number) if before_kapitel => Kind::Underavdelning { ordinal: number.to_owned() },
                _ => Kind::Rubrik,
            },
        ));
    }
    for (at, kind) in found {
        if let Some(piece) = pieces.get_mut(at) {
            piece.kind = kind;
        }
    }
}

/// A block without the words of a prefix of its joined text.
fn after<'t>(block: &Block<'t>, prefix: &str) -> Block<'t> {
    let mut left = prefix.chars().filter(|c| !c.is_whitespace()).count();
    let mut lines = Vec::with_capacity(block.lines.len());
    for line in &block.lines {
        let mut rest = *line;
        while left > 0 {
            let mut chars = rest.chars();
            match chars.next() {
                None => break,
                Some(c) => {
                    left -= usize::from(!c.is_whitespace() && c != '\u{ad}');
                    rest = chars.as_str();
                }
            }
        }
        let rest = if lines.is_empty() { rest.trim_start() } else { rest };
        if !rest.is_empty() {
            lines.push(rest);
        }
    }
    Block { lines }
}
