//! The position in a list of changes, as an opaque text.
//!
//! It refers to no state of a server. After a new build it means the same position: changes keep their places, and later ones
//! come after all earlier ones.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use lagrum_artifact::Generation;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::question::ChangesQuestion;
use super::since::Since;
use crate::AnswerError;

const VERSION: u8 = 1;

/// Bytes of the checksum, which detects damage.
const CHECKSUM: usize = 4;

/// The position after a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ChangeCursor {
    version: u8,
    /// A digest of the filters that the list was made for.
    filters: [u8; 8],
    /// The beginning of the list: this field, `generation` and `day` are those of [`super::since::Since`].
    pub(super) since: String,
    pub(super) generation: Generation,
    pub(super) day: String,
    /// When the change was first served.
    pub(super) at: i64,
    /// Its generation; the largest number for a document that expired by the calendar.
    pub(super) last: Generation,
    pub(super) uri: String,
}

/// The position in a list that a cursor encodes.
pub(super) struct Position {
    pub(super) at: i64,
    pub(super) last: Generation,
    pub(super) uri: String,
}

impl ChangeCursor {
    pub(super) fn new(
        question: &ChangesQuestion,
        since: &Since,
        Position { at, last, uri }: Position,
    ) -> Self {
        Self {
            version: VERSION,
            filters: filters(question),
            since: since.text.clone(),
            generation: since.generation,
            day: since.day.to_string(),
            at,
            last,
            uri,
        }
    }

    /// Parses the cursor of a question. It must have been made for the same filters, and for the same `since` if one is given.
    pub(super) fn parse(question: &ChangesQuestion, text: &str) -> Result<Self, AnswerError> {
        let invalid = |message: &str| AnswerError::Invalid {
            parameter: "cursor",
            input: Some(text.to_owned()),
            message: message.to_owned(),
        };
        let decode = || {
            let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
            let (body, sum) = bytes.split_last_chunk::<CHECKSUM>()?;
            let cursor: Self = postcard::from_bytes(body).ok()?;
            (checksum(body) == *sum && cursor.version == VERSION).then_some(cursor)
        };
        let cursor = decode()
            .ok_or_else(|| invalid("is no cursor: take it from next_cursor of the page before, unchanged"))?;
        let is_same_list = question.since.as_ref().is_none_or(|since| *since == cursor.since);
        if cursor.filters != filters(question) || !is_same_list {
            return Err(invalid("belongs to another list of changes: begin anew without it"));
        }
        Ok(cursor)
    }

    /// The cursor as text that needs no escaping in a query string.
    pub(super) fn format(&self) -> String {
        let mut bytes = postcard::to_allocvec(self).unwrap_or_default();
        let sum = checksum(&bytes);
        bytes.extend_from_slice(&sum);
        URL_SAFE_NO_PAD.encode(bytes)
    }
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let mut sum = [0; CHECKSUM];
    sum.copy_from_slice(&Sha256::digest(bytes)[..CHECKSUM]);
    sum
}

fn filters(question: &ChangesQuestion) -> [u8; 8] {
    let mut hash = Sha256::new();
    let kinds = question.changes.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(",");
    let versions = question.versions.to_string();
    let source = question.source.as_ref().map(crate::SourceName::current);
    for part in [source, question.kind.as_deref(), Some(&kinds), Some(&versions)] {
        // The length distinguishes an absent part from an empty one, and separates the parts.
        hash.update(part.map_or(u64::MAX, |part| part.len() as u64).to_le_bytes());
        hash.update(part.unwrap_or_default());
    }
    let mut digest = [0; 8];
    digest.copy_from_slice(&hash.finalize()[..8]);
    digest
}
