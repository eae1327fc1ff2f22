//! The key and the head of a record of derivations.

use lagrum_corpus::{ArtifactDigest, DocumentEntry, LydelseEntry, StoredId};
use serde::{Deserialize, Serialize};

/// Identifies a record: the stored artifact, its digest, and the source and uri of its document.
#[derive(Clone, Copy)]
pub(crate) struct RecordKey<'a> {
    pub(super) stored: StoredId,
    pub(super) digest: ArtifactDigest,
    pub(super) source: &'a str,
    pub(super) uri: &'a str,
}

/// The beginning of a record; the derivation follows.
#[derive(Serialize, Deserialize)]
pub(super) struct RecordHead<'a> {
    pub(super) digest: [u8; 16],
    pub(super) source: &'a str,
    pub(super) uri: &'a str,
}

impl<'a> From<&'a DocumentEntry> for RecordKey<'a> {
    fn from(entry: &'a DocumentEntry) -> Self {
        Self { stored: entry.stored, digest: entry.digest, source: &entry.source, uri: &entry.uri }
    }
}

impl<'a> From<&'a LydelseEntry> for RecordKey<'a> {
    fn from(entry: &'a LydelseEntry) -> Self {
        Self { stored: entry.stored, digest: entry.digest, source: &entry.source, uri: &entry.uri }
    }
}

impl RecordKey<'_> {
    /// The bytes of the record with a derivation.
    pub(crate) fn record(&self, derived: &impl Serialize) -> Result<Vec<u8>, String> {
        let head = RecordHead { digest: self.digest.0, source: self.source, uri: self.uri };
        postcard::to_allocvec(&(head, derived)).map_err(|error| error.to_string())
    }
}
