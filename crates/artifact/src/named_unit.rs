//! What the words of a register can name: a kapitel, a paragraf or a bilaga.

use crate::{Anchor, ProvisionNumber, RegisterWords, UnitNumber};

/// A part of an act that the words of a register can name.
pub enum NamedUnit {
    /// A kapitel or paragraf, with the kapitel around a paragraf whose number does not have it.
    Provision(ProvisionNumber, Option<UnitNumber>),
    /// A bilaga; None for the only one of an act.
    Bilaga(Option<UnitNumber>),
}

impl NamedUnit {
    /// The part that an anchor is, or is in. `around` are the anchors around it. None for a part that no words of a register name.
    pub fn of(anchor: &Anchor, around: &[String]) -> Option<Self> {
        let anchor = anchor.as_str();
        if let Some(number) = ProvisionNumber::around(anchor) {
            let kapitel_of = |anchor: &String| ProvisionNumber::parse(anchor)?.kapitel;
            return Some(Self::Provision(number, around.iter().find_map(kapitel_of)));
        }
        let bilaga = anchor.strip_prefix('B')?;
        let end = bilaga.find(|c: char| c.is_ascii_uppercase()).unwrap_or(bilaga.len());
        Some(Self::Bilaga(UnitNumber::parse(&bilaga[..end])))
    }

    /// Whether the words of an entry name it.
    pub fn is_named(&self, words: &RegisterWords) -> bool {
        match self {
            Self::Provision(number, kapitel) => words.names(number, kapitel.as_ref()),
            Self::Bilaga(number) => words.names_bilaga(number.as_ref()),
        }
    }
}
