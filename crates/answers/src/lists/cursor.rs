//! The position in the changes of a list, as an opaque text. It is bound to all parameters of the question but the limit, and
//! refers to no state of a server.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::question::ListQuestion;
use crate::AnswerError;

const VERSION: u8 = 1;

/// Bytes of the digest of the question, and of the checksum.
const DIGEST: usize = 8;

/// The position after a change.
#[derive(Debug, Serialize, Deserialize)]
struct ListCursor {
    version: u8,
    question: [u8; DIGEST],
    /// The day of the change; None for one without a day.
    date: Option<String>,
    id: String,
}

/// The last change of a page: its day and its id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListPosition {
    pub(super) date: Option<String>,
    pub(super) id: String,
}

/// The cursor of the page after a change.
pub(super) fn format(question: &ListQuestion, ListPosition { date, id }: ListPosition) -> String {
    let cursor = ListCursor { version: VERSION, question: digest(question), date, id };
    let mut bytes = postcard::to_allocvec(&cursor).unwrap_or_default();
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum);
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The position that the cursor of a question means; None without a cursor.
pub(super) fn parse(question: &ListQuestion) -> Result<Option<ListPosition>, AnswerError> {
    let Some(text) = &question.cursor else { return Ok(None) };
    let invalid = |message: &str| AnswerError::Invalid {
        parameter: "cursor",
        input: Some(text.clone()),
        message: message.to_owned(),
    };
    let decode = || {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (body, sum) = bytes.split_last_chunk::<DIGEST>()?;
        let cursor: ListCursor = postcard::from_bytes(body).ok()?;
        (checksum(body) == *sum && cursor.version == VERSION).then_some(cursor)
    };
    let cursor = decode()
        .ok_or_else(|| invalid("is no cursor: take it from next_cursor of the page before, unchanged"))?;
    if cursor.question != digest(question) {
        return Err(invalid("belongs to another list: begin anew without it"));
    }
    Ok(Some(ListPosition { date: cursor.date, id: cursor.id }))
}

fn checksum(bytes: &[u8]) -> [u8; DIGEST] {
    let mut sum = [0; DIGEST];
    sum.copy_from_slice(&Sha256::digest(bytes)[..DIGEST]);
    sum
}

fn digest(question: &ListQuestion) -> [u8; DIGEST] {
    let ListQuestion { since, until, formal, diff, cited, .. } = question;
    let days = format!("{since} {until:?} {formal} {diff} {cited}");
    let mut hash = Sha256::new();
    for part in question.uris.iter().chain([&days]) {
        // The length separates the parts.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let mut digest = [0; DIGEST];
    digest.copy_from_slice(&hash.finalize()[..DIGEST]);
    digest
}
