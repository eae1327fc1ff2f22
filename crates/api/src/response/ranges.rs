//! The bytes of a file that a `Range` header asks for.

use std::ops::Range;

/// The bytes that a `Range` header asks for, given the size of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The whole file: there is no range, there are several, or the unit is unknown.
    Whole,
    /// These bytes; never empty, never past the end.
    Part(Range<u64>),
    /// Bytes the file does not have.
    Outside,
}

/// Parses the value of a `Range` header. A malformed value counts as not sent.
pub(crate) fn wanted(value: &str, size: u64) -> Wanted {
    let Some((unit, range)) = value.split_once('=') else { return Wanted::Whole };
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return Wanted::Whole;
    }
    let Some((first, last)) = range.trim().split_once('-') else { return Wanted::Whole };
    match (number(first), number(last)) {
        (Position::Missing, Position::At(0)) => Wanted::Outside,
        (Position::Missing, Position::At(count)) => part(size.saturating_sub(count), size, size),
        (Position::At(first), Position::Missing) => part(first, size, size),
        (Position::At(first), Position::At(last)) if first <= last => {
            part(first, last.saturating_add(1).min(size), size)
        }
        _ => Wanted::Whole,
    }
}

fn part(start: u64, end: u64, size: u64) -> Wanted {
    if start < size { Wanted::Part(start..end) } else { Wanted::Outside }
}

enum Position {
    Missing,
    At(u64),
    Malformed,
}

/// Digits only; a number too large to count is past the end of every file. A comma, as in several ranges, makes it
/// malformed.
fn number(text: &str) -> Position {
    if text.is_empty() {
        Position::Missing
    } else if text.bytes().all(|byte| byte.is_ascii_digit()) {
        Position::At(text.parse().unwrap_or(u64::MAX))
    } else {
        Position::Malformed
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};
    use proptest::{prop_assert, prop_assert_eq};

    use super::{Wanted, wanted};

    /// The bytes of a range, one by one.
    fn named(first: Option<u64>, last: Option<u64>, size: u64) -> Vec<u64> {
        let in_range = |at: &u64| match (first, last) {
            (Some(first), Some(last)) => (first..=last).contains(at),
            (Some(first), None) => first <= *at,
            (None, Some(count)) => size - *at <= count,
            (None, None) => true,
        };
        (0..size).filter(in_range).collect()
    }

    proptest! {
        #[test]
        fn a_part_is_the_bytes_named(first in any::<Option<u8>>(), last in any::<Option<u8>>(), size in 0_u64..300) {
            let (first, last) = (first.map(u64::from), last.map(u64::from));
            let text = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
            let expected = named(first, last, size);
            match wanted(&format!("bytes={}-{}", text(first), text(last)), size) {
                Wanted::Part(part) => prop_assert_eq!(part.collect::<Vec<_>>(), expected),
                Wanted::Outside => prop_assert!(expected.is_empty()),
                Wanted::Whole => prop_assert!(first.is_none() && last.is_none() || first > last && last.is_some()),
            }
        }

        #[test]
        fn whatever_is_sent_a_part_lies_inside(value in "(bytes=)?[0-9, a-z=-]{0,24}", size in 0_u64..100) {
            if let Wanted::Part(part) = wanted(&value, size) {
                prop_assert!(part.start < part.end && part.end <= size);
            }
        }
    }

    #[test]
    fn one_range_is_read_and_cut_to_the_file() {
        let part = Wanted::Part;
        for (value, expected) in [
            ("bytes=0-0", part(0..1)),
            ("bytes=2-4", part(2..5)),
            ("bytes=2-", part(2..10)),
            ("bytes=-3", part(7..10)),
            ("bytes=-30", part(0..10)),
            ("bytes=9-99999999999999999999999", part(9..10)),
            ("Bytes= 0-1 ", part(0..2)),
            ("bytes=10-", Wanted::Outside),
            ("bytes=99999999999999999999999-", Wanted::Outside),
            ("bytes=-0", Wanted::Outside),
            ("bytes=4-2", Wanted::Whole),
            ("bytes=0-1,4-5", Wanted::Whole),
            ("bytes=-", Wanted::Whole),
            ("bytes=a-b", Wanted::Whole),
            ("bytes=+1-2", Wanted::Whole),
            ("bytes", Wanted::Whole),
            ("lines=1-2", Wanted::Whole),
        ] {
            assert_eq!(wanted(value, 10), expected, "{value}");
        }
        assert_eq!(wanted("bytes=0-", 0), Wanted::Outside, "an empty file has no bytes");
    }
}
