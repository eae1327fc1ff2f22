//! The list of changes of a service, and single documents.
//!
//! Both are checked against limits before they are used: a list holds no more changes than the caller accepts, and a
//! document must have the length and the SHA-256 that the list states.

use std::time::{Duration, Instant};

use jiff::Timestamp;
use lagrum_artifact::MAX_ARTIFACT_BYTES;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use super::client::{MirrorClient, RequestFailure, TOO_SLOW, is_paced, read_whole};
use super::download::waits;
use super::manifest::checked_name;
use crate::store::SourcedUri;

/// The path of the list.
pub(super) const CHANGES_PATH: &str = "/api/v1/changes";

/// The number of changes on a page.
const PAGE: usize = 1000;

/// The maximum length of a uri, in bytes.
const MAX_URI_BYTES: usize = 1024;

/// The maximum mean length of a row, in bytes: the longest uri, percent-encoded or escaped to twice its length, and the
/// other fields.
const MAX_ROW_BYTES: u64 = 4 << 10;

/// The maximum length of a page, in bytes.
const MAX_PAGE_BYTES: u64 = PAGE as u64 * MAX_ROW_BYTES;

/// The time that a list may take in addition to the time of its bytes at the minimum rate.
const LIST_TIME: Duration = Duration::from_mins(2);

/// The maximum length of an answer without the artifact in it, in bytes.
const ENVELOPE_BYTES: u64 = 1 << 20;

/// What changed at a service.
#[derive(Debug, Default)]
pub(super) struct ListedChanges {
    /// The snapshot of the service from which the list was read.
    pub(super) snapshot: String,
    /// Changed and new documents and archived lydelser.
    pub(super) changed: Vec<ListedArtifact>,
    /// Withdrawn ones.
    pub(super) withdrawn: Vec<SourcedUri>,
}

/// An artifact that a service has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListedArtifact {
    pub(super) uri: String,
    pub(super) source: String,
    pub(super) sha256: [u8; 32],
    pub(super) bytes: u64,
}

/// Why there is no list to import from.
#[derive(Debug)]
pub(super) enum NoChanges {
    /// The service has no list, or its list does not reach back to the snapshot.
    NotKnown(String),
    /// There are more changes than are fetched one by one.
    TooMany(u64),
    /// The request failed.
    Failed(String),
}

#[derive(Deserialize)]
struct Page {
    snapshot: String,
    total: u64,
    changes: Vec<Row>,
    next_cursor: Option<String>,
}

#[derive(Deserialize)]
struct Row {
    uri: String,
    source: String,
    change: String,
    sha256: Option<String>,
    bytes: Option<u64>,
}

/// The snapshot that a service serves now; None where it has no list of changes.
pub(super) fn served_snapshot(client: &MirrorClient) -> Result<Option<String>, String> {
    let now = Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ");
    match page(client, &format!("{CHANGES_PATH}?since={now}&limit=1")) {
        Ok((page, _)) => Ok(Some(page.snapshot)),
        Err(NoChanges::Failed(problem)) => Err(problem),
        Err(NoChanges::NotKnown(_) | NoChanges::TooMany(_)) => Ok(None),
    }
}

/// What changed since a snapshot. A list of more than `max` changes is not read to its end.
pub(super) fn list(client: &MirrorClient, since: &str, max: u64) -> Result<ListedChanges, NoChanges> {
    let first = format!("{CHANGES_PATH}?since={since}&limit={PAGE}&versions=true");
    let mut listed = ListedChanges::default();
    let mut target = first.clone();
    let (begun, mut bytes, mut rows) = (Instant::now(), 0, 0);
    loop {
        let (Page { snapshot, total, changes, next_cursor }, length) = page(client, &target)?;
        bytes += length;
        if bytes > max.saturating_add(PAGE as u64).saturating_mul(MAX_ROW_BYTES) {
            return Err(NoChanges::Failed(format!("its list of changes has more than {bytes} bytes")));
        }
        if begun.elapsed() > LIST_TIME && !is_paced(begun.elapsed().saturating_sub(LIST_TIME), bytes) {
            return Err(NoChanges::Failed(TOO_SLOW.to_owned()));
        }
        rows += changes.len() as u64;
        if total > max || rows > max {
            return Err(NoChanges::TooMany(total.max(rows)));
        }
        listed.snapshot = snapshot;
        let is_empty = changes.is_empty();
        for row in changes {
            listed.add(row).map_err(NoChanges::Failed)?;
        }
        match next_cursor {
            Some(cursor) if !is_empty => {
                let cursor = utf8_percent_encode(&cursor, NON_ALPHANUMERIC);
                target = format!("{first}&cursor={cursor}");
            }
            _ => return Ok(listed),
        }
    }
}

impl ListedChanges {
    fn add(&mut self, row: Row) -> Result<(), String> {
        let Row { uri, source, change, sha256, bytes } = row;
        checked_name(&source)?;
        if uri.len() > MAX_URI_BYTES {
            return Err(format!("its list of changes has a uri of more than {MAX_URI_BYTES} bytes"));
        }
        if change == "withdrawn" {
            self.withdrawn.push(SourcedUri { source, uri });
            return Ok(());
        }
        let digest = sha256.and_then(|text| <[u8; 32]>::try_from(hex::decode(text).ok()?).ok());
        match (digest, bytes.filter(|bytes| *bytes <= MAX_ARTIFACT_BYTES as u64)) {
            (Some(sha256), Some(bytes)) => {
                self.changed.push(ListedArtifact { uri, source, sha256, bytes });
                Ok(())
            }
            _ => Err(format!("its list of changes states no SHA-256 and length of {uri}")),
        }
    }
}

/// A page of the list, and its length.
fn page(client: &MirrorClient, target: &str) -> Result<(Page, u64), NoChanges> {
    let fetched =
        lagrum_retry::retry(waits(), RequestFailure::is_transient, || fetch(client, target, MAX_PAGE_BYTES));
    match fetched {
        Ok(Fetched::Body(body)) => {
            let page =
                serde_json::from_slice(&body).map_err(|error| NoChanges::NotKnown(error.to_string()))?;
            Ok((page, body.len() as u64))
        }
        Ok(Fetched::Refused(status)) => Err(NoChanges::NotKnown(format!("it answered {status}"))),
        Err(failure) => Err(NoChanges::Failed(failure.into_text())),
    }
}

enum Fetched {
    Body(Vec<u8>),
    /// The service answered with this status that it does not have what was requested.
    Refused(u16),
}

fn fetch(client: &MirrorClient, target: &str, max_bytes: u64) -> Result<Fetched, RequestFailure> {
    let mut response = client.get_small(target, max_bytes)?;
    let status = response.status().as_u16();
    match status {
        200 => {}
        400 | 404 | 405 | 410 | 422 => return Ok(Fetched::Refused(status)),
        status => return Err(RequestFailure::from_status(status)),
    }
    let body = read_whole(&mut response, max_bytes)?;
    Ok(Fetched::Body(body))
}

/// Why a document was not fetched.
#[derive(Debug)]
pub(super) enum NoDocument {
    /// The document differs from the list. The service may have been rebuilt meanwhile.
    Differs(String),
    /// The request failed.
    Failed(String),
}

/// The part of an artifact that names its document.
#[derive(Deserialize)]
struct Named {
    uri: String,
}

/// Fetches an artifact and compares it with what the list states.
pub(super) fn document(client: &MirrorClient, listed: &ListedArtifact) -> Result<Vec<u8>, NoDocument> {
    let uri = utf8_percent_encode(&listed.uri, NON_ALPHANUMERIC);
    let target = format!("/api/v1/document?uri={uri}");
    let fetched = lagrum_retry::retry(waits(), RequestFailure::is_transient, || {
        fetch(client, &target, listed.bytes + ENVELOPE_BYTES)
    });
    let body = match fetched {
        Ok(Fetched::Body(body)) => body,
        Ok(Fetched::Refused(status)) => {
            return Err(NoDocument::Differs(format!("it answered {status}, and its list has the document")));
        }
        Err(failure) => return Err(NoDocument::Failed(failure.into_text())),
    };
    let found = artifacts(&body).into_iter().find(|bytes| {
        bytes.len() as u64 == listed.bytes && <[u8; 32]>::from(Sha256::digest(bytes)) == listed.sha256
    });
    let bytes = found.ok_or_else(|| {
        NoDocument::Differs("its artifact has not the SHA-256 that the list of changes states".to_owned())
    })?;
    match serde_json::from_slice::<Named>(bytes) {
        Ok(Named { uri }) if uri == listed.uri => Ok(bytes.to_vec()),
        _ => Err(NoDocument::Differs("its artifact names another document".to_owned())),
    }
}

/// The bytes that may be the artifact in the answer for a document: the JSON value, and the value with the white space
/// around it, which is part of the artifact if it was imported with it.
fn artifacts(body: &[u8]) -> Vec<&[u8]> {
    #[derive(Deserialize)]
    struct Envelope<'a> {
        #[serde(borrow)]
        artifact: &'a RawValue,
    }
    let Ok(envelope) = serde_json::from_slice::<Envelope<'_>>(body) else { return Vec::new() };
    let value = envelope.artifact.get().as_bytes();
    let start = value.as_ptr() as usize - body.as_ptr() as usize;
    let before = body[..start].iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
    let end = start + value.len();
    let after = body[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    vec![value, &body[start - before..end + after]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_artifact_is_cut_out_with_the_white_space_that_is_its_own() {
        let body = b"{\"uri\":\"u\",\"artifact\": { \"a\" : 1 } }";
        assert_eq!(artifacts(body), [&b"{ \"a\" : 1 }"[..], b" { \"a\" : 1 } "]);
        assert!(artifacts(b"{\"uri\":\"u\"}").is_empty());
        assert!(artifacts(b"").is_empty());
    }

    #[test]
    fn a_row_without_a_digest_is_refused() {
        let row = |change: &str, sha256: Option<String>, bytes| Row {
            uri: "https://lag.example/1".to_owned(),
            source: "sfs".to_owned(),
            change: change.to_owned(),
            sha256,
            bytes,
        };
        let digest = || Some("0f".repeat(32));
        for (row, taken) in [
            (row("text", digest(), Some(7)), true),
            (row("withdrawn", None, None), true),
            (row("text", None, Some(7)), false),
            (row("text", digest(), None), false),
            (row("text", Some("0f".repeat(31)), Some(7)), false),
            (row("text", Some("x".repeat(64)), Some(7)), false),
            (row("text", digest(), Some(u64::MAX)), false),
            (Row { uri: "u".repeat(1025), ..row("withdrawn", None, None) }, false),
            (Row { uri: "u".repeat(1024), ..row("withdrawn", None, None) }, true),
            (Row { source: "../sfs".to_owned(), ..row("text", digest(), Some(7)) }, false),
        ] {
            assert_eq!(ListedChanges::default().add(row).is_ok(), taken);
        }
    }
}
