//! The position of a walk through hits, as an opaque text.
//!
//! A cursor has the last document walked, and a digest of the query, the filters and the order that it was made for. It refers
//! to no state of a server, so it works at every server of the corpus. It also works after a rebuild: it then means the position
//! of that document in an order that may have changed a little. It grants nothing, so it has no signature; its checksum detects
//! damage.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Filters, HitOrder};

const VERSION: u8 = 2;

/// The bytes of the checksum, and of the digest of a uri.
const CHECKSUM: usize = 4;

/// Why a text is no cursor for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CursorError {
    /// The text is damaged or no cursor.
    #[error("is no cursor: take it from next_cursor of the page before, unchanged")]
    Damaged,
    /// The cursor was made for another query, filter or order.
    #[error("belongs to another query, filter or sort: begin anew without it")]
    Other,
}

/// The position of a walk through hits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchCursor {
    version: u8,
    /// The digest of the query, the filters and the order.
    digest: [u8; 8],
    /// The sort value of the last document walked.
    pub value: f32,
    /// Its uri; empty when no document was walked.
    pub uri: String,
    /// How many documents were walked so far.
    pub walked: u32,
    /// The leading documents of the first page, as digests of their uris.
    pub leads: Vec<[u8; CHECKSUM]>,
}

impl SearchCursor {
    /// A cursor after a document.
    pub fn new(query: &str, filters: &Filters, sort: HitOrder, value: f32, uri: String) -> Self {
        let digest = digest(query, filters, sort);
        Self { version: VERSION, digest, value, uri, walked: 0, leads: Vec::new() }
    }

    /// Parses a cursor. It must have been made for this query, these filters and this order.
    pub fn parse(text: &str, query: &str, filters: &Filters, sort: HitOrder) -> Result<Self, CursorError> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| CursorError::Damaged)?;
        let (body, check) = bytes.split_last_chunk::<CHECKSUM>().ok_or(CursorError::Damaged)?;
        if short_digest(body) != *check {
            return Err(CursorError::Damaged);
        }
        let cursor: Self = postcard::from_bytes(body).map_err(|_| CursorError::Damaged)?;
        if cursor.version != VERSION || cursor.value.is_nan() {
            return Err(CursorError::Damaged);
        }
        if cursor.digest == digest(query, filters, sort) { Ok(cursor) } else { Err(CursorError::Other) }
    }

    /// Whether a document led the first page.
    pub fn has_led(&self, uri: &str) -> bool {
        self.leads.contains(&uri_digest(uri))
    }

    /// The cursor as text that needs no escaping in a query string.
    pub fn format(&self) -> String {
        let mut bytes = postcard::to_allocvec(self).unwrap_or_default();
        let check = short_digest(&bytes);
        bytes.extend_from_slice(&check);
        URL_SAFE_NO_PAD.encode(bytes)
    }
}

/// The digest of the uri of a leading document.
pub fn uri_digest(uri: &str) -> [u8; CHECKSUM] {
    short_digest(uri.as_bytes())
}

fn short_digest(bytes: &[u8]) -> [u8; CHECKSUM] {
    let mut short = [0; CHECKSUM];
    short.copy_from_slice(&Sha256::digest(bytes)[..CHECKSUM]);
    short
}

fn digest(query: &str, filters: &Filters, sort: HitOrder) -> [u8; 8] {
    let mut hash = Sha256::new();
    let year = filters.year.map(|year| year.to_string());
    // Left out where there is none, so that cursors of such searches stay what they are.
    let days = filters.days.as_ref().map(|days| days.range.to_string());
    let sort = match sort {
        HitOrder::Relevance => "relevance",
        HitOrder::Citations => "citations",
    };
    for part in [Some(query), filters.source.as_deref(), filters.kind.as_deref(), year.as_deref(), Some(sort)]
    {
        // The length distinguishes an absent part from an empty part, and separates the parts.
        hash.update(part.map_or(u64::MAX, |part| part.len() as u64).to_le_bytes());
        hash.update(part.unwrap_or_default());
    }
    hash.update(days.unwrap_or_default());
    let mut digest = [0; 8];
    digest.copy_from_slice(&hash.finalize()[..8]);
    digest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DayNumber, YearRange};

    fn filters(source: Option<&str>, year: Option<u16>) -> Filters {
        let year = year.map(YearRange::of);
        Filters {
            source: source.map(str::to_owned),
            kind: None,
            year,
            days: None,
            today: DayNumber::new(2031, 1, 1),
        }
    }

    #[test]
    fn a_cursor_belongs_to_one_walk() {
        let all = filters(None, None);
        let mut cursor =
            SearchCursor::new("får", &all, HitOrder::Relevance, 1.5, "https://x.example/1931:47".to_owned());
        cursor.leads.push(uri_digest("https://x.example/1"));
        let text = cursor.format();
        assert_eq!(SearchCursor::parse(&text, "får", &all, HitOrder::Relevance), Ok(cursor.clone()));
        assert!(cursor.has_led("https://x.example/1") && !cursor.has_led("https://x.example/2"));
        // The day is not part of the digest.
        let tomorrow = Filters { today: DayNumber::new(2031, 1, 2), ..all.clone() };
        assert!(SearchCursor::parse(&text, "får", &tomorrow, HitOrder::Relevance).is_ok());
        let others = [
            ("får ", all.clone(), HitOrder::Relevance),
            ("får", filters(Some("sfs"), None), HitOrder::Relevance),
            ("får", filters(Some(""), None), HitOrder::Relevance),
            ("får", filters(None, Some(1931)), HitOrder::Relevance),
            ("får", all.clone(), HitOrder::Citations),
        ];
        for (query, filters, sort) in others {
            assert_eq!(
                SearchCursor::parse(&text, query, &filters, sort),
                Err(CursorError::Other),
                "{query} {filters:?}"
            );
        }
    }

    #[test]
    fn any_change_of_a_cursor_is_detected() {
        let all = filters(None, None);
        let text = SearchCursor::new("får", &all, HitOrder::Relevance, 1.5, "x".to_owned()).format();
        for at in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(
                SearchCursor::parse(&changed, "får", &all, HitOrder::Relevance),
                Err(CursorError::Damaged),
                "{changed}"
            );
        }
        for text in ["", "x", "=", "AAAA", "åäö", &text[1..], &text[..text.len() - 1]] {
            assert_eq!(
                SearchCursor::parse(text, "får", &all, HitOrder::Relevance),
                Err(CursorError::Damaged),
                "{text}"
            );
        }
    }
}
