//! The rank of an anchor: a container of provisions, a provision, or a part of one.

use crate::anchor::{Division, EuArticle, TreatyArticle, segments};
use crate::{Anchor, AnchorGrammar};

/// The rank of what an anchor names. A search shows provisions rather than their containers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnchorRank {
    /// Holds provisions: a kapitel, an appendix.
    Container,
    /// The smallest unit that a lawyer would cite: a paragraf, an article, a section.
    Provision,
    /// A part of a provision: a stycke, a point.
    Part,
    /// Gives the reasons for provisions: a preamble, a recital.
    Reason,
}

impl AnchorGrammar {
    /// The rank of what the anchor names.
    pub fn rank(self, anchor: &Anchor) -> AnchorRank {
        let text = anchor.as_str();
        if self != Self::Statute && (text == "Preamble" || anchor.recital().is_some()) {
            return AnchorRank::Reason;
        }
        let provision = self.unit(anchor);
        if self != Self::Statute {
            if let Some(article) = EuArticle::parse(text) {
                let whole = article.numbers == text && !text.contains('.');
                return if whole { AnchorRank::Provision } else { AnchorRank::Part };
            }
            if let Some(article) = TreatyArticle::parse(text) {
                return if article.article == text { AnchorRank::Provision } else { AnchorRank::Part };
            }
        }
        if provision.as_str() != text {
            return AnchorRank::Part;
        }
        if self == Self::Statute && Division::parse(text).is_some() {
            return AnchorRank::Container;
        }
        match segments(text).last().map(|segment| segment.letter) {
            Some('K' | 'B' | 'U' | 'R') => AnchorRank::Container,
            // A part of the statute; in an appendix, the article of a treaty printed there.
            Some('A') if self == Self::Statute && !text.starts_with('B') => AnchorRank::Container,
            Some('S' | 'N') => AnchorRank::Part,
            _ => AnchorRank::Provision,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_anchor_ranks_as() {
        use AnchorGrammar::{General, Statute, Treaty};
        use AnchorRank::{Container, Part, Provision, Reason};
        let table = [
            (Statute, "K2", Container),
            (Statute, "A1", Container),
            (Statute, "B1", Container),
            (Statute, "ACUII", Container),
            (Statute, "K2P3", Provision),
            (Statute, "K2P3S1N2", Part),
            (Statute, "P3a", Provision),
            (Statute, "B1A6", Provision),
            (Statute, "S4", Part),
            (Treaty, "A6", Provision),
            (Treaty, "A6P1", Part),
            (General, "17", Provision),
            (General, "17.1", Part),
            (General, "17.1.a", Part),
            (General, "recital-4", Reason),
            (Treaty, "Preamble", Reason),
            (General, "P26", Provision),
            (General, "sec12", Provision),
            (General, "sid4", Provision),
        ];
        for (grammar, anchor, expected) in table {
            assert_eq!(grammar.rank(&Anchor::new(anchor).unwrap()), expected, "{anchor}");
        }
    }
}
