//! The numbers of provisions in Swedish acts: kapitel and paragraf, with their order.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Anchor;

/// The number of one kapitel, paragraf or bilaga: `12 a` is (12, `a`). In order: 12, 12 a, 12 b, 13.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitNumber {
    /// The number.
    #[serde(rename = "n")]
    pub number: u32,
    /// The letters after it, in lower case.
    #[serde(rename = "l", default, skip_serializing_if = "String::is_empty")]
    pub letters: String,
}

impl UnitNumber {
    /// Reads `12`, `12 a`, `12a` or `12 A`; None for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let letters = text[digits..].trim_start();
        let is_suffix = letters.len() <= MAX_LETTERS && letters.chars().all(|c| c.is_ascii_alphabetic());
        let number = text[..digits].parse().ok().filter(|_| is_suffix)?;
        Some(Self { number, letters: letters.to_ascii_lowercase() })
    }
}

impl fmt::Display for UnitNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.letters)
    }
}

/// Letters that a number may have after it. Real ones have up to two.
const MAX_LETTERS: usize = 3;

/// A provision as kapitel and paragraf, of which one may be missing: `2 kap. 3 a §`, `36 §`, `8 kap.`
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProvisionNumber {
    /// The kapitel.
    pub kapitel: Option<UnitNumber>,
    /// The paragraf.
    pub paragraf: Option<UnitNumber>,
}

impl ProvisionNumber {
    /// The number in an anchor of a kapitel or paragraf (`K2P3a`, `P36`, `K8`); None for any other anchor.
    pub fn parse(anchor: &str) -> Option<Self> {
        let (kapitel, rest) = numbered(anchor, 'K');
        let (paragraf, rest) = numbered(rest, 'P');
        (rest.is_empty() && (kapitel.is_some() || paragraf.is_some())).then_some(Self { kapitel, paragraf })
    }

    /// The number of the kapitel or paragraf that an anchor names or is inside: `K2P3` for `K2P3S1N2`.
    pub fn around(anchor: &str) -> Option<Self> {
        let (kapitel, rest) = numbered(anchor, 'K');
        let (paragraf, rest) = numbered(rest, 'P');
        let ends = rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_uppercase());
        (ends && (kapitel.is_some() || paragraf.is_some())).then_some(Self { kapitel, paragraf })
    }

    /// The anchor of the provision.
    pub fn anchor(&self) -> Option<Anchor> {
        let kapitel = self.kapitel.iter().map(|number| format!("K{number}"));
        let paragraf = self.paragraf.iter().map(|number| format!("P{number}"));
        Anchor::new(&kapitel.chain(paragraf).collect::<String>())
    }
}

/// The number after a letter at the beginning of a text, and the rest.
fn numbered(text: &str, letter: char) -> (Option<UnitNumber>, &str) {
    let Some(rest) = text.strip_prefix(letter) else { return (None, text) };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let letters = rest[digits..].bytes().take_while(u8::is_ascii_lowercase).count();
    match rest[..digits].parse() {
        Ok(number) => {
            let letters = &rest[digits..digits + letters];
            (Some(UnitNumber { number, letters: letters.to_owned() }), &rest[digits + letters.len()..])
        }
        Err(_) => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(number: Option<ProvisionNumber>) -> String {
        number.and_then(|number| number.anchor()).map_or("-".to_owned(), |anchor| anchor.to_string())
    }

    #[test]
    fn only_kapitel_and_paragrafer_are_provision_numbers() {
        for anchor in ["K2P3a", "P36", "K8a", "P12aa"] {
            assert_eq!(shown(ProvisionNumber::parse(anchor)), anchor);
        }
        for anchor in
            ["", "K", "P", "P36S1", "B1", "L2018:99", "sid4", "P99999999999", "R3", "KP1", "P1-2", "Pä"]
        {
            assert_eq!(ProvisionNumber::parse(anchor), None, "{anchor}");
        }
    }

    #[test]
    fn the_provision_around_a_part() {
        for (anchor, expected) in
            [("K2P3S1N2", "K2P3"), ("P36S9", "P36"), ("K8R1", "K8"), ("P1-2", "-"), ("B1S2", "-")]
        {
            assert_eq!(shown(ProvisionNumber::around(anchor)), expected, "{anchor}");
        }
    }

    #[test]
    fn which_texts_are_numbers_and_their_order() {
        for (text, expected) in [
            ("12", "12"),
            ("12 a", "12a"),
            ("16 A", "16a"),
            ("3aa", "3aa"),
            ("a", "-"),
            ("3 §", "-"),
            ("1.2", "-"),
        ] {
            let found = UnitNumber::parse(text).map_or("-".to_owned(), |number| number.to_string());
            assert_eq!(found, expected, "{text}");
        }
        let numbers: Vec<UnitNumber> =
            ["5", "5a", "5b", "6", "10"].iter().filter_map(|text| UnitNumber::parse(text)).collect();
        assert!(numbers.is_sorted());
    }
}
