//! The lines of a decision before its tree is built: what each block is, which belong to a proposal, and which numbers are those of
//! paragraphs.

use super::roles::{Begins, Role, role};
use crate::page::{Block, Piece, paragraph_number};
use crate::sequence::{following, rising};

/// A block with what it is and where it stands.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) piece: Piece,
    pub(super) role: Role,
    /// Whether it is of the reporter's proposal.
    pub(super) is_proposal: bool,
    /// The printed number, if it is that of a paragraph, and the bytes before its words.
    pub(super) number: Option<(u32, usize)>,
}

impl Line {
    /// Whether the block is indented.
    fn is_indented(&self) -> bool {
        matches!(&self.piece, Piece::Block(block) if block.look.margin > 0)
    }
}

/// The lines of the blocks. Appends to `unread` the beginnings of those with a number that is none of a paragraph.
pub(super) fn lines(pieces: Vec<Piece>, unread: &mut Vec<String>) -> Vec<Line> {
    let mut roles = Vec::with_capacity(pieces.len());
    for (index, piece) in pieces.iter().enumerate() {
        roles.push(match (piece, pieces.get(index + 1)) {
            (Piece::Block(block), Some(Piece::Block(next))) => role(block, Some(next)),
            (Piece::Block(block), _) => role(block, None),
            (Piece::Table(_), _) => Role { level: None, begins: Begins::Nothing },
        });
    }
    check_title(&pieces, &mut roles);
    check_parts(&mut roles);
    check_closing(&mut roles);
    let line = |(piece, role)| Line { piece, role, is_proposal: false, number: None };
    let mut lines: Vec<Line> = pieces.into_iter().zip(roles).map(line).collect();
    mark_proposals(&mut lines);
    count(&mut lines, unread);
    lines
}

/// A judgment on pages begins with its title, `HÖGSTA DOMSTOLENS BESLUT`, which begins no ruling.
fn check_title(pieces: &[Piece], roles: &mut [Role]) {
    if let (Some(Piece::Block(title)), Some(role)) = (pieces.first(), roles.first_mut())
        && title.page.is_some()
        && role.begins == Begins::Ruling
    {
        role.begins = Begins::Nothing;
    }
}

/// Keeps the roman numbers that go on from one: `I`, `II`. One alone numbers no part.
fn check_parts(roles: &mut [Role]) {
    let mut next = 1;
    let mut parts = Vec::new();
    for (index, role) in roles.iter().enumerate() {
        if role.begins == Begins::Part(next) {
            parts.push(index);
            next += 1;
        }
    }
    for (index, role) in roles.iter_mut().enumerate() {
        let is_part = parts.len() > 1 && parts.binary_search(&index).is_ok();
        if matches!(role.begins, Begins::Part(_)) && !is_part {
            role.begins = Begins::Nothing;
        }
    }
}

/// Keeps the lines about the whole report where nothing else follows them.
fn check_closing(roles: &mut [Role]) {
    let mut is_last = true;
    for role in roles.iter_mut().rev() {
        is_last &= role.begins == Begins::Closing;
        if role.begins == Begins::Closing && !is_last {
            role.begins = Begins::Nothing;
        }
    }
}

/// Marks the blocks of proposals. An indented proposal goes on to the last indented block, any other one until the court speaks.
fn mark_proposals(lines: &mut [Line]) {
    /// The greatest number of blocks between two indented ones of a proposal: headings and tables.
    const MAX_BETWEEN: usize = 4;
    let mut at = 0;
    while let Some(begin) = lines.iter().skip(at).position(|line| line.role.begins == Begins::Proposal) {
        let begin = at + begin;
        let is_indented = lines.iter().skip(begin).take(2).any(Line::is_indented);
        let mut last = begin;
        for (index, line) in lines.iter().enumerate().skip(begin) {
            let ends = match line.role.begins {
                Begins::Decision(_) | Begins::Court(_) | Begins::Part(_) | Begins::Closing => true,
                Begins::Dissent | Begins::Addition => is_indented && !line.is_indented(),
                _ => false,
            };
            if ends || is_indented && index > last + MAX_BETWEEN {
                break;
            }
            if !is_indented || line.is_indented() {
                last = index;
            }
        }
        for line in lines.iter_mut().take(last + 1).skip(begin) {
            line.is_proposal = true;
        }
        at = last + 1;
    }
}

/// A block that begins with a number.
struct Candidate {
    index: usize,
    number: u32,
    words_at: usize,
}

/// Blocks whose numbers are counted together.
#[derive(Default)]
struct Counted {
    candidates: Vec<Candidate>,
    /// Whether the part may leave numbers out: a proposal refers to the decision for them, and a judge goes on from its numbers.
    leaves_out: bool,
}

/// Decides which printed numbers are those of paragraphs. Each court, each proposal and each judge counts by itself; the ruling goes
/// on from the reasons, or begins with one again.
fn count(lines: &mut [Line], unread: &mut Vec<String>) {
    let mut parts = vec![Counted::default()];
    // Whether the reasons or the ruling have begun since the last candidate.
    let mut may_restart = false;
    let mut was_proposal = false;
    for (index, line) in lines.iter().enumerate() {
        let begins = &line.role.begins;
        let is_judge = matches!(begins, Begins::Dissent | Begins::Addition);
        let is_other = matches!(begins, Begins::Part(_) | Begins::Court(_) | Begins::Decision(_));
        if line.is_proposal != was_proposal || is_judge || is_other {
            parts.push(Counted { candidates: Vec::new(), leaves_out: line.is_proposal || is_judge });
        }
        was_proposal = line.is_proposal;
        may_restart |= matches!(begins, Begins::Reasons | Begins::Ruling);
        let Piece::Block(block) = &line.piece else { continue };
        let Some((number, words_at)) = printed_number(block).filter(|_| line.role.level.is_none()) else {
            continue;
        };
        if std::mem::take(&mut may_restart) && number == 1 {
            let leaves_out = parts.last().is_some_and(|part| part.leaves_out);
            parts.push(Counted { candidates: Vec::new(), leaves_out });
        }
        if let Some(part) = parts.last_mut() {
            part.candidates.push(Candidate { index, number, words_at });
        }
    }
    for part in parts {
        let numbers: Vec<u32> = part.candidates.iter().map(|candidate| candidate.number).collect();
        let leaves_out = part.leaves_out || is_shortened(&numbers);
        let mut accepted = if leaves_out { rising(&numbers) } else { following(&numbers) };
        accept_last(&numbers, &mut accepted);
        for (Candidate { index, number, words_at }, accepted) in part.candidates.into_iter().zip(accepted) {
            let Some(line) = lines.get_mut(index) else { continue };
            if accepted {
                line.number = Some((number, words_at));
            } else if let Piece::Block(block) = &line.piece {
                const LONGEST: usize = 200;
                unread.push(block.text.plain.chars().take(LONGEST).collect());
            }
        }
    }
}

/// Whether all numbers of a part rise in small steps from a small one: a text that was published shortened, of whose paragraphs some are
/// left out from the first on.
fn is_shortened(numbers: &[u32]) -> bool {
    const LEAST: usize = 3;
    const MAX_FIRST: u32 = 5;
    const MAX_STEP: u32 = 3;
    let steps = numbers.windows(2).all(|pair| (1..=MAX_STEP).contains(&pair[1].saturating_sub(pair[0])));
    numbers.len() >= LEAST && numbers[0] <= MAX_FIRST && steps
}

/// Accepts the last number of a part that leaves out what stands between: texts are published shortened.
fn accept_last(numbers: &[u32], accepted: &mut [bool]) {
    const MAX_GAP: u32 = 100;
    let before = numbers.iter().copied().zip(accepted.iter().copied()).rev().find(|(_, accepted)| *accepted);
    if let Some((before, _)) = before
        && let Some(last) = numbers.last().copied()
        && let Some(is_accepted) = accepted.last_mut()
    {
        *is_accepted |= last > before && last - before <= MAX_GAP;
    }
}

fn printed_number(block: &Block) -> Option<(u32, usize)> {
    /// A greater number is a year with which a line of an old text begins.
    const MAX_NUMBER: u32 = 1_500;
    let number = match &block.mark {
        Some(mark) => paragraph_number(&format!("{mark} x")).map(|(number, _)| (number, 0)),
        None => paragraph_number(&block.text.plain),
    };
    number.filter(|(number, _)| *number <= MAX_NUMBER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortened_texts_leave_numbers_out_in_small_steps() {
        for (numbers, expected) in [
            (&[2, 4, 5][..], true),
            (&[1, 2, 3], true),
            (&[2, 5, 8, 9], true),
            (&[2, 4], false),
            (&[6, 7, 8], false),
            (&[2, 4, 9], false),
            (&[2, 4, 3], false),
            (&[2, 2, 3], false),
            (&[], false),
        ] {
            assert_eq!(is_shortened(numbers), expected, "{numbers:?}");
        }
    }
}
