//! The requests that are sent.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::wire::Request;

/// Records in a page. The publisher sends no more.
pub(super) const PAGE: u64 = 100;

/// The greatest length of a page or a group of records, and of a file beside a record.
const MAX_PAGE: u64 = 128 << 20;
const MAX_FILE: u64 = 64 << 20;

/// The request for a page of the list. Pages begin at 0. Parameters for order and time are not sent, since they do not do what they say.
pub(super) fn list(page: u64, size: u64) -> Request {
    asked(format!("/publiceringar?page={page}&pagesize={size}"), MAX_PAGE)
}

/// The request for all records of a group.
pub(super) fn group(group: &str) -> Request {
    asked(format!("/publiceringar/grupp/{group}"), MAX_PAGE)
}

/// The request for a record.
pub(super) fn record(id: &str) -> Request {
    asked(format!("/publiceringar/{id}"), MAX_PAGE)
}

/// The request for a file. Its id has slashes.
pub(super) fn attachment(id: &str) -> Request {
    asked(format!("/bilagor/{}", utf8_percent_encode(id, NON_ALPHANUMERIC)), MAX_FILE)
}

fn asked(path: String, max_bytes: u64) -> Request {
    Request { path, max_bytes, ..Request::default() }
}
