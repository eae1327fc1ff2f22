//! Artifacts to be stored.

/// What an artifact is in the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ArtifactRole {
    /// A current document.
    Document,
    /// An archived lydelse.
    Lydelse { document: String, version: String },
}

/// An artifact to be stored.
#[derive(Clone, Debug)]
pub(crate) struct IncomingArtifact {
    pub(crate) uri: String,
    pub(crate) role: ArtifactRole,
    pub(crate) bytes: Vec<u8>,
    /// Whether readers see a text of it.
    pub(crate) has_text: bool,
}
