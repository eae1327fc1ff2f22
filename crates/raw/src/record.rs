//! Bodies and what is recorded of them.

use sha2::{Digest as _, Sha256};

/// A SHA-256.
pub type BodyDigest = [u8; 32];

/// The SHA-256 of bytes.
pub fn digest(bytes: &[u8]) -> BodyDigest {
    Sha256::digest(bytes).into()
}

pub(crate) fn hex_of(digest: &BodyDigest) -> String {
    hex::encode(digest)
}

/// What a publisher sent, to be kept.
#[derive(Clone, Debug, Default)]
pub struct NewRecord {
    /// The document it belongs to, by the publisher's own number.
    pub key: String,
    /// Which part of what is published of the document.
    pub part: String,
    /// From where it came.
    pub url: String,
    /// The status of the answer.
    pub status: u16,
    /// The validator that the publisher gave.
    pub etag: Option<String>,
    /// The other validator.
    pub last_modified: Option<String>,
    /// As it came.
    pub body: Vec<u8>,
    /// The SHA-256 of what of the body is the document's own.
    pub norm_hash: BodyDigest,
}

/// A row: what is recorded of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number. A later row has a higher one.
    pub id: i64,
    /// The source it was fetched for.
    pub source: String,
    /// The document it belongs to.
    pub key: String,
    /// Which part of it.
    pub part: String,
    /// From where it came.
    pub url: String,
    /// When it came, in seconds since 1970.
    pub fetched_at: i64,
    /// When the publisher last had it, in seconds since 1970.
    pub seen_at: i64,
    /// The status of the answer.
    pub status: u16,
    /// The validator that the publisher gave.
    pub etag: Option<String>,
    /// The other validator.
    pub last_modified: Option<String>,
    /// The SHA-256 of the body.
    pub body: BodyDigest,
    /// The SHA-256 of what of the body is the document's own.
    pub norm_hash: BodyDigest,
}

/// All that is kept of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawDocument {
    /// Its key.
    pub key: String,
    /// Its rows, oldest first.
    pub records: Vec<Record>,
    /// When the publisher was found to have it no more, in seconds since 1970.
    pub gone_at: Option<i64>,
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The first of its part.
    New,
    /// It differs from the last one of its part, and is a row of its own.
    Changed,
    /// It is the last one of its part.
    Same,
}
