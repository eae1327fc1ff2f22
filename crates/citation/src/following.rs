//! `f.` and `ff.` behind a number: "and the following".

use crate::cursor::Cursor;

/// What is cited after the last number of a citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowingUnits {
    /// The next one too: `28 f. §§`, `s. 45 f.`
    Next,
    /// Those that follow, without an end: `28 ff. §§`, `36 § och följande`.
    Open,
}

/// Units that follow, in the plural.
const UNITS: [&str; 9] = [
    "paragraferna",
    "paragrafer",
    "artiklarna",
    "artiklar",
    "sidorna",
    "sidor",
    "punkterna",
    "punkter",
    "kapitel",
];

/// `f.`, `ff.`, `o.f.`, `och följande paragrafer` here, with the blank before it. `f` alone is a letter (`10 f §`).
pub(crate) fn following(at: Cursor<'_>) -> Option<(FollowingUnits, Cursor<'_>)> {
    if !at.rest().trim_start_matches(' ').starts_with(['f', 'o']) {
        return None;
    }
    let mut next = at;
    let apart = next.blank();
    if apart && next.eat("och följande") && next.at_boundary() {
        let mut unit = next;
        if unit.blank() && unit.words_without_stop(&UNITS) {
            next = unit;
        }
        return Some((FollowingUnits::Open, next));
    }
    if next.eat("o.") || next.eat("o ") {
        next.blank();
    }
    if next.eat("ff") && next.at_boundary() {
        next.eat(".");
        return Some((FollowingUnits::Open, next));
    }
    (next.eat("f.") && next.at_boundary()).then_some((FollowingUnits::Next, next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_no_ranges() {
        let read = |text: &str| {
            following(Cursor::over(text, text)).map(|(found, end)| (found, end.rest().to_owned()))
        };
        for (text, found, rest) in [
            (" f. §§", FollowingUnits::Next, " §§"),
            ("f.", FollowingUnits::Next, ""),
            (" ff §§", FollowingUnits::Open, " §§"),
            (" o.f. och", FollowingUnits::Next, " och"),
            (" och följande paragrafer i", FollowingUnits::Open, " i"),
        ] {
            assert_eq!(read(text), Some((found, rest.to_owned())), "{text}");
        }
        for text in [" f §", " f.d. make", " förra", " och fler", " o"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
