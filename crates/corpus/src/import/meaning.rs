//! What an import has to know of the meaning of documents, for the change log.

use std::fmt;

use lagrum_artifact::{Artifact, Base};
use serde_json::Value;

use crate::{DocumentNames, ProvisionDigests};

/// Knows the meaning of documents. This crate does not, so the caller of an import passes one. Without it, withdrawn documents have no
/// names in the change log, and nothing in it is a change of status.
pub trait DocumentMeaning: fmt::Debug + Sync {
    /// What an artifact says of its document.
    fn describe(&self, source: &str, artifact: &Artifact, base: &Base) -> DescribedDocument;

    /// The provisions of a text that an import compares; None for a document without any by its kind.
    fn provisions(&self, artifact: &Artifact, base: &Base) -> Option<ProvisionDigests>;

    /// Whether an entry of a status list says that its document has expired by today.
    fn is_expired(&self, entry: &Value) -> bool;
}

/// What an artifact says of its document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DescribedDocument {
    /// What it is called.
    pub names: DocumentNames,
    /// Whether it has expired by today.
    pub is_expired: bool,
}
