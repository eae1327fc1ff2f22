//! Stopping a search that is no longer wanted.

use std::fmt;

/// How many entries of rows are looked at between two questions whether to go on: some tens of microseconds' work,
/// and some hundreds where a single row is longer than that.
const INTERVAL: usize = 16_384;

/// The search was stopped by its caller and has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the search was cancelled")
    }
}

impl std::error::Error for Cancelled {}

/// Counts the work of a search and asks now and then whether to go on.
pub(crate) struct Meter<'a> {
    stop: &'a dyn Fn() -> bool,
    left: usize,
}

impl<'a> Meter<'a> {
    /// Asks for the first time at the first work done.
    pub(crate) fn new(stop: &'a dyn Fn() -> bool) -> Self {
        Self { stop, left: 0 }
    }

    /// Counts `entries` about to be looked at.
    pub(crate) fn spend(&mut self, entries: usize) -> Result<(), Cancelled> {
        if let Some(left) = self.left.checked_sub(entries + 1) {
            self.left = left;
            return Ok(());
        }
        if (self.stop)() {
            return Err(Cancelled);
        }
        self.left = INTERVAL;
        Ok(())
    }
}
