//! The levels of headings, by the sequence of their marks.

use super::marks::OutlineMark;
use crate::outline::{MarkKind, MarkReading};

/// The headings around the place that has been reached.
#[derive(Default)]
pub(super) struct Levels {
    /// The last mark of each level below that of the parts.
    open: Vec<(MarkReading, bool)>,
}

/// The greatest level.
const MAX_LEVEL: usize = 6;

impl Levels {
    /// The level of the heading of a part.
    pub(super) fn part(&mut self) -> u8 {
        self.open.clear();
        1
    }

    /// The level of a heading without a mark.
    pub(super) fn bare(&self) -> u8 {
        level(self.open.len() + 2)
    }

    /// The level of a heading with a mark. A mark that goes on with an open level is of that level: `V.` after `U.` is a
    /// letter, and else five. Any other mark begins a level below those of higher kinds.
    pub(super) fn marked(&mut self, mark: &OutlineMark) -> u8 {
        let follows = |open: &(MarkReading, bool)| {
            mark.readings.iter().copied().find(|reading| {
                open.1 == mark.is_bracketed
                    && open.0.kind == reading.kind
                    && open.0.value + 1 == reading.value
            })
        };
        let going_on =
            self.open.iter().enumerate().rev().find_map(|(depth, open)| Some((depth, follows(open)?)));
        if let Some((depth, reading)) = going_on {
            self.open.truncate(depth);
            self.open.push((reading, mark.is_bracketed));
            return level(depth + 2);
        }
        let Some(reading) = mark.readings.iter().copied().min_by_key(|reading| reading.value) else {
            return self.bare();
        };
        let rank = rank(reading.kind, mark.is_bracketed);
        self.open.retain(|(open, is_bracketed)| self::rank(open.kind, *is_bracketed) < rank);
        self.open.push((reading, mark.is_bracketed));
        level(self.open.len() + 1)
    }
}

fn level(level: usize) -> u8 {
    u8::try_from(level.min(MAX_LEVEL)).unwrap_or_default()
}

/// The order of kinds, the highest first: `I.`, `A.`, `1.`, `(a)`, `(i)`, `(α)`.
fn rank(kind: MarkKind, is_bracketed: bool) -> (MarkKind, bool) {
    (kind, is_bracketed)
}

#[cfg(test)]
mod tests {
    use super::super::marks::outline_mark;
    use super::*;

    #[test]
    fn levels_follow_the_sequence_of_marks() {
        let mut levels = Levels::default();
        let marks = [
            ("I. ", 2),
            ("A. ", 3),
            ("1. ", 4),
            ("2. ", 4),
            ("(a) ", 5),
            ("(i) ", 6),
            ("(ii) ", 6),
            ("(b) ", 5),
            ("B. ", 3),
            ("C. ", 3),
            ("1. ", 4),
            ("D. ", 3),
            ("II. ", 2),
            ("A. ", 3),
        ];
        for (mark, expected) in marks {
            assert_eq!(levels.marked(&outline_mark(mark).unwrap()), expected, "{mark}");
        }
        assert_eq!((levels.bare(), levels.part(), levels.bare()), (4, 1, 2));
        assert_eq!(levels.marked(&outline_mark("A. ").unwrap()), 2);
        assert_eq!(levels.marked(&outline_mark("1. ").unwrap()), 3);
    }
}
