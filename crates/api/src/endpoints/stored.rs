//! Stored artifacts, parsed for a request.
//!
//! Parsed, an artifact takes some seven times its bytes in memory, and one that is made for it a hundred times as many. So
//! it is measured first, and the trees of all requests together have a budget. A request that finds it used up waits a
//! little for others to be done, and then gets the 503 of a server with too much to do. Where only some fields are wanted,
//! the others are passed over as they are read and take nothing.

use std::ops::Deref;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use lagrum_artifact::{Artifact, MOST_TREE, Measured};
use lagrum_snapshot::Snapshot;

use crate::ApiError;
use crate::blocking::overloaded;

/// Bytes that the trees of all requests may take together: those of the two largest artifacts there may be, which are
/// compared, or of some fifteen of the largest real ones.
const BUDGET: usize = 2 * MOST_TREE;

/// How long a request waits for others to be done.
const PATIENCE: Duration = Duration::from_secs(1);

static TREES: Budget = Budget::new(BUDGET);

/// A parsed artifact, which counts against the budget for as long as it is kept.
pub(super) struct Stored {
    artifact: Artifact,
    _share: Share<'static>,
}

impl Deref for Stored {
    type Target = Artifact;
    fn deref(&self) -> &Artifact {
        &self.artifact
    }
}

/// A stored artifact, read. That it is there and can be read is what the build has seen to.
pub(super) fn stored_artifact(snapshot: &Snapshot, stored: i64, uri: &str) -> Result<Stored, ApiError> {
    parsed(&stored_bytes(snapshot, stored, uri)?, None, uri)
}

/// Some fields of a stored artifact, and its `uri`.
pub(super) fn stored_fields(
    snapshot: &Snapshot,
    stored: i64,
    uri: &str,
    fields: &[&str],
) -> Result<Stored, ApiError> {
    let fields: Vec<&str> = fields.iter().copied().chain(["uri"]).collect();
    parsed(&stored_bytes(snapshot, stored, uri)?, Some(&fields), uri)
}

/// The bytes of a stored artifact.
pub(super) fn stored_bytes(snapshot: &Snapshot, stored: i64, uri: &str) -> Result<Vec<u8>, ApiError> {
    let bytes = snapshot.artifact(stored).map_err(|error| ApiError::internal(&error))?;
    bytes.ok_or_else(|| cannot_be_read(uri))
}

/// Parses bytes that were stored.
pub(super) fn parsed(bytes: &[u8], fields: Option<&[&str]>, uri: &str) -> Result<Stored, ApiError> {
    lagrum_cancel::check()?;
    let measured = Measured::of(bytes, fields).map_err(|_| cannot_be_read(uri))?;
    let share = TREES.share(measured.tree_bytes(), PATIENCE).ok_or_else(overloaded)?;
    let artifact = measured.parse().map_err(|_| cannot_be_read(uri))?;
    lagrum_cancel::check()?;
    Ok(Stored { artifact, _share: share })
}

pub(super) fn cannot_be_read(uri: &str) -> ApiError {
    ApiError::broken(format!("the artifact of {uri} cannot be read"))
}

/// Bytes that may be used at one time.
struct Budget {
    free: Mutex<usize>,
    freed: Condvar,
}

/// Bytes of a budget that are in use.
struct Share<'b> {
    budget: &'b Budget,
    bytes: usize,
}

impl Budget {
    const fn new(bytes: usize) -> Self {
        Self { free: Mutex::new(bytes), freed: Condvar::new() }
    }

    /// Takes so many bytes, or None when they do not become free in time.
    fn share(&self, bytes: usize, patience: Duration) -> Option<Share<'_>> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.freed.wait_timeout_while(free, patience, |free| *free < bytes);
        let (mut free, _) = waited.unwrap_or_else(PoisonError::into_inner);
        *free = free.checked_sub(bytes)?;
        Some(Share { budget: self, bytes })
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        *self.budget.free.lock().unwrap_or_else(PoisonError::into_inner) += self.bytes;
        self.budget.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn no_more_is_used_than_there_is() {
        let budget = Budget::new(10);
        let (six, four) =
            (budget.share(6, Duration::ZERO).unwrap(), budget.share(4, Duration::ZERO).unwrap());
        let begun = Instant::now();
        assert!(budget.share(1, Duration::from_millis(50)).is_none());
        assert!(begun.elapsed() >= Duration::from_millis(50));
        drop(four);
        assert!(budget.share(5, Duration::ZERO).is_none());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| budget.share(10, Duration::from_mins(1)).is_some());
            drop(six);
            assert!(waiting.join().unwrap());
        });
        assert!(budget.share(10, Duration::ZERO).is_some());
        assert!(budget.share(11, Duration::ZERO).is_none());
    }
}
