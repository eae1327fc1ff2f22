//! The queries that are posted.

use serde_json::{Value, json};

use crate::wire::{PostedBody, Request};

/// The path that takes queries.
const PATH: &str = "/elasticsearch/SearchEsByRawJson";

/// Acts in a page.
pub(super) const PAGE: u64 = 100;

/// The greatest length of an answer: a hundred of the longest acts.
const MAX_ANSWER: u64 = 256 << 20;

/// Which acts are asked for, and in which order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wanted {
    /// All acts, in the order of the publisher's number.
    All,
    /// The acts that were changed at a time or after it, in the order of the time of change and the number.
    ChangedSince(String),
}

/// The request for the acts that follow these sort values.
pub(super) fn request(wanted: &Wanted, after: Option<&[Value]>, size: u64) -> Request {
    let published = json!({"term": {"publicerad": true}});
    let (query, sort) = match wanted {
        Wanted::All => (published, json!([{"grundforfattningId": "asc"}])),
        Wanted::ChangedSince(since) => (
            json!({"bool": {"filter": [published, {"range": {"uppdateradDateTime": {"gte": since}}}]}}),
            json!([{"uppdateradDateTime": "asc"}, {"grundforfattningId": "asc"}]),
        ),
    };
    let mut search = json!({"size": size, "track_total_hits": true, "query": query, "sort": sort});
    if let (Some(after), Some(search)) = (after, search.as_object_mut()) {
        search.insert("search_after".to_owned(), after.into());
    }
    let body = json!({"searchIndexes": ["Sfs"], "api": "search", "json": search});
    Request {
        path: PATH.to_owned(),
        posted: Some(PostedBody { content_type: "application/json", text: body.to_string() }),
        max_bytes: MAX_ANSWER,
        ..Request::default()
    }
}
