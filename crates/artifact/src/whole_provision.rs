//! The provision that is compared over time: a paragraf, a bilaga, or an article as a whole.

use crate::{Anchor, AnchorGrammar, ProvisionNumber};

impl AnchorGrammar {
    /// The whole provision that an anchor is, or is in: `K3P5` of `K3P5S2`, `B2` of `B2S14N1`, `6` of `6.1.f`. None for a kapitel,
    /// a heading, a recital and text outside provisions.
    pub fn whole_provision(self, anchor: &Anchor) -> Option<Anchor> {
        let text = anchor.as_str();
        if self != Self::Statute {
            if text.starts_with(|first: char| first.is_ascii_digit()) {
                return Anchor::new(text.split('.').next()?);
            }
            return None;
        }
        if let Some(number) = ProvisionNumber::around(text) {
            return number.paragraf.is_some().then(|| number.anchor()).flatten();
        }
        let bilaga = text.strip_prefix('B')?;
        let end = bilaga.find(|letter: char| letter.is_ascii_uppercase()).unwrap_or(bilaga.len());
        Anchor::new(&text[..=end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_provision_is_compared() {
        for (grammar, anchor, expected) in [
            (AnchorGrammar::Statute, "K3P5S2N1", Some("K3P5")),
            (AnchorGrammar::Statute, "P4a", Some("P4a")),
            (AnchorGrammar::Statute, "B2S14N1", Some("B2")),
            (AnchorGrammar::Statute, "BA6S1", Some("B")),
            (AnchorGrammar::Statute, "K3", None),
            (AnchorGrammar::Statute, "R2", None),
            (AnchorGrammar::Statute, "S88", None),
            (AnchorGrammar::General, "6.1.f", Some("6")),
            (AnchorGrammar::General, "46b.4", Some("46b")),
            (AnchorGrammar::General, "recital-12", None),
            (AnchorGrammar::General, "bilaga-2", None),
        ] {
            let found = grammar.whole_provision(&Anchor::new(anchor).unwrap());
            assert_eq!(found.as_ref().map(Anchor::as_str), expected, "{anchor}");
        }
    }
}
