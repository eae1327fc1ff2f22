//! The trait of encoders, which make vectors of texts.

use std::fmt;

use lagrum_cancel::Cancelled;
use serde::{Deserialize, Serialize};

/// Makes vectors of texts. A query and a passage of like meaning get vectors with a high cosine. It computes on the thread
/// that calls it, and may be called by several threads at once.
pub trait TextEncoder: Send + Sync + fmt::Debug {
    /// Its id: a digest of everything that its vectors depend on. Vectors of encoders with different ids are never compared.
    fn id(&self) -> &EncoderId;

    /// What kind of encoder it is.
    fn kind(&self) -> EncoderKind;

    /// The numbers of a vector, from 1 to [`MAX_DIMENSIONS`](crate::MAX_DIMENSIONS).
    fn dimensions(&self) -> usize;

    /// The vector of a query, of any length but zero; None if the encoder knows no part of the query.
    fn query(&self, text: &str) -> Result<Option<Vec<f32>>, EncodeError>;

    /// The vectors of passages, in their order.
    fn passages(&self, texts: &[&str]) -> Result<Vec<Option<Vec<f32>>>, EncodeError>;
}

/// The kinds of encoders. They differ in cost, so they are used at different times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncoderKind {
    /// A language model: milliseconds for a text. Builds publish before they have embedded everything.
    Model,
    /// A table of words: microseconds for a text.
    WordTable,
}

/// Names an encoder: up to 64 lower-case letters, digits and hyphens, so that it can be the name of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EncoderId(String);

impl EncoderId {
    /// The id of an encoder, from the digest of all that its vectors depend on.
    pub fn new(kind: EncoderKind, digest: &[u8; 16]) -> Self {
        let kind = match kind {
            EncoderKind::Model => "model",
            EncoderKind::WordTable => "words",
        };
        Self(format!("{kind}-{}", hex::encode(digest)))
    }

    /// Parses an id.
    pub fn parse(text: &str) -> Option<Self> {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        ((1..=64).contains(&text.len()) && text.bytes().all(is_plain)).then(|| Self(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EncoderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for EncoderId {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("{text:?} is no id of an encoder"))
    }
}

impl From<EncoderId> for String {
    fn from(id: EncoderId) -> Self {
        id.0
    }
}

/// Why there is no vector.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// The work was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// Too many texts are being encoded.
    #[error("too many texts are being encoded at once")]
    Busy,
    /// The encoder failed on this text.
    #[error("a text could not be encoded: {0}")]
    Failed(String),
}
