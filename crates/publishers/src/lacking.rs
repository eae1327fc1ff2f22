//! What is held and a walk over all of a source did not meet.

use lagrum_raw::{RawDocument, RawError};

use crate::session::Session;

/// How many documents a walk may miss of those that are held before it is taken for broken: so many, or a tenth.
const MAX_LACKING: usize = 100;

/// A walk missed so much that it was no walk over all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany {
    pub(crate) lacking: usize,
    pub(crate) held: usize,
}

/// The documents that are held and not gone, and that a walk did not meet which began at a time in seconds since 1970.
pub(crate) fn not_met(
    session: &Session<'_>,
    begun: i64,
) -> Result<Result<Vec<RawDocument>, TooMany>, RawError> {
    let mut lacking = session.archive.documents(session.source())?;
    lacking.retain(|document| document.gone_at.is_none());
    let held = lacking.len();
    lacking.retain(|document| document.records.iter().all(|row| row.seen_at < begun));
    let is_too_many = lacking.len() > MAX_LACKING.max(held / 10);
    Ok(if is_too_many { Err(TooMany { lacking: lacking.len(), held }) } else { Ok(lacking) })
}
