//! Kinds of documents, which each source lists.

/// A kind of document, or another key that documents are filed under, and its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DocumentKind {
    /// The kind as the catalog has it.
    pub key: &'static str,
    /// The name of many such documents.
    pub plural: &'static str,
    /// The name of one such document.
    pub singular: &'static str,
    /// The name in full, where the others are a designation: that of a series of regulations.
    pub title: Option<&'static str>,
}

impl DocumentKind {
    /// A kind with the same name for one and many documents.
    pub(crate) const fn new(key: &'static str, name: &'static str) -> Self {
        Self { key, plural: name, singular: name, title: None }
    }

    /// A kind with a name for many documents and a name for one.
    pub(crate) const fn counted(key: &'static str, plural: &'static str, singular: &'static str) -> Self {
        Self { key, plural, singular, title: None }
    }
}
