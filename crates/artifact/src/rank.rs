//! What an anchor ranks as: what holds provisions, a provision, or a part of one.

use crate::anchor::{EuArticle, TreatyArticle, segments};
use crate::{Anchor, AnchorGrammar};

/// What an anchor names among the parts of a document, for who looks for the part that answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// What provisions stand in: a chapter, an appendix.
    Container,
    /// What a lawyer cites: a paragraf, an article, a section.
    Provision,
    /// What a provision is made of: a stycke, a point.
    Part,
    /// What says why there are provisions: a preamble, one of its recitals.
    Reason,
}

impl AnchorGrammar {
    /// What the anchor names: the smallest unit a lawyer would cite is a [`Rank::Provision`].
    pub fn rank(self, anchor: &Anchor) -> Rank {
        let text = anchor.as_str();
        if self != Self::Statute && (text == "Preamble" || anchor.recital().is_some()) {
            return Rank::Reason;
        }
        let provision = self.unit(anchor);
        if self != Self::Statute {
            if let Some(article) = EuArticle::parse(text) {
                let whole = article.numbers == text && !text.contains('.');
                return if whole { Rank::Provision } else { Rank::Part };
            }
            if let Some(article) = TreatyArticle::parse(text) {
                return if article.article == text { Rank::Provision } else { Rank::Part };
            }
        }
        if provision.as_str() != text {
            return Rank::Part;
        }
        match segments(text).last().map(|segment| segment.letter) {
            Some('K' | 'B' | 'U' | 'R') => Rank::Container,
            // A part of the statute; in an appendix, the article of a treaty printed there.
            Some('A') if self == Self::Statute && !text.starts_with('B') => Rank::Container,
            Some('S' | 'N') => Rank::Part,
            _ => Rank::Provision,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_anchor_ranks_as() {
        use AnchorGrammar::{General, Statute, Treaty};
        use Rank::{Container, Part, Provision, Reason};
        let table = [
            (Statute, "K2", Container),
            (Statute, "A1", Container),
            (Statute, "B1", Container),
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
