//! The changes that the words of an entry name, and which provisions are among them.

use serde::{Deserialize, Serialize};

use crate::provision_number::{ProvisionNumber, UnitNumber};

/// What an act did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RegisterChange {
    /// It gave a new wording: `ändr.`
    Amended,
    /// It repealed: `upph.`, `utgår`.
    Repealed,
    /// It inserted: `ny`, `nya`, `nytt`.
    New,
    /// It gave away the number: `nuvarande 7 §`.
    RenumberedFrom,
    /// It gave the number to what had another one: `betecknas 9 §`.
    RenumberedTo,
    /// It changed the heading before it or of it: `rubr. närmast före 3 §`.
    Heading,
    /// It put an amendment into force: `ikrafttr. av`.
    EntryIntoForce,
}

/// Provisions that the words name, from the first to the last.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RegisterPlace {
    /// Whole kapitel.
    Kapitel(UnitNumber, UnitNumber),
    /// Paragrafer, of a kapitel where one is named.
    Paragraf(Option<UnitNumber>, UnitNumber, UnitNumber),
    /// Bilagor; without a number the only one.
    Bilaga(Option<(UnitNumber, UnitNumber)>),
}

/// One change that the words name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RegisteredChange {
    /// What was done.
    pub change: RegisterChange,
    /// The provisions that were changed.
    pub place: RegisterPlace,
    /// Whether it was done to the provision as another amendment has it, which need not be in force: `7 § i 1992:668`.
    pub in_amendment: bool,
}

/// The changes that one entry of a register states in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegisterWords {
    /// The changes, in the order of the words.
    pub changes: Vec<RegisteredChange>,
    /// How many numbers stand there without a word that states what they number.
    pub unread: usize,
}

impl RegisterPlace {
    /// The place that an anchor of a kapitel or paragraf names; None for any other.
    pub fn at(number: &ProvisionNumber) -> Option<Self> {
        match (&number.kapitel, &number.paragraf) {
            (kapitel, Some(paragraf)) => {
                Some(Self::Paragraf(kapitel.clone(), paragraf.clone(), paragraf.clone()))
            }
            (Some(kapitel), None) => Some(Self::Kapitel(kapitel.clone(), kapitel.clone())),
            (None, None) => None,
        }
    }

    /// Whether the place is a provision by its whole number, or a range that includes it. In an act that numbers its
    /// paragrafer through all kapitel (`by_kapitel` is false) the kapitel of a paragraf is not compared.
    pub fn covers(&self, number: &ProvisionNumber, by_kapitel: bool) -> bool {
        match (self, number.paragraf.as_ref()) {
            (Self::Paragraf(kapitel, first, last), Some(paragraf)) => {
                (!by_kapitel || *kapitel == number.kapitel) && (first..=last).contains(&paragraf)
            }
            (Self::Kapitel(..), None) => {
                number.kapitel.as_ref().is_some_and(|kapitel| self.has_kapitel(kapitel))
            }
            _ => false,
        }
    }

    /// Whether a paragraf, by its number and the kapitel it is in, is among the named ones. Without a kapitel in the
    /// number, as in an act that numbers its paragrafer through all kapitel, the kapitel is not compared.
    fn has_paragraf(&self, number: &ProvisionNumber) -> bool {
        let Self::Paragraf(kapitel, first, last) = self else { return false };
        let of_kapitel = number.kapitel.is_none() || *kapitel == number.kapitel;
        of_kapitel && number.paragraf.as_ref().is_some_and(|paragraf| (first..=last).contains(&paragraf))
    }

    /// Whether a kapitel is among the named ones.
    fn has_kapitel(&self, number: &UnitNumber) -> bool {
        matches!(self, Self::Kapitel(first, last) if (first..=last).contains(&number))
    }

    /// Whether it is a paragraf of a kapitel.
    fn is_in_kapitel(&self, number: &UnitNumber) -> bool {
        matches!(self, Self::Paragraf(Some(kapitel), ..) if kapitel == number)
    }

    fn has_bilaga(&self, number: Option<&UnitNumber>) -> bool {
        match (self, number) {
            (Self::Bilaga(None), _) => true,
            (Self::Bilaga(Some((first, last))), Some(number)) => (first..=last).contains(&number),
            _ => false,
        }
    }
}

impl RegisterWords {
    /// Whether the words state that a provision was changed. A kapitel counts for its paragrafer only when the words name
    /// none of them; a paragraf counts for its kapitel. `kapitel` is the kapitel around a paragraf whose number lacks it.
    pub fn names(&self, number: &ProvisionNumber, kapitel: Option<&UnitNumber>) -> bool {
        let of_text = || self.changes.iter().filter(|named| named.change != RegisterChange::Heading);
        let around = number.kapitel.as_ref().or(kapitel);
        if number.paragraf.is_none() {
            let is_named = |place: &RegisterPlace| {
                around.is_some_and(|kapitel| place.has_kapitel(kapitel) || place.is_in_kapitel(kapitel))
            };
            // The heading of a kapitel is a part of it.
            return self.changes.iter().any(|named| is_named(&named.place));
        }
        let has_others =
            around.is_some_and(|kapitel| of_text().any(|named| named.place.is_in_kapitel(kapitel)));
        of_text().any(|named| {
            named.place.has_paragraf(number)
                || !has_others && around.is_some_and(|kapitel| named.place.has_kapitel(kapitel))
        })
    }

    /// Whether the words state that a bilaga was changed. None is the only bilaga of an act.
    pub fn names_bilaga(&self, number: Option<&UnitNumber>) -> bool {
        self.changes.iter().any(|named| named.place.has_bilaga(number))
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_register_words;
    use super::*;

    #[test]
    fn which_provisions_an_entry_names() {
        let names = |words: &str, anchor: &str, kapitel: Option<&str>| {
            let number = ProvisionNumber::parse(anchor).unwrap();
            let kapitel = kapitel.and_then(UnitNumber::parse);
            read_register_words(words).names(&number, kapitel.as_ref())
        };
        for (words, anchor, kapitel, expected) in [
            ("ändr. 4 kap. 9 c, 10 §§", "K4P4d", None, false),
            ("ändr. 4 kap. 9 c, 10 §§", "K4P9c", None, true),
            ("ändr. 4 kap. 9 c, 10 §§", "K4", None, true),
            ("ändr. 5 kap. 9 c §", "K4", None, false),
            ("ändr. 4 kap.", "K4P4d", None, true),
            ("ändr. 4 kap., rubr. närmast före 4 kap. 1 §", "K4P4d", None, true),
            ("upph. 4 kap. 2 §; ändr. 4 kap.", "K4P4d", None, false),
            ("ändr. 58, 86-88 §§", "P87", None, true),
            ("ändr. 58, 86-88 §§", "P87a", None, true),
            ("ändr. 58, 86-88 §§", "P89", None, false),
            ("ändr. 1-5 a §§", "P3", None, true),
            ("ändr. 1-5 a §§", "P5b", None, false),
            ("ändr. 9 §", "K2P9", None, false),
            // Numbered through all kapitel.
            ("ändr. 2 kap. 9 §", "P9", Some("2"), true),
            ("ändr. 2 kap.", "P9", Some("2"), true),
            ("ändr. 2 kap. 8 §", "P9", Some("2"), false),
            ("ändr. 2 §, rubr. närmast före 9 §", "P9", None, false),
            ("rubr. till 2 kap.", "K2", None, true),
        ] {
            assert_eq!(names(words, anchor, kapitel), expected, "{words}: {anchor}");
        }
        let words = read_register_words("ändr. bil. 2-4");
        let bilaga = |text: &str| words.names_bilaga(UnitNumber::parse(text).as_ref());
        assert_eq!((bilaga("3"), bilaga("5"), bilaga("")), (true, false, false));
    }
}
