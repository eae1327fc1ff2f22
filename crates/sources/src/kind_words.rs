//! The words by which a query asks for documents of a kind: *proposition om hyra*, *JO-beslut om dröjsmål*.
//!
//! Each source lists the words for its own kinds. A word may name kinds of several sources: *direktiv* is an EU act and
//! the terms of reference of a committee. Words that are often part of a topic (*dom*, *utredning*, *beslut*) are left out, and
//! so are words for statutes, which need no preference.

/// An expression for kinds of documents of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindWords {
    /// Its words in lower case, with a blank between them. A query may have them in any inflection.
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
