//! The requests that are sent.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::record::MAX_RECORD;
use crate::wire::Request;

/// Rows in a page of a list.
pub(super) const PAGE: u64 = 200;

/// The greatest length of a page of a list, and of the list of data sets.
const MAX_LIST: u64 = 32 << 20;

/// What stands in an id as it is.
const PLAIN: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'_');

/// The documents of one type and one session (a year, of directives).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListSlice {
    pub(super) doktyp: &'static str,
    pub(super) session: String,
}

/// The request for the list of data sets.
pub(super) fn catalog() -> Request {
    asked("/dataset/katalog/dataset.xml".to_owned(), MAX_LIST)
}

/// The request for a page of a list. Pages begin at 1.
pub(super) fn list(slice: &ListSlice, page: u64) -> Request {
    let ListSlice { doktyp, session } = slice;
    let session = utf8_percent_encode(session, NON_ALPHANUMERIC);
    let path = format!(
        "/dokumentlista/?doktyp={doktyp}&rm={session}&sort=datum&sortorder=desc&sz={PAGE}&p={page}&utformat=json"
    );
    asked(path, MAX_LIST)
}

/// The request for a record.
pub(super) fn record(id: &str) -> Request {
    asked(format!("/dokumentstatus/{}.json", utf8_percent_encode(id, &PLAIN)), MAX_RECORD as u64)
}

fn asked(path: String, max_bytes: u64) -> Request {
    Request { path, max_bytes, ..Request::default() }
}
