//! The entries of documents and archived lydelser in the store.

use super::StoredId;

/// The first 16 bytes of the SHA-256 of an artifact. It identifies the artifact of derived data. The number of a stored
/// artifact does not suffice, since a corpus that was restored from a backup may give it to another text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ArtifactDigest(pub [u8; 16]);

/// A current document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentEntry {
    /// Its canonical uri.
    pub uri: String,
    /// The source it belongs to.
    pub source: String,
    /// The stored version of its artifact.
    pub stored: StoredId,
    /// The artifact's length in bytes, uncompressed.
    pub size: u64,
    /// When the artifact last changed, in seconds since 1970 (UTC).
    pub changed: i64,
    /// The digest of the artifact.
    pub digest: ArtifactDigest,
}

/// An archived lydelse of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LydelseEntry {
    /// Its own uri, `<document>/konsolidering/<version>`.
    pub uri: String,
    /// The document it belongs to.
    pub document: String,
    /// The lydelse id.
    pub version: String,
    /// The source it belongs to.
    pub source: String,
    /// The stored version of its artifact.
    pub stored: StoredId,
    /// The artifact's length in bytes, uncompressed.
    pub size: u64,
    /// When the artifact last changed, in seconds since 1970 (UTC).
    pub changed: i64,
    /// The digest of the artifact.
    pub digest: ArtifactDigest,
}
