//! The work of a search, counted in postings gone through.

use crate::SearchError;

/// The most postings that one search may go through: a fixed number, and a number for each document of the index.
const MAX_POSTINGS: u64 = 450_000;
const MAX_POSTINGS_PER_DOCUMENT: u64 = 24;

/// The cost of looking up a term, in postings.
pub(super) const LOOK_UP: u64 = 200;

/// The work done for one search. Its limit does not depend on the query.
#[derive(Debug)]
pub(super) struct Work {
    done: u64,
    limit: u64,
}

impl Work {
    /// No work yet, with the limit for an index of `documents` documents.
    pub(super) fn new(documents: usize) -> Self {
        Self { done: 0, limit: MAX_POSTINGS + MAX_POSTINGS_PER_DOCUMENT * documents as u64 }
    }

    /// Counts postings that are about to be gone through. Fails past the limit, and when the search is cancelled.
    pub(super) fn add(&mut self, postings: u64) -> Result<(), SearchError> {
        lagrum_cancel::check()?;
        self.done += postings;
        if self.done > self.limit { Err(SearchError::TooMuchWork) } else { Ok(()) }
    }

    /// The postings counted so far.
    pub(super) fn done(&self) -> u64 {
        self.done
    }
}
