//! Where a walk through hits stands, as an opaque text.
//!
//! A cursor says after which document to go on, and for which query, filters and order it was made. It refers to nothing
//! that a server keeps, so it works at every server of the corpus and after a rebuild, where it means the same place in
//! an order that may have changed a little. It grants nothing, so it carries no secret: its checksum only tells damage.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Filters, Sort};

const VERSION: u8 = 2;

/// Bytes of the checksum, and of a digest of a uri.
const CHECK: usize = 4;

/// Why a text is no cursor, or not one for this request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CursorError {
    /// It is damaged or was never a cursor.
    #[error("is no cursor: take it from next_cursor of the page before, unchanged")]
    Damaged,
    /// It was made for another query, filter or order.
    #[error("belongs to another query, filter or sort: begin anew without it")]
    Other,
}

/// Where a walk stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cursor {
    version: u8,
    /// What the walk is through.
    digest: [u8; 8],
    /// The sort value of the last document walked.
    pub value: f32,
    /// Its uri; empty when none was walked.
    pub uri: String,
    /// Documents walked so far.
    pub walked: u32,
    /// Documents shown on the first page for being named, as digests of their uris.
    pub pinned: Vec<[u8; CHECK]>,
}

impl Cursor {
    /// A cursor after a document.
    pub fn new(query: &str, filters: &Filters, sort: Sort, value: f32, uri: String) -> Self {
        let digest = digest(query, filters, sort);
        Self { version: VERSION, digest, value, uri, walked: 0, pinned: Vec::new() }
    }

    /// Reads a cursor that must belong to a query, filters and an order.
    pub fn read(text: &str, query: &str, filters: &Filters, sort: Sort) -> Result<Self, CursorError> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| CursorError::Damaged)?;
        let (body, check) = bytes.split_last_chunk::<CHECK>().ok_or(CursorError::Damaged)?;
        if short_digest(body) != *check {
            return Err(CursorError::Damaged);
        }
        let cursor: Self = postcard::from_bytes(body).map_err(|_| CursorError::Damaged)?;
        if cursor.version != VERSION || cursor.value.is_nan() {
            return Err(CursorError::Damaged);
        }
        if cursor.digest == digest(query, filters, sort) { Ok(cursor) } else { Err(CursorError::Other) }
    }

    /// Whether a document was shown on the first page for being named.
    pub fn has_pinned(&self, uri: &str) -> bool {
        self.pinned.contains(&uri_digest(uri))
    }

    /// The cursor as text, safe in an address.
    pub fn to_text(&self) -> String {
        let mut bytes = postcard::to_allocvec(self).unwrap_or_default();
        let check = short_digest(&bytes);
        bytes.extend_from_slice(&check);
        URL_SAFE_NO_PAD.encode(bytes)
    }
}

/// What is remembered of a document shown for being named.
pub fn uri_digest(uri: &str) -> [u8; CHECK] {
    short_digest(uri.as_bytes())
}

fn short_digest(bytes: &[u8]) -> [u8; CHECK] {
    let mut short = [0; CHECK];
    short.copy_from_slice(&Sha256::digest(bytes)[..CHECK]);
    short
}

fn digest(query: &str, filters: &Filters, sort: Sort) -> [u8; 8] {
    let mut hash = Sha256::new();
    let year = filters.year.map(|year| year.to_string());
    let sort = match sort {
        Sort::Relevance => "relevance",
        Sort::Citations => "citations",
    };
    for part in [Some(query), filters.source.as_deref(), filters.kind.as_deref(), year.as_deref(), Some(sort)]
    {
        // Absent and empty differ, and no part runs into the next.
        hash.update(part.map_or(u64::MAX, |part| part.len() as u64).to_le_bytes());
        hash.update(part.unwrap_or_default());
    }
    let mut digest = [0; 8];
    digest.copy_from_slice(&hash.finalize()[..8]);
    digest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DayNumber;

    fn filters(source: Option<&str>, year: Option<u16>) -> Filters {
        Filters { source: source.map(str::to_owned), kind: None, year, today: DayNumber::new(2031, 1, 1) }
    }

    #[test]
    fn a_cursor_belongs_to_one_walk() {
        let all = filters(None, None);
        let mut cursor =
            Cursor::new("får", &all, Sort::Relevance, 1.5, "https://x.example/1931:47".to_owned());
        cursor.pinned.push(uri_digest("https://x.example/1"));
        let text = cursor.to_text();
        assert_eq!(Cursor::read(&text, "får", &all, Sort::Relevance), Ok(cursor.clone()));
        assert!(cursor.has_pinned("https://x.example/1") && !cursor.has_pinned("https://x.example/2"));
        // Another day is the same walk.
        let tomorrow = Filters { today: DayNumber::new(2031, 1, 2), ..all.clone() };
        assert!(Cursor::read(&text, "får", &tomorrow, Sort::Relevance).is_ok());
        let others = [
            ("får ", all.clone(), Sort::Relevance),
            ("får", filters(Some("sfs"), None), Sort::Relevance),
            ("får", filters(Some(""), None), Sort::Relevance),
            ("får", filters(None, Some(1931)), Sort::Relevance),
            ("får", all.clone(), Sort::Citations),
        ];
        for (query, filters, sort) in others {
            assert_eq!(
                Cursor::read(&text, query, &filters, sort),
                Err(CursorError::Other),
                "{query} {filters:?}"
            );
        }
    }

    #[test]
    fn any_change_is_noticed() {
        let all = filters(None, None);
        let text = Cursor::new("får", &all, Sort::Relevance, 1.5, "x".to_owned()).to_text();
        for at in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(
                Cursor::read(&changed, "får", &all, Sort::Relevance),
                Err(CursorError::Damaged),
                "{changed}"
            );
        }
        for text in ["", "x", "=", "AAAA", "åäö", &text[1..], &text[..text.len() - 1]] {
            assert_eq!(Cursor::read(text, "får", &all, Sort::Relevance), Err(CursorError::Damaged), "{text}");
        }
    }
}
