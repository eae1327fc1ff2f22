//! What a query of a benchmark is.

use lagrum_catalog::CatalogDocument;
use serde::Serialize;

/// The kind of a query, by what its words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum QueryKind {
    /// A sentence around a citation.
    Sentence,
    /// The headnote of a decision.
    Headnote,
    /// A comment on a provision.
    Commentary,
    /// A heading of a statute.
    Heading,
}

/// A query that is to be written.
pub(super) struct Query<'a> {
    pub(super) kind: QueryKind,
    pub(super) text: String,
    /// The uris of the provisions that answer it.
    pub(super) relevant: Vec<String>,
    pub(super) document: &'a CatalogDocument,
}
