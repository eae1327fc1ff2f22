//! The numbers and letters of lists and outlines: `I.`, `B.`, `(a)`, `(iv)`.

/// How the marks of a list are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MarkKind {
    /// `I`, `II`
    UpperRoman,
    /// `A`, `B`
    UpperLetter,
    /// `1`, `2`
    Number,
    /// `a`, `b`
    LowerLetter,
    /// `i`, `ii`
    LowerRoman,
    /// `α`, `β`
    Greek,
}

/// A mark as one of its readings: `i` is the ninth letter, or one in Roman numerals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MarkReading {
    pub(crate) kind: MarkKind,
    pub(crate) value: u32,
}

/// The greatest value of a letter or a Roman numeral.
const MAX_VALUE: u32 = 399;
/// The letters of a Greek outline.
const GREEK: &str = "αβγδεζηθικλμνξοπρστυφχψω";

/// The readings of a mark without its punctuation: `IV`, `b`, `12`.
pub(crate) fn readings(mark: &str) -> Vec<MarkReading> {
    let mut found = Vec::new();
    let mut add = |kind, value: Option<u32>| found.extend(value.map(|value| MarkReading { kind, value }));
    let is = |test: fn(&char) -> bool| mark.chars().all(|c| test(&c));
    if mark.is_empty() || mark.len() > 9 {
        return found;
    }
    if is(char::is_ascii_digit) {
        add(MarkKind::Number, mark.parse().ok());
    } else if is(char::is_ascii_uppercase) {
        add(MarkKind::UpperLetter, letter_value(mark));
        add(MarkKind::UpperRoman, roman_value(mark));
    } else if is(char::is_ascii_lowercase) {
        add(MarkKind::LowerLetter, letter_value(mark));
        add(MarkKind::LowerRoman, roman_value(mark));
    } else {
        let mut chars = mark.chars();
        if let (Some(letter), None) = (chars.next(), chars.next()) {
            let at = GREEK.chars().position(|greek| greek == letter);
            add(MarkKind::Greek, at.and_then(|at| u32::try_from(at + 1).ok()));
        }
    }
    found
}

/// A mark as it is written.
pub(crate) fn written(kind: MarkKind, value: u32) -> String {
    match kind {
        MarkKind::Number => value.to_string(),
        MarkKind::UpperLetter => letters(value).to_uppercase(),
        MarkKind::LowerLetter => letters(value),
        MarkKind::UpperRoman => roman(value),
        MarkKind::LowerRoman => roman(value).to_lowercase(),
        MarkKind::Greek => {
            let at = usize::try_from(value.saturating_sub(1)).ok();
            at.and_then(|at| GREEK.chars().nth(at)).map_or_else(|| value.to_string(), String::from)
        }
    }
}

/// `a` to `z`, then `aa` to `zz`: the letter doubled.
fn letter_value(mark: &str) -> Option<u32> {
    let first = mark.bytes().next()?.to_ascii_lowercase();
    let all_same = mark.bytes().all(|byte| byte.to_ascii_lowercase() == first);
    let times = u32::try_from(mark.len()).ok()?;
    (all_same && times <= 2).then(|| u32::from(first - b'a') + 1 + (times - 1) * 26)
}

/// The letters of a list: `z` is followed by `aa`.
fn letters(value: u32) -> String {
    let mut value = value.clamp(1, MAX_VALUE);
    let mut letters = Vec::new();
    while value > 0 {
        let letter = (value - 1) % 26;
        letters.push(char::from(b'a' + u8::try_from(letter).unwrap_or_default()));
        value = (value - 1) / 26;
    }
    letters.iter().rev().collect()
}

const NUMERALS: [(u32, &str); 9] =
    [(100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];

fn roman(value: u32) -> String {
    let mut rest = value.clamp(1, MAX_VALUE);
    let mut numeral = String::new();
    for (worth, written) in NUMERALS {
        while rest >= worth {
            numeral.push_str(written);
            rest -= worth;
        }
    }
    numeral
}

/// The value of a Roman numeral in letters of either size, if it is written as such numerals are.
pub(crate) fn roman_value(mark: &str) -> Option<u32> {
    let mark = mark.to_ascii_uppercase();
    let mut rest = mark.as_str();
    let mut value = 0;
    for (worth, numeral) in NUMERALS {
        while let Some(after) = rest.strip_prefix(numeral) {
            value += worth;
            rest = after;
        }
    }
    (rest.is_empty() && (1..=MAX_VALUE).contains(&value) && roman(value) == mark).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_have_readings() {
        use MarkKind::{Greek, LowerLetter, LowerRoman, Number, UpperLetter, UpperRoman};
        for (mark, expected) in [
            ("I", vec![(UpperLetter, 9), (UpperRoman, 1)]),
            ("XIV", vec![(UpperRoman, 14)]),
            ("IIII", vec![]),
            ("B", vec![(UpperLetter, 2)]),
            ("bb", vec![(LowerLetter, 28)]),
            ("iv", vec![(LowerRoman, 4)]),
            ("12", vec![(Number, 12)]),
            ("γ", vec![(Greek, 3)]),
            ("The", vec![]),
            ("", vec![]),
        ] {
            let found: Vec<_> = readings(mark).iter().map(|reading| (reading.kind, reading.value)).collect();
            assert_eq!(found, expected, "{mark}");
        }
    }

    #[test]
    fn marks_are_written() {
        for (kind, value, expected) in [
            (MarkKind::UpperRoman, 14, "XIV"),
            (MarkKind::LowerRoman, 9, "ix"),
            (MarkKind::UpperLetter, 2, "B"),
            (MarkKind::LowerLetter, 27, "aa"),
            (MarkKind::Greek, 3, "γ"),
            (MarkKind::Number, 31, "31"),
            (MarkKind::LowerRoman, u32::MAX, "cccxcix"),
        ] {
            assert_eq!(written(kind, value), expected);
        }
    }
}
