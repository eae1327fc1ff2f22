//! The pages that were read last, from which the next page to be read is predicted.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use crate::PrintKey;

/// How many pages are remembered: two for each of some dozens of readers.
const REMEMBERED_PAGES: usize = 64;

/// The keys of the pages that were read last, of all documents.
#[derive(Default)]
pub(crate) struct ReadPages {
    pages: Mutex<VecDeque<PrintKey>>,
}

impl ReadPages {
    /// Notes that a page was read. Returns whether the page before it is among the remembered pages.
    pub(crate) fn note(&self, page: PrintKey, before: PrintKey) -> bool {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let follows = pages.contains(&before);
        if !pages.contains(&page) {
            if pages.len() >= REMEMBERED_PAGES {
                pages.pop_front();
            }
            pages.push_back(page);
        }
        follows
    }
}
