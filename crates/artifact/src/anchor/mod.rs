//! Anchors: the part of a uri after `#`, how a reader cites it, and which provision it belongs to.
//!
//! The meaning of an anchor depends on the kind of document: `A1` is the first part of a statute but the first article
//! of a treaty. So anchors are read by an [`AnchorGrammar`], which the source of the document defines.
//!
//! | family | form | read as |
//! |---|---|---|
//! | provision | segments of a capital and a value, `K2P3S1` | `2 kap. 3 § 1 st` |
//! | EU article | `9.2`, `6.1.c`, `9.2.S2` | `artikel 9.2`, `artikel 6.1 c`, `artikel 9.2 andra stycket` |
//! | recital | `recital-83` | `skäl 83` |
//! | treaty article | `A6P1La`, `AIV`, `A5-2` | `artikel 6 punkt 1 led a`, `artikel IV`, `artikel 5 variant 2` |
//! | printed page | `sid45` | `s. 45` |
//! | numbered point, paragraph of an EU judgment | `punkt27`, `point-27` | `punkt 27` |
//!
//! Everything else (`L2003:466`, `R3`, `a14.3`, `sec7`, `bilaga-1`, `Preamble`) has no reader form.

mod eu_article;
mod grammar;
mod provision;
mod treaty_article;

use std::fmt;

use serde::Serialize;

pub(crate) use self::eu_article::EuArticle;
pub use self::grammar::AnchorGrammar;
pub(crate) use self::provision::{Division, segments};
pub(crate) use self::treaty_article::TreatyArticle;

/// The part of a uri after `#`: not empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Anchor(String);

impl Anchor {
    /// None for an empty text.
    pub fn new(text: &str) -> Option<Self> {
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The anchor as text, without `#`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this anchor is `outer` or names something inside it: what follows the outer anchor must begin a new
    /// segment (an ASCII capital) or a new part (a dot). `K3P1S2` is inside `K3P1`; `K3P10`, `K3P1a` and `K3P1-2` are
    /// not.
    pub fn is_within(&self, outer: &Anchor) -> bool {
        self.0.strip_prefix(&outer.0).is_some_and(|rest| match rest.chars().next() {
            None => true,
            Some(next) => next.is_ascii_uppercase() || next == '.',
        })
    }

    /// The number of a recital of an EU act.
    pub fn recital(&self) -> Option<&str> {
        self.0.strip_prefix("recital-").and_then(digits_only)
    }

    /// The printed page that `sid45` names.
    pub fn page(&self) -> Option<u32> {
        digits_only(self.0.strip_prefix("sid")?)?.parse().ok()
    }

    /// Whether this marks the changes made by an amending act (`L2003:466`).
    pub fn is_change_marker(&self) -> bool {
        let Some(rest) = self.0.strip_prefix('L') else { return false };
        rest.len() > 4
            && rest.bytes().take(4).all(|b| b.is_ascii_digit())
            && rest.as_bytes().get(4) == Some(&b':')
    }
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The provision that an anchor belongs to: a stycke belongs to its paragraf, a point to its article.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct AnchorUnit(Anchor);

impl AnchorUnit {
    /// The unit's own anchor.
    pub fn anchor(&self) -> &Anchor {
        &self.0
    }

    /// The unit's own anchor as text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

fn digits_only(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anchor(text: &str) -> Anchor {
        Anchor::new(text).unwrap()
    }

    #[test]
    fn what_lies_inside_what() {
        for (inner, outer) in [("K3P1S2", "K3P1"), ("K3P1", "K3P1"), ("9.2.a", "9.2"), ("K3P1", "K3")] {
            assert!(anchor(inner).is_within(&anchor(outer)), "{inner} in {outer}");
        }
        for (inner, outer) in
            [("K3P10", "K3P1"), ("K3P1a", "K3P1"), ("K3P1-2", "K3P1"), ("9.21", "9.2"), ("K3", "K3P1")]
        {
            assert!(!anchor(inner).is_within(&anchor(outer)), "{inner} in {outer}");
        }
    }
}
