//! Bodies, and the rows that describe them.

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

/// A body that a publisher sent, to be kept.
#[derive(Clone, Debug, Default)]
pub struct NewRecord {
    /// The document it belongs to, by the publisher's own number.
    pub key: String,
    /// The part of the document: `json`, `2030:3.html`.
    pub part: String,
    /// The address from which it came.
    pub url: String,
    /// The HTTP status of the answer.
    pub status: u16,
    /// The validator `ETag` of the answer.
    pub etag: Option<String>,
    /// The validator `Last-Modified` of the answer.
    pub last_modified: Option<String>,
    /// The body as it came.
    pub body: Vec<u8>,
    /// The normalised hash: the SHA-256 of the body without what the publisher's program adds to every answer.
    pub norm_hash: BodyDigest,
}

/// Names a part of a document.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RecordName {
    /// The document, by the publisher's own number.
    pub key: String,
    /// The part of it.
    pub part: String,
}

/// A row: where and when a body came from, and which document it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number. A later row has a higher one.
    pub id: i64,
    /// The source it was fetched for.
    pub source: String,
    /// The document it belongs to.
    pub key: String,
    /// The part of the document.
    pub part: String,
    /// The address from which it came.
    pub url: String,
    /// When it came, in seconds since 1970.
    pub fetched_at: i64,
    /// When it was last found at the publisher, in seconds since 1970.
    pub seen_at: i64,
    /// The HTTP status of the answer.
    pub status: u16,
    /// The validator `ETag` of the answer.
    pub etag: Option<String>,
    /// The validator `Last-Modified` of the answer.
    pub last_modified: Option<String>,
    /// The SHA-256 of the body.
    pub body: BodyDigest,
    /// The normalised hash: the SHA-256 of the body without what the publisher's program adds to every answer.
    pub norm_hash: BodyDigest,
}

/// A document with all its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawDocument {
    /// Its key.
    pub key: String,
    /// Its rows, oldest first.
    pub records: Vec<Record>,
    /// When it was found that the publisher no longer has it, in seconds since 1970.
    pub gone_at: Option<i64>,
}

/// The outcome of keeping a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The first of its part.
    New,
    /// It differs from the last row of its part, and is a new row.
    Changed,
    /// It has the normalised hash of the last row of its part, so no row is added.
    Same,
    /// As `Same`, and the body of the last row was damaged. The row has the new body.
    Repaired,
}
