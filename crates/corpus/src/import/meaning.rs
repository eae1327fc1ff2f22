//! The interface by which an import interprets documents for the change log.

use std::fmt;

use lagrum_artifact::{Artifact, Base};
use serde_json::Value;

use crate::{DocumentNames, ProvisionDigests};

/// Interprets documents. This crate cannot, so the caller of an import passes an implementation. Without one, withdrawn
/// documents have no names in the change log, and the log has no changes of status.
pub trait DocumentMeaning: fmt::Debug + Sync {
    /// The description of a document by its artifact.
    fn describe(&self, source: &str, artifact: &Artifact, base: &Base) -> DescribedDocument;

    /// The provisions of a text, which an import compares; None for a document of a kind that has no provisions.
    fn provisions(&self, artifact: &Artifact, base: &Base) -> Option<ProvisionDigests>;

    /// Whether a document has expired by today, by its entry in a status list.
    fn is_expired(&self, entry: &Value) -> bool;
}

/// The description of a document by its artifact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribedDocument {
    /// Its names.
    pub names: DocumentNames,
    /// Whether it has expired by today.
    pub is_expired: bool,
}
