//! The words by which a query asks for documents of a kind: *proposition om hyra*, *JO-beslut om dröjsmål*.
//!
//! Each source lists the words for its own kinds. A word may name kinds of several sources: *direktiv* is an EU act as well as
//! the directions for a committee. Words that are as often part of a topic (*dom*, *utredning*, *beslut*) are left out, and so
//! are words for statutes, which need no preference.

use crate::all;

/// An expression for kinds of documents of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindWords {
    /// Its words in lower case, with a blank between them; in any inflection.
    pub expression: &'static str,
    /// The kinds it names; empty for every kind of the source.
    pub kinds: &'static [&'static str],
}

impl KindWords {
    /// An expression for some kinds of a source.
    pub(crate) const fn of(expression: &'static str, kinds: &'static [&'static str]) -> Self {
        Self { expression, kinds }
    }

    /// An expression for all documents of a source.
    pub(crate) const fn all(expression: &'static str) -> Self {
        Self { expression, kinds: &[] }
    }
}

/// The expressions of all sources, with the name of the source of each.
pub fn kind_words() -> impl Iterator<Item = (&'static str, &'static KindWords)> {
    all().iter().flat_map(|source| source.kind_words.iter().map(|words| (source.name, words)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::known;

    #[test]
    fn every_expression_names_kinds_that_its_source_has() {
        let mut seen = HashSet::new();
        for (name, words) in kind_words() {
            assert!(seen.insert((name, words.expression)), "{name}: {} stands twice", words.expression);
            assert_eq!(words.expression.to_lowercase(), words.expression);
            assert!(!words.expression.is_empty());
            let kinds = known(name).unwrap().kinds();
            for kind in words.kinds {
                assert!(kinds.iter().any(|known| known.key == *kind), "{name} has no kind {kind}");
            }
        }
    }
}
